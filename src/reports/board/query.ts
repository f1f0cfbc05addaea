import type { Row } from '../../database/rows';
import type { Settings } from '../../domains/settings/settings.entity';
import { currentSettings } from '../../domains/settings/settings.service';
import { portfolioById } from '../../domains/vendor/portfolio.service';
import type { VendorFilter } from '../../domains/vendor/vendor.inputs';
import { vendorConditions } from '../../domains/vendor/vendor.loaders';
import type { RequestContext } from '../../kernel/context';
import { ownPortfolios } from '../portfolios';
import * as store from './board-report.store';
import { addDays, dayOf, type Period, periodBefore } from './period';

/** How many items of a list are printed; the report says how many there are. */
const MOST_RANKED = 50;
const MOST_MOVED = 10;
const MOST_ACCEPTED = 30;
const MOST_EXPIRING = 100;
/** What ends within so many days after the period is listed. */
export const SOON_DAYS = 90;

/** What a report on the portfolio for the board is about. */
export interface BoardRequest {
  filter?: VendorFilter | null;
  period: Period;
}

/** All data of the report, as stored in the database. */
export interface BoardData {
  settings: Row<Settings>;
  filter: VendorFilter;
  /** The name of the portfolio that the filter asks for. */
  portfolioName: string | null;
  /** The portfolios whose vendors the caller sees, in words; null: everything. */
  portfolios: string | null;
  period: Period;
  before: Period;
  figures: store.Figures;
  ranked: store.RankedVendor[];
  moved: (store.MovedVendor & { rose: boolean })[];
  findings: store.FindingFigures[];
  accepted: store.AcceptedRisk[];
  expiring: store.Expiring[];
}

const startOf = (day: string) => `${day}T00:00:00Z`;

/** The number of statements doesn't depend on the size of the portfolio. */
export async function readBoard(ctx: RequestContext, { filter, period }: BoardRequest): Promise<BoardData> {
  const before = periodBefore(period, dayOf(ctx.database.now()));
  const next = addDays(period.to, 1);
  const moments = { end: startOf(next), start: startOf(period.from), before: startOf(before.from) };
  const chosen = await vendorConditions(ctx, filter ?? {});
  const [settings, portfolio, portfolios, figures, ranked, moved, findings, accepted, expiring] = await Promise.all([
    ctx.load(currentSettings, 'settings'),
    filter?.portfolioId ? ctx.load(portfolioById, filter.portfolioId) : null,
    ownPortfolios(ctx),
    ctx.database.one(store.figures(chosen, moments)),
    ctx.database.query(store.ranked(chosen, moments, MOST_RANKED)),
    ctx.database.query(store.moved(chosen, moments, MOST_MOVED)),
    ctx.database.query(store.findings(chosen, moments)),
    ctx.database.query(store.accepted(chosen, moments, MOST_ACCEPTED)),
    ctx.database.query(store.expiring(chosen, next, addDays(period.to, SOON_DAYS), MOST_EXPIRING)),
  ]);
  const asked = { settings, filter: filter ?? {}, portfolioName: portfolio?.name ?? null, portfolios, period, before };
  return { ...asked, figures: figures!, ranked, moved, findings, accepted, expiring };
}
