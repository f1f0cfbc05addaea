import { readFile, stat } from 'node:fs/promises';
import { badInput } from '../../kernel/errors';
import { MAX_IMPORT_BYTES } from '../../imports/read';

/** Accepts as much as the server does. */
export async function readImportFile(file: string): Promise<Buffer> {
  if ((await stat(file)).size > MAX_IMPORT_BYTES) throw badInput({ file: 'is larger than 32 MiB' });
  return readFile(file);
}
