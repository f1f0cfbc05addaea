import { join, rawSql, type Sql, sql, statement } from '../../database/sql';
import { ASSESSMENTS } from '../assessment/assessment.tallies';
import { FINDINGS } from '../finding/finding.tallies';
import { talliesBy } from '../portfolio/portfolio-tallies.store';
import { DEFICIENT_CONTROL, pastTally, tallyOf } from '../scoring/deficiency.store';

/** Running changes wait here before they add to the tallies. */
export const lock = statement('recount.lock', () => sql<never>`lock table tally, portfolio_tally, audit_count in exclusive mode`);

export const clearTallies = statement('recount.clearTallies', () => sql<never>`delete from tally`);

/** The rows of all tallies. */
const counted = (deficiencies: Sql) =>
  join(
    Object.entries({
      [ASSESSMENTS.kind]: ASSESSMENTS.countsOf(),
      [FINDINGS.kind]: FINDINGS.countsOf(),
      [DEFICIENT_CONTROL]: deficiencies,
    }).map(([kind, counts]) => sql`select '${rawSql(kind)}' as kind, key, 0 as lane, count from (${counts}) as counted`),
    ' union all ',
  );

/** The same as of a moment in the past, for a view of it. */
export const pastTallies = (live: Sql) => counted(pastTally(live));

export const countTallies = statement(
  'recount.countTallies',
  () => sql<never>`insert into tally (kind, key, lane, count) ${counted(tallyOf(sql`true`))}`,
);

export const clearPortfolioTallies = statement('recount.clearPortfolioTallies', () => sql<never>`delete from portfolio_tally`);

export const countPortfolioTallies = statement(
  'recount.countPortfolioTallies',
  () => sql<never>`
    insert into portfolio_tally (portfolio_id, kind, key, lane, count)
    select by, kind, key, 0, count from (${talliesBy(sql`v.portfolio_id`, sql`v.portfolio_id is not null`)}) as counts`,
);

export const clearAuditCounts = statement('recount.clearAuditCounts', () => sql<never>`delete from audit_count`);

export const countAuditEntries = statement(
  'recount.countAuditEntries',
  () => sql<never>`
    insert into audit_count (action, day, lane, count)
    select action, (created_at at time zone 'UTC')::date as day, lane, count(*) from audit_entry group by action, day, lane`,
);
