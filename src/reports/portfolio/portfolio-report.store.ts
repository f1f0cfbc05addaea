import { isListedVendor } from '../../database/listed';
import { present, sql, statement } from '../../database/sql';
import type { ActionCounts } from '../../domains/certification/certification.rules';
import { ACTION_COUNTS } from '../../domains/certification/certification.store';
import { isOverdue } from '../../domains/vendor/overdue.store';
import type { RagBand } from '../../domains/vendor/vendor.rules';
import { BAND_COUNTS, BANDED_VENDORS, isOpenAction } from '../../domains/vendor/vendor.store';
import type { SeverityName } from '../theme';

/** Vendors of one band by overall score in ten steps: 0 to 9%, …, 90 to 100%. */
export interface DecileRow {
  step: number;
  band: RagBand;
  count: number;
}

export const deciles = statement(
  'portfolio-report.deciles',
  () => sql<DecileRow>`
    select least(floor(overall_score * 10), 9) as step, band, count(*) as count
    from ${BANDED_VENDORS} v where overall_score is not null group by 1, 2`,
);

export interface TierRow {
  tier: string | null;
  count: number;
  average: number | null;
  green: number;
  amber: number;
  red: number;
  unscored: number;
}

export const tiers = statement(
  'portfolio-report.tiers',
  () => sql<TierRow>`
    select t.tier, count(v.id) as count, avg(v.overall_score) as average, ${BAND_COUNTS}
    from unnest(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', null]) with ordinality as t(tier, n)
    left join ${BANDED_VENDORS} v on v.tier is not distinct from t.tier
    group by t.tier, t.n order by t.n`,
);

export interface TopFinding {
  title: string;
  description: string | null;
  severity: SeverityName;
  vendorName: string;
  controlCodes: string[];
  createdAt: string;
  ownerName: string | null;
  dueOn: string | null;
}

export const topFindings = statement(
  'portfolio-report.topFindings',
  (most: number) => sql<TopFinding>`
    select f.title, f.description, f.severity, v.name as "vendorName", f.control_codes as "controlCodes", f.created_at as "createdAt",
      u.name as "ownerName", f.due_on as "dueOn"
    from finding f join vendor v on v.id = f.vendor_id left join app_user u on u.id = f.owner_id
    where f.status = 'OPEN' and ${isListedVendor('v')} order by f.rank, f.created_at desc, f.id desc limit ${most}`,
);

export interface OverdueRow {
  title: string;
  vendorName: string;
  status: string;
  dueDate: string;
  reviewerName: string | null;
}

export const overdue = statement(
  'portfolio-report.overdue',
  (most: number) => sql<OverdueRow>`
    select a.title, v.name as "vendorName", a.status, ${present('a.due_date')} as "dueDate", u.name as "reviewerName"
    from (select * from assessment where ${isOverdue()}) a
    join vendor v on v.id = a.vendor_id and ${isListedVendor('v')} left join app_user u on u.id = a.reviewer_id
    order by a.due_date, a.id limit ${most}`,
);

export interface ResponsibilityRow extends ActionCounts {
  /** null: all vendors together, including those not listed. */
  vendorName: string | null;
}

/** The total of all vendors, then the vendors with the most open tasks. */
export const responsibility = statement(
  'portfolio-report.responsibility',
  (mostVendors: number) => sql<ResponsibilityRow>`
    select v.name as "vendorName", ${ACTION_COUNTS}
    from responsibility_action r join (select id, name from vendor where ${isListedVendor()}) as v on v.id = r.vendor_id
    group by grouping sets ((), (v.id, v.name))
    order by grouping(v.id) desc, count(*) filter (where ${isOpenAction('r')}) desc, lower(v.name), v.id
    limit ${mostVendors + 1}`,
);
