import type { Database } from '../../database/database';
import { UNHURRIED } from '../../database/limit';
import type { Sql } from '../../database/sql';
import * as store from './recount.store';

/**
 * Counts everything again that is kept as a tally, after data came by another way than the services. Changes under way
 * wait at the lock with their share, and add it to the new numbers; those that had added it are seen.
 */
export async function recount(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.connection.query(UNHURRIED);
    // Straight to the connection: millions of rows take longer than a request may wait.
    const run = (statement: Sql) => tx.connection.query(statement.compile().text);
    await run(store.lock());
    await run(store.clearTallies());
    await run(store.countTallies());
    await run(store.clearAuditCounts());
    await run(store.countAuditEntries());
  });
}
