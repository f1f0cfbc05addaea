import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { checkpointFile, takeCheckpoint, writeCheckpoint } from '../../domains/audit/audit.checkpoint';
import { change } from '../../domains/audit/audit.service';
import { type Verification, verifyLog } from '../../domains/audit/audit.verify';
import type { RequestContext } from '../../kernel/context';
import * as settingsStore from '../../domains/settings/settings.store';
import { tableShapes } from './backup';
import * as store from './backup.store';
import { assertUndamaged, readChecked } from './backup-source';
import type { Queryable, Transaction } from '../../database/database';
import { UNHURRIED } from '../../database/limit';
import { type Manifest, readManifest, type TableEntry } from './manifest';
import { appliedMigrations, migrate } from '../../database/migrate';
import { MIGRATIONS } from '../../database/migrations';
import { StagedFiles } from './staged-files';

export interface Restored {
  manifest: Manifest;
  /** The verification of the restored audit log. */
  audit: Verification;
}

/**
 * Replaces everything with the backup, all or nothing, recorded as RESTORE_BACKUP. A backup that is incomplete, wasn't signed
 * with our key or has another schema is rejected before anything is changed; so is a database in use, unless forced. Writes only
 * rows of known tables and, after their commit, files under keys of the store.
 */
export async function restore(ctx: RequestContext, source: string, force: boolean, withoutKey = false): Promise<Restored> {
  const { database, services } = ctx;
  const { dataDir, backupKey } = services.config;
  const manifest = await readManifest(source, withoutKey ? undefined : backupKey);
  assertSameSchema(manifest, MIGRATIONS);
  if (!force) await assertUnused(database);
  for (const table of manifest.tables) await assertUndamaged(source, table);
  const files = await StagedFiles.stage(services, source, manifest.files);
  try {
    await migrate(database);
    await change(ctx, async (tx) => {
      await tx.connection.query(UNHURRIED);
      if (!force) await assertUnused(tx);
      assertSameSchema(manifest, await appliedMigrations(tx));
      const tables = knownTables(manifest, await tableShapes(tx));
      const { count: replacedAuditEntries } = await takeCheckpoint(tx);
      await tx.query(store.empty(tables.map(({ name }) => name)));
      for (const table of tables) await loadTable(tx, source, table);
      // What has ended since must not come back.
      await tx.query(store.endAccess());
      assertSameSchema(manifest, await appliedMigrations(tx));
      const { takenAt, version } = manifest;
      const isSigned = backupKey !== undefined && !withoutKey;
      tx.record({ action: 'RESTORE_BACKUP', meta: { takenAt, version, replacedAuditEntries, isSigned } });
    });
    await files.putInPlace();
  } finally {
    await files.discard();
  }
  await writeCheckpoint(checkpointFile(dataDir), manifest.auditCheckpoint);
  return { manifest, audit: await verifyLog(database, manifest.auditCheckpoint) };
}

/** The tables of another schema may have other columns, which only that version knows how to upgrade. */
function assertSameSchema({ migrations: has, version }: Manifest, wanted: string[]): void {
  const odd = [...has.filter((name) => !wanted.includes(name)), ...wanted.filter((name) => !has.includes(name))];
  if (odd.length === 0) return;
  throw new Error(
    `The backup was made by version ${version}, and its schema differs by ${odd.join(', ')}; nothing was changed. ` +
      'Restore it with that version, into a new database, and then upgrade',
  );
}

/** The tables in the order of the database. They must be exactly its own, with exactly their columns. */
function knownTables({ tables }: Manifest, shapes: readonly store.TableShape[]): TableEntry[] {
  const given = new Map(tables.map((table) => [table.name, table]));
  const known = new Set(shapes.map(({ name }) => name));
  const unfit = shapes.filter(({ name, columns }) => sorted(given.get(name)?.columns ?? []) !== sorted(columns));
  const odd = [...unfit, ...tables.filter(({ name }) => !known.has(name))].map(({ name }) => name);
  if (odd.length === 0 && given.size === tables.length) return shapes.map(({ name }) => given.get(name)!);
  const names = odd.slice(0, 10).join(', ') || 'those named twice';
  throw new Error(`The tables in the backup don't match this schema: check ${names}; nothing was changed`);
}

const sorted = (columns: readonly string[]) => columns.toSorted().join();

/** In a transaction: a server about to create the first administrator waits at the settings row until it ends. */
async function assertUnused(db: Queryable): Promise<void> {
  const table = await db.one(store.hasUsers());
  if (!table?.isThere) return;
  await db.query(settingsStore.lock());
  const found = await db.one(store.countUsers());
  if (!found?.users) return;
  throw new Error(`The database is in use: it has ${found.users} users. With --force, the backup replaces all of it`);
}

async function loadTable(tx: Transaction, source: string, table: TableEntry): Promise<void> {
  const copy = tx.connection.query(copyFrom(`copy ${store.copied(table.name, table.columns)} from stdin`));
  await pipeline(readChecked(source, table), copy);
  if (copy.rowCount === table.rows) return;
  throw new Error(`${table.path} has ${copy.rowCount} rows instead of ${table.rows}; nothing was changed`);
}
