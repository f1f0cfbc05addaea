import type { ClientBase } from 'pg';
import { nameIn } from './sql';

/** Called with the text of a statement when it is sent, and its name if it has one; returns a function to call when it ends. */
export type StatementWatcher = (text: string, name?: string) => (error?: unknown) => void;

type Callback = (error: unknown, result: unknown) => void;
type Query = (asked: string | { text?: unknown; submit?: unknown }, values?: unknown, callback?: unknown) => unknown;

/** Lets others observe the statements sent over a pool's connections, whoever uses them. */
export class Statements {
  private readonly watchers: StatementWatcher[] = [];

  watch(watcher: StatementWatcher): void {
    this.watchers.push(watcher);
  }

  /** Observes a new connection from now on. */
  on(connection: ClientBase): void {
    const query: Query = (asked, values, callback) => {
      const send: Query = (...args) => (Object.getPrototypeOf(connection) as { query: Query }).query.apply(connection, args);
      const text = typeof asked === 'string' ? asked : asked.text;
      // Submittable queries (COPY) end in their own way, unless they have a callback.
      const endsItself = typeof asked === 'object' && asked.submit && typeof values !== 'function';
      if (typeof text !== 'string' || endsItself) return send(asked, values, callback);
      const name = nameIn(text);
      const ends = this.watchers.map((watcher) => watcher(text, name));
      const end = (error?: unknown) => ends.forEach((one) => one(error));
      const andEnd =
        (told: Callback): Callback =>
        (error, result) => {
          end(error ?? undefined);
          told(error, result);
        };
      if (typeof values === 'function') return send(asked, andEnd(values as Callback));
      if (typeof callback === 'function') return send(asked, values, andEnd(callback as Callback));
      const result = send(asked, values) as Promise<unknown>;
      result.then(() => end(), end);
      return result;
    };
    Object.assign(connection, { query });
  }
}
