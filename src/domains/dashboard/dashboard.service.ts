import { sql } from '../../database/sql';
import type { RequestContext } from '../../graphql/context';
import { IS_OVERDUE } from '../assessment/assessment.list';
import { BANDED_VENDORS } from '../vendor/vendor.sql';
import type { Dashboard, MonthSummary } from './dashboard.types';

/** All numbers in one statement, so that they belong to one moment. */
export async function readDashboard(ctx: RequestContext): Promise<Dashboard> {
  const [dashboard] = await ctx.database.query<Dashboard>(sql`
    with overdue as (
      select vendor_id from assessment where ${IS_OVERDUE}
    ), portfolio as (
      select count(*) as total, avg(overall_score) as average,
        count(*) filter (where band = 'GREEN') as green, count(*) filter (where band = 'AMBER') as amber,
        count(*) filter (where band = 'RED') as red, count(*) filter (where band = 'UNSCORED') as unscored,
        count(*) filter (where band = 'RED' or id in (select vendor_id from overdue)) as attention
      from ${BANDED_VENDORS} v
    ), tiers as (
      select tier, (select count(*) from vendor v where v.tier is not distinct from t.tier) as count
      from unnest(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', null]) with ordinality as t(tier, n) order by n
    ), severities as (
      select severity, (select count(*) from finding f where f.status = 'OPEN' and f.severity = s.severity) as count
      from unnest(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']) with ordinality as s(severity, n) order by n
    ), states as (
      select status, (select count(*) from assessment a where a.status = s.status) as count
      from unnest(array['DRAFT', 'SENT', 'IN_PROGRESS', 'SUBMITTED', 'UNDER_REVIEW', 'COMPLETED'])
        with ordinality as s(status, n) order by n
    ), deficient as (
      select c.code, min(c.title) as title, c.framework_name as "frameworkName", count(*) as "failCount"
      from response r join assessment a on a.id = r.assessment_id and a.status = 'COMPLETED'
      join assessment_question_control c on c.question_id = r.question_id
      where not r.is_compliant group by c.code, c.framework_name order by count(*) desc, c.code, c.framework_name limit 10
    ), actions as (
      select count(distinct vendor_id) as vendors, count(*) as total, count(*) filter (where status = 'COMPLETED') as completed,
        count(*) filter (where status <> 'NOT_APPLICABLE') as applicable
      from responsibility_action
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
        'percent', coalesce(round(100.0 * completed / nullif(applicable, 0)), 0)) from actions) as responsibility
    from portfolio p`);
  return dashboard!;
}

/** This month and the eleven before it. A vendor counts from its first completed assessment on. */
export function readTrend(ctx: RequestContext): Promise<MonthSummary[]> {
  return ctx.database.query(sql`
    with month as (
      select at, at + interval '1 month' as next
      from generate_series(date_trunc('month', now() at time zone 'UTC') - interval '11 months',
        date_trunc('month', now() at time zone 'UTC'), interval '1 month') as at
    ), done as (
      select vendor_id, score, completed_at at time zone 'UTC' as at from assessment where status = 'COMPLETED'
    )
    select to_char(m.at, 'YYYY-MM') as month,
      (select avg(mean) from (
        select avg(score) as mean from done where done.at < m.next group by vendor_id) as vendors) as "averageScore",
      (select count(*) from done where done.at >= m.at and done.at < m.next) as "completedAssessments",
      (select count(*) from finding f where f.created_at >= m.at at time zone 'UTC'
        and f.created_at < m.next at time zone 'UTC') as "newFindings"
    from month m order by m.at`);
}
