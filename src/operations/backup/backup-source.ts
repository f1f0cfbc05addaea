import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { Meter } from '../../platform/storage/storage';

/** How a backup's files are read. It may come from elsewhere, and be malicious. */

interface Expected {
  path: string;
  sha256: string;
}

/** Opens a regular file in regular folders: a link could lead to any file on this machine, and a pipe never ends. */
export async function openWithin(root: string, name: string): Promise<FileHandle> {
  const file = path.join(root, name);
  const refusal = new Error(`${name} in the backup is a link or not a regular file; nothing was changed`);
  if ((await realpath(file)) !== path.join(await realpath(root), name)) throw refusal;
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw refusal;
}

/** Passes the content on, and fails at its end if it doesn't match the manifest: what is used is what was checked. */
export async function* readChecked(source: string, { path: name, sha256 }: Expected): AsyncGenerator<Buffer> {
  const handle = await openWithin(source, name).catch(ifMissing(undefined));
  if (!handle) throw new Error(`${name} is missing from the backup; nothing was changed`);
  const meter = new Meter();
  yield* meter.through(handle.createReadStream() as AsyncIterable<Buffer>);
  if (meter.result().sha256 === sha256) return;
  throw new Error(`${name} in the backup is damaged: its content does not match its hash; nothing was changed`);
}

/** Reads a file to its end just to check it. */
export async function assertUndamaged(source: string, expected: Expected): Promise<void> {
  for await (const chunk of readChecked(source, expected)) void chunk;
}

/** Returns this value for a missing file; rethrows any other error. */
export function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
