import type { EntityClass } from '@mikro-orm/core';

/** How it is known to whom rows are shown who has a role in some portfolios only. */
export type Scoping =
  /** The row says itself which portfolio it is of: the name of its column. */
  | { readonly kind: 'portfolio'; readonly column: string }
  /** It belongs to another row: the relations, of which one leads there. `or` shows more: a condition on a row called t. */
  | { readonly kind: 'through'; readonly relations: readonly [string, ...string[]]; readonly or?: string }
  /** A view of its own shows what it is for these portfolios (database/scope/scope-schema.ts). */
  | { readonly kind: 'view'; readonly how: string }
  /** Belongs to the organisation as a whole: such people see it as everybody does. */
  | { readonly kind: 'shared'; readonly reason: string }
  /** Belongs to the organisation as a whole and tells of all of it: such people see nothing of it. */
  | { readonly kind: 'hidden'; readonly reason: string };

const SCOPINGS = new Map<EntityClass<object>, Scoping>();

const says =
  (scoping: Scoping): ClassDecorator =>
  (entity) =>
    void SCOPINGS.set(entity as unknown as EntityClass<object>, scoping);

/** The rows are of the portfolio that this column names. */
export const OfPortfolio = (column: string) => says({ kind: 'portfolio', column });

/** The rows are of the portfolio of what one of these relations leads to. */
export const Scoped = (...relations: [string, ...string[]]) => says({ kind: 'through', relations });

/** The same; and these rows, called t, are shown too. */
export const ScopedOr = (or: string, ...relations: [string, ...string[]]) => says({ kind: 'through', relations, or });

/** The rows are counted or chosen anew for some portfolios, by a view that SCOPED_VIEWS has. */
export const ScopedByView = (how: string) => says({ kind: 'view', how });

/** The rows are nobody's in particular, for a reason: whoever has the permission sees them. */
export const Shared = (reason: string) => says({ kind: 'shared', reason });

/** The rows tell of all portfolios at once, for a reason: only those with a role everywhere see them. */
export const Whole = (reason: string) => says({ kind: 'hidden', reason });

export function scopingOf(entity: EntityClass<object>): Scoping {
  const scoping = SCOPINGS.get(entity);
  if (!scoping) throw new Error(`${entity.name} must say who sees its rows: @Scoped, @OfPortfolio, @ScopedByView, @Shared or @Whole`);
  return scoping;
}
