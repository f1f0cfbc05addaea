import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const PROGRAM = `
let slowest = 0, refused = 0, isOver = false;
process.stdin.resume().on('end', () => (isOver = true));
(async () => {
  while (!isOver) {
    const began = performance.now();
    const status = await fetch(process.argv[1] + '/healthz').then((response) => response.text().then(() => response.status), () => 0);
    slowest = Math.max(slowest, performance.now() - began);
    if (status !== 200) refused++;
    await new Promise((resolve) => setTimeout(resolve, Number(process.argv[2])));
  }
  console.log(JSON.stringify({ slowest: Math.round(slowest), refused }));
})();`;

export interface Health {
  /** The slowest response of /healthz, in milliseconds. */
  slowest: number;
  /** How often it was not 200. */
  refused: number;
}

/** Polls /healthz while something runs, from its own process: this one may be busy generating load. */
export async function healthDuring(url: string, work: () => Promise<unknown>, everyMs = 200): Promise<Health> {
  const child = spawn(process.execPath, ['-e', PROGRAM, url, String(everyMs)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const told = text(child.stdout);
  try {
    await work();
  } finally {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  }
  return JSON.parse(await told) as Health;
}
