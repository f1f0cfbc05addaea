import { countingColumn, join, rawSql, type Sql, sql } from '../sql';

/**
 * How many there are of something. A statement that writes what is tallied gives a column for each tally that it changes,
 * "+finding" or "-finding", in which the key of each row stands that came or went. Its transaction adds them up, and
 * `change()` writes the sums with the audit entry. So nobody has to count: test/graphql/tallied.test.ts looks at every
 * statement, and a transaction that wrote such rows without `change()` doesn't commit.
 */

type Sign = '+' | '-';

/** Says that a row of what a statement gives is one more, or one fewer, of the key. */
export function counting(sign: Sign, kind: string, key: Sql): Sql {
  return countingColumn(sign + kind, key);
}

/** How often a row counts, where it stands for several. */
const TIMES = '×';

interface CountedPart {
  sign: Sign;
  kind: string;
  /** Gives keys, and how many of each. */
  from: Sql;
}

/** Several counts as what one statement gives. */
export function countingAll(counts: readonly CountedPart[]): Sql<never> {
  const columns = counts.map(({ sign, kind }, n) => counting(sign, kind, rawSql(`case n when ${n} then key end`)));
  const rows = counts.map(({ from }, n) => sql`select ${rawSql(String(n))} as n, counted.* from (${from}) as counted(key, count)`);
  return sql`select ${join(columns, ', ')}, count as ${rawSql(`"${TIMES}"`)} from (${join(rows, ' union all ')}) as counts`;
}

/** A table whose rows are tallied by some of their columns. The key of a row is their values, with a space between. */
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

  /** The key of the row under this name. */
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

  /** Of rows that are updated: what these columns hold before, as a condition, and the key by that. It changes no others of the key. */
  was(known: Record<string, string>): { condition: Sql; key: Sql; fewer: Sql } {
    const equal = Object.entries(known).map(([column, value]) => sql`${rawSql(`${this.table}.${column}`)} = ${value}`);
    const parts = this.by.map((column) => (column in known ? sql`${known[column]}::text` : rawSql(`${this.table}.${column}`)));
    const key = join(parts, ` || ' ' || `);
    return { condition: join(equal, ' and '), key, fewer: counting('-', this.kind, key) };
  }

  /** All rows, counted one by one. */
  get counts(): Sql<{ key: string; count: number }> {
    return sql`select ${this.keyOf()} as key, count(*) as count from ${rawSql(this.table)} group by 1`;
  }
}

/** All tables that are tallied. */
export const TALLIED: Tallied[] = [];

export interface TallyChange {
  kind: string;
  key: string;
  /** How many more there are now. */
  by: number;
}

/** What a transaction changes of the tallies. */
export class TallyChanges {
  private changes = new Map<string, TallyChange>();

  /** Adds what a statement gave in its counting columns. */
  add(columns: readonly string[], rows: readonly object[]): void {
    for (const row of rows as Record<string, unknown>[]) {
      const times = (row[TIMES] as number | undefined) ?? 1;
      for (const column of columns) {
        const key = row[column] as string | null | undefined;
        if (key === undefined) throw new Error(`A statement that counts doesn't give "${column}"`);
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

  /** What has changed since this was last asked; whoever asks writes it. What comes to nothing is left out. */
  take(): TallyChange[] {
    const changes = [...this.changes.values()].filter(({ by }) => by !== 0);
    this.changes = new Map();
    return changes;
  }
}

/** Changes as the rows kind, key, by. */
export function tallyRows(changes: readonly TallyChange[]): Sql {
  const column = (name: keyof TallyChange) => changes.map((change) => change[name]);
  return sql`unnest(${column('kind')}::text[], ${column('key')}::text[], ${column('by')}::bigint[]) as more(kind, key, by)`;
}

/** How many there are of a kind, of these keys or of all. */
export function tallied(kind: string, keys?: readonly string[]): Sql<{ count: number }> {
  const ofKeys = keys ? sql`and key = any(${keys}::text[])` : sql``;
  return sql`select coalesce(sum(count), 0) as count from tally where kind = ${kind} ${ofKeys}`;
}
