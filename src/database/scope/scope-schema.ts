import type { EntityClass, EntityMetadata, MikroORM } from '@mikro-orm/core';
import { ReferenceKind } from '@mikro-orm/core';
import { PAST_SCHEMA, RECORD_SCHEMA, type RecordTable, recordTables } from '../record/record-table';
import { identifier, join, rawSql, type Sql, sql } from '../sql';
import { FEW, PORTFOLIOS, SCOPED_FEW_SCHEMA, SCOPED_PAST_SCHEMA, SCOPED_RECORD_SCHEMA, SCOPED_SCHEMA } from './scope';
import { type Scoping, scopingOf } from './scoped';

/** The query of a view that shows to some portfolios what is counted over all; tables of the data itself are in a schema. */
export type ScopedView = (live: Sql) => Sql;

export interface NamedView {
  name: string;
  text: string;
}

/** Asked once a statement, however many rows there are. */
const MINE = `((select current_setting('${PORTFOLIOS}')::uuid[])::uuid[])`;

/** The portfolios that are asked for. */
export const MY_PORTFOLIOS = rawSql(MINE);

/** The ids of the vendors whose past is shown. */
const VISIBLE_VENDOR = 'visible_vendor';
export const VISIBLE_VENDORS = rawSql(`(select id from ${SCOPED_SCHEMA}.${VISIBLE_VENDOR})`);

/**
 * Whoever sees a vendor sees its past, and that of a vendor that was deleted, if they saw it last: the past is that of the thing,
 * whatever portfolio it was in then.
 */
const visibleVendors = (live: string): NamedView => ({
  name: VISIBLE_VENDOR,
  text: `select id from ${live}.vendor where portfolio_id = any(${MINE})
    union all
    select v.id from ${RECORD_SCHEMA}.vendor v join ${RECORD_SCHEMA}.vendor gone on gone.id = v.id and gone.kept_since = v.kept_until
    where v.portfolio_id = any(${MINE}) and gone.kept_is_end`,
});

/** Of the versions of a row the last with a state. */
const LAST = ' and not kept_is_end order by kept_since desc limit 1';

/** A table, and who sees its rows. */
class ScopedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly scoping: Scoping;

  constructor(
    readonly meta: EntityMetadata,
    private readonly all: () => readonly ScopedTable[],
  ) {
    this.name = meta.tableName;
    const stored = meta.props.filter(
      ({ persist, kind }) => persist !== false && (kind === ReferenceKind.SCALAR || kind === ReferenceKind.MANY_TO_ONE),
    );
    this.columns = stored.map(({ fieldNames }) => fieldNames[0]!);
    this.key = stored.filter(({ primary }) => primary).map(({ fieldNames }) => fieldNames[0]!);
    this.scoping = scopingOf(meta.class as unknown as EntityClass<object>);
  }

  /** Whether rows are chosen by the portfolio they are of. */
  get isChosen(): boolean {
    return this.scoping.kind === 'portfolio' || this.scoping.kind === 'through';
  }

  /** Whether a row, called so, is shown. The rows that it belongs to are those of a schema. */
  isShown(row: string, schema: string): string {
    const { scoping } = this;
    if (scoping.kind === 'portfolio') return this.isOfMine(row, schema, scoping.column);
    if (scoping.kind !== 'through') throw new Error(`${this.meta.className} belongs to nothing that is of a portfolio`);
    const ways = scoping.relations.map((relation) => this.leadsToMine(row, schema, relation));
    const more = scoping.or ? [`(${scoping.or.replaceAll(/\bt\./g, `${row}.`)})`] : [];
    return [...ways, ...more].join(' or ');
  }

  /** In versions, a vendor is what it is now. */
  private isOfMine(row: string, schema: string, column: string): string {
    const isVendorOfPast = schema === RECORD_SCHEMA && column !== 'id';
    return isVendorOfPast ? `${row}.id in ${VISIBLE_VENDORS.compile().text}` : `${row}."${column}" = any(${MINE})`;
  }

  private leadsToMine(row: string, schema: string, relation: string): string {
    const { column, target } = this.related(row, relation);
    if (target.name === 'vendor' && schema === RECORD_SCHEMA) return `${column} in ${VISIBLE_VENDORS.compile().text}`;
    const above = `${row}_${target.name}`;
    return `exists (select 1 from ${schema}."${target.name}" ${above} where ${above}.id = ${column} and (${target.isShown(above, schema)}))`;
  }

  /** The vendor that a row, called so, is of. The schema of the tables ends with a dot, or is that of now. */
  vendorIn(row: string, schema: string): string {
    if (this.scoping.kind !== 'through') throw new Error(`${this.meta.className} is of no vendor`);
    const ways = this.scoping.relations.map((relation) => {
      const { column, target } = this.related(row, relation);
      if (target.name === 'vendor') return column;
      const above = `${row}_${target.name}`;
      const last = schema === '' ? '' : LAST;
      return `(select ${target.vendorIn(above, schema)} from ${schema}"${target.name}" ${above} where ${above}.id = ${column}${last})`;
    });
    return ways.length === 1 ? ways[0]! : `coalesce(${ways.join(', ')})`;
  }

  private related(row: string, relation: string): { column: string; target: ScopedTable } {
    const prop = this.meta.props.find(({ name }) => name === relation);
    const target = this.all().find(({ meta }) => meta.className === prop?.type);
    if (!prop || !target) throw new Error(`${this.meta.className} has no relation ${relation} to something that is of a portfolio`);
    return { column: `${row}."${prop.fieldNames[0]!}"`, target };
  }
}

function scopedTables(orm: MikroORM): ScopedTable[] {
  const all: ScopedTable[] = Object.values(orm.getMetadata().getAll())
    .filter(({ tableName, abstract, embeddable }) => tableName && !abstract && !embeddable)
    .map((meta) => new ScopedTable(meta, () => all));
  return all;
}

/** Views on the data itself. Those of tables can be written, as tables can; nobody can move a vendor out of sight. */
function presentViews(tables: readonly ScopedTable[], computed: Readonly<Record<string, ScopedView>>, live: string): NamedView[] {
  const own = tables.flatMap((table): NamedView[] => {
    const { name, columns, scoping } = table;
    const all = `select ${columns.map((column) => `t."${column}"`).join(', ')} from ${live}."${name}" t`;
    if (scoping.kind === 'hidden') return [{ name, text: `${all} where false` }];
    if (!table.isChosen) return [];
    return [{ name, text: `${all} where ${table.isShown('t', live)}${scoping.kind === 'portfolio' ? ' with local check option' : ''}` }];
  });
  return [visibleVendors(live), ...own, ...computedViews(tables, computed, live)];
}

/** Of any list of portfolios the planner expects ten: for fewer it would go through all vendors by name until it has a page. */
function viewsForFew(tables: readonly ScopedTable[], live: string): NamedView[] {
  const { name, columns } = tables.find((table) => table.name === 'vendor')!;
  const all = `select ${columns.map((column) => `t."${column}"`).join(', ')} from ${live}."${name}" t`;
  const each = Array.from({ length: FEW }, (_, i) => `(select (current_setting('${PORTFOLIOS}')::uuid[])[${i + 1}])`);
  return [{ name, text: `${all} where t.portfolio_id in (${each.join(', ')}) with local check option` }];
}

/** In their order: one may be made of another. */
function computedViews(tables: readonly ScopedTable[], computed: Readonly<Record<string, ScopedView>>, live: string): NamedView[] {
  const missing = tables.find(({ name, scoping }) => scoping.kind === 'view' && !computed[name]);
  if (missing) throw new Error(`There is no view that shows ${missing.meta.className} to some portfolios`);
  return Object.entries(computed).map(([name, view]) => ({ name, text: view(identifier(live)).compile().text }));
}

/** Versions of the rows that are shown. A version that says that its row is gone has nothing but the key: another one tells. */
function recordViews(kept: readonly RecordTable[], tables: readonly ScopedTable[]): NamedView[] {
  return kept.map(({ name }) => {
    const table = tables.find((one) => one.name === name)!;
    const all = `select t.* from ${RECORD_SCHEMA}."${name}" t`;
    if (!table.isChosen) return { name, text: all };
    const same = table.key.map((column) => `o."${column}" = t."${column}"`).join(' and ');
    return {
      name,
      text: `${all} where exists (select 1 from ${RECORD_SCHEMA}."${name}" o where ${same} and (${table.isShown('o', RECORD_SCHEMA)}))`,
    };
  });
}

/** The past of the rows that are shown. */
function pastViews(kept: readonly RecordTable[], tables: readonly ScopedTable[]): NamedView[] {
  return kept.map(({ name }) => {
    const table = tables.find((one) => one.name === name)!;
    const all = `select t.* from ${PAST_SCHEMA}."${name}" t`;
    return { name, text: table.isChosen ? `${all} where ${table.isShown('t', RECORD_SCHEMA)}` : all };
  });
}

/** All views for those who have a role in some portfolios only, by schema, in the order in which they are made. */
export function scopedViews(
  orm: MikroORM,
  computed: Readonly<Record<string, ScopedView>>,
  computedPast: Readonly<Record<string, ScopedView>>,
  live: string,
): [schema: string, views: NamedView[]][] {
  const tables = scopedTables(orm);
  const kept = recordTables(orm);
  const past = Object.entries(computedPast).map(([name, view]) => ({ name, text: view(identifier(SCOPED_SCHEMA)).compile().text }));
  return [
    [SCOPED_SCHEMA, presentViews(tables, computed, live)],
    [SCOPED_FEW_SCHEMA, viewsForFew(tables, live)],
    [SCOPED_RECORD_SCHEMA, recordViews(kept, tables)],
    [SCOPED_PAST_SCHEMA, [...pastViews(kept, tables), ...past]],
  ];
}

/** For each kind of thing that audit entries are about, by the name of its entity: the vendor that it is of, from its id. */
export function vendorsOfThings(orm: MikroORM): ReadonlyMap<string, (id: Sql) => Sql> {
  const tables = scopedTables(orm);
  const kept = new Set(recordTables(orm).map(({ name }) => name));
  return new Map(
    tables.flatMap((table): [string, (id: Sql) => Sql][] => {
      if (!table.key.includes('id') || (table.scoping.kind !== 'through' && table.name !== 'vendor')) return [];
      return [[table.meta.className, vendorOf(table, kept.has(table.name))]];
    }),
  );
}

/** A thing that was deleted with the change is found in the record. */
function vendorOf(table: ScopedTable, isKept: boolean): (id: Sql) => Sql {
  if (table.name === 'vendor') return (id) => id;
  return (id) => {
    const found = (schema: string, last: string) =>
      sql`(select ${rawSql(table.vendorIn('t', schema))} from ${rawSql(schema)}${identifier(table.name)} t where t.id = ${id}${rawSql(last)})`;
    const ways = [found('', ''), ...(isKept ? [found(`${RECORD_SCHEMA}.`, LAST)] : [])];
    return sql`coalesce(${join(ways, ', ')})`;
  };
}
