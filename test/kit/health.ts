import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const PROGRAM = `
const { get } = require('node:http');
const ask = () => new Promise((resolve) => {
  get(process.argv[1] + '/healthz', { agent: false }, (response) => response.resume().on('end', () => resolve(response.statusCode)))
    .on('error', () => resolve(0));
});
let slowest = 0, refused = 0, isOver = false;
process.stdin.resume().on('end', () => (isOver = true));
(async () => {
  while (!isOver) {
    const began = performance.now();
    const status = await ask();
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

/** Polls /healthz while something runs, as a new client each time, from its own process: this one may be busy generating load. */
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
