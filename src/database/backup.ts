/**
 * Backup and restore without pg_dump, which the embedded PostgreSQL lacks: a folder with one COPY file a table, the
 * uploaded files, and a manifest with the hash of each. The manifest is written last: what was interrupted has none.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { checkpointFile, checkpointRule, takeCheckpoint, writeCheckpoint } from '../domains/audit/audit.checkpoint';
import { change } from '../domains/audit/audit.service';
import { type Verification, verifyLog } from '../domains/audit/audit.verify';
import type { RequestContext } from '../graphql/context';
import { packageVersion } from '../platform/package';
import type { Database, Queryable, Transaction } from './database';
import { appliedMigrations, migrate } from './migrate';
import { migrations } from './migrations';
import { identifier, join, sql } from './sql';

const MANIFEST = 'manifest.json';
/** Uploaded files: below the data folder as below the backup. */
const FILES = 'files';

/** Large tables take their time, whatever limits the database sets for requests. */
const UNHURRIED = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';
/** What is read belongs to one moment, and is printed in a way that any PostgreSQL reads back as the same values. */
const SNAPSHOT = `set transaction isolation level repeatable read, read only; ${UNHURRIED};
  set local datestyle = 'ISO'; set local extra_float_digits = 1`;

/** A backup that came from elsewhere must not reach out of its folder. */
const innerPath = z.string().refine((name) => !path.isAbsolute(name) && !name.split(/[\\/]/).includes('..'));
const fileRule = z.object({ path: innerPath, sha256: z.string() });
const tableRule = fileRule.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() });
const manifestRule = z.object({
  format: z.literal(1),
  version: z.string(),
  takenAt: z.string(),
  migrations: z.array(z.string()),
  auditCheckpoint: checkpointRule,
  /** In the order in which they can be loaded. */
  tables: z.array(tableRule),
  files: z.array(fileRule),
});

export type Manifest = z.output<typeof manifestRule>;
type TableEntry = z.output<typeof tableRule>;
type FileEntry = z.output<typeof fileRule>;

/** Writes everything into the folder, which must be new or empty. Servers may go on working meanwhile. */
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
  const takenAt = stored.auditCheckpoint.takenAt;
  const manifest: Manifest = { format: 1, version: packageVersion(), takenAt, ...stored, files };
  await writeManifest(target, manifest);
  return manifest;
}

/**
 * Replaces everything by the backup, all or nothing, on record as RESTORE_BACKUP. A backup that is not whole, or that
 * another version made, is refused before anything is touched; so is a database in use, unless forced.
 */
export async function restore(ctx: RequestContext, source: string, force: boolean): Promise<Manifest & { audit: Verification }> {
  const { database, services } = ctx;
  const manifest = await readManifest(source);
  await assertWhole(source, manifest);
  if (!force) await assertUnused(database);
  await migrate(database);
  await restoreFiles(source, services.config.dataDir, manifest.files);
  await change(ctx, async (tx) => {
    await tx.connection.query(UNHURRIED);
    await tx.query(sql`lock table app_user in access exclusive mode`);
    if (!force) await assertUnused(tx);
    assertSameSchema(manifest, await appliedMigrations(tx));
    const { count: replacedAuditEntries } = await takeCheckpoint(tx);
    await tx.query(sql`truncate ${join(manifest.tables.map(({ name }) => identifier(name)), ', ')}`);
    for (const table of manifest.tables) await loadTable(tx, source, table);
    const { takenAt, version } = manifest;
    tx.record({ action: 'RESTORE_BACKUP', meta: { takenAt, version, replacedAuditEntries } });
  });
  await writeCheckpoint(checkpointFile(services.config.dataDir), manifest.auditCheckpoint);
  return { ...manifest, audit: await verifyLog(database, manifest.auditCheckpoint) };
}

interface TableShape {
  name: string;
  columns: string[];
  /** The tables that its foreign keys name. */
  needs: string[];
}

/** Every table, from the database itself, so that none can be forgotten; of its columns those that are not computed. */
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
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`);
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

async function loadTable(tx: Transaction, source: string, { name, columns, rows, path: file }: TableEntry): Promise<void> {
  const copy = tx.connection.query(copyFrom(`copy ${copied(name, columns)} from stdin`));
  await pipeline(createReadStream(path.join(source, file)), copy);
  if (copy.rowCount !== rows) throw new Error(`${file} gave ${copy.rowCount} rows instead of ${rows}; nothing was changed`);
}

const copied = (table: string, columns: string[]) =>
  sql`${identifier(table)} (${join(columns.map(identifier), ', ')})`.compile().text;

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

/** Files are stored under random names: those that are there already are in nobody's way. */
async function restoreFiles(source: string, dataDir: string, files: FileEntry[]): Promise<void> {
  for (const { path: name } of files) {
    const file = path.join(dataDir, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await copyFile(path.join(source, name), file);
  }
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name a new folder for the backup`);
  await chmod(folder, 0o700); // It holds password hashes.
}

/** The manifest carries its own hash, so that it can't be damaged unnoticed either. */
async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ ...manifest, sha256: hashOf(manifest) }, null, 2);
  const file = path.join(folder, MANIFEST);
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST);
  const text = await readFile(file, 'utf8').catch(ifMissing(undefined));
  if (text === undefined) throw new Error(`${folder} holds no complete backup: there is no ${MANIFEST}`);
  try {
    const { sha256, ...content } = JSON.parse(text) as Record<string, unknown>;
    if (sha256 === hashOf(content)) return manifestRule.parse(content);
  } catch (cause) {
    throw new Error(`${file} is damaged or of another format; nothing was changed`, { cause });
  }
  throw new Error(`${file} is damaged: its content does not match its hash; nothing was changed`);
}

async function assertWhole(source: string, manifest: Manifest): Promise<void> {
  assertSameSchema(manifest, migrations.map(({ name }) => name));
  for (const { path: name, sha256 } of [...manifest.tables, ...manifest.files]) {
    const found = await hashOfFile(path.join(source, name)).catch(ifMissing(undefined));
    const fault = found === undefined ? 'is missing' : 'is damaged: its content does not match its hash';
    if (found !== sha256) throw new Error(`${name} of the backup ${fault}; nothing was changed`);
  }
}

/** The tables of another schema may have other columns, which only that version knows how to bring up to date. */
function assertSameSchema({ migrations: has, version }: Manifest, wanted: string[]): void {
  const odd = [...has.filter((name) => !wanted.includes(name)), ...wanted.filter((name) => !has.includes(name))];
  if (odd.length === 0) return;
  throw new Error(
    `The backup was made by version ${version}, and its schema differs by ${odd.join(', ')}; nothing was changed. ` +
      'Restore it with that version, into a new database, and then upgrade',
  );
}

async function assertUnused(db: Queryable): Promise<void> {
  const [table] = await db.query<{ isThere: boolean }>(sql`select to_regclass('app_user') is not null as "isThere"`);
  const [found] = table?.isThere ? await db.query<{ count: number }>(sql`select count(*) as count from app_user`) : [];
  if (found && found.count > 0) {
    throw new Error(`The database is in use: it has ${found.count} users. With --force, the backup replaces everything in it`);
  }
}

async function writeHashed(source: Readable, file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
  return hash.digest('hex');
}

async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const hashOf = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Takes a missing file for this value; any other error passes. */
function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
