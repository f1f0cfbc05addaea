import { sql, statement } from '../../database/sql';
import { failedControls } from '../scoring/deficiency.store';

/** Changes under way wait here with their share. */
export const lock = statement('recount.lock', () => sql<never>`lock table tally, audit_count in exclusive mode`);

export const clearTallies = statement('recount.clearTallies', () => sql<never>`delete from tally`);

export const countTallies = statement(
  'recount.countTallies',
  () => sql<never>`
    insert into tally (kind, key, lane, count)
    select 'assessment', status, 0, count(*) from assessment group by status
    union all
    select 'finding', status || ' ' || severity, 0, count(*) from finding group by status, severity
    union all
    select 'deficient-control', key, 0, count from (${failedControls()}) as failed`,
);

export const clearAuditCounts = statement('recount.clearAuditCounts', () => sql<never>`delete from audit_count`);

export const countAuditEntries = statement(
  'recount.countAuditEntries',
  () => sql<never>`
    insert into audit_count (action, day, lane, count)
    select action, (created_at at time zone 'UTC')::date as day, lane, count(*) from audit_entry group by action, day, lane`,
);
