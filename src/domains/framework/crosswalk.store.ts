import { columns, type Row, select } from '../../database/rows';
import { rawSql, type Sql, sql, statement } from '../../database/sql';
import { Control } from './control.entity';
import type { Relation, StoredRelation } from './crosswalk.rules';
import { Framework } from './framework.entity';
import { ControlRelation } from './control-relation.entity';

/** A control's relations to others, whichever direction is stored. */
const relationsOf = (id: string): Sql =>
  rawSql(`
  select to_id as other_id, relation from control_relation where from_id = ${id}
  union all
  select from_id, case relation when 'SUBSET' then 'SUPERSET' else relation end from control_relation where to_id = ${id}`);

export interface RelatedKey {
  controlId: string;
  /** Undefined: all frameworks. */
  frameworkId?: string | null;
}

/** Related controls by framework, in framework order; `n` is the number of the key, from 1. */
export const relatedControls = statement(
  'crosswalk.relatedControls',
  (keys: readonly RelatedKey[]) => sql<Row<Control> & { n: number; relation: Relation }>`
    select wanted.n, r.relation, ${columns(Control, 'c')}
    from unnest(${keys.map(({ controlId }) => controlId)}::uuid[],
        ${keys.map(({ frameworkId }) => frameworkId ?? null)}::uuid[])
      with ordinality as wanted(control_id, framework_id, n)
    cross join lateral (${relationsOf('wanted.control_id')}) as r
    join control c on c.id = r.other_id
    join framework f on f.id = c.framework_id
    where wanted.framework_id is null or c.framework_id = wanted.framework_id
    order by wanted.n, lower(f.name), f.version, f.id, c.position, c.id`,
);

export interface FrameworkPair {
  fromId: string;
  toId: string;
}

/** A control, its relation to another one, and that one. */
export interface RelationOf {
  controlId: string;
  relation: Relation;
  relatedId: string;
}

/** How the controls of frameworks relate, in the order of both; `n` is the number of the pair, from 1. */
export const crosswalks = statement(
  'crosswalk.crosswalks',
  (pairs: readonly FrameworkPair[]) => sql<RelationOf & { n: number }>`
    select wanted.n, c.id as "controlId", r.relation, o.id as "relatedId"
    from unnest(${pairs.map(({ fromId }) => fromId)}::uuid[], ${pairs.map(({ toId }) => toId)}::uuid[])
      with ordinality as wanted(from_id, to_id, n)
    join control c on c.framework_id = wanted.from_id
    cross join lateral (${relationsOf('c.id')}) as r
    join control o on o.id = r.other_id and o.framework_id = wanted.to_id
    order by wanted.n, c.position, c.id, o.position, o.id`,
);

export const lockFrameworks = statement(
  'crosswalk.lockFrameworks',
  (ids: readonly string[]) => sql<Row<Framework>>`${select(Framework)} where id = any(${ids}::uuid[]) order by id for update`,
);

export interface FoundControl {
  id: string;
  code: string;
  frameworkId: string;
  frameworkName: string;
}

/** Finds controls and locks their frameworks. */
export const lockControls = statement(
  'crosswalk.lockControls',
  (ids: readonly string[]) => sql<FoundControl>`
    select c.id, c.code, f.id as "frameworkId", f.name as "frameworkName"
    from control c join framework f on f.id = c.framework_id
    where c.id = any(${ids}::uuid[]) order by f.id for update of f`,
);

export const codesOf = statement(
  'crosswalk.codesOf',
  (frameworkIds: readonly string[]) => sql<Pick<Row<Control>, 'id' | 'code' | 'frameworkId'>>`
    select id, code, framework_id as "frameworkId" from control where framework_id = any(${frameworkIds}::uuid[])`,
);

/** The relations between two frameworks, in either direction. */
const between = (a: string, b: string) => sql`
  from_id in (${controlsOf(a)}) and to_id in (${controlsOf(b)})
    or from_id in (${controlsOf(b)}) and to_id in (${controlsOf(a)})`;
const controlsOf = (frameworkId: string) => sql`select id from control where framework_id = ${frameworkId}`;

export const countBetween = statement(
  'crosswalk.countBetween',
  (a: string, b: string) => sql<{ count: number }>`select count(*) as count from control_relation where ${between(a, b)}`,
);

export const removeBetween = statement('crosswalk.removeBetween', (a: string, b: string) =>
  sql<never>`delete from control_relation where ${between(a, b)}`
    .removes(ControlRelation, { fromId: controlsOf(a) })
    .removes(ControlRelation, { fromId: controlsOf(b) }),
);

/** A relation as stored, by the ids of its controls. */
export interface StoredPair {
  from: string;
  to: string;
  relation: StoredRelation;
}

/** Deletes the relation of two controls, whichever direction is stored. */
export const remove = statement('crosswalk.remove', (a: string, b: string) =>
  sql<StoredPair>`
    delete from control_relation where (from_id, to_id) in ((${a}, ${b}), (${b}, ${a}))
    returning from_id as "from", to_id as "to", relation`.removes(ControlRelation, { fromId: [a, b] }),
);

/** Deletes the relations of the pairs that are stored in the other direction. */
export const removeReversed = statement('crosswalk.removeReversed', (pairs: readonly StoredPair[]) =>
  sql<never>`
    delete from control_relation r using jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given("from" uuid, "to" uuid)
    where r.from_id = given."to" and r.to_id = given."from"`.removes(ControlRelation, { fromId: pairs.map(({ to }) => to) }),
);

export const write = statement('crosswalk.write', (pairs: readonly StoredPair[]) =>
  sql<never>`
    insert into control_relation (from_id, to_id, relation)
    select "from", "to", relation
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given("from" uuid, "to" uuid, relation text)
    on conflict (from_id, to_id) do update set relation = excluded.relation`.writes(ControlRelation, {
    fromId: pairs.map(({ from }) => from),
  }),
);
