import type { Row } from '../../database/rows';
import { sql } from '../../database/sql';
import { groupBy, loader } from '../../graphql/loaders';
import { Assessment } from '../assessment/assessment.entity';

export interface DomainRow {
  vendorId: string;
  frameworkId: string;
  domain: string;
  complianceRatio: number;
  controlCount: number;
}

/** Domains of frameworks over the controls that completed assessments evaluated, each by its most recent evaluation. */
export const domainBreakdownOf = loader<string, DomainRow[]>(async (vendorIds, ctx) => {
  const rows = await ctx.database.query<DomainRow>(sql`
    with evaluated as (
      select a.vendor_id, c.control_id, c.framework_id, c.framework_name, coalesce(c.domain, 'General') as domain,
        sum(r.weighted_score) as earned, sum(r.max_score) as possible,
        row_number() over (partition by a.vendor_id, c.control_id order by a.submitted_at desc, a.id) as recency
      from assessment a join assessment_question_control c on c.assessment_id = a.id
      join response r on r.question_id = c.question_id
      where a.vendor_id = any(${vendorIds}::uuid[]) and a.status = 'COMPLETED' and r.max_score is not null
        and c.control_id is not null and c.framework_id is not null
      group by a.id, c.control_id, c.framework_id, c.framework_name, c.domain
    )
    select vendor_id as "vendorId", framework_id as "frameworkId", domain,
      coalesce(sum(earned) / nullif(sum(possible), 0), 0) as "complianceRatio", count(*) as "controlCount"
    from evaluated where recency = 1
    group by vendor_id, framework_id, framework_name, domain order by framework_name, framework_id, domain`);
  const groups = groupBy(rows, ({ vendorId }) => vendorId);
  return vendorIds.map((id) => groups.get(id) ?? []);
});

/** The completed assessments of vendors, the most recently submitted first. */
export const scoreHistoryOf = loader<string, Row<Assessment>[]>(async (vendorIds, ctx) => {
  const rows = await ctx.database.query<Row<Assessment>>(sql`
    ${ctx.database.table(Assessment).select} where vendor_id = any(${vendorIds}::uuid[]) and status = 'COMPLETED'
    order by submitted_at desc, id`);
  const groups = groupBy(rows, ({ vendorId }) => vendorId);
  return vendorIds.map((id) => groups.get(id) ?? []);
});
