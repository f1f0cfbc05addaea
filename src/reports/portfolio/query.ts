import type { Row } from '../../database/rows';
import { sql } from '../../database/sql';
import { IS_OVERDUE } from '../../domains/assessment/assessment.list';
import type { ActionCounts } from '../../domains/certification/certification.rules';
import { readDashboard, readTrend } from '../../domains/dashboard/dashboard.service';
import type { Dashboard, MonthSummary } from '../../domains/dashboard/dashboard.types';
import type { Settings } from '../../domains/settings/settings.entity';
import { currentSettings } from '../../domains/settings/settings.service';
import type { RagBand } from '../../domains/vendor/vendor.rules';
import { BANDED_VENDORS } from '../../domains/vendor/vendor.sql';
import type { RequestContext } from '../../kernel/context';
import type { SeverityName } from '../theme';

/** How many of a list are printed; the report says how many there are. */
export const TOP_FINDINGS = 20;
export const MOST_OVERDUE = 100;
export const MOST_VENDORS = 50;

/** Vendors of one band whose overall score is in one of ten steps: 0 to 9%, …, 90 to 100%. */
export interface DecileRow {
  step: number;
  band: RagBand;
  count: number;
}

export interface TierRow {
  tier: string | null;
  count: number;
  average: number | null;
  green: number;
  amber: number;
  red: number;
  unscored: number;
}

export interface TopFinding {
  title: string;
  severity: SeverityName;
  vendorName: string;
  controlCodes: string[];
  createdAt: string;
}

export interface OverdueRow {
  title: string;
  vendorName: string;
  status: string;
  dueDate: string;
  reviewerName: string | null;
}

export interface ResponsibilityRow extends ActionCounts {
  /** null: all vendors together, those that aren't listed too. */
  vendorName: string | null;
}

/** All that the report shows, as the database holds it. */
export interface PortfolioData {
  settings: Row<Settings>;
  dashboard: Dashboard;
  deciles: DecileRow[];
  tiers: TierRow[];
  months: MonthSummary[];
  topFindings: TopFinding[];
  overdue: OverdueRow[];
  responsibility: ResponsibilityRow[];
}

/** The number of statements doesn't depend on the size of the portfolio. */
export async function readPortfolio(ctx: RequestContext): Promise<PortfolioData> {
  const [settings, dashboard, deciles, tiers, months, topFindings, overdue, responsibility] = await Promise.all([
    ctx.load(currentSettings, 'settings'),
    readDashboard(ctx),
    readDeciles(ctx),
    readTiers(ctx),
    readTrend(ctx),
    readTopFindings(ctx),
    readOverdue(ctx),
    readResponsibility(ctx),
  ]);
  return { settings, dashboard, deciles, tiers, months, topFindings, overdue, responsibility };
}

function readDeciles(ctx: RequestContext): Promise<DecileRow[]> {
  return ctx.database.query(sql`
    select least(floor(overall_score * 10), 9) as step, band, count(*) as count
    from ${BANDED_VENDORS} v where overall_score is not null group by 1, 2`);
}

function readTiers(ctx: RequestContext): Promise<TierRow[]> {
  return ctx.database.query(sql`
    select t.tier, count(v.id) as count, avg(v.overall_score) as average,
      count(*) filter (where band = 'GREEN') as green, count(*) filter (where band = 'AMBER') as amber,
      count(*) filter (where band = 'RED') as red, count(*) filter (where band = 'UNSCORED') as unscored
    from unnest(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', null]) with ordinality as t(tier, n)
    left join ${BANDED_VENDORS} v on v.tier is not distinct from t.tier
    group by t.tier, t.n order by t.n`);
}

function readTopFindings(ctx: RequestContext): Promise<TopFinding[]> {
  return ctx.database.query(sql`
    select f.title, f.severity, v.name as "vendorName", f.control_codes as "controlCodes", f.created_at as "createdAt"
    from finding f join vendor v on v.id = f.vendor_id
    where f.status = 'OPEN' order by f.rank, f.created_at desc, f.id desc limit ${TOP_FINDINGS}`);
}

function readOverdue(ctx: RequestContext): Promise<OverdueRow[]> {
  return ctx.database.query(sql`
    select a.title, v.name as "vendorName", a.status, a.due_date as "dueDate", u.name as "reviewerName"
    from (select * from assessment where ${IS_OVERDUE}) a
    join vendor v on v.id = a.vendor_id left join app_user u on u.id = a.reviewer_id
    order by a.due_date, a.id limit ${MOST_OVERDUE}`);
}

/** All vendors together, then each, those with the most left to do first. */
function readResponsibility(ctx: RequestContext): Promise<ResponsibilityRow[]> {
  return ctx.database.query(sql`
    select v.name as "vendorName", count(*) as total, count(*) filter (where r.status = 'PENDING') as pending,
      count(*) filter (where r.status = 'IN_PROGRESS') as "inProgress",
      count(*) filter (where r.status = 'COMPLETED') as completed,
      count(*) filter (where r.status = 'NOT_APPLICABLE') as "notApplicable"
    from responsibility_action r join vendor v on v.id = r.vendor_id
    group by grouping sets ((), (v.id, v.name))
    order by grouping(v.id) desc, count(*) filter (where r.status in ('PENDING', 'IN_PROGRESS')) desc, lower(v.name), v.id
    limit ${MOST_VENDORS + 1}`);
}
