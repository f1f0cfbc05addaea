import { type EntityClass, type MikroORM, ReferenceKind } from '@mikro-orm/core';
import { ERASED, ERASED_ADDRESS } from '../personal';
import { vendorsOfThings } from '../scope/scope-schema';
import { identifier, isOneOf, join, rawSql, Sql, sql } from '../sql';
import { type RecordColumn, type RecordTable, recordTables } from './record-table';
import { Range, type Touch, UNNAMED } from './touch';

/** A foreign key by which rows of a table go, or change, when the row that they refer to is deleted. */
interface Follower {
  readonly table: RecordTable;
  readonly property: string;
  readonly isRemoved: boolean;
}

/** What is to be compared of one table. */
interface Scope {
  readonly table: RecordTable;
  /** Rows that are there, or were, by their key. */
  readonly keys: Set<unknown>;
  /** Rows that are there, by other properties. */
  readonly written: Named;
  /** Rows that were there. */
  readonly removed: Named;
  /** Rows that were there and referred to what goes from these tables. */
  readonly following: Map<string, RecordTable>;
  readonly secrets: Map<unknown, Set<string>>;
  /** Whether rows may be gone. */
  removes: boolean;
}

/** Properties and values of them, SQL that gives such, or ranges. */
type Named = [property: string, values: Set<unknown> | Sql | Range][];

/** Pieces of the statement that appends to the audit log. */
export interface Capture {
  /** Reads the rows as they are and as they were. */
  readonly read: readonly Sql[];
  /** The first time at which they may have changed: `select max(…)` for each table. Of a row no two versions begin at once. */
  readonly latest: readonly Sql[];
  /** Writes the versions that are new, and ends those that were: at `moment` (at, lane, seq), or at the `place` (seq) of their thing. */
  readonly write: readonly Sql[];
  /** `select seq, hash` of every version written. */
  readonly hashes: readonly Sql[];
}

/** Knows the tables of the record, and compares what a transaction touched with what they hold. */
export class Recorder {
  readonly tables: readonly RecordTable[];
  /** The vendors that things are of, for the entries about them. */
  readonly vendors: ReturnType<typeof vendorsOfThings>;
  private readonly byEntity: ReadonlyMap<EntityClass<object> | string, RecordTable>;
  private readonly followers = new Map<RecordTable, Follower[]>();

  constructor(orm: MikroORM) {
    this.tables = recordTables(orm);
    this.vendors = vendorsOfThings(orm);
    this.byEntity = new Map<EntityClass<object> | string, RecordTable>(
      this.tables.flatMap((table) => [[table.entity, table] as const, [table.name, table] as const]),
    );
    const byName = new Map(this.tables.map((table) => [table.entity.name, table]));
    for (const meta of Object.values(orm.getMetadata().getAll())) {
      const table = byName.get(meta.className);
      if (!table) continue;
      for (const { kind, type, name, deleteRule } of meta.props) {
        const target = kind === ReferenceKind.MANY_TO_ONE ? byName.get(type) : undefined;
        if (!target || (deleteRule !== 'cascade' && deleteRule !== 'set null')) continue;
        const follower = { table, property: `${name}Id`, isRemoved: deleteRule === 'cascade' };
        this.followers.set(target, [...(this.followers.get(target) ?? []), follower]);
      }
    }
  }

  tableOf(entity: EntityClass<object> | string): RecordTable | undefined {
    return this.byEntity.get(entity);
  }

  /** By the name of the entity. */
  tableNamed(entity: string): RecordTable | undefined {
    return this.tables.find((table) => table.entity.name === entity);
  }

  /** The tables whose rows go when rows of this one do, and those whose rows then change. */
  followersOf(table: RecordTable): { table: RecordTable; isRemoved: boolean }[] {
    return this.followers.get(table) ?? [];
  }

  /** Of several audit entries, each gets the versions of its own thing, and the first one the rest. */
  capture(touches: readonly Touch[], isPlaced: boolean): Capture {
    const scopes = [...this.scopesOf(touches).values()];
    return {
      read: scopes.flatMap((scope) => reading(scope)),
      latest: scopes.map(({ table }) => sql`select max(kept_since) + interval '1 millisecond' from ${was(table)}`),
      write: scopes.flatMap((scope) => writing(scope, isPlaced)),
      hashes: scopes.map(({ table }) => sql`select seq, hash from ${written(table)}`),
    };
  }

  /** Parents before what follows them. */
  private scopesOf(touches: readonly Touch[]): Map<RecordTable, Scope> {
    const scopes = new Map<RecordTable, Scope>();
    const scopeOf = (table: RecordTable) => {
      let scope = scopes.get(table);
      if (!scope) {
        scope = { table, keys: new Set(), written: [], removed: [], following: new Map(), secrets: new Map(), removes: false };
        scopes.set(table, scope);
      }
      return scope;
    };
    const follow = (parent: RecordTable) => {
      for (const { table, property, isRemoved } of this.followers.get(parent) ?? []) {
        const { following } = scopeOf(table);
        if (following.has(property)) continue;
        following.set(property, parent);
        if (isRemoved && table !== parent) follow(table);
      }
    };
    for (const { entity, property, values, secrets, removes } of touches) {
      const table = this.byEntity.get(entity);
      if (!table) throw new Error(`There is no record of ${nameOf(entity)}`);
      const scope = scopeOf(table);
      const { keys, written, removed, secrets: changed } = scope;
      scope.removes ||= removes;
      if (values === undefined || values === UNNAMED) continue;
      const isKey = table.key.length === 1 && property === table.key[0]!.property;
      if (!isKey && secrets.length > 0) throw new Error('Rows whose secrets change are named by their key');
      if (values instanceof Range) {
        written.push([property, values]);
        removed.push([property, values]);
      } else if (!isKey || values instanceof Sql) {
        addTo(removes ? removed : written, property, values);
      } else {
        for (const value of values) {
          keys.add(value);
          if (secrets.length > 0) changed.set(value, new Set([...(changed.get(value) ?? []), ...secrets]));
        }
      }
    }
    for (const { entity, removes } of touches) {
      const table = this.byEntity.get(entity);
      if (table && removes) follow(table);
    }
    return sorted(scopes);
  }
}

/** Values of one property are asked for together: the statement is the same for one as for many. */
function addTo(named: Named, property: string, values: readonly unknown[] | Sql): void {
  if (values instanceof Sql) {
    named.push([property, values]);
    return;
  }
  const known = named.find((one): one is [string, Set<unknown>] => one[0] === property && one[1] instanceof Set);
  if (known) for (const value of values) known[1].add(value);
  else named.push([property, new Set(values)]);
}

export function nameOf(entity: EntityClass<object> | string): string {
  return typeof entity === 'string' ? entity : entity.name;
}

/** A table comes after those whose rows it follows. */
function sorted(scopes: Map<RecordTable, Scope>): Map<RecordTable, Scope> {
  const done = new Map<RecordTable, Scope>();
  const add = (scope: Scope) => {
    if (done.has(scope.table)) return;
    for (const parent of scope.following.values()) if (parent !== scope.table) add(scopes.get(parent)!);
    done.set(scope.table, scope);
  };
  for (const scope of scopes.values()) add(scope);
  return done;
}

const was = ({ name }: RecordTable) => identifier(`${name}_was`);
const is = ({ name }: RecordTable) => identifier(`${name}_is`);
const written = ({ name }: RecordTable) => identifier(`${name}_written`);

/** The ids of rows that were there and aren't any more: only what refers to these goes, or changes, with them. */
const goneFrom = (parent: RecordTable) =>
  sql`select o.id from ${was(parent)} o where not exists (select 1 from ${is(parent)} i where i.id = o.id)`;

/** The rows in the scope, by their keys: their last versions, and what they are now. */
function reading(scope: Scope): Sql[] {
  const { theKeys, allWere, allAre, oneWas } = piecesOf(scope.table);
  const key = onlyKeyOf(scope);
  return key === undefined ? [theKeys(join(sourcesOf(scope), ' union ')), allWere, allAre] : [oneWas(key)];
}

/**
 * Most changes write one row. For these the statement is much shorter, and PostgreSQL can reuse its plan: with a list of keys it
 * would plan anew each time.
 */
function onlyKeyOf({ keys, written, removed, following, removes }: Scope): unknown {
  return keys.size === 1 && written.length + removed.length + following.size === 0 && !removes ? [...keys][0] : undefined;
}

/**
 * Queries for the keys of the rows in the scope, one for each condition: of several in one query, none would use its index. Versions
 * that have ended aren't looked at: what is often changed has many.
 */
function sourcesOf(scope: Scope): Sql[] {
  const { table, keys, written, removed, following } = scope;
  const there = (condition: Sql) => sql`select ${table.listed('t', table.key)} from ${identifier(table.name)} t where ${condition}`;
  const open = (condition: Sql) => sql`
        select ${table.listed('v', table.key)} from ${table.versions} v where v.kept_until is null and ${condition}`;
  const refersTo = (property: string, ids: Sql) => open(sql`v.${identifier(table.column(property).name)} in (${ids})`);
  const others = [...following].filter(([, parent]) => parent !== table);
  const found = [
    ...(keys.size > 0 ? [sql`select unnest(${[...keys]}::${rawSql(table.key[0]!.type)}[])`] : []),
    ...conditionsOf(table, written, 't').map(there),
    ...conditionsOf(table, removed, 'v').map(open),
    ...others.map(([property, parent]) => refersTo(property, goneFrom(parent))),
  ];
  // Of a table that refers to itself, those that refer to what was found otherwise.
  const own = [...following].filter(([, parent]) => parent === table);
  const all = [...found, ...own.map(([property]) => refersTo(property, join(found, ' union ')))];
  return all.length > 0 ? all : [there(sql`false`)];
}

function conditionsOf(table: RecordTable, named: Named, alias: string): Sql[] {
  return named.map(([property, values]) => {
    const { name, type } = table.column(property);
    const column = sql`${rawSql(alias)}.${identifier(name)}`;
    if (values instanceof Range) return within(column, values, type);
    return values instanceof Sql ? sql`${column} in (${values})` : sql`${column} ${isOneOf([...values], type)}`;
  });
}

/** The condition that a column is in a range. */
export function within(column: Sql, { after, upTo }: Range, type: string): Sql {
  const last = sql`${column} <= ${upTo}::${rawSql(type)}`;
  return after === null ? last : sql`(${column} > ${after}::${rawSql(type)} and ${last})`;
}

/** Versions for what is new or differs, an end for what is gone, and the time at which the version before ended. */
function writing(scope: Scope, isPlaced: boolean): Sql[] {
  const { table, secrets } = scope;
  const { changed, changedWith, written, ended, oneWritten, oneEnded } = piecesOf(table);
  const key = onlyKeyOf(scope);
  if (key !== undefined) return [oneWritten(key, isPlaced, secrets.get(key)), oneEnded];
  return [secrets.size > 0 ? changedWith(secrets) : changed, written(isPlaced), ended];
}

/** What is the same whatever rows of a table are captured. It is many times longer than the rest, so it is written once. */
interface Pieces {
  readonly theKeys: (sources: Sql) => Sql;
  readonly allWere: Sql;
  readonly allAre: Sql;
  readonly changed: Sql;
  readonly changedWith: (secrets: Scope['secrets']) => Sql;
  readonly written: (isPlaced: boolean) => Sql;
  readonly ended: Sql;
  /** The same for a single row that is there. */
  readonly oneWas: (key: unknown) => Sql;
  readonly oneWritten: (key: unknown, isPlaced: boolean, secrets?: Set<string>) => Sql;
  readonly oneEnded: Sql;
}

const PIECES = new WeakMap<RecordTable, Pieces>();

function piecesOf(table: RecordTable): Pieces {
  let pieces = PIECES.get(table);
  if (!pieces) PIECES.set(table, (pieces = makePieces(table)));
  return pieces;
}

const onceFor = (piece: Sql) => rawSql(piece.compile().text);

function makePieces(table: RecordTable): Pieces {
  const { name, key, columns, versions } = table;
  const [first] = key.map((column) => column.name);
  const matches = (a: string, b: string) => rawSql(key.map((column) => `${a}."${column.name}" = ${b}."${column.name}"`).join(' and '));
  const isChanged = onceFor(sql`(${rawSql(`w."${first}"`)} is null or (${table.listed('i')}) is distinct from (${table.listed('w')}))`);
  const isKey = new Set(key.map((column) => column.name));
  const gone = columns.map((column) => rawSql(isKey.has(column.name) ? `w."${column.name}"` : `null::${column.type}`));
  const changed = identifier(`${name}_changed`);
  const keyed = rawSql(key.map((column) => `"${column.name}"`).join(', '));
  const keysOf = identifier(`${name}_keys`);
  const changedIf = (hasSecret: Sql, secretNames: Sql) => sql`${changed} as materialized (
      select ${table.listed('i')}, ${thingOf(table, 'i')} as kept_part_of, false as kept_is_end,
        case when ${hasSecret} then ${secretNames}::text[] end as kept_secrets
      from ${is(table)} i left join ${was(table)} w on ${matches('i', 'w')} and not w.kept_is_end
      where ${isChanged} or ${hasSecret}
      union all
      select ${join(gone, ', ')}, ${thingOf(table, 'w')}, true, null
      from ${was(table)} w where not w.kept_is_end and not exists (select 1 from ${is(table)} i where ${matches('i', 'w')})
    )`;
  const into = onceFor(
    sql`insert into ${versions} as v (${join(
      columns.map((column) => identifier(column.name)),
      ', ',
    )}, kept_since, kept_until, kept_lane, kept_seq, kept_salt, kept_personal_salt, kept_is_end, kept_secrets)`,
  );
  const salts = rawSql(`gen_random_uuid(), ${table.personal.length > 0 ? 'gen_random_uuid()' : 'null::uuid'}`);
  const returning = onceFor(sql`returning v.kept_seq as seq, ${hashOf(table, 'v')} as hash`);
  const writtenAt = (seq: Sql, places: Sql) => sql`${written(table)} as (
      ${into}
      select ${table.listed('c')}, m.at, case when c.kept_is_end then m.at end, m.lane, ${seq}, ${salts}, c.kept_is_end, c.kept_secrets
      from ${changed} c cross join moment m ${places}
      ${returning}
    )`;
  const writtenFirst = onceFor(writtenAt(sql`m.seq`, sql``));
  const writtenInPlaces = onceFor(writtenAt(sql`coalesce(p.seq, m.seq)`, sql`left join place p on p.thing = c.kept_part_of`));
  const isThe = (alias: string, value: unknown) => sql`${rawSql(`${alias}."${first}"`)} = ${value}::${rawSql(key[0]!.type)}`;
  const one = onceFor(table.listed('i'));
  const place = onceFor(sql`left join place p on p.thing = ${thingOf(table, 'i')}`);
  return {
    theKeys: (sources) => sql`${keysOf}(${keyed}) as materialized (${sources})`,
    allWere: onceFor(sql`${was(table)} as materialized (select v.* from ${keysOf} k cross join lateral (
      select * from ${versions} v where ${matches('v', 'k')} order by v.kept_since desc limit 1) v)`),
    allAre: onceFor(sql`${is(table)} as materialized (
      select ${table.listed('t')} from ${keysOf} k join ${identifier(name)} t on ${matches('t', 'k')})`),
    changed: onceFor(changedIf(sql`false`, sql`null`)),
    changedWith: (secrets) =>
      changedIf(
        sql`i.${identifier(first!)} = any(${[...secrets.keys()]})`,
        sql`${[...new Set([...secrets.values()].flatMap((names) => [...names]))]}`,
      ),
    written: (isPlaced) => (isPlaced ? writtenInPlaces : writtenFirst),
    ended: onceFor(sql`${identifier(`${name}_ended`)} as (
      update ${versions} v set kept_until = m.at from ${was(table)} w join ${changed} c on ${matches('c', 'w')} cross join moment m
      where ${matches('v', 'w')} and v.kept_since = w.kept_since and not w.kept_is_end
    )`),
    oneWas: (key) => sql`${was(table)} as materialized (
      select * from ${versions} v where ${isThe('v', key)} order by v.kept_since desc limit 1)`,
    oneWritten: (key, isPlaced, secrets) => sql`${written(table)} as (
      ${into}
      select ${one}, m.at, null, m.lane, ${isPlaced ? rawSql('coalesce(p.seq, m.seq)') : rawSql('m.seq')}, ${salts}, false,
        ${secrets ? [...secrets] : null}::text[]
      from ${identifier(name)} i cross join moment m left join ${was(table)} w on not w.kept_is_end ${isPlaced ? place : sql``}
      where ${isThe('i', key)}${secrets ? sql`` : sql` and ${isChanged}`}
      ${returning}
    )`,
    oneEnded: onceFor(sql`${identifier(`${name}_ended`)} as (
      update ${versions} v set kept_until = m.at from ${was(table)} w cross join moment m
      where ${matches('v', 'w')} and v.kept_since = w.kept_since and not w.kept_is_end and exists (select 1 from ${written(table)})
    )`),
  };
}

/** The id of the thing that a row is a part of: what its part is of, as it is or was last. */
function thingOf({ partOf, wholes, above }: RecordTable, alias: string): Sql {
  const part = rawSql(`${alias}."${partOf.name}"`);
  if (wholes.length > 1) return rawSql(`coalesce(${wholes.map(({ name }) => `${alias}."${name}"`).join(', ')})::text`);
  if (!above) return sql`${part}::text`;
  const whole = rawSql(`o."${above.partOf.name}"::text`);
  return sql`coalesce((select ${whole} from ${identifier(above.name)} o where o.id = ${part}), (
        select ${whole} from ${above.versions} o where o.id = ${part} and not o.kept_is_end order by o.kept_since desc limit 1))`;
}

/**
 * The hash of a version: over its table, its salt, whether it is an end, the secrets that changed, its state, and the hash of what
 * names a person. Once that is erased, everything else is still bound to the log.
 */
export function hashOf(table: RecordTable, alias: string): Sql {
  const impersonal = table.columns.filter((column) => !table.personal.includes(column));
  const personal = table.personal.length > 0 ? sql`, encode(${personalHashOf(table, alias)}, 'hex')` : sql``;
  return sql`sha256(convert_to(concat_ws(' ', ${rawSql(
    `'${table.name}', ${alias}.kept_salt, ${alias}.kept_is_end, array_to_string(${alias}.kept_secrets, ',')`,
  )}, ${table.stateOf(alias, impersonal)}${personal}), 'UTF8'))`;
}

/** The hash of what names a person in a version, or named one before it was erased. */
export function personalHashOf(table: RecordTable, alias: string): Sql {
  const name = rawSql(alias);
  return sql`coalesce(${name}.kept_hash, sha256(convert_to(concat_ws(' ', ${name}.kept_personal_salt, ${table.stateOf(alias, table.personal)}), 'UTF8')))`;
}

/**
 * Whether a version of which the hash is kept says nothing of a person any more; true of others. Of several lists, one may have named
 * the person.
 */
export function isErasedOrWhole(table: RecordTable, alias: string): Sql {
  const name = rawSql(alias);
  const textOf = (column: RecordColumn) => sql`${name}.${identifier(column.name)}`;
  const isGone = table.personal
    .filter(({ type }) => type !== LIST)
    .map(textOf)
    .map((text) => sql`(${text} is null or ${text} in (${rawSql(`'${ERASED}', '${ERASED_ADDRESS}'`)}))`);
  const lists = table.personal.filter(({ type }) => type === LIST).map(textOf);
  const isInOne = lists.map((list) => sql`${rawSql(`'${ERASED_ADDRESS}'`)} = any(${list})`);
  const conditions = [sql`${name}.kept_personal_salt is null`, ...isGone, ...(isInOne.length > 0 ? [sql`(${join(isInOne, ' or ')})`] : [])];
  return sql`(${name}.kept_hash is null or ${join(conditions, ' and ')})`;
}

const LIST = 'text[]';
