import { type MikroORM, PostgreSqlKnexDialect } from '@mikro-orm/postgresql';
import { type ClientBase, Query, type QueryConfig, type QueryResult } from 'pg';

/**
 * Everything that depends on internals of MikroORM, knex and pg, because none offers a public way. MikroORM 7 works without knex: moving
 * to it means replacing only this file.
 */

/** Hands out pooled connections. MikroORM has a pool, but only knex's client gives access to its connections. */
export interface ConnectionSource {
  acquireConnection(): Promise<ClientBase>;
  releaseConnection(connection: ClientBase): Promise<void>;
}

export function connectionSource(orm: MikroORM): ConnectionSource {
  return orm.em.getKnex().client as ConnectionSource;
}

/** How many connections of the pool are in use, free, and waited for. Only knex's internal pool knows. */
export function poolState(orm: MikroORM): { used: number; free: number; waiting: number } {
  const { pool } = orm.em.getKnex().client as {
    pool: { numUsed(): number; numFree(): number; numPendingAcquires(): number };
  };
  return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() };
}

/**
 * A knex client as its own transactions have it: everything that an entity manager runs uses this one connection. MikroORM only
 * joins transactions that knex began.
 */
export function sourceOfOne(orm: MikroORM, connection: Pick<ClientBase, 'query'>): ConnectionSource {
  return Object.assign(Object.create(connectionSource(orm)) as ConnectionSource, {
    transacting: true,
    acquireConnection: () => Promise.resolve(connection as ClientBase),
    releaseConnection: () => Promise.resolve(),
  });
}

/** Writes lists of texts with every text in quotes: MikroORM's own way makes NULL of the text "null", and loses backslashes. */
export function quoteLists(orm: MikroORM): void {
  const quoted = (text: unknown) => `"${String(text).replace(/["\\]/g, '\\$&')}"`;
  orm.em.getPlatform().marshallArray = (values) => `{${values.map(quoted).join(',')}}`;
}

/** How knex marks a connection that must not be reused; its pool then replaces it. */
type Disposable = ClientBase & { __knex__disposed?: string };

export function drop(connection: ClientBase, why: string): void {
  (connection as Disposable).__knex__disposed = why;
}

export function isDropped(connection: ClientBase): boolean {
  return (connection as Disposable).__knex__disposed !== undefined;
}

/** The part of knex that opens connections, one address at a time. It rereads the settings for each. */
export const KnexDialect = PostgreSqlKnexDialect as unknown as new (...args: unknown[]) => {
  connectionSettings: object;
  _acquireOnlyConnection(): Promise<ClientBase>;
};

/** What pg's queries use to send messages. */
interface Wire {
  /** The texts of prepared statements by their names. */
  readonly parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: [] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
}

/** What pg's queries do, in their order. */
interface Hooks {
  prepare(wire: Wire): void;
}

const UNNAMED = '';

/**
 * A statement with others before and after it, sent together: so nobody waits for a begin, and locks aren't held for the round
 * trip of a commit. If one fails, PostgreSQL skips everything up to the sync. pg only allows this through its internal hooks.
 */
export class Together extends Query {
  constructor(
    private readonly before: readonly string[],
    statement: QueryConfig,
    private readonly after: readonly string[],
  ) {
    super(statement);
  }

  /** The results of the statement and of those after it, from what such a query gives. */
  resultsIn(results: QueryResult): QueryResult[] {
    return [results].flat().slice(this.before.length);
  }

  /** Without values, pg would send only the text. */
  protected requiresPreparation(): boolean {
    return true;
  }

  protected prepare(wire: Wire): void {
    execute(wire, this.before);
    (Query.prototype as unknown as Hooks).prepare.call(this, wire);
  }

  /** Where pg would request the statement's rows, and finish. */
  protected _getRows(wire: Wire): void {
    wire.execute({ portal: UNNAMED, rows: 0 });
    execute(wire, this.after);
    wire.sync();
  }
}

function execute(wire: Wire, statements: readonly string[]): void {
  for (const text of statements) {
    wire.parse({ name: UNNAMED, text });
    wire.bind({ portal: UNNAMED, statement: UNNAMED, values: [] });
    wire.describe({ type: 'P', name: UNNAMED });
    wire.execute({ portal: UNNAMED, rows: 0 });
  }
}

/**
 * Whether statements may be sent before this one: if pg has yet to learn that it is prepared, it would take the first that it
 * hears to be for it, though it may fail.
 */
export function mayFollow({ name }: QueryConfig, connection: ClientBase): boolean {
  return !name || name in (connection as unknown as { connection: Wire }).connection.parsedStatements;
}
