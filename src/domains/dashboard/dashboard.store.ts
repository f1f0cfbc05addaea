import { isListedVendor, isOfListed } from '../../database/listed';
import { join, mean, rawSql, type Sql, sql, statement, total, where } from '../../database/sql';
import { ASSESSMENTS } from '../assessment/assessment.tallies';
import { ACTION_COUNTS, PERCENT_DONE } from '../certification/certification.store';
import { FINDINGS } from '../finding/finding.tallies';
import { DEFICIENT_CONTROL, tallyOfAll } from '../scoring/deficiency.store';
import { isOverdue } from '../vendor/overdue.store';
import { BAND_COUNTS, BANDED_VENDORS, bandedVendors, needsAttention } from '../vendor/vendor.store';
import type { Dashboard, DeficientControl, MonthSummary } from './dashboard.types';

/** Conditions on vendors; undefined: all of them. */
export type Chosen = readonly Sql[] | undefined;

/**
 * Some vendors and what is theirs, under the names of the tables: whatever follows is said of these alone. Without a choice it is
 * said of the tables themselves.
 */
function of(chosen: Chosen): Sql {
  if (!chosen) return sql``;
  const theirs = sql`vendor_id in (select id from vendor)`;
  return sql`
    vendor as materialized (
      select id, tier, overall_score from vendor ${where(chosen)}
    ), assessment as (
      select id, vendor_id, status, score, due_date, completed_at from assessment where ${theirs}
    ), finding as (
      select created_at, status, severity from finding where ${theirs}
    ), responsibility_action as (
      select vendor_id, status from responsibility_action where ${theirs}
    ),`;
}

/** Those that are left out of lists are left out here; a choice has decided about them already. */
const isOneOfThem = (chosen: Chosen) => (chosen ? sql`true` : isListedVendor());
const isOfThem = (chosen: Chosen, row: string) => (chosen ? sql`true` : isOfListed(row));

/** What is tallied for all vendors is counted anew for some. */
function countedOf(chosen: Chosen, kinds: Readonly<Record<string, Sql>>): Sql {
  if (!chosen) return sql``;
  const each = Object.entries(kinds).map(([kind, counts]) => sql`select '${rawSql(kind)}' as kind, key, count from (${counts}) as counts`);
  return sql`tally as (${join(each, ' union all ')}),`;
}

const WORK = { [ASSESSMENTS.kind]: ASSESSMENTS.countsOf(sql`true`), [FINDINGS.kind]: FINDINGS.countsOf(sql`true`) };
const FAILURES = { [DEFICIENT_CONTROL]: tallyOfAll() };

/** The codes that failed most, from the tally. */
const DEFICIENT = rawSql(`
    failed as (
      select key::jsonb ->> 0 as code, key::jsonb ->> 1 as framework, key::jsonb ->> 2 as title, sum(count) as count
      from tally where kind = '${DEFICIENT_CONTROL}' group by key
    ), deficient as (
      select code, sum(count) as "failCount", (array_agg(title order by count desc, framework, title))[1] as title,
        (array_agg(framework order by count desc, framework, title))[1] as "frameworkName"
      from failed where count > 0 group by code order by sum(count) desc, code limit 10
    )`);

/** All figures in one statement, so that they are consistent. Large counts are sums of tallies. */
export const read = statement(
  'dashboard.read',
  (chosen: Chosen) => sql<Omit<Dashboard, 'id' | 'chosen'>>`
    with ${of(chosen)} ${countedOf(chosen, WORK)} overdue as (
      select vendor_id from assessment where ${isOverdue()} and ${isOfThem(chosen, 'assessment')}
    ), portfolio as (
      select count(*) as total, ${mean('overall_score')} as average,
        ${BAND_COUNTS},
        count(*) filter (where ${needsAttention(sql`band = 'RED'`, sql`select vendor_id from overdue`)}) as attention
      from ${chosen ? bandedVendors(sql`true`) : BANDED_VENDORS} v
    ), tier_counts as (
      select tier, count(*) as count from vendor where ${isOneOfThem(chosen)} group by tier
    ), tiers as (
      select t.tier, coalesce(c.count, 0) as count
      from unnest(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', null]) with ordinality as t(tier, n)
      left join tier_counts c on c.tier is not distinct from t.tier order by n
    ), counted as (
      select kind, key, sum(count) as count from tally where kind in ('assessment', 'finding') group by kind, key
    ), severities as (
      select severity, coalesce(count, 0) as count
      from unnest(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']) with ordinality as s(severity, n)
      left join counted on kind = 'finding' and key = 'OPEN ' || severity order by n
    ), states as (
      select status, coalesce(count, 0) as count
      from unnest(array['DRAFT', 'SENT', 'IN_PROGRESS', 'SUBMITTED', 'UNDER_REVIEW', 'COMPLETED'])
        with ordinality as s(status, n) left join counted on kind = 'assessment' and key = status order by n
    ), ${DEFICIENT}, actions as (
      select count(distinct vendor_id) as vendors, ${ACTION_COUNTS} from responsibility_action
      where ${isOfThem(chosen, 'responsibility_action')}
    )
    select p.total as "vendorCount", p.average as "averageScore", p.attention as "needsAttention",
      json_build_object('green', p.green, 'amber', p.amber, 'red', p.red, 'unscored', p.unscored) as "scoreDistribution",
      (select json_agg(tiers) from tiers) as "vendorsByTier",
      (select json_agg(severities) from severities) as "openFindingsBySeverity",
      (select sum(count) from severities) as "openFindings",
      (select json_agg(states) from states) as "assessmentStatusCounts",
      (select count(*) from overdue) as "overdueAssessments",
      (select coalesce(json_agg(deficient), '[]') from deficient) as "topDeficientControls",
      (select json_build_object('totalVendors', vendors, 'totalActions', total, 'completedActions', completed,
        'percent', ${PERCENT_DONE}) from actions) as responsibility
    from portfolio p`,
);

/** The most-failed controls of some vendors. It reads every verdict on their answers, so it is read only if it is asked for. */
export const deficientOf = statement(
  'dashboard.deficientOf',
  (chosen: readonly Sql[]) => sql<DeficientControl>`
    with ${of(chosen)} ${countedOf(chosen, FAILURES)} ${DEFICIENT}
    select code, "failCount", title, "frameworkName" from deficient order by "failCount" desc, code`,
);

/**
 * This month and the eleven before it. A vendor counts from its first score on, with the mean of its scores so far: each
 * assessment shifts that mean, and a month's average is the sum of all shifts until its end, divided by the number of vendors.
 */
export const trend = statement(
  'dashboard.trend',
  (chosen: Chosen) => sql<MonthSummary>`
    with ${of(chosen)} month as (
      select at, row_number() over (order by at) as n
      from generate_series(date_trunc('month', now() at time zone 'UTC') - interval '11 months',
        date_trunc('month', now() at time zone 'UTC'), interval '1 month') as at
    ), done as (
      select id, vendor_id, score, completed_at, date_trunc('month', completed_at at time zone 'UTC') as month
      from assessment where status = 'COMPLETED' and ${isOfThem(chosen, 'assessment')}
    ), mean as (
      select *, avg(score) over so_far as mean from done where score is not null
      window so_far as (partition by vendor_id order by completed_at, id)
    ), move as (
      select month, mean - lag(mean, 1, 0) over in_order as by, row_number() over in_order = 1 as is_first from mean
      window in_order as (partition by vendor_id order by completed_at, id)
    ), moved as materialized (
      select month, ${total('by')} as by, count(*) filter (where is_first) as vendors from move group by month
    ), completed as materialized (
      select month, count(*) as count from done group by month
    ), raised as materialized (
      select width_bucket(created_at, array(select at at time zone 'UTC' from month order by at)) as n, count(*) as count
      from finding where created_at >= (select min(at) from month) at time zone 'UTC' and ${isOfThem(chosen, 'finding')} group by n
    )
    select to_char(m.at, 'YYYY-MM') as month,
      (select ${total('by')} / nullif(sum(vendors), 0) from moved where moved.month <= m.at) as "averageScore",
      coalesce((select count from completed where completed.month = m.at), 0) as "completedAssessments",
      coalesce((select count from raised where raised.n = m.n), 0) as "newFindings"
    from month m order by m.at`,
);
