import type { Queryable } from '../../database/database';
import type { Reference } from '../../database/record/kept';
import type { RecordTable } from '../../database/record/record-table';
import * as store from './changes.store';

/** Looks up single values of rows as they were at moments, those of a column together. */
export class Lookups {
  private readonly wanted = new Map<string, { table: RecordTable; what: store.What; rows: Map<string, store.RowAt> }>();
  private readonly found = new Map<string, string | null>();

  want(table: RecordTable, what: store.What, id: string, at: string): void {
    const column = `${table.name}.${what}`;
    let known = this.wanted.get(column);
    if (!known) this.wanted.set(column, (known = { table, what, rows: new Map() }));
    known.rows.set(`${id} ${at}`, { id, at });
  }

  async read(db: Pick<Queryable, 'query'>): Promise<void> {
    for (const [column, { table, what, rows }] of this.wanted) {
      for (const { id, at, value } of await db.query(store.valuesAt(table, what, [...rows.values()]))) {
        this.found.set(`${column} ${id} ${at}`, value);
      }
    }
    this.wanted.clear();
  }

  get(table: RecordTable, what: store.What, id: string, at: string): string | null {
    return this.found.get(`${table.name}.${what} ${id} ${at}`) ?? null;
  }

  /** What stands for a family has an id of its own. */
  reference(table: RecordTable, id: string, at: string, by?: 'family'): Reference {
    if (!by) return { id, name: this.get(table, 'title', id, at) };
    const shown = this.get(table, by, id, at);
    return shown ? (JSON.parse(shown) as Reference) : { id, name: null };
  }
}
