import { type Sql, sql } from '../sql';

/** Adds to a tally, or takes away: `by` is how many more of that kind and key there are now. */
export type Count = (kind: string, key: string, by: number) => void;

/** What a transaction changes of the tallies, to be written at its end. */
export class TallyChanges {
  private readonly changes = new Map<string, { kind: string; key: string; by: number }>();

  readonly add: Count = (kind, key, by) => {
    const name = `${kind} ${key}`;
    const change = this.changes.get(name);
    if (change) change.by += by;
    else this.changes.set(name, { kind, key, by });
  };

  get isEmpty(): boolean {
    return this.changes.size === 0;
  }

  /** The rows kind, key, by; those that come to nothing are left out. */
  get rows(): Sql {
    const changes = [...this.changes.values()].filter(({ by }) => by !== 0);
    const column = (name: 'kind' | 'key' | 'by') => changes.map((change) => change[name]);
    return sql`unnest(${column('kind')}::text[], ${column('key')}::text[], ${column('by')}::bigint[]) as more(kind, key, by)`;
  }
}

/** How many there are of a kind, of these keys or of all. */
export function tallied(kind: string, keys?: readonly string[]): Sql<{ count: number }> {
  const ofKeys = keys ? sql`and key = any(${keys}::text[])` : sql``;
  return sql`select coalesce(sum(count), 0) as count from tally where kind = ${kind} ${ofKeys}`;
}
