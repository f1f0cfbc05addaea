import type { ClientBase } from 'pg';

/** Told the text of a statement when it is sent; gives back what to call when it has ended. */
export type StatementWatcher = (text: string) => (error?: unknown) => void;

type Query = (...args: unknown[]) => unknown;

/** Lets others watch what is sent over the connections of a pool, by whoever uses them. */
export class Statements {
  private readonly watchers: StatementWatcher[] = [];

  watch(watcher: StatementWatcher): void {
    this.watchers.push(watcher);
  }

  /** Watches a new connection for good. */
  on(connection: ClientBase): void {
    const send = (args: unknown[]) => (Object.getPrototypeOf(connection) as { query: Query }).query.apply(connection, args);
    const query: Query = (...args) => {
      const [asked] = args as [string | { text?: unknown; submit?: unknown }];
      const text = typeof asked === 'string' ? asked : asked.text;
      // What submits itself (COPY) ends in ways of its own.
      if (typeof text !== 'string' || (typeof asked === 'object' && asked.submit)) return send(args);
      const ends = this.watchers.map((watcher) => watcher(text));
      const end = (error?: unknown) => ends.forEach((one) => one(error));
      const last = args.at(-1);
      if (typeof last === 'function') {
        return send([...args.slice(0, -1), (error: unknown, result: unknown) => {
          end(error ?? undefined);
          (last as Query)(error, result);
        }]);
      }
      const result = send(args) as Promise<unknown>;
      result.then(() => end(), end);
      return result;
    };
    Object.assign(connection, { query });
  }
}
