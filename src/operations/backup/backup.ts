import { createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { takeCheckpoint } from '../../domains/audit/audit.checkpoint';
import type { Services } from '../../kernel/context';
import { packageVersion } from '../../platform/package';
import { FileMissing, Meter, type Storage } from '../../platform/storage/storage';
import type { Queryable, Transaction } from '../../database/database';
import { UNHURRIED } from '../../database/limit';
import { type FileEntry, filePath, type Manifest, type TableEntry, tablePath, writeManifest } from './manifest';
import { appliedMigrations } from '../../database/migrate';
import { copied, type TableShape, tableShapes as readShapes } from './backup.store';

/** Reads a consistent snapshot, in formats that any PostgreSQL reads back as the same values. */
const SNAPSHOT = `set transaction isolation level repeatable read, read only; ${UNHURRIED};
  set local datestyle = 'ISO'; set local extra_float_digits = 1`;

/**
 * Writes everything to a folder, which must be new or empty: one COPY file per table, because the embedded PostgreSQL comes
 * without pg_dump, and the uploaded files. Servers can keep running meanwhile.
 */
export async function backup({ database, storage, config }: Services, target: string): Promise<Manifest> {
  await makeEmptyFolder(target);
  await mkdir(path.join(target, 'tables'), { mode: 0o700 });
  const stored = await database.transaction(async (tx) => {
    await tx.connection.query(SNAPSHOT);
    const tables: TableEntry[] = [];
    for (const shape of await tableShapes(tx)) tables.push(await writeTable(tx, target, shape));
    return { migrations: await appliedMigrations(tx), auditCheckpoint: await takeCheckpoint(tx), tables };
  });
  // After the snapshot, so that every file it refers to has been stored.
  const files = await writeFiles(storage, target);
  const { takenAt } = stored.auditCheckpoint;
  const manifest: Manifest = { format: 1, version: packageVersion(), takenAt, ...stored, files };
  await writeManifest(target, manifest, config.backupKey);
  return manifest;
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: choose a new folder for the backup`);
  await chmod(folder, 0o700); // It contains password hashes.
}

/** Every table, in the order in which they can be loaded. */
export async function tableShapes(db: Queryable): Promise<TableShape[]> {
  return inLoadingOrder(await db.query(readShapes()));
}

/** Each table after those it refers to. References within a table are checked once it is complete. */
function inLoadingOrder(tables: TableShape[]): TableShape[] {
  const ordered = new Map<string, TableShape>();
  for (let waiting = tables; waiting.length > 0; waiting = waiting.filter(({ name }) => !ordered.has(name))) {
    const ready = waiting.filter(({ needs }) => needs.every((name) => ordered.has(name)));
    const names = waiting.map(({ name }) => name).join(', ');
    if (ready.length === 0) throw new Error(`Tables refer to each other in a cycle: ${names}`);
    for (const table of ready) ordered.set(table.name, table);
  }
  return [...ordered.values()];
}

async function writeTable(tx: Transaction, target: string, { name, columns }: TableShape): Promise<TableEntry> {
  const file = tablePath(name);
  const copy = tx.connection.query(copyTo(`copy ${copied(name, columns)} to stdout`));
  const sha256 = await writeHashed(copy, path.join(target, file)).catch((error: unknown) => {
    // The rest of the table would be sent first: without its connection, the transaction ends at once.
    (tx.connection as Client).connection.stream.destroy();
    throw error;
  });
  return { path: file, sha256, name, columns, rows: copy.rowCount };
}

/** From the folder or the bucket that stores them. */
async function writeFiles(storage: Storage, target: string): Promise<FileEntry[]> {
  const written = new Map<string, FileEntry>();
  for await (const key of storage.list(END_OF_TIME)) {
    const content = await storage.read(key).catch((error: unknown) => {
      // One that was deleted in the meantime, or is only partly written, isn't needed.
      if (error instanceof FileMissing) return undefined;
      throw error;
    });
    if (!content) continue;
    const name = filePath(key);
    await mkdir(path.dirname(path.join(target, name)), { recursive: true, mode: 0o700 });
    written.set(key, { path: name, sha256: await writeHashed(content, path.join(target, name)) });
  }
  return [...written.values()];
}

/** Later than any file. */
const END_OF_TIME = new Date(8_640_000_000_000_000);

async function writeHashed(source: Readable, file: string): Promise<string> {
  const meter = new Meter();
  await pipeline(meter.through(source), createWriteStream(file, { mode: 0o600, flush: true }));
  return meter.result().sha256;
}
