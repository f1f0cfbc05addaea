import { countingColumn, join, rawSql, type Sql, sql } from '../sql';

/**
 * Running counts. A statement that writes tallied rows returns a column for each tally it changes, "+finding" or "-finding", with
 * the key of each row added or removed. Its transaction adds them up, and `change()` writes the sums with the audit entry. So
 * nobody has to count: test/graphql/tallied.test.ts checks every statement, and a transaction that wrote such rows without
 * `change()` doesn't commit.
 */

type Sign = '+' | '-';

/** Marks a returned row as one more, or one fewer, of the key. */
export function counting(sign: Sign, kind: string, key: Sql): Sql {
  return countingColumn(sign + kind, key);
}

/** How often a row counts, if it represents several. */
const TIMES = '×';

interface CountedPart {
  sign: Sign;
  kind: string;
  /** Selects keys, and how many of each. */
  from: Sql;
}

/** Several counts as the result of one statement. */
export function countingAll(counts: readonly CountedPart[]): Sql<never> {
  const columns = counts.map(({ sign, kind }, n) => counting(sign, kind, rawSql(`case n when ${n} then key end`)));
  const rows = counts.map(({ from }, n) => sql`select ${rawSql(String(n))} as n, counted.* from (${from}) as counted(key, count)`);
  return sql`select ${join(columns, ', ')}, count as ${rawSql(`"${TIMES}"`)} from (${join(rows, ' union all ')}) as counts`;
}

/** A table whose rows are counted by some of their columns. A row's key is those values, separated by spaces. */
export class Tallied {
  constructor(
    readonly kind: string,
    readonly table: string,
    readonly by: readonly string[],
  ) {
    TALLIED.push(this);
  }

  key(...values: string[]): string {
    return values.join(' ');
  }

  /** The key of the row with this alias. */
  keyOf(row = this.table): Sql {
    return rawSql(this.by.map((column) => `${row}.${column}`).join(` || ' ' || `));
  }

  /** For `returning`. */
  more(row?: string): Sql {
    return counting('+', this.kind, this.keyOf(row));
  }

  fewer(row?: string): Sql {
    return counting('-', this.kind, this.keyOf(row));
  }

  /**
   * For updates: a condition on the previous values of these columns, and the key they gave. The other columns of the key must
   * stay unchanged.
   */
  was(known: Record<string, string>): { condition: Sql; key: Sql; fewer: Sql } {
    const equal = Object.entries(known).map(([column, value]) => sql`${rawSql(`${this.table}.${column}`)} = ${value}`);
    const parts = this.by.map((column) => (column in known ? sql`${known[column]}::text` : rawSql(`${this.table}.${column}`)));
    const key = join(parts, ` || ' ' || `);
    return { condition: join(equal, ' and '), key, fewer: counting('-', this.kind, key) };
  }

  /** Counts all rows. */
  get counts(): Sql<{ key: string; count: number }> {
    return sql`select ${this.keyOf()} as key, count(*) as count from ${rawSql(this.table)} group by 1`;
  }
}

/** All tallied tables. */
export const TALLIED: Tallied[] = [];

export interface TallyChange {
  kind: string;
  key: string;
  /** How many more there are now. */
  by: number;
}

/** How a transaction changes the tallies. */
export class TallyChanges {
  private changes = new Map<string, TallyChange>();

  /** Adds what a statement returned in its counting columns. */
  add(columns: readonly string[], rows: readonly object[]): void {
    for (const row of rows as Record<string, unknown>[]) {
      const times = (row[TIMES] as number | undefined) ?? 1;
      for (const column of columns) {
        const key = row[column] as string | null | undefined;
        if (key === undefined) throw new Error(`A counting statement doesn't return "${column}"`);
        if (key !== null) this.count(column.slice(1), key, column.startsWith('+') ? times : -times);
      }
    }
  }

  private count(kind: string, key: string, by: number): void {
    const name = `${kind} ${key}`;
    const change = this.changes.get(name);
    if (change) change.by += by;
    else this.changes.set(name, { kind, key, by });
  }

  /** The changes since the last call, which the caller must write. Changes that cancel out are omitted. */
  take(): TallyChange[] {
    const changes = [...this.changes.values()].filter(({ by }) => by !== 0);
    this.changes = new Map();
    return changes;
  }
}

/** Changes as rows of kind, key and difference. */
export function tallyRows(changes: readonly TallyChange[]): Sql {
  const column = (name: keyof TallyChange) => changes.map((change) => change[name]);
  return sql`unnest(${column('kind')}::text[], ${column('key')}::text[], ${column('by')}::bigint[]) as more(kind, key, by)`;
}

/** The count of a kind, for these keys or for all. */
export function tallied(kind: string, keys?: readonly string[]): Sql<{ count: number }> {
  const ofKeys = keys ? sql`and key = any(${keys}::text[])` : sql``;
  return sql`select coalesce(sum(count), 0) as count from tally where kind = ${kind} ${ofKeys}`;
}
