/**
 * How long a start takes on an existing data folder until /readyz returns 200, broken down by step; and the server's memory
 * once idle.
 *
 *   npm run bench:start
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../../src/platform/package';
import { median, memoryOf } from './measure';

const STARTS = 7;

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function start(folder: string, port: number): Promise<{ child: ChildProcess; seconds: number }> {
  const { scripts } = JSON.parse(await readFile(path.join(packageRoot(), 'package.json'), 'utf8')) as { scripts: { start: string } };
  const began = performance.now();
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: packageRoot(),
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: folder, ADMIN_PASSWORD: 'a long enough password' },
    stdio: 'ignore',
  });
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { child, seconds: (performance.now() - began) / 1_000 };
    if (child.exitCode !== null) throw new Error('the server did not start');
    await sleep(5);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-start-'));
  const port = await freePort();
  try {
    const first = await start(folder, port);
    await stop(first.child);
    const seconds: number[] = [];
    const memory: number[] = [];
    for (let n = 0; n < STARTS; n++) {
      const again = await start(folder, port);
      seconds.push(again.seconds);
      await sleep(2_000);
      memory.push(await memoryOf(again.child.pid!));
      await stop(again.child);
    }
    const told = seconds.toSorted((a, b) => a - b).map((one) => one.toFixed(2));
    console.log(`first start ${first.seconds.toFixed(2)} s; later ones ${median(seconds).toFixed(2)} s (${told[0]}–${told.at(-1)})`);
    console.log(`memory at rest ${median(memory).toFixed(0)} MB`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
