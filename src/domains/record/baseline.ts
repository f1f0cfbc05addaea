import type { RecordTable } from '../../database/record/record-table';
import type { RequestContext } from '../../kernel/context';
import * as erasureStore from '../audit/audit-erasure.store';
import { type Change, change } from '../audit/audit.service';
import * as store from './record.store';

/** So many rows are compared at a time: nobody waits long for them. */
const BATCH = 2_000;

/** Rows of a table, by the first column of its key. */
interface Some {
  table: RecordTable;
  keys: string[];
}

/**
 * Begins the record: on the first start of a server that keeps one, and again after servers of an earlier version changed
 * something beside it. What an empty database needs is created with its first entry.
 */
export async function beginRecord(ctx: RequestContext, create: (tx: Change) => Promise<void>): Promise<void> {
  const { since } = (await ctx.database.one(store.bounds()))!;
  if (since !== null && !(await ctx.database.one(store.hasEarlierEntries(since)))!.found) return;
  await write(ctx, await recordPresent(ctx), 'BEGIN_RECORD', create);
}

/** Records what came by another way than the services, such as the demo portfolio. */
export async function recordLoaded(ctx: RequestContext): Promise<void> {
  await write(ctx, await recordPresent(ctx), 'RECORD_BASELINE');
}

/** Writes first versions of everything there is, and new ones of what differs from the last. Leaves the last batch to the caller. */
async function recordPresent(ctx: RequestContext): Promise<Some[]> {
  let rows = 0;
  let batch: Some[] = [];
  for await (const some of everything(ctx)) {
    rows += some.keys.length;
    batch.push(some);
    if (batch.reduce((sum, { keys }) => sum + keys.length, 0) < BATCH) continue;
    await write(ctx, batch, 'RECORD_BASELINE');
    ctx.services.log.info({ rows }, 'recording the data already present');
    batch = [];
  }
  return batch;
}

async function* everything({ database }: RequestContext): AsyncGenerator<Some> {
  for (const table of database.recorder.tables) {
    let after: string | null = null;
    for (;;) {
      const keys: string[] = (await database.query(store.keysAfter(table, after, BATCH))).map(({ key }) => key);
      if (keys.length === 0) break;
      yield { table, keys };
      after = keys.at(-1)!;
    }
  }
}

function write(
  ctx: RequestContext,
  batch: readonly Some[],
  action: 'RECORD_BASELINE' | 'BEGIN_RECORD',
  create?: (tx: Change) => Promise<void>,
): Promise<void> {
  return change(ctx, async (tx) => {
    await tx.query(erasureStore.share());
    await create?.(tx);
    for (const { table, keys } of batch) {
      tx.touch({ entity: table.entity, property: table.key[0]!.property, values: keys, secrets: [], removes: false });
    }
    tx.record({ action, meta: Object.fromEntries(batch.map(({ table, keys }) => [table.name, keys.length])) });
  });
}
