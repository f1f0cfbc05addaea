import { createHash, createHmac, scryptSync, timingSafeEqual } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { checkpointRule } from '../../domains/audit/audit.checkpoint';
import { isKey } from '../../platform/storage/storage';
import { ifMissing, openWithin } from './backup-source';

/** The contents of a backup. Written last, so that an incomplete backup has none. */

const NAME = 'manifest.json';

/** A list of a million uploaded files takes about 170 MiB. */
const MAX_BYTES = 268_435_456;

/**
 * Where a backup stores a table or an uploaded file. A backup may come from elsewhere: nothing in it can be, or point, anywhere
 * else.
 */
export const tablePath = (name: string) => `tables/${name}.copy`;
export const filePath = (key: string) => `files/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
export const keyOf = ({ path: name }: FileEntry) => name.slice(-32);

const isFilePath = (name: string) => isKey(name.slice(-32)) && name === filePath(name.slice(-32));

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 hash');
const tableName = z.string().regex(/^(record\.)?[a-z][a-z0-9_]{0,62}$/, 'must be the name of a table');
const columnName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be the name of a column');

/** Paths are relative to the backup. */
const fileRule = z.object({ path: z.string().refine(isFilePath, `must be ${filePath('0'.repeat(32))}, or the like`), sha256 });
const tableRule = z
  .object({ path: z.string(), sha256, name: tableName, columns: z.array(columnName), rows: z.int().min(0) })
  .refine((table) => table.path === tablePath(table.name), { path: ['path'], message: 'must be tables/<name>.copy' });
const manifestRule = z.object({
  format: z.literal(1),
  /** The version that wrote it. */
  version: z.string().regex(/^[\w.+-]{1,100}$/),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string().regex(/^\w{1,200}$/)),
  auditCheckpoint: checkpointRule,
  tables: z.array(tableRule),
  /** Uploaded files, by their keys in the file store. */
  files: z.array(fileRule).refine((files) => new Set(files.map((file) => file.path)).size === files.length, 'lists a file twice'),
});

export type Manifest = z.output<typeof manifestRule>;
export type TableEntry = z.output<typeof tableRule>;
export type FileEntry = z.output<typeof fileRule>;

/**
 * The manifest contains its own hash, so that damage is detected, and with a key also a keyed hash that can't be forged. As it
 * contains the hashes of all files, that protects the whole backup.
 */
export async function writeManifest(folder: string, manifest: Manifest, key?: string): Promise<void> {
  const mac = key === undefined ? undefined : keyedHashOf(manifest, key);
  const text = `${JSON.stringify({ ...manifest, sha256: hashOf(manifest), mac }, null, 2)}\n`;
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Error('There are too many uploaded files for one backup');
  const file = path.join(folder, NAME);
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

/** With a key, only a backup signed with it is accepted. */
export async function readManifest(folder: string, key?: string): Promise<Manifest> {
  const file = path.join(folder, NAME);
  const { sha256, mac, ...content } = await readContent(folder);
  if (sha256 !== hashOf(content)) {
    throw new Error(`${file} is damaged: its content does not match its hash; nothing was changed`);
  }
  if (key !== undefined) assertMadeWith(key, file, content, mac);
  const { success, data, error } = manifestRule.safeParse(content);
  if (success) return data;
  const { path: place, message } = error.issues[0]!;
  throw new Error(`${file} is damaged or has another format (${place.join('.')} ${message}); nothing was changed`);
}

async function readContent(folder: string): Promise<Record<string, unknown>> {
  const file = path.join(folder, NAME);
  const handle = await openWithin(folder, NAME).catch(ifMissing(undefined));
  if (!handle) throw new Error(`${folder} is not a complete backup: ${NAME} is missing`);
  try {
    if ((await handle.stat()).size > MAX_BYTES) throw new Error(`${file} is larger than any manifest; nothing was changed`);
    const text = await handle.readFile('utf8');
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof z.ZodError)) throw cause;
    throw new Error(`${file} is damaged or has another format; nothing was changed`, { cause });
  } finally {
    await handle.close();
  }
}

function assertMadeWith(key: string, file: string, content: object, mac: unknown): void {
  const ifTrusted = 'nothing was changed. If you trust its source, restore it with --without-key';
  if (typeof mac !== 'string') throw new Error(`${file} was written without BACKUP_KEY, so anyone could have made it; ${ifTrusted}`);
  const [given, wanted] = [mac, keyedHashOf(content, key)].map((text) => Buffer.from(text));
  if (given!.length === wanted!.length && timingSafeEqual(given!, wanted!)) return;
  throw new Error(`${file} was altered, or written with another BACKUP_KEY; ${ifTrusted}`);
}

function hashOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Anyone with a backup can try keys at leisure: each attempt is made expensive. */
function keyedHashOf(content: object, key: string): string {
  return createHmac('sha256', scryptSync(key, 'vetgraph backup', 32))
    .update(JSON.stringify(content))
    .digest('hex');
}
