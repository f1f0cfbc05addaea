import type { Database } from '../../database/database';
import { UNHURRIED } from '../../database/limit';
import { type Sql, sql } from '../../database/sql';
import { deficienciesOf } from '../assessment/assessment.tallies';

/**
 * Counts everything again that is kept as a tally, after data came by another way than the services. Changes under way
 * wait at the lock with their share, and add it to the new numbers; those that had added it are seen.
 */
export async function recount(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.connection.query(UNHURRIED);
    // Straight to the connection: millions of rows take longer than a request may wait.
    const run = (statement: Sql) => tx.connection.query(statement.compile().text);
    await run(sql`lock table tally, audit_count in exclusive mode`);
    await run(sql`delete from tally`);
    await run(sql`
      insert into tally (kind, key, lane, count)
      select 'assessment', status, 0, count(*) from assessment group by status
      union all
      select 'finding', status || ' ' || severity, 0, count(*) from finding group by status, severity
      union all
      select 'deficient-control', key, 0, count from (${deficienciesOf()}) as failed`);
    await run(sql`delete from audit_count`);
    await run(sql`
      insert into audit_count (action, day, lane, count)
      select action, (created_at at time zone 'UTC')::date as day, lane, count(*) from audit_entry group by action, day, lane`);
  });
}
