import type { Row } from '../../database/rows';
import { rawSql, type Sql, sql } from '../../database/sql';
import { byId, groupBy, loader } from '../../graphql/engine/loaders';
import { Control } from './control.entity';
import type { Relation } from './crosswalk.rules';

export const controlById = byId(Control);

/** A control, what it is to another one, and that one. */
export interface RelationOf {
  controlId: string;
  relation: Relation;
  relatedId: string;
}

/** What a control is to others, from whichever end it was said. */
const relationsOf = (id: string): Sql =>
  rawSql(`
  select to_id as other_id, relation from control_relation where from_id = ${id}
  union all
  select from_id, case relation when 'SUBSET' then 'SUPERSET' else relation end from control_relation where to_id = ${id}`);

export interface RelatedKey {
  controlId: string;
  /** Undefined: of all frameworks. */
  frameworkId?: string | null;
}

export type RelatedRow = { relation: Relation; control: Row<Control> };

/** The controls that others relate to, by framework and in its order: one statement for all. */
export const relatedControls = loader<RelatedKey, RelatedRow[]>(async (keys, ctx) => {
  const rows = await ctx.database.query<Row<Control> & { n: number; relation: Relation }>(sql`
    select wanted.n, r.relation, ${ctx.database.table(Control).columnsOf('c')}
    from unnest(${keys.map(({ controlId }) => controlId)}::uuid[],
        ${keys.map(({ frameworkId }) => frameworkId ?? null)}::uuid[])
      with ordinality as wanted(control_id, framework_id, n)
    cross join lateral (${relationsOf('wanted.control_id')}) as r
    join control c on c.id = r.other_id
    join framework f on f.id = c.framework_id
    where wanted.framework_id is null or c.framework_id = wanted.framework_id
    order by wanted.n, lower(f.name), f.version, f.id, c.position, c.id`);
  const found = groupBy(rows, ({ n }) => String(n));
  return keys.map((_, i) => (found.get(String(i + 1)) ?? []).map(({ n: _n, relation, ...control }) => ({ relation, control })));
});

export interface FrameworkPair {
  fromId: string;
  toId: string;
}

/** How the controls of one framework relate to those of another, in the order of both: one statement for all pairs. */
export const crosswalkOf = loader<FrameworkPair, RelationOf[]>(async (pairs, ctx) => {
  const rows = await ctx.database.query<RelationOf & { n: number }>(sql`
    select wanted.n, c.id as "controlId", r.relation, o.id as "relatedId"
    from unnest(${pairs.map(({ fromId }) => fromId)}::uuid[], ${pairs.map(({ toId }) => toId)}::uuid[])
      with ordinality as wanted(from_id, to_id, n)
    join control c on c.framework_id = wanted.from_id
    cross join lateral (${relationsOf('c.id')}) as r
    join control o on o.id = r.other_id and o.framework_id = wanted.to_id
    order by wanted.n, c.position, c.id, o.position, o.id`);
  const found = groupBy(rows, ({ n }) => String(n));
  return pairs.map((_, i) => found.get(String(i + 1)) ?? []);
});
