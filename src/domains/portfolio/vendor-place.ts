import type { RequestContext } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import type { Change } from '../audit/audit.service';
import * as assessments from '../assessment/assessment.store';
import { findPortfolio } from '../vendor/portfolio.service';
import * as tallies from './portfolio-tallies.store';

/** The portfolio of a new vendor: the one that is given, or the only one that the caller has a role in. */
export async function placeForNew(ctx: RequestContext, tx: Change, given: string | null | undefined): Promise<string | null> {
  return (await findPortfolio(tx, given)) ?? defaultPlace(ctx);
}

/** Where a vendor goes of which nothing is said: nobody can create one that they wouldn't see. */
export function defaultPlace({ caller: { portfolioIds } }: RequestContext): string | null {
  if (!portfolioIds) return null;
  if (portfolioIds.length === 0) throw badInput({ portfolioId: 'is required, and you have a role in no portfolio' });
  if (portfolioIds.length > 1) throw badInput({ portfolioId: 'is required, because you have a role in several portfolios' });
  return portfolioIds[0]!;
}

/** The portfolio that a vendor is moved to: null for none, undefined if it stays. Others would lose sight of it. */
export async function placeToMoveTo(ctx: RequestContext, tx: Change, given: string | null | undefined): Promise<string | null | undefined> {
  if (given === null && ctx.caller.portfolioIds) throw badInput({ portfolioId: 'must be a portfolio that you have a role in' });
  return findPortfolio(tx, given);
}

/**
 * Lets a locked vendor count in another portfolio. Whatever is counted is locked before: whoever changes it now, changes it there,
 * as the portfolio is read when the change is recorded (database/tally).
 */
export async function moveTallies(tx: Change, vendorId: string, from: string | null, to: string | null): Promise<void> {
  for (const { kind, key, count } of await lockTallies(tx, vendorId)) {
    if (from) tx.tallies.move(from, { kind, key, by: -count });
    if (to) tx.tallies.move(to, { kind, key, by: count });
  }
}

/** A locked vendor is about to be left out of lists: what is its own no longer counts. */
export async function leaveLists(tx: Change, { id, portfolioId }: { id: string; portfolioId: string | null }): Promise<void> {
  for (const { kind, key, count } of await lockTallies(tx, id)) tx.tallies.list(portfolioId, { kind, key, by: -count });
}

/** The other way round, once it is listed. */
export async function countInLists(tx: Change, { id, portfolioId }: { id: string; portfolioId: string | null }): Promise<void> {
  for (const { kind, key, count } of await lockTallies(tx, id)) tx.tallies.list(portfolioId, { kind, key, by: count });
}

async function lockTallies(tx: Change, vendorId: string) {
  await tx.query(assessments.lockOfVendor(vendorId));
  await tx.query(tallies.lockFindings(vendorId));
  return tx.query(tallies.ofVendor(vendorId));
}
