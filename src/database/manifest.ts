import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { checkpointRule } from '../domains/audit/audit.checkpoint';

/** What a backup holds. It is written last, so that an interrupted backup has none. */

const NAME = 'manifest.json';

/** A backup that came from elsewhere must not reach out of its folder. */
const innerPath = z.string().refine((name) => !path.isAbsolute(name) && !name.split(/[\\/]/).includes('..'));

/** Paths are relative to the backup. */
const fileRule = z.object({ path: innerPath, sha256: z.string() });
const tableRule = fileRule.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() });
const manifestRule = z.object({
  format: z.literal(1),
  /** Of the program that wrote it. */
  version: z.string(),
  takenAt: z.string(),
  migrations: z.array(z.string()),
  auditCheckpoint: checkpointRule,
  /** In the order in which they can be loaded. */
  tables: z.array(tableRule),
  /** Uploaded files: they have the same path below the data folder. */
  files: z.array(fileRule),
});

export type Manifest = z.output<typeof manifestRule>;
export type TableEntry = z.output<typeof tableRule>;
export type FileEntry = z.output<typeof fileRule>;

/** It carries its own hash, so that it can't be damaged unnoticed either. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ ...manifest, sha256: hashOf(manifest) }, null, 2);
  const file = path.join(folder, NAME);
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, NAME);
  const text = await readFile(file, 'utf8').catch(ifMissing(undefined));
  if (text === undefined) throw new Error(`${folder} holds no complete backup: there is no ${NAME}`);
  try {
    const { sha256, ...content } = JSON.parse(text) as Record<string, unknown>;
    if (sha256 === hashOf(content)) return manifestRule.parse(content);
  } catch (cause) {
    throw new Error(`${file} is damaged or of another format; nothing was changed`, { cause });
  }
  throw new Error(`${file} is damaged: its content does not match its hash; nothing was changed`);
}

function hashOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Takes a missing file for this value; any other error passes. */
export function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
