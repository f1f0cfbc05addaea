import type { Database } from '../../database/database';
import type { RecordTable } from '../../database/record/record-table';
import { Range } from '../../database/record/touch';
import type { RequestContext } from '../../kernel/context';
import * as erasureStore from '../audit/audit-erasure.store';
import { type Change, change } from '../audit/audit.service';
import * as store from './record.store';

/** So many rows are compared at a time: nobody waits long for them. */
const BATCH = 2_000;
/** So often it is told how far it is. */
const TELL_EVERY_MS = 10_000;

/** Some rows of a table, by the first column of its key. */
interface Some {
  table: RecordTable;
  range: Range;
  count: number;
  row: string;
}

/**
 * Begins the record on the first start of a server that keeps one. What an empty database needs is created with its first
 * entry. Servers of an earlier version may go on writing meanwhile: they keep no past, so it is all looked at again later. False:
 * it has begun before.
 */
export async function beginRecord(ctx: RequestContext, create: (tx: Change) => Promise<void>): Promise<boolean> {
  const { since } = (await ctx.database.one(store.bounds()))!;
  if (since === null) await recordPresent(ctx, 'BEGIN_RECORD', create);
  return since === null;
}

/**
 * A job that begins the record again when servers of an earlier version changed something beside it: once they wrote nothing
 * from one run to the next.
 */
export function resumeRecord(): (ctx: RequestContext) => Promise<void> {
  let before = '';
  return async (ctx) => {
    const begun = await ctx.database.one(store.unrecordedBefore());
    const { counts } = (await ctx.database.one(store.unrecordedEntries()))!;
    const now = JSON.stringify(counts);
    const isQuiet = now === before;
    before = now;
    if (begun && isQuiet && now !== JSON.stringify(begun.counts)) await recordPresent(ctx, 'BEGIN_RECORD');
  };
}

/**
 * Records what migrations changed. The database says whether that is still to be done: the server that ran them may have died before it
 * was.
 */
export async function recordMigrated(ctx: RequestContext): Promise<void> {
  const { count } = (await ctx.database.one(store.migrations()))!;
  const recorded = await ctx.database.one(store.recordedMigrations());
  if (count > (recorded?.count ?? 0)) await recordLoaded(ctx);
}

/** Records what came by another way than the services: by a migration, or as the demo portfolio. */
export async function recordLoaded(ctx: RequestContext): Promise<void> {
  await recordPresent(ctx, 'RECORD_BASELINE');
}

/** Writes first versions of everything there is, and new ones of what differs from the last. */
async function recordPresent(
  ctx: RequestContext,
  action: 'BEGIN_RECORD' | 'RECORD_BASELINE',
  create?: (tx: Change) => Promise<void>,
): Promise<void> {
  const { log } = ctx.services;
  const { counts } = (await ctx.database.one(store.unrecordedEntries()))!;
  const { count: migrations } = (await ctx.database.one(store.migrations()))!;
  const started = Date.now();
  let told = started;
  let rows = 0;
  let batch: Some[] = [];
  for await (const some of unrecordedRows(ctx.database)) {
    if (sizeOf(batch) >= BATCH) {
      await recordBatch(ctx, batch);
      batch = [];
    }
    batch.push(some);
    rows += some.count;
    if (Date.now() - told < TELL_EVERY_MS) continue;
    told = Date.now();
    log.info({ table: some.table.name, rows }, 'recording the data already present');
  }
  await change(ctx, async (tx) => {
    await create?.(tx);
    await capture(tx, batch);
    tx.record({ action, meta: { unrecorded: counts, migrations } });
  });
  // What others wrote at the same time, who looked at the same rows, may be there twice.
  for (const table of ctx.database.recorder.tables) await ctx.database.query(store.endDoubles(table));
  if (rows > BATCH) log.info({ seconds: Math.round((Date.now() - started) / 1_000), rows }, 'recorded the data already present');
}

const sizeOf = (batch: readonly Some[]) => batch.reduce((sum, { count }) => sum + count, 0);

/** Where something has no version yet, or differs from its last: ranges of rows, each with the key of one that does. */
export async function* unrecordedRows(database: Database): AsyncGenerator<Some> {
  for (const table of database.recorder.tables) {
    for (let after: string | null = null; ;) {
      const { upTo, count }: store.Upcoming = (await database.one(store.rangeAfter(table, after, BATCH)))!;
      if (upTo === null) break;
      const range = new Range(after, upTo);
      const differing = await database.one(store.unrecorded(table, range));
      if (differing) yield { table, range, count, row: differing.key };
      after = upTo;
    }
  }
}

function recordBatch(ctx: RequestContext, batch: readonly Some[]): Promise<void> {
  return change(ctx, async (tx) => {
    await capture(tx, batch);
    tx.record({ action: 'RECORD_BASELINE', meta: { tables: [...new Set(batch.map(({ table }) => table.name))] } });
  });
}

async function capture(tx: Change, batch: readonly Some[]): Promise<void> {
  await tx.query(erasureStore.share());
  for (const { table, range } of batch) {
    await tx.query(store.lockRange(table, range));
    tx.touch({ entity: table.entity, property: table.key[0]!.property, values: range, secrets: [], removes: false });
  }
}
