import type { Database } from '../../database/database';
import { UNHURRIED } from '../../database/limit';
import type { Sql } from '../../database/sql';
import * as store from './recount.store';

/**
 * Recounts all tallies after data was changed outside the services. Running changes wait at the lock, then add to the new counts;
 * those that already added theirs are included.
 */
export async function recount(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.connection.query(UNHURRIED);
    // Bypasses the statement timeout for requests: millions of rows take longer.
    const run = (statement: Sql) => tx.connection.query(statement.compile().text);
    await run(store.lock());
    await run(store.clearTallies());
    await run(store.countTallies());
    await run(store.clearPortfolioTallies());
    await run(store.countPortfolioTallies());
    await run(store.clearAuditCounts());
    await run(store.countAuditEntries());
  });
}
