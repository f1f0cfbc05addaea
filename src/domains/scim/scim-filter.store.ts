import { containing, folded, foldedAddress, join, rawSql, type Sql, sql } from '../../database/sql';
import { textFault } from '../../platform/document-limits';
import { isId } from '../../platform/id';
import { scimFault } from './scim-fault';
import { type Compared, type Comparison, type Filter, parseFilter } from './scim-filter';

/** An attribute by which resources can be found, and where it stands. */
interface Column {
  readonly sql: Sql;
  /** The same in the form in which texts are compared, where that is there already. */
  readonly folded?: Sql;
  /** Ids and codes are compared as they are, other texts in any case of letters. */
  readonly type: 'id' | 'exact' | 'text' | 'address' | 'boolean' | 'time';
}

/** What can be compared, by the names of attributes in lower case. */
export interface Attributes {
  readonly columns: Readonly<Record<string, Column>>;
  /** Attributes with several values: the condition that one of them fits what is asked of its parts. */
  readonly several?: Readonly<Record<string, Several>>;
}

interface Several {
  readonly columns: Attributes['columns'];
  /** Without one, what is in brackets is asked of the row itself. */
  exists?(condition: Sql): Sql;
}

/** What a list asks for; it begins with 1. */
export interface Paging {
  filter?: string;
  startIndex: number;
  count: number;
}

export interface Page<T> {
  total: number;
  rows: T[];
}

/** The condition of a list; without a filter, everything. */
export function conditionIn({ filter }: Paging, attributes: Attributes): Sql {
  return filter === undefined ? rawSql('true') : conditionOf(parseFilter(filter), attributes);
}

/** The condition that a filter means. */
export function conditionOf(filter: Filter, attributes: Attributes): Sql {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return sql`(${join(
        filter.parts.map((part) => conditionOf(part, attributes)),
        filter.kind === 'and' ? ' and ' : ' or ',
      )})`;
    case 'not':
      return sql`(not coalesce(${conditionOf(filter.part, attributes)}, false))`;
    case 'some': {
      const { columns, exists } = severalOf(filter.attribute, attributes);
      const condition = conditionOf(filter.filter, { columns });
      return exists ? exists(condition) : condition;
    }
    default:
      return termOf(filter, attributes);
  }
}

function severalOf(attribute: string, { several }: Attributes): Several {
  const found = several && Object.hasOwn(several, attribute) ? several[attribute] : undefined;
  if (!found) throw unknownAttribute(attribute);
  return found;
}

type Term = Extract<Filter, { kind: 'present' | 'compare' }>;

/** emails and emails.value are the same: the value of one of them. */
function termOf(term: Term, { columns, several = {} }: Attributes): Sql {
  const { attribute } = term;
  if (Object.hasOwn(columns, attribute)) return compare(term, columns[attribute]!);
  const [first, sub = 'value'] = attribute.split('.') as [string, string?];
  const parts = Object.hasOwn(several, first) ? several[first] : undefined;
  if (!parts || !Object.hasOwn(parts.columns, sub)) throw unknownAttribute(attribute);
  const condition = compare(term, parts.columns[sub]!);
  return parts.exists ? parts.exists(condition) : condition;
}

const unknownAttribute = (attribute: string) => scimFault('invalidFilter', `There is no filter by "${attribute.slice(0, 80)}"`);

function compare(term: Term, column: Column): Sql {
  if (term.kind === 'present') return sql`((${column.sql}) is not null)`;
  const { op, value, attribute } = term;
  if (value === null) {
    if (op !== 'eq' && op !== 'ne') throw mismatch(attribute, op);
    return op === 'eq' ? sql`((${column.sql}) is null)` : sql`((${column.sql}) is not null)`;
  }
  if (column.type === 'boolean') return compareBoolean(attribute, column.sql, op, value);
  if (typeof value !== 'string') throw mismatch(attribute, op);
  if (textFault(value)) throw scimFault('invalidFilter', `The value for "${attribute}" ${textFault(value)}`);
  if (column.type === 'id') return compareId(attribute, column.sql, op, value);
  if (column.type === 'time') return compareTime(attribute, column.sql, op, value);
  return compareText(column, op, value);
}

const mismatch = (attribute: string, op: string) =>
  scimFault('invalidFilter', `"${attribute.slice(0, 80)}" can't be compared by "${op}" with such a value`);

/** Entra ID writes "True" and "False". */
function compareBoolean(attribute: string, column: Sql, op: Comparison, value: Compared): Sql {
  const word = String(value).toLowerCase();
  if ((op !== 'eq' && op !== 'ne') || (word !== 'true' && word !== 'false')) throw mismatch(attribute, op);
  return (word === 'true') === (op === 'eq') ? sql`(${column})` : sql`(not ${column})`;
}

function compareId(attribute: string, column: Sql, op: Comparison, value: string): Sql {
  const pattern = containing(value.toLowerCase());
  const like = (wanted: string) => sql`((${column})::text like ${wanted})`;
  if (op === 'co') return like(pattern);
  if (op === 'sw') return like(pattern.slice(1));
  if (op === 'ew') return like(pattern.slice(0, -1));
  if (op !== 'eq' && op !== 'ne') throw mismatch(attribute, op);
  if (!isId(value)) return rawSql(op === 'eq' ? 'false' : 'true');
  return op === 'eq' ? sql`(${column} = ${value}::uuid)` : sql`(${column} <> ${value}::uuid)`;
}

const SIGNS = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;

function compareTime(attribute: string, column: Sql, op: Comparison, value: string): Sql {
  const moment = TIME.test(value) ? new Date(value) : undefined;
  const year = moment?.getUTCFullYear() ?? 0;
  if (!moment || !(year > 0 && year < 10_000) || !(op in SIGNS)) throw mismatch(attribute, op);
  return sql`(${column} ${rawSql(SIGNS[op as keyof typeof SIGNS])} ${moment.toISOString()}::timestamptz)`;
}

function compareText({ sql: column, folded: own, type }: Column, op: Comparison, value: string): Sql {
  const fold = (text: Sql) => (type === 'text' ? folded(text) : type === 'address' ? foldedAddress(text) : sql`${text} collate "C"`);
  const compared = own ?? fold(column);
  const like = (pattern: string) => sql`(${compared} like ${fold(sql`${pattern}::text`)})`;
  const pattern = containing(value);
  if (op === 'co') return like(pattern);
  if (op === 'sw') return like(pattern.slice(1));
  if (op === 'ew') return like(pattern.slice(0, -1));
  if (op === 'ne') return sql`(${compared} is distinct from ${fold(sql`${value}::text`)})`;
  return sql`(${compared} ${rawSql(SIGNS[op])} ${fold(sql`${value}::text`)})`;
}
