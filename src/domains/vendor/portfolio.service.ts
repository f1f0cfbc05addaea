import { z } from 'zod';
import type { Row } from '../../database/rows';
import { byId, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, notFound, onTaken } from '../../kernel/errors';
import { findLocked, revise } from '../../kernel/revise';
import { check, line, optional, prose, withoutNulls } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import * as places from '../user/role-place.store';
import { Portfolio } from './portfolio.entity';
import type { CreatePortfolioInput, UpdatePortfolioInput } from './portfolio.inputs';
import * as store from './portfolio.store';

const portfolioRule = z.object({ name: line(100), description: optional(prose(2_000)) });

export const portfolioById = byId(Portfolio);

export const vendorCount = loader<string, number>(async (ids, { database }) => {
  const counts = new Map((await database.query(store.vendorCounts(ids))).map(({ id, count }) => [id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
});

/** Those of a list that the caller sees, by name; null where there is no list. */
export async function portfoliosOf(ctx: RequestContext, ids: readonly string[] | null | undefined): Promise<Row<Portfolio>[] | null> {
  if (!ids) return null;
  const found = await Promise.all(ids.map((id) => ctx.load(portfolioById, id)));
  return found.filter((one) => one !== null).sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
}

export function listPortfolios({ database }: RequestContext): Promise<Row<Portfolio>[]> {
  return database.query(store.list());
}

const nameTaken = onTaken(['portfolio_name_taken'], () =>
  conflict('A portfolio with this name already exists', { name: 'is already used' }),
);

export async function createPortfolio(ctx: RequestContext, input: CreatePortfolioInput): Promise<string> {
  const given = check(portfolioRule, input);
  return change(ctx, async (tx) => {
    const portfolio = tx.em.create(Portfolio, given);
    await tx.em.flush();
    tx.record({ action: 'CREATE_PORTFOLIO', entity: entityOf(portfolio) });
    return portfolio.id;
  }).catch(nameTaken);
}

export async function updatePortfolio(ctx: RequestContext, input: UpdatePortfolioInput): Promise<void> {
  const { id, expectedRevision, description, ...rest } = input;
  const changes = check(portfolioRule.partial(), { ...withoutNulls(rest), description });
  await change(ctx, async (tx) => {
    const revised = isId(id) ? await revise(tx, Portfolio, { id }, changes, expectedRevision) : undefined;
    if (!revised) throw notFound('Portfolio');
    const { entity: portfolio, changed } = revised;
    if (Object.keys(changed).length === 0) return;
    await tx.em.flush();
    tx.record({ action: 'UPDATE_PORTFOLIO', entity: entityOf(portfolio), meta: { changed } });
  }).catch(nameTaken);
}

/** Its vendors stay, and belong to none; who had a role in it has none there any more. */
export async function deletePortfolio(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const portfolio = await findLocked(tx, Portfolio, id);
    if (!portfolio) throw notFound('Portfolio');
    await tx.query(store.leave(id));
    await tx.query(store.forgetTallies(id));
    await tx.query(places.leaveUsers(id));
    await tx.query(places.leaveKeys(id));
    await tx.query(places.leaveProviders(id));
    await tx.query(places.leaveGroups(id));
    tx.em.remove(portfolio);
    tx.record({ action: 'DELETE_PORTFOLIO', entity: entityOf(portfolio) });
  });
}

/** The portfolio that a vendor is put into: null for none, undefined if that isn't said. */
export async function findPortfolio(tx: Change, id: string | null | undefined): Promise<string | null | undefined> {
  if (id == null) return id;
  const found = isId(id) ? await tx.one(store.hold(id)) : undefined;
  if (!found) throw badInput({ portfolioId: 'does not match a portfolio' });
  return found.id;
}

const entityOf = ({ id, name }: Portfolio) => ({ type: 'Portfolio', id, name });
