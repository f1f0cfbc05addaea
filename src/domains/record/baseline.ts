import { change } from '../audit/audit.service';
import type { RecordTable } from '../../database/record/record-table';
import type { RequestContext } from '../../kernel/context';
import * as store from './record.store';

/** So many things are compared at a time: nobody waits long for the rows that are read. */
const BATCH = 500;

/**
 * Takes down what there is, so that from then on everything has a past: on the first start of a version that keeps one, and
 * again after servers of an earlier version have changed something beside it. What is recorded already stays as it is.
 */
export async function takeDown(ctx: RequestContext): Promise<void> {
  const { database, services } = ctx;
  const { since } = (await database.one(store.bounds()))!;
  if (since !== null && !(await database.one(store.hasEarlierEntries(since)))!.found) return;
  services.log.info('taking down what there is: from then on everything has a past');
  let count = 0;
  for (const table of database.recorder.tables) count += await takeDownTable(ctx, table);
  await change(ctx, async (tx) => tx.record({ action: 'BEGIN_RECORD', meta: { things: count } }));
  services.log.info({ things: count }, 'everything is recorded');
}

async function takeDownTable(ctx: RequestContext, table: RecordTable): Promise<number> {
  const { property } = table.key[0]!;
  let after: string | null = null;
  let count = 0;
  for (;;) {
    const keys: string[] = (await ctx.database.query(store.keysAfter(table, after, BATCH))).map(({ key }) => key);
    if (keys.length === 0) return count;
    await change(ctx, async (tx) => {
      tx.touch({ entity: table.entity, property, values: keys, secrets: [], removes: false });
      tx.record({ action: 'TAKE_DOWN', meta: { table: table.name, things: keys.length } });
    });
    count += keys.length;
    after = keys.at(-1)!;
  }
}
