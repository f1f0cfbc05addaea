import { type MikroORM, PostgreSqlKnexDialect } from '@mikro-orm/postgresql';
import { type ClientBase, Query, type QueryConfig, type QueryResult } from 'pg';

/**
 * Everything that leans on the insides of knex and pg, because neither offers a public way. MikroORM 7 works without knex:
 * moving to it means replacing this file, and nothing else knows what is in here.
 */

/** Hands out pooled connections. MikroORM has a pool, but only knex's client gives its connections to others. */
export interface ConnectionSource {
  acquireConnection(): Promise<ClientBase>;
  releaseConnection(connection: ClientBase): Promise<void>;
}

export function connectionSource(orm: MikroORM): ConnectionSource {
  return orm.em.getKnex().client as ConnectionSource;
}

/** How many connections of the pool are in use, free, and waited for. Only the pool inside of knex knows. */
export function poolState(orm: MikroORM): { used: number; free: number; waiting: number } {
  const { pool } = orm.em.getKnex().client as {
    pool: { numUsed(): number; numFree(): number; numPendingAcquires(): number };
  };
  return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() };
}

/**
 * Knex's client as its own transactions have it: everything that an entity manager runs goes over the one connection.
 * MikroORM joins a transaction only if knex began it.
 */
export function sourceOfOne(orm: MikroORM, connection: Pick<ClientBase, 'query'>): ConnectionSource {
  return Object.assign(Object.create(connectionSource(orm)) as ConnectionSource, {
    transacting: true,
    acquireConnection: () => Promise.resolve(connection as ClientBase),
    releaseConnection: () => Promise.resolve(),
  });
}

/** How knex marks a connection that must not be used again; its pool then replaces it. */
type Disposable = ClientBase & { __knex__disposed?: string };

export function drop(connection: ClientBase, why: string): void {
  (connection as Disposable).__knex__disposed = why;
}

export function isDropped(connection: ClientBase): boolean {
  return (connection as Disposable).__knex__disposed !== undefined;
}

/** The part of knex that makes connections, one address at a time. It reads the settings anew for each. */
export const KnexDialect = PostgreSqlKnexDialect as unknown as new (...args: unknown[]) => {
  connectionSettings: object;
  _acquireOnlyConnection(): Promise<ClientBase>;
};

/** What pg's queries send their messages by. */
interface Wire {
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: [] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
}

const UNNAMED = '';

/**
 * A statement and the commit behind it, in one go: nobody waits for a round trip while what the statement locked is
 * held. If it fails, PostgreSQL leaves out everything up to the sync, and with it the commit. Behind the commit the
 * clock is read. pg can send statements together only by its own hooks.
 */
export class WithCommit extends Query {
  constructor(statement: QueryConfig) {
    super(statement);
  }

  /** What such a query gives: the rows of the statement, and the time after the commit. */
  static resultOf(results: QueryResult): { rows: unknown[]; now: string } {
    const [given, , clock] = results as unknown as [QueryResult, QueryResult, QueryResult<{ now: string }>];
    return { rows: given.rows, now: clock.rows[0]!.now };
  }

  /** Without values pg would send the text alone, and no commit. */
  protected requiresPreparation(): boolean {
    return true;
  }

  /** Where pg would ask for the rows of the statement, and end. */
  protected _getRows(wire: Wire): void {
    wire.execute({ portal: UNNAMED, rows: 0 });
    for (const text of ['commit', 'select clock_timestamp() as now']) {
      wire.parse({ name: UNNAMED, text });
      wire.bind({ portal: UNNAMED, statement: UNNAMED, values: [] });
      wire.describe({ type: 'P', name: UNNAMED });
      wire.execute({ portal: UNNAMED, rows: 0 });
    }
    wire.sync();
  }
}
