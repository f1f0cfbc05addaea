import type { Database } from '../../database/database';
import { sql } from '../../database/sql';
import { DEFICIENCIES } from '../assessment/assessment.tallies';

/**
 * Counts everything again that is kept as a tally, after data came by another way than the services. Changes under way
 * wait at the lock with their share, and add it to the new numbers; those that had added it are seen.
 */
export async function recount(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(sql`lock table tally, audit_count in exclusive mode`);
    await tx.query(sql`delete from tally`);
    await tx.query(sql`
      insert into tally (kind, key, lane, count)
      select 'assessment', status, 0, count(*) from assessment group by status
      union all
      select 'finding', status || ' ' || severity, 0, count(*) from finding group by status, severity
      union all
      select 'deficient-control', key, 0, count from (${DEFICIENCIES} group by key) as failed`);
    await tx.query(sql`delete from audit_count`);
    await tx.query(sql`
      insert into audit_count (action, day, lane, count)
      select action, (created_at at time zone 'UTC')::date as day, lane, count(*) from audit_entry group by action, day, lane`);
  });
}
