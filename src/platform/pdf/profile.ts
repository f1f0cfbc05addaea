import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const NAME = /^vetgraph-profile-(\d+)-/;

/** A folder for a browser's run-time data. First removes what killed servers left behind. */
export async function makeProfile(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const pid = NAME.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) await removeProfile(path.join(tmpdir(), name));
  }
  return mkdtemp(path.join(tmpdir(), `vetgraph-profile-${process.pid}-`));
}

/** If it can't be removed, because it belongs to another user, it does no harm. */
export async function removeProfile(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
