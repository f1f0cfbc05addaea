import { portfoliosOf } from '../domains/vendor/portfolio.service';
import type { RequestContext } from '../kernel/context';
import { count } from './format';

/** A cover names so many; the others are counted. */
const MOST_NAMED = 5;

/** The portfolios whose vendors the caller sees, in words; null: everything. */
export async function ownPortfolios(ctx: RequestContext): Promise<string | null> {
  const { portfolioIds } = ctx.caller;
  const portfolios = await portfoliosOf(ctx, portfolioIds);
  if (!portfolios) return null;
  if (portfolioIds!.length === 0) return 'No vendors';
  if (portfolios.length === 0) return 'Selected vendors'; // in the past, before there were these portfolios
  const more = portfolios.length - MOST_NAMED;
  const names = portfolios.slice(0, MOST_NAMED).map(({ name }) => name);
  return `${portfolios.length === 1 ? 'Portfolio' : 'Portfolios'} ${names.join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}`;
}
