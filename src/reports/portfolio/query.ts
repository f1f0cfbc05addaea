import type { Row } from '../../database/rows';
import { readDashboard, readTrend } from '../../domains/dashboard/dashboard.service';
import type { Dashboard, MonthSummary } from '../../domains/dashboard/dashboard.types';
import type { Settings } from '../../domains/settings/settings.entity';
import { currentSettings } from '../../domains/settings/settings.service';
import type { RequestContext } from '../../kernel/context';
import { ownPortfolios } from '../portfolios';
import * as store from './portfolio-report.store';

/** How many items of a list are printed; the report says how many there are. */
const TOP_FINDINGS = 20;
const MOST_OVERDUE = 100;
const MOST_VENDORS = 50;

/** All data of the report, as stored in the database. */
export interface PortfolioData {
  settings: Row<Settings>;
  /** The portfolios whose vendors the caller sees, in words; null: everything. */
  portfolios: string | null;
  dashboard: Dashboard;
  deciles: store.DecileRow[];
  tiers: store.TierRow[];
  months: MonthSummary[];
  topFindings: store.TopFinding[];
  overdue: store.OverdueRow[];
  responsibility: store.ResponsibilityRow[];
}

/** The number of statements doesn't depend on the size of the portfolio. */
export async function readPortfolio(ctx: RequestContext): Promise<PortfolioData> {
  const [settings, portfolios, dashboard, deciles, tiers, months, topFindings, overdue, responsibility] = await Promise.all([
    ctx.load(currentSettings, 'settings'),
    ownPortfolios(ctx),
    readDashboard(ctx),
    ctx.database.query(store.deciles()),
    ctx.database.query(store.tiers()),
    readTrend(ctx),
    ctx.database.query(store.topFindings(TOP_FINDINGS)),
    ctx.database.query(store.overdue(MOST_OVERDUE)),
    ctx.database.query(store.responsibility(MOST_VENDORS)),
  ]);
  return { settings, portfolios, dashboard, deciles, tiers, months, topFindings, overdue, responsibility };
}
