import type { Row } from '../../database/rows';
import { isOneOf, sql } from '../../database/sql';
import { groupBy, loader } from '../../graphql/engine/loaders';
import { Assessment } from '../assessment/assessment.entity';
import { evaluatedControls } from './evaluations';

export interface DomainRow {
  vendorId: string;
  frameworkId: string;
  domain: string;
  complianceRatio: number;
  controlCount: number;
}

/** Domains of frameworks over the controls that completed assessments evaluated, each by its most recent evaluation. */
export const domainBreakdownOf = loader<string, DomainRow[]>(async (vendorIds, ctx) => {
  const condition = sql`a.vendor_id ${isOneOf(vendorIds, 'uuid')} and a.status = 'COMPLETED'`;
  const rows = await ctx.database.query<DomainRow>(sql`
    select vendor_id as "vendorId", framework_id as "frameworkId", domain,
      coalesce(sum(earned) / nullif(sum(possible), 0), 0) as "complianceRatio", count(*) as "controlCount"
    from (${evaluatedControls(condition)}) as evaluated where recency = 1
    group by vendor_id, framework_id, framework_name, domain order by framework_name, framework_id, domain`);
  const groups = groupBy(rows, ({ vendorId }) => vendorId);
  return vendorIds.map((id) => groups.get(id) ?? []);
});

/** The completed assessments of vendors, the most recently submitted first. */
export const scoreHistoryOf = loader<string, Row<Assessment>[]>(async (vendorIds, ctx, wanted) => {
  const table = ctx.database.table(Assessment);
  const rows = await ctx.database.query<Row<Assessment>>(sql`
    select ${table.pick(wanted, 'vendorId')} from ${table.name} where vendor_id ${isOneOf(vendorIds, 'uuid')} and status = 'COMPLETED'
    order by submitted_at desc, id`);
  const groups = groupBy(rows, ({ vendorId }) => vendorId);
  return vendorIds.map((id) => groups.get(id) ?? []);
});
