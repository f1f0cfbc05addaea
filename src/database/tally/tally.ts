import { isListedVendor, isOfListed } from '../listed';
import { countingColumn, join, rawSql, type Sql, sql } from '../sql';

/**
 * Running counts. A statement that writes tallied rows returns a column for each tally it changes, "+finding" or "-finding", with
 * the key of each row added or removed. Its transaction adds them up, and `change()` writes the sums with the audit entry. So
 * nobody has to count: test/graphql/tallied.test.ts checks every statement, and a transaction that wrote such rows without
 * `change()` doesn't commit.
 */

type Sign = '+' | '-';

/** Marks a returned row as one more, or one fewer, of the key, at a vendor. */
export function counting(sign: Sign, kind: string, key: Sql, vendorId: Sql): Sql {
  return countingColumn(sign + kind, sql`${vendorId} || ' ' || ${key}`);
}

/** The vendor and the key in such a column. */
const VENDOR_LENGTH = 36;

/** How often a row counts, if it represents several. */
const TIMES = '×';

interface CountedPart {
  sign: Sign;
  kind: string;
  /** Selects vendors, keys, and how many of each. */
  from: Sql;
}

/** Several counts as the result of one statement. */
export function countingAll(counts: readonly CountedPart[]): Sql<never> {
  const columns = counts.map(({ sign, kind }, n) => counting(sign, kind, rawSql(`case n when ${n} then key end`), rawSql('vendor_id')));
  const rows = counts.map(
    ({ from }, n) => sql`select ${rawSql(String(n))} as n, counted.* from (${from}) as counted(vendor_id, key, count)`,
  );
  return sql`select ${join(columns, ', ')}, count as ${rawSql(`"${TIMES}"`)} from (${join(rows, ' union all ')}) as counts`;
}

/** A table of things of vendors, whose rows are counted by some of their columns. A row's key is those values, separated by spaces. */
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
    return counting('+', this.kind, this.keyOf(row), this.vendorOf(row));
  }

  fewer(row?: string): Sql {
    return counting('-', this.kind, this.keyOf(row), this.vendorOf(row));
  }

  private vendorOf(row = this.table): Sql {
    return rawSql(`${row}.vendor_id`);
  }

  /**
   * For updates: a condition on the previous values of these columns, and the key they gave. The other columns of the key must
   * stay unchanged.
   */
  was(known: Record<string, string>): { condition: Sql; key: Sql; fewer: Sql } {
    const equal = Object.entries(known).map(([column, value]) => sql`${rawSql(`${this.table}.${column}`)} = ${value}`);
    const parts = this.by.map((column) => (column in known ? sql`${known[column]}::text` : rawSql(`${this.table}.${column}`)));
    const key = join(parts, ` || ' ' || `);
    return { condition: join(equal, ' and '), key, fewer: counting('-', this.kind, key, this.vendorOf()) };
  }

  /** Counts all rows of listed vendors, or those that a condition selects. */
  countsOf(which = isOfListed(this.table)): Sql<{ key: string; count: number }> {
    return sql`select ${this.keyOf()} as key, count(*) as count from ${rawSql(this.table)} where ${which} group by 1`;
  }

  /** The same for the listed vendors v that a condition selects, by something of theirs. */
  countsBy(what: Sql, which: Sql): Sql<{ by: string; key: string; count: number }> {
    return sql`select ${what} as by, ${this.keyOf('t')} as key, count(*) as count
      from ${rawSql(this.table)} t join vendor v on v.id = t.vendor_id where ${which} and ${isListedVendor('v')} group by 1, 2`;
  }
}

/** All tallied tables. */
export const TALLIED: Tallied[] = [];

interface Difference {
  kind: string;
  key: string;
  /** How many more there are now. */
  by: number;
}

/** At a vendor, which counts if it is listed at the end of the transaction; null: it counts in any case. */
export interface TallyChange extends Difference {
  vendorId: string | null;
}

/** The same for the portfolio of a vendor, as it is at the end of the transaction; or for one that is named. */
export interface PortfolioTallyChange extends TallyChange {
  portfolioId: string | null;
}

/** A vendor that is being deleted, as it was. */
interface GoneVendor {
  portfolioId: string | null;
  isListed: boolean;
}

/** How a transaction changes the tallies. */
export class TallyChanges {
  private changes = new Map<string, TallyChange>();
  private ofPortfolios = new Map<string, PortfolioTallyChange>();
  private readonly gone = new Map<string, GoneVendor>();

  /** Adds what a statement returned in its counting columns. */
  add(columns: readonly string[], rows: readonly object[]): void {
    for (const row of rows as Record<string, unknown>[]) {
      const times = (row[TIMES] as number | undefined) ?? 1;
      for (const column of columns) {
        const counted = row[column] as string | null | undefined;
        if (counted === undefined) throw new Error(`A counting statement doesn't return "${column}"`);
        if (counted === null) continue;
        const vendorId = counted.slice(0, VENDOR_LENGTH);
        this.count(column.slice(1), counted.slice(VENDOR_LENGTH + 1), column.startsWith('+') ? times : -times, vendorId);
      }
    }
  }

  /** A vendor is being deleted: nobody could ask at the end which portfolio it was in, nor whether it was listed. */
  removeVendor(id: string, vendor: GoneVendor): void {
    this.gone.set(id, vendor);
  }

  /** Something counts in one portfolio more, or fewer, and in all as before. */
  move(portfolioId: string, { kind, key, by }: Difference): void {
    addTo(this.ofPortfolios, `${portfolioId} ${kind} ${key}`, { kind, key, by, vendorId: null, portfolioId });
  }

  /** Something counts more, or fewer, in all and in the portfolio: what is of a vendor that becomes listed, or no longer is. */
  list(portfolioId: string | null, { kind, key, by }: Difference): void {
    addTo(this.changes, `${kind} ${key}`, { kind, key, by, vendorId: null });
    if (portfolioId) this.move(portfolioId, { kind, key, by });
  }

  private count(kind: string, key: string, by: number, vendorId: string): void {
    addTo(this.changes, `${vendorId} ${kind} ${key}`, { kind, key, by, vendorId });
    addTo(this.ofPortfolios, `${vendorId} ${kind} ${key}`, { kind, key, by, vendorId, portfolioId: null });
  }

  /** The changes since the last call, which the caller must write. Changes that cancel out are omitted. */
  take(): TallyChange[] {
    const changes = [...this.changes.values()].filter((change) => this.counts(change));
    this.changes = new Map();
    return changes;
  }

  takeOfPortfolios(): PortfolioTallyChange[] {
    const changes = [...this.ofPortfolios.values()].filter((change) => this.counts(change));
    this.ofPortfolios = new Map();
    return changes.map((change) => ({
      ...change,
      portfolioId: change.portfolioId ?? this.gone.get(change.vendorId!)?.portfolioId ?? null,
    }));
  }

  private counts({ by, vendorId }: TallyChange): boolean {
    return by !== 0 && (vendorId === null || (this.gone.get(vendorId)?.isListed ?? true));
  }
}

function addTo<C extends Difference>(changes: Map<string, C>, name: string, change: C): void {
  const known = changes.get(name);
  if (known) known.by += change.by;
  else changes.set(name, change);
}

/** Of a vendor v that is listed, if it is still there: its status is read now, as whoever changes that waits for what changes. */
const COUNTS = sql`(v.id is null or ${isListedVendor('v')})`;

/** Changes as rows of kind, key and difference. */
export function tallyRows(changes: readonly TallyChange[]): Sql {
  const column = (name: keyof TallyChange) => changes.map((change) => change[name]);
  return sql`(
      select given.kind, given.key, sum(given.by)::bigint as by
      from unnest(${column('vendorId')}::uuid[], ${column('kind')}::text[], ${column('key')}::text[],
        ${column('by')}::bigint[]) as given(vendor_id, kind, key, by)
      left join vendor v on v.id = given.vendor_id where ${COUNTS} group by 1, 2) as more`;
}

/** Changes as rows of portfolio, kind, key and difference. A vendor's portfolio is read now: whoever moves it waits for what changes. */
export function portfolioTallyRows(changes: readonly PortfolioTallyChange[]): Sql {
  const column = (name: keyof PortfolioTallyChange) => changes.map((change) => change[name]);
  return sql`(
      select coalesce(given.portfolio_id, v.portfolio_id) as portfolio_id, given.kind, given.key, sum(given.by)::bigint as by
      from unnest(${column('portfolioId')}::uuid[], ${column('vendorId')}::uuid[], ${column('kind')}::text[], ${column('key')}::text[],
        ${column('by')}::bigint[]) as given(portfolio_id, vendor_id, kind, key, by)
      left join vendor v on v.id = given.vendor_id
      where coalesce(given.portfolio_id, v.portfolio_id) is not null and ${COUNTS} group by 1, 2, 3) as more`;
}

/** The count of a kind, for these keys or for all. */
export function tallied(kind: string, keys?: readonly string[]): Sql<{ count: number }> {
  const ofKeys = keys ? sql`and key = any(${keys}::text[])` : sql``;
  return sql`select coalesce(sum(count), 0) as count from tally where kind = ${kind} ${ofKeys}`;
}
