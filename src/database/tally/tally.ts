import { type Sql, sql } from '../sql';

/** Adds to a tally, or takes away: `by` is how many more of that kind and key there are now. */
export type Count = (kind: string, key: string, by: number) => void;

export interface TallyChange {
  kind: string;
  key: string;
  by: number;
}

/** What a transaction changes of the tallies, to be written at its end. */
export class TallyChanges {
  private readonly changes = new Map<string, TallyChange>();

  readonly add: Count = (kind, key, by) => {
    const name = `${kind} ${key}`;
    const change = this.changes.get(name);
    if (change) change.by += by;
    else this.changes.set(name, { kind, key, by });
  };

  /** Those that come to nothing are left out. */
  get list(): TallyChange[] {
    return [...this.changes.values()].filter(({ by }) => by !== 0);
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
