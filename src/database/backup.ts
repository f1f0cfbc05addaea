import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { takeCheckpoint } from '../domains/audit/audit.checkpoint';
import { packageVersion } from '../platform/package';
import type { Database, Queryable, Transaction } from './database';
import { UNHURRIED } from './limit';
import { type FileEntry, ifMissing, type Manifest, type TableEntry, writeManifest } from './manifest';
import { appliedMigrations } from './migrate';
import { identifier, join, sql } from './sql';

export { UNHURRIED } from './limit';

/** Uploaded files: below the data folder as below the backup. */
const FILES = 'files';

/** What is read belongs to one moment, and is printed in a way that any PostgreSQL reads back as the same values. */
const SNAPSHOT = `set transaction isolation level repeatable read, read only; ${UNHURRIED};
  set local datestyle = 'ISO'; set local extra_float_digits = 1`;

/**
 * Writes everything into a folder, which must be new or empty: one COPY file a table, as pg_dump doesn't come with the
 * embedded PostgreSQL, and the uploaded files. Servers may go on working meanwhile.
 */
export async function backup(database: Database, dataDir: string, target: string): Promise<Manifest> {
  await makeEmptyFolder(target);
  await mkdir(path.join(target, 'tables'), { mode: 0o700 });
  const stored = await database.transaction(async (tx) => {
    await tx.connection.query(SNAPSHOT);
    const tables: TableEntry[] = [];
    for (const shape of inLoadingOrder(await tableShapes(tx))) tables.push(await writeTable(tx, target, shape));
    return { migrations: await appliedMigrations(tx), auditCheckpoint: await takeCheckpoint(tx), tables };
  });
  // After the snapshot, so that every file which it speaks of has been stored.
  const files = await writeFiles(path.join(dataDir, FILES), path.join(target, FILES));
  const { takenAt } = stored.auditCheckpoint;
  const manifest: Manifest = { format: 1, version: packageVersion(), takenAt, ...stored, files };
  await writeManifest(target, manifest);
  return manifest;
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name a new folder for the backup`);
  await chmod(folder, 0o700); // It holds password hashes.
}

interface TableShape {
  name: string;
  columns: string[];
  /** The tables that its foreign keys name. */
  needs: string[];
}

/** Every table, from the database itself so that none is forgotten; of its columns those that are not computed. */
function tableShapes(db: Queryable): Promise<TableShape[]> {
  return db.query<TableShape>(sql`
    select t.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct other.relname::text from pg_constraint c join pg_class other on other.oid = c.confrelid
        where c.contype = 'f' and c.conrelid = t.oid and other.oid <> t.oid) as needs
    from pg_class t
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace and t.relname <> 'migration_lock'
    order by t.relname`);
}

/** Each table after those that it refers to. References within a table are checked when all of it is there. */
function inLoadingOrder(tables: TableShape[]): TableShape[] {
  const ordered = new Map<string, TableShape>();
  for (let waiting = tables; waiting.length > 0; waiting = waiting.filter(({ name }) => !ordered.has(name))) {
    const ready = waiting.filter(({ needs }) => needs.every((name) => ordered.has(name)));
    const names = waiting.map(({ name }) => name).join(', ');
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${names}`);
    for (const table of ready) ordered.set(table.name, table);
  }
  return [...ordered.values()];
}

async function writeTable(tx: Transaction, target: string, { name, columns }: TableShape): Promise<TableEntry> {
  const file = `tables/${name}.copy`;
  const copy = tx.connection.query(copyTo(`copy ${copied(name, columns)} to stdout`));
  const sha256 = await writeHashed(copy, path.join(target, file)).catch((error: unknown) => {
    // The rest of the table would come first: without its connection, the transaction ends at once.
    (tx.connection as Client).connection.stream.destroy();
    throw error;
  });
  return { path: file, sha256, name, columns, rows: copy.rowCount };
}

/** The table and columns as COPY names them. */
export function copied(table: string, columns: string[]): string {
  return sql`${identifier(table)} (${join(columns.map(identifier), ', ')})`.compile().text;
}

async function writeFiles(folder: string, target: string): Promise<FileEntry[]> {
  const written: FileEntry[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing([]))) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file);
    await mkdir(path.dirname(path.join(target, name)), { recursive: true, mode: 0o700 });
    // One that is deleted meanwhile is missed by nobody.
    const sha256 = await writeHashed(createReadStream(file), path.join(target, name)).catch(ifMissing(undefined));
    if (sha256) written.push({ path: path.join(FILES, name), sha256 });
  }
  return written;
}

async function writeHashed(source: Readable, file: string): Promise<string> {
  const hash = createHash('sha256');
  const hashing = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(source, hashing, createWriteStream(file, { mode: 0o600, flush: true }));
  return hash.digest('hex');
}
