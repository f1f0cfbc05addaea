import type { EntityClass, EntityMetadata, EntityProperty, MikroORM } from '@mikro-orm/core';
import { ReferenceKind } from '@mikro-orm/core';
import { identifier, join, rawSql, type Sql, sql } from '../sql';
import { personalTextsOf } from '../personal';
import { keepingOf, type Keeping } from './kept';

/** Where versions of rows are kept, in tables with the names of those whose rows they are. */
export const RECORD_SCHEMA = 'record';
/** Where views with the same names show what was at a moment. */
export const PAST_SCHEMA = 'past';

export interface RecordColumn {
  property: string;
  name: string;
  type: string;
  /** What all rows had when the column came to be, if that isn't null. */
  initial?: string;
}

/** Beside the columns of the row itself: from when on and until when it was so, and by which audit entry. */
export const OWN_COLUMNS: readonly Omit<RecordColumn, 'property'>[] = [
  { name: 'kept_since', type: 'timestamptz(3) not null' },
  // Null: until now.
  { name: 'kept_until', type: 'timestamptz(3)' },
  { name: 'kept_lane', type: 'smallint not null' },
  { name: 'kept_seq', type: 'bigint not null' },
  // Makes the hash of the state say nothing about it.
  { name: 'kept_salt', type: 'uuid' },
  // The same for what names a person. Null once that was erased, when its hash is kept instead.
  { name: 'kept_personal_salt', type: 'uuid' },
  { name: 'kept_hash', type: 'bytea' },
  // The row was deleted: it has no state.
  { name: 'kept_is_end', type: 'boolean not null default false' },
  // Names of secrets that changed.
  { name: 'kept_secrets', type: 'text[]' },
];

/** The versions of the rows of a table. */
export const versionsOf = (table: string) => sql`${identifier(RECORD_SCHEMA)}.${identifier(table)}`;

/** Whether a version was the row at a moment. */
export const wasThere = (at: Sql) => sql`kept_since <= ${at} and (kept_until is null or kept_until > ${at}) and not kept_is_end`;

/** A table of the record: the versions of the rows of one entity. */
export class RecordTable {
  /** Of the live table, and of the view on the past. */
  readonly name: string;
  readonly key: readonly RecordColumn[];
  /** What is kept, the key included. */
  readonly columns: readonly RecordColumn[];
  readonly partOf: RecordColumn;
  readonly orPartOf?: RecordColumn;
  /** The table of what its rows are a part of, if that is only a part itself. */
  above?: RecordTable;
  /** What names a person. It can be erased, and is hashed apart. */
  readonly personal: readonly RecordColumn[];
  private readonly meta: EntityMetadata;

  constructor(
    readonly entity: EntityClass<object>,
    meta: EntityMetadata,
    readonly keeping: Keeping,
  ) {
    this.meta = meta;
    this.name = meta.tableName;
    const stored = meta.props.filter(isStored);
    const left = new Set([...Object.keys(keeping.secrets), ...keeping.volatile]);
    for (const property of left) {
      if (!stored.some(({ name }) => name === property)) throw new Error(`${meta.className} has no property ${property}`);
    }
    this.columns = stored.filter(({ name }) => !left.has(name)).map(columnOf);
    this.key = stored.filter(({ primary }) => primary).map(columnOf);
    const partOf = this.columns.find(({ property }) => property === keeping.partOf);
    if (!partOf) throw new Error(`${meta.className} has no property ${keeping.partOf}`);
    this.partOf = partOf;
    this.orPartOf = keeping.orPartOf === undefined ? undefined : this.column(keeping.orPartOf);
    const texts = personalTextsOf(entity)?.texts ?? {};
    this.personal = this.columns.filter(({ property }) => property in texts);
  }

  /** Properties that rows have and the past hasn't, with their columns. */
  get volatile(): RecordColumn[] {
    return this.meta.props.filter(({ name }) => this.keeping.volatile.includes(name)).map(columnOf);
  }

  /** The columns of which one names the thing that a row is a part of. */
  get wholes(): RecordColumn[] {
    return this.orPartOf ? [this.partOf, this.orPartOf] : [this.partOf];
  }

  /** Columns that refer to other rows, but for one that leads the key. */
  get relations(): RecordColumn[] {
    const relations = this.meta.props.filter((prop) => isStored(prop) && prop.kind === ReferenceKind.MANY_TO_ONE).map(columnOf);
    return relations.filter(({ name }) => name !== this.key[0]!.name);
  }

  /** The table of versions. */
  get versions(): Sql {
    return versionsOf(this.name);
  }

  column(property: string): RecordColumn {
    const column = this.columns.find((one) => one.property === property);
    if (!column) throw new Error(`The record of ${this.meta.className} has no ${property}`);
    return column;
  }

  /** The columns of a row, or of a version of it. */
  listed(alias: string, columns = this.columns): Sql {
    return join(
      columns.map(({ name }) => rawSql(`${alias}."${name}"`)),
      ', ',
    );
  }

  /**
   * The columns of a version. Those that it lacks, because it is from before they came to be or of a server that doesn't know them, have
   * what all rows had then.
   */
  completed(alias: string): Sql {
    return rawSql(this.columns.map((column) => completed(alias, column)).join(', '));
  }

  /** A version as JSON by properties, with times as GraphQL gives them. */
  jsonOf(alias: string): Sql {
    return jsonObject(this.columns.map((column) => `'${column.property}', ${readable(completed(alias, column), column.type)}`));
  }

  /** The property by which other things name a row. */
  get title(): string | undefined {
    return this.keeping.title ?? this.columns.find(({ property }) => property === 'name')?.property;
  }

  /** Entities that columns refer to, by property. */
  get targets(): ReadonlyMap<string, string> {
    const relations = this.meta.props.filter((prop) => isStored(prop) && prop.kind === ReferenceKind.MANY_TO_ONE);
    return new Map(relations.map(({ name, type }) => [`${name}Id`, type]));
  }

  /**
   * A version as text that is the same in every session, whatever its time zone: what hashes of states are over. Columns
   * that are null are left out, so that a column that comes later changes nothing.
   */
  stateOf(alias: string, columns = this.columns): Sql {
    return sql`jsonb_strip_nulls(${jsonObject(columns.map(({ name, type }) => `'${name}', ${neutral(`${alias}."${name}"`, type)}`))})::text`;
  }
}

/** The tables of the record, from the entities. */
export function recordTables(orm: MikroORM): RecordTable[] {
  const tables = Object.values(orm.getMetadata().getAll()).flatMap((meta) => {
    const entity = meta.class as unknown as EntityClass<object>;
    const keeping = keepingOf(entity);
    return keeping ? [new RecordTable(entity, meta, keeping)] : [];
  });
  for (const table of tables) {
    const whole = table.targets.get(table.partOf.property);
    table.above = tables.find(({ entity, keeping }) => entity.name === whole && keeping.partOf !== 'id');
  }
  return tables;
}

function isStored(prop: EntityProperty): boolean {
  return prop.persist !== false && (prop.kind === ReferenceKind.SCALAR || prop.kind === ReferenceKind.MANY_TO_ONE);
}

function columnOf({ kind, name, fieldNames, columnTypes, nullable, defaultRaw }: EntityProperty): RecordColumn {
  const initial = nullable ? undefined : defaultRaw;
  return { property: kind === ReferenceKind.SCALAR ? name : `${name}Id`, name: fieldNames[0]!, type: columnTypes[0]!, initial };
}

function completed(alias: string, { name, initial }: RecordColumn): string {
  const column = `${alias}."${name}"`;
  return initial === undefined ? column : `coalesce(${column}, ${initial})`;
}

/** Times print in the time zone of the session: their number doesn't. What is null within JSON is a part of it. */
function neutral(column: string, type: string): string {
  if (type.startsWith('timestamptz')) return `(extract(epoch from ${column}) * 1000)::bigint`;
  return type === 'jsonb' ? `${column}::text` : column;
}

function readable(column: string, type: string): string {
  return type.startsWith('timestamptz') ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : column;
}

/** A function takes no more than a hundred arguments. */
function jsonObject(members: readonly string[]): Sql {
  const parts: string[] = [];
  for (let i = 0; i < members.length; i += 45) parts.push(`jsonb_build_object(${members.slice(i, i + 45).join(', ')})`);
  return rawSql(parts.join(' || '));
}
