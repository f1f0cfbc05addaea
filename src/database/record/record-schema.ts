import { createHash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/core';
import { identifier, rawSql, type Sql } from '../sql';
import { SCOPED_FEW_SCHEMA, SCOPED_PAST_SCHEMA, SCOPED_RECORD_SCHEMA, SCOPED_SCHEMA } from '../scope/scope';
import { type NamedView, type ScopedView, scopedViews } from '../scope/scope-schema';
import { OWN_COLUMNS, PAST_SCHEMA, RECORD_SCHEMA, type RecordTable, recordTables, wasThere } from './record-table';

/** Runs a statement of the migration. */
type Execute = <T extends object>(text: string) => Promise<T[]>;

/** The setting, local to a transaction, with the moment that views of the past show. */
const MOMENT = 'vetgraph.moment';

const MOMENT_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What makes the rest of a transaction read the past. */
export function inPast(moment: string): string {
  if (!MOMENT_FORM.test(moment)) throw new Error(`${moment} is no moment`);
  return `set transaction read only; set local search_path = ${PAST_SCHEMA}, pg_catalog; set local ${MOMENT} = '${moment}'; set local work_mem = '32MB'`;
}

/** The views that are computed by queries of their own: of the past, and for some portfolios. */
export interface ComputedViews {
  readonly past: Readonly<Record<string, PastView>>;
  readonly scoped: Readonly<Record<string, ScopedView>>;
}

/**
 * Makes the tables of the record, the views of the past and those for some portfolios as the entities are: what a migration adds
 * to a table, it needs to add nowhere else. Columns are only ever added; versions from before lack them, and are shown
 * with what all rows had then. What is there is left alone:
 * to look whether a column is missing by adding it would lock the table.
 */
export async function followEntities(orm: MikroORM, execute: Execute, computed: ComputedViews): Promise<void> {
  const tables = recordTables(orm);
  await execute(`create schema if not exists ${RECORD_SCHEMA}`);
  const there = await recordIn(execute);
  const missing = tables.flatMap((table) => tableStatements(table, there));
  if (missing.length > 0) await execute(missing.join('; '));
  const place = await placeOf(execute);
  for (const schema of SCHEMAS) await execute(`create schema if not exists ${schema}`);
  for (const schema of [PAST_SCHEMA, SCOPED_PAST_SCHEMA]) {
    await execute(nowIn(schema));
    await execute(`create collation if not exists ${schema}."folding" from "folding"`);
  }
  await dropViews(execute, SCHEMAS);
  for (const [schema, views] of viewsOf(orm, computed, place)) await makeViews(execute, schema, views, place);
}

/** Tables can't be changed freely below the views for some portfolios: a migration drops these, and they are made anew after it. */
export async function dropScopedViews(execute: Execute): Promise<void> {
  await dropViews(
    execute,
    SCHEMAS.filter((schema) => schema !== PAST_SCHEMA),
  );
}

/** Whether the views are as they should be: another version of a query may change one that is computed, without any migration. */
export async function hasRightViews(orm: MikroORM, execute: Execute, computed: ComputedViews): Promise<boolean> {
  const wanted = hashesOf(viewsOf(orm, computed, await placeOf(execute)));
  const there = await viewHashes(execute, SCHEMAS);
  return there.size === wanted.size && [...wanted].every(([name, hash]) => there.get(name) === hash);
}

/** The schemas of views, each after those that its views are made of. */
const SCHEMAS = [PAST_SCHEMA, SCOPED_SCHEMA, SCOPED_FEW_SCHEMA, SCOPED_RECORD_SCHEMA, SCOPED_PAST_SCHEMA];

/** The tables of the record with their columns, and the indexes. */
interface There {
  columns: Map<string, Set<string>>;
  indexes: Set<string>;
}

async function recordIn(execute: Execute): Promise<There> {
  const rows = await execute<{ name: string; columns: string[] | null }>(`
    select relname as name, array_agg(attname::text) filter (where relkind = 'r') as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind in ('r', 'i') and relnamespace = to_regnamespace('${RECORD_SCHEMA}') group by relname`);
  return {
    columns: new Map(rows.flatMap(({ name, columns }) => (columns ? [[name, new Set(columns)] as const] : []))),
    indexes: new Set(rows.flatMap(({ name, columns }) => (columns ? [] : [name]))),
  };
}

/** What makes the table of versions, or what it lacks. */
function tableStatements({ name, columns, key, relations }: RecordTable, there: There): string[] {
  const table = `${RECORD_SCHEMA}."${name}"`;
  const keys = [...key.map((column) => `"${column.name}"`), 'kept_since'];
  const own = OWN_COLUMNS.map((column) => `"${column.name}" ${column.type}`);
  const isKey = new Set(key.map((column) => column.name));
  const all = columns.map((column) => `"${column.name}" ${column.type}${isKey.has(column.name) ? ' not null' : ''}`);
  // Versions are updated once, when they end: a part of each page is left for that. Orders and names of the past are sorted and
  // searched as they are asked for: every index makes every change slower.
  const known = there.columns.get(name);
  const made = known
    ? [...columns, ...OWN_COLUMNS].filter((column) => !known.has(column.name)).map((column) => `add column "${column.name}" ${column.type}`)
    : [];
  const indexes: [index: string, by: string][] = [
    [`${name}_by_entry`, 'kept_lane, kept_seq'],
    ...relations.map((column): [string, string] => [`${name}_by_${column.name}`, `"${column.name}"`]),
  ];
  return [
    ...(known ? [] : [`create table ${table} (${[...all, ...own].join(', ')}, primary key (${keys.join(', ')})) with (fillfactor = 90)`]),
    ...(made.length > 0 ? [`alter table ${table} ${made.join(', ')}`] : []),
    ...indexes.filter(([index]) => !there.indexes.has(index)).map(([index, by]) => `create index "${index}" on ${table} (${by})`),
  ];
}

/** The schema with the data as it is now, where names are looked for, and columns that older versions of rows lack. */
interface Place {
  live: string;
  path: string;
  late: ReadonlySet<string>;
}

async function placeOf(execute: Execute): Promise<Place> {
  const [place] = await execute<Omit<Place, 'late'>>(`select current_schema() as live, current_setting('search_path') as path`);
  // They came after the columns that a table of versions is made with.
  const late = await execute<{ name: string }>(`
    select format('%s.%s', relname, late.attname) as name
    from pg_class join pg_attribute made on made.attrelid = pg_class.oid and made.attname = '${OWN_COLUMNS[0]!.name}'
    join pg_attribute late on late.attrelid = pg_class.oid and late.attnum > made.attnum and not late.attisdropped
    where relkind = 'r' and relnamespace = to_regnamespace('${RECORD_SCHEMA}')`);
  return { ...place!, late: new Set(late.map(({ name }) => name)) };
}

/** In the past it is another time. */
const nowIn = (schema: string) => `
  create or replace function ${schema}.now() returns timestamptz language sql stable parallel safe
  as $$ select current_setting('${MOMENT}')::timestamptz $$`;

const AT = `(select ${PAST_SCHEMA}.now())`;

/** The moment that a view shows. */
export const PAST_NOW = rawSql(AT);

/** The query of a view that is computed from other views, or from tables of the schema with the data as it is now. */
export type PastView = (live: Sql) => Sql;

function viewsOf(orm: MikroORM, { past, scoped }: ComputedViews, { live, late }: Place): [schema: string, views: NamedView[]][] {
  return [[PAST_SCHEMA, [...versionViews(recordTables(orm), late), ...computedViews(past, live)]], ...scopedViews(orm, scoped, past, live)];
}

function computedViews(computed: ComputedViews['past'], live: string): NamedView[] {
  return Object.entries(computed).map(([name, view]) => ({ name, text: view(identifier(live)).compile().text }));
}

function versionViews(tables: RecordTable[], late: Place['late']): NamedView[] {
  return tables.map((table) => {
    const columns = table.columns.map(({ name, initial }) =>
      late.has(`${table.name}.${name}`) && initial !== undefined ? `coalesce("${name}", ${initial}) as "${name}"` : `"${name}"`,
    );
    const volatile = table.volatile.map(({ name, type }) => `null::${type} as "${name}"`);
    return {
      name: table.name,
      text: `select ${[...columns, ...volatile].join(', ')} from ${RECORD_SCHEMA}."${table.name}"
        where ${wasThere(PAST_NOW).compile().text}`,
    };
  });
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** By the names of views with those of their schemas. */
function hashesOf(all: readonly [schema: string, views: NamedView[]][]): Map<string, string> {
  return new Map(all.flatMap(([schema, views]) => views.map(({ name, text }) => [`${schema}."${name}"`, hashOf(text)] as const)));
}

/** Each view has the hash of its text as its comment. */
async function viewHashes(execute: Execute, schemas: readonly string[]): Promise<Map<string, string>> {
  const rows = await execute<{ name: string; hash: string }>(`
    select format('%s."%s"', nspname, relname) as name, obj_description(pg_class.oid, 'pg_class') as hash
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'v' and nspname in (${schemas.map((schema) => `'${schema}'`).join(', ')})`);
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** All of them: some are made of others. */
async function dropViews(execute: Execute, schemas: readonly string[]): Promise<void> {
  const there = [...(await viewHashes(execute, schemas)).keys()];
  if (there.length > 0) await execute(`drop view ${there.join(', ')}`);
}

/** What the views name is found among them first, as in the statements that read them. */
async function makeViews(execute: Execute, schema: string, views: readonly NamedView[], { path }: Place): Promise<void> {
  await execute(`set local search_path = ${schema}, pg_catalog`);
  const made = views.flatMap(({ name, text }) => [
    `create view ${schema}."${name}" as ${text}`,
    `comment on view ${schema}."${name}" is '${hashOf(text)}'`,
  ]);
  await execute(made.join('; '));
  await execute(`set local search_path = ${path}`);
}
