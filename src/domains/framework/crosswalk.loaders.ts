import type { Row } from '../../database/rows';
import { byId, groupBy, loader } from '../../graphql/engine/loaders';
import { Control } from './control.entity';
import type { Relation } from './crosswalk.rules';
import * as store from './crosswalk.store';

export const controlById = byId(Control);

export type RelatedRow = { relation: Relation; control: Row<Control> };

/** Related controls by framework, in framework order: one statement for all. */
export const relatedControls = loader<store.RelatedKey, RelatedRow[]>(
  async (keys, ctx) => {
    const rows = await ctx.database.query(store.relatedControls(keys));
    const found = groupBy(rows, ({ n }) => String(n));
    return keys.map((_, i) => (found.get(String(i + 1)) ?? []).map(({ n: _n, relation, ...control }) => ({ relation, control })));
  },
  ({ controlId, frameworkId }) => `${controlId} ${frameworkId ?? ''}`,
);

export const pairText = ({ fromId, toId }: store.FrameworkPair) => `${fromId} ${toId}`;

/** How the controls of one framework relate to those of another, in the order of both: one statement for all pairs. */
export const crosswalkOf = loader<store.FrameworkPair, store.RelationOf[]>(async (pairs, ctx) => {
  const rows = await ctx.database.query(store.crosswalks(pairs));
  const found = groupBy(rows, ({ n }) => String(n));
  return pairs.map((_, i) => found.get(String(i + 1)) ?? []);
}, pairText);
