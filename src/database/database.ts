import { createHash } from 'node:crypto';
import type { EntityClass } from '@mikro-orm/core';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { ClientBase, CustomTypesConfig } from 'pg';
import { types } from 'pg';
import { ormOptions } from '../../mikro-orm.config';
import { Clock } from './clock';
import { type Table, tables } from './rows';
import type { Sql } from './sql';

/** Anything that runs SQL: the pool, or a transaction. */
export interface Queryable {
  query<T>(statement: Sql): Promise<T[]>;
  table<E extends object>(entity: EntityClass<E>): Table<E>;
}

/** One transaction. `em` is for wide edits; hot paths use `query`. Both see the same transaction. */
export interface Transaction extends Queryable {
  readonly em: EntityManager;
  /** The connection itself, for what is streamed (COPY). */
  readonly connection: ClientBase;
  /** Runs after the last change and before the commit, in the order given. */
  beforeCommit(step: () => Promise<void>): void;
  /** Runs once the change is safely stored; a failure is the step's own business. */
  afterCommit(step: () => void): void;
}

/** The part of knex that hands out its pooled connections. */
interface ConnectionSource {
  acquireConnection(): Promise<ClientBase>;
  releaseConnection(connection: ClientBase): Promise<void>;
}

/** 40001 serialization failure, 40P01 deadlock: the database asks to try again. */
const RETRY = new Set(['40001', '40P01']);
const MAX_TRIES = 8;

export class Database implements Queryable {
  private readonly clock = new Clock(this);
  readonly table: <E extends object>(entity: EntityClass<E>) => Table<E>;

  private constructor(
    readonly orm: MikroORM,
    private readonly isPrepared: boolean,
  ) {
    this.table = tables(orm);
  }

  /** The address may name several hosts, of which one is the primary. Statements are kept prepared unless told. */
  static async open(url: string, pool: number, isPrepared = true): Promise<Database> {
    const database = new Database(await MikroORM.init(ormOptions(url, pool)), isPrepared);
    await database.clock.set();
    return database;
  }

  query<T>(statement: Sql): Promise<T[]> {
    return retried(async () => {
      const source = this.source();
      const connection = await source.acquireConnection();
      try {
        return await run<T>(connection, statement, this.isPrepared);
      } finally {
        await source.releaseConnection(connection);
      }
    });
  }

  /**
   * Runs the work in one transaction and commits it, or rolls back if it throws. When the database asks for another
   * try, the work runs again from its start: it must do nothing outside the transaction.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return retried(() => this.attempt(work));
  }

  private async attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const em = this.orm.em.fork();
    const before: (() => Promise<void>)[] = [];
    const after: (() => void)[] = [];
    await em.begin();
    const connection = await (em.getTransactionContext().client as ConnectionSource).acquireConnection();
    try {
      const result = await work({
        em,
        connection,
        table: this.table,
        query: (statement) => run(connection, statement, this.isPrepared),
        beforeCommit: (step) => before.push(step),
        afterCommit: (step) => after.push(step),
      });
      await em.flush();
      for (const step of before) await step();
      await em.commit();
      for (const step of after) step();
      return result;
    } catch (error) {
      // A rollback that fails means the connection is gone, and the transaction with it: the first error tells more.
      await em.rollback().catch(() => undefined);
      dropIfUnfit(connection, error);
      throw error;
    }
  }

  /** The time by the database's clock, which all servers share: theirs may differ. */
  now(): Date {
    return this.clock.now();
  }

  /** The same database inside an open transaction: what would begin its own joins this one, kept or lost with it. */
  within(tx: Transaction): Database {
    return Object.assign(Object.create(this) as Database, {
      query: tx.query,
      transaction: <T>(work: (tx: Transaction) => Promise<T>) => work(tx),
    });
  }

  async close(): Promise<void> {
    this.clock.stop();
    await this.orm.close(true);
  }

  private source(): ConnectionSource {
    return this.orm.em.getKnex().client as ConnectionSource;
  }
}

/** A database that accepts a statement and then says nothing for so long counts as out of reach. */
const QUERY_TIMEOUT_MS = 30_000;

export async function run<T>(connection: ClientBase, statement: Sql, isPrepared: boolean): Promise<T[]> {
  const { text, values } = statement.compile();
  const name = isPrepared ? statementName(text) : undefined;
  try {
    const query = { name, text, values, types: ROW_TYPES, query_timeout: QUERY_TIMEOUT_MS };
    return (await connection.query(query)).rows as T[];
  } catch (error) {
    dropIfUnfit(connection, error);
    throw error;
  }
}

/** Runs it again when the database asks for another try. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_TRIES || !RETRY.has((error as { code?: string }).code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
  }
}

const READ_ONLY = '25006';

/**
 * Keeps a connection from being used again: one whose answer is overdue, because it may still come to whoever asks
 * next, and one to a server that has become a standby.
 */
function dropIfUnfit(connection: ClientBase, error: unknown): void {
  const { code, message } = error as Error & { code?: string };
  if (message === 'Query read timeout' || code === READ_ONLY) (connection as Disposable).__knex__disposed = message;
}

/** How knex marks a connection that must not go back to the pool. */
interface Disposable {
  __knex__disposed?: string;
}

/**
 * Every text gets a name, under which each connection keeps it parsed and planned. It is made from the text: servers
 * that share connections through a pooler mean the same by it.
 */
const names = new Map<string, string>();
function statementName(text: string): string {
  let name = names.get(text);
  if (!name) names.set(text, (name = `v${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`));
  return name;
}

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const INT8 = 20;
const NUMERIC = 1700;

/** Times become ISO text straight from the wire, without a Date in between; counts and sums become numbers. */
const ROW_TYPES: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === TIMESTAMPTZ) return isoTime;
      if (oid === DATE) return (text: string) => text;
      if (oid === INT8 || oid === NUMERIC) return Number;
    }
    return types.getTypeParser(oid, format as 'text');
  },
};

/** "2026-11-15 09:30:00.12+00" to "2026-11-15T09:30:00.120Z". */
function isoTime(text: string): string {
  if (!text.endsWith('+00')) return new Date(text).toISOString();
  const fraction = text.length > 22 ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
