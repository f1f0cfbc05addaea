import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../src/kernel/config';
import { startServer } from '../../src/server';

/** The HTML that the browser prints for each report, as files by job name: the limit starts from these. */
export async function keepPages(
  databaseUrl: string,
  folder: string,
  headers: Record<string, string>,
  reports: Record<string, string>,
): Promise<void> {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    LIBRARY: 'false',
    ADMIN_EMAIL: 'none',
  });
  const server = await startServer({ ...config, jobs: false });
  try {
    const { pdf } = server.services;
    const print = pdf.print.bind(pdf);
    let last = '';
    pdf.print = (signal, prepare) =>
      print(signal, async () => {
        const printable = await prepare();
        return { ...printable, html: (pageOf) => (last = printable.html(pageOf)) };
      });
    for (const [id, address] of Object.entries(reports)) {
      const response = await fetch(server.url + address, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      await writeFile(path.join(folder, `${id}.html`), last);
    }
  } finally {
    await server.stop();
  }
}
