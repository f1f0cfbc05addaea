import { picked, type Row, type WantedColumns } from '../../database/rows';
import { isOneOf, sql, statement } from '../../database/sql';
import { Assessment } from '../assessment/assessment.entity';
import { COMPLIANCE_RATIO, evaluatedControls } from './evaluations.store';

export interface DomainRow {
  vendorId: string;
  frameworkId: string;
  domain: string;
  complianceRatio: number;
  controlCount: number;
}

export const domainsOf = statement('compliance.domainsOf', (vendorIds: readonly string[]) => {
  const condition = sql`a.vendor_id ${isOneOf(vendorIds, 'uuid')} and a.status = 'COMPLETED'`;
  return sql<DomainRow>`
    select vendor_id as "vendorId", framework_id as "frameworkId", domain,
      ${COMPLIANCE_RATIO} as "complianceRatio", count(*) as "controlCount"
    from (${evaluatedControls(condition)}) as evaluated where recency = 1
    group by vendor_id, framework_id, framework_name, domain order by framework_name, framework_id, domain`;
});

export const completedOf = statement(
  'compliance.completedOf',
  (vendorIds: readonly string[], wanted: WantedColumns) => sql<Row<Assessment>>`
    select ${picked(Assessment, wanted, 'vendorId')} from assessment
    where vendor_id ${isOneOf(vendorIds, 'uuid')} and status = 'COMPLETED' order by submitted_at desc, id`,
);
