import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEmbedded } from '../../src/database/embedded';
import { migrate } from '../../src/database/migrate';
import { openDatabase } from '../../src/open-database';
import { until } from './processes';

/** Makes this a data folder with a migrated embedded database, without anything in it, as a copy of one that is made once in a run. */
export async function prepared(folder: string): Promise<string> {
  const made = path.join(tmpdir(), 'vetgraph-prepared');
  const isMine = await mkdir(`${made}.new`).then(
    () => true,
    () => false,
  );
  if (isMine) await make(`${made}.new/data`, made);
  await until(() => existsSync(made));
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('cp', ['-a', `${made}/.`, folder]);
  return folder;
}

async function make(aside: string, made: string): Promise<void> {
  const embedded = await startEmbedded(aside);
  const database = await openDatabase(embedded.url, 2);
  await migrate(database);
  await database.close();
  await embedded.stop();
  await rename(aside, made);
}
