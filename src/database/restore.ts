import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { checkpointFile, takeCheckpoint, writeCheckpoint } from '../domains/audit/audit.checkpoint';
import { change } from '../domains/audit/audit.service';
import { type Verification, verifyLog } from '../domains/audit/audit.verify';
import type { RequestContext } from '../graphql/context';
import { giveToOwner } from '../platform/files';
import { copied, UNHURRIED } from './backup';
import type { Queryable, Transaction } from './database';
import { type FileEntry, ifMissing, type Manifest, readManifest, type TableEntry } from './manifest';
import { appliedMigrations, migrate } from './migrate';
import { MIGRATIONS } from './migrations';
import { identifier, join, sql } from './sql';

export interface Restored {
  manifest: Manifest;
  /** Of the audit log that came with it. */
  audit: Verification;
}

/**
 * Replaces everything by the backup, all or nothing, on record as RESTORE_BACKUP. A backup that is not whole, or that
 * has another schema, is refused before anything is touched; so is a database in use, unless forced.
 */
export async function restore(ctx: RequestContext, source: string, force: boolean): Promise<Restored> {
  const { database, services } = ctx;
  const manifest = await readManifest(source);
  assertSameSchema(manifest, MIGRATIONS);
  await assertWhole(source, manifest);
  if (!force) await assertUnused(database);
  await migrate(database);
  await restoreFiles(source, services.config.dataDir, manifest.files);
  await change(ctx, async (tx) => {
    await tx.connection.query(UNHURRIED);
    if (!force) await assertUnused(tx);
    assertSameSchema(manifest, await appliedMigrations(tx));
    const { count: replacedAuditEntries } = await takeCheckpoint(tx);
    await tx.query(sql`truncate ${join(manifest.tables.map(({ name }) => identifier(name)), ', ')}`);
    for (const table of manifest.tables) await loadTable(tx, source, table);
    const { takenAt, version } = manifest;
    tx.record({ action: 'RESTORE_BACKUP', meta: { takenAt, version, replacedAuditEntries } });
  });
  await writeCheckpoint(checkpointFile(services.config.dataDir), manifest.auditCheckpoint);
  return { manifest, audit: await verifyLog(database, manifest.auditCheckpoint) };
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

async function assertWhole(source: string, { tables, files }: Manifest): Promise<void> {
  for (const { path: name, sha256 } of [...tables, ...files]) {
    const found = await hashOfFile(path.join(source, name)).catch(ifMissing(undefined));
    const fault = found === undefined ? 'is missing' : 'is damaged: its content does not match its hash';
    if (found !== sha256) throw new Error(`${name} of the backup ${fault}; nothing was changed`);
  }
}

async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** In a transaction, a server that is about to make the first administrator waits at the settings for its end. */
async function assertUnused(db: Queryable): Promise<void> {
  const [table] = await db.query<{ isThere: boolean }>(sql`select to_regclass('app_user') is not null as "isThere"`);
  if (!table?.isThere) return;
  await db.query(sql`select 1 from settings for update`);
  const [found] = await db.query<{ users: number }>(sql`select count(*) as users from app_user`);
  if (!found?.users) return;
  throw new Error(`The database is in use: it has ${found.users} users. With --force, the backup replaces all of it`);
}

/** Files are stored under random names: those that are there already are in nobody's way. */
async function restoreFiles(source: string, dataDir: string, files: FileEntry[]): Promise<void> {
  for (const { path: name } of files) {
    const file = path.join(dataDir, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await copyFile(path.join(source, name), file);
    for (let made = file; made !== dataDir; made = path.dirname(made)) await giveToOwner(dataDir, made);
  }
}

async function loadTable(tx: Transaction, source: string, table: TableEntry): Promise<void> {
  const copy = tx.connection.query(copyFrom(`copy ${copied(table.name, table.columns)} from stdin`));
  await pipeline(createReadStream(path.join(source, table.path)), copy);
  if (copy.rowCount === table.rows) return;
  throw new Error(`${table.path} gave ${copy.rowCount} rows instead of ${table.rows}; nothing was changed`);
}
