import { createHash } from 'node:crypto';
import type { EntityClass } from '@mikro-orm/core';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { ClientBase, CustomTypesConfig, QueryConfig } from 'pg';
import { types } from 'pg';
import { ormOptions } from '../../mikro-orm.config';
import type { Attendance } from './attendance';
import { Clock } from './clock';
import { StatementLimit } from './limit';
import { connectionLost, drop, isDropped, orOverdue, type Told } from './overdue';
import { type Table, tables } from './rows';
import type { Sql } from './sql';
import { Statements } from './statements';
import { WithCommit } from './with-commit';

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
  /**
   * Runs after the last change and before the commit, in the order given. A statement that it gives back goes out
   * together with the commit: what that statement locks is free again as soon as can be.
   */
  beforeCommit(step: () => Promise<Sql | undefined>): void;
  /** Runs once the change is safely stored; a failure is the step's own business. */
  afterCommit(step: () => void): void;
  /** Runs when it is over, whether it is stored or not. */
  atEnd(step: () => void): void;
}

/** The part of knex that hands out its pooled connections. */
interface ConnectionSource {
  acquireConnection(): Promise<ClientBase>;
  releaseConnection(connection: ClientBase): Promise<void>;
}

/** 40001 serialization failure, 40P01 deadlock: the database asks to try again. */
const RETRY = new Set(['40001', '40P01']);
const MAX_TRIES = 12;
/** Between two tries, so that those who are in each other's way part; it doubles up to this. */
const MAX_WAIT_MS = 500;

export class Database implements Queryable {
  private readonly clock = new Clock(this);
  readonly table: <E extends object>(entity: EntityClass<E>) => Table<E>;

  private constructor(
    readonly orm: MikroORM,
    readonly statements: Statements,
    private readonly isPrepared: boolean,
    private readonly limit: StatementLimit,
  ) {
    this.table = tables(orm);
  }

  /** The address may name several hosts, of which one is the primary. Statements are kept prepared unless told. */
  static async open(url: string, pool: number, isPrepared = true, limit = new StatementLimit()): Promise<Database> {
    const statements = new Statements();
    const orm = await MikroORM.init(ormOptions(url, pool, limit, statements));
    const database = new Database(orm, statements, isPrepared, limit);
    await database.clock.set();
    return database;
  }

  query<T>(statement: Sql): Promise<T[]> {
    return this.ask(statement);
  }

  private ask<T>(statement: Sql, attendance?: Attendance): Promise<T[]> {
    return retried(async () => {
      const source = this.source();
      const connection = await source.acquireConnection();
      try {
        if (attendance?.isOver) throw connectionLost();
        const ask = () => run<T>(connection, statement, this.isPrepared);
        const send = () => (this.limit.isOfConnections ? ask() : this.between(connection, ask));
        return await (attendance ? attendance.during(connection, send) : send());
      } finally {
        await source.releaseConnection(connection);
      }
    });
  }

  /** The same database for someone who may leave: nobody works on for them. Transactions are carried through. */
  attendedBy(attendance: Attendance): Database {
    return Object.assign(Object.create(this) as Database, { query: <T>(statement: Sql) => this.ask<T>(statement, attendance) });
  }

  /**
   * Runs the work in one transaction and commits it, or rolls back if it throws. When the database asks for another
   * try, the work runs again from its start: it must do nothing outside the transaction.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return retried(() => this.attempt(work));
  }

  private async attempt<T>(asked: (tx: Transaction) => Promise<T>): Promise<T> {
    const source = this.source();
    const connection = await source.acquireConnection();
    const tx = new OpenTransaction(this, connection, this.isPrepared);
    try {
      const work = async () => {
        const done = await asked(tx);
        await tx.finish();
        return done;
      };
      const result = await this.between(connection, work, () => tx.commit());
      tx.tellOthers();
      return result;
    } finally {
      tx.end();
      await source.releaseConnection(connection);
    }
  }

  /** Does it between begin and commit. */
  private async between<T>(
    connection: ClientBase,
    work: () => Promise<T>,
    commit = (): Promise<unknown> => send(connection, 'commit'),
  ): Promise<T> {
    try {
      await send(connection, this.limit.begin);
      const result = await work();
      await commit();
      return result;
    } catch (error) {
      dropIfStandby(connection, error);
      // A transaction is lost with its connection. A rollback that fails means the same: the first error tells more.
      if (!isDropped(connection)) await send(connection, 'rollback').catch(() => undefined);
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

/** One transaction on one connection. What manages entities is made only when it is used: hot paths do without. */
class OpenTransaction implements Transaction {
  readonly table = this.database.table;
  private managed?: EntityManager;
  private readonly before: (() => Promise<Sql | undefined>)[] = [];
  private readonly after: (() => void)[] = [];
  private readonly ends: (() => void)[] = [];
  private last?: Sql;

  constructor(
    private readonly database: Database,
    readonly connection: ClientBase,
    private readonly isPrepared: boolean,
  ) {}

  get em(): EntityManager {
    if (!this.managed) {
      this.managed = this.database.orm.em.fork();
      this.managed.setTransactionContext({ client: boundTo(this.database.orm, this.connection) });
    }
    return this.managed;
  }

  readonly query = <T>(statement: Sql): Promise<T[]> => run<T>(this.connection, statement, this.isPrepared);

  beforeCommit(step: () => Promise<Sql | undefined>): void {
    this.before.push(step);
  }

  afterCommit(step: () => void): void {
    this.after.push(step);
  }

  atEnd(step: () => void): void {
    this.ends.push(step);
  }

  async finish(): Promise<void> {
    await this.managed?.flush();
    for (const step of this.before) {
      const last = await step();
      if (last && this.last) await this.query(this.last);
      this.last = last ?? this.last;
    }
  }

  commit(): Promise<unknown> {
    if (!this.last) return send(this.connection, 'commit');
    return send(this.connection, new WithCommit(queryOf(this.last, this.isPrepared)));
  }

  end(): void {
    for (const step of this.ends) step();
  }

  tellOthers(): void {
    for (const step of this.after) step();
  }
}

/** Knex's client as its own transactions have it: everything it runs goes over the one connection. */
function boundTo(orm: MikroORM, connection: ClientBase): ConnectionSource {
  const query = (asked: string, told: Told) => {
    if (isDropped(connection)) told(connectionLost(), undefined as never);
    else connection.query(asked, orOverdue(connection, told));
  };
  const patient = Object.assign(Object.create(connection) as ClientBase, { query });
  return Object.assign(Object.create(orm.em.getKnex().client as object) as ConnectionSource, {
    transacting: true,
    acquireConnection: () => Promise.resolve(patient),
    releaseConnection: () => Promise.resolve(),
  });
}

export async function run<T>(connection: ClientBase, statement: Sql, isPrepared: boolean): Promise<T[]> {
  return send<T>(connection, queryOf(statement, isPrepared));
}

function queryOf(statement: Sql, isPrepared: boolean): QueryConfig {
  const { text, values } = statement.compile();
  return { name: isPrepared ? statementName(text) : undefined, text, values, types: ROW_TYPES };
}

/** Sends by callback: with the driver's own promises every result would live until the next full garbage collection. */
function send<T>(connection: ClientBase, query: string | QueryConfig | WithCommit): Promise<T[]> {
  return new Promise((resolve, reject) => {
    if (isDropped(connection)) return reject(connectionLost());
    const told = orOverdue(connection, (error, result) => {
      if (!error) return resolve(result.rows as T[]);
      dropIfStandby(connection, error);
      hintAtPooler(error);
      reject(error);
    });
    connection.query(query as string, told);
  });
}

/** Runs it again when the database asks for another try. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_TRIES || !RETRY.has((error as { code?: string }).code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(10 * 2 ** attempt, MAX_WAIT_MS)));
    }
  }
}

/** 42P05: a prepared statement is there already; 26000: it isn't. */
const STRANGE_PREPARED = new Set(['42P05', '26000']);

/** Only a pooler that hands out connections without following prepared statements makes these errors. */
function hintAtPooler(error: Error & { code?: string }): void {
  if (STRANGE_PREPARED.has(error.code ?? '')) error.message += '; behind a pooler, set DATABASE_PREPARE=false';
}

const READ_ONLY = '25006';

/** Lets go of a connection to a server that has become a standby. */
function dropIfStandby(connection: ClientBase, error: unknown): void {
  const { code, message } = error as Error & { code?: string };
  if (code === READ_ONLY) drop(connection, message);
}

/** So many statements are kept prepared. Queries can ask for columns and filters in more ways than anyone should keep. */
const MOST_NAMES = 1_000;
const names = new Map<string, string | undefined>();
let named = 0;

/**
 * A text that comes again gets a name, under which each connection keeps it parsed and planned. It is made from the
 * text: servers that share connections through a pooler mean the same by it.
 */
function statementName(text: string): string | undefined {
  const name = names.get(text);
  if (name || named === MOST_NAMES) return name;
  if (names.has(text)) {
    named++;
    names.set(text, `v${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`);
  } else {
    names.set(text, undefined);
    if (names.size > 2 * MOST_NAMES) forgetUnnamed();
  }
  return names.get(text);
}

function forgetUnnamed(): void {
  for (const [text, name] of names) if (!name) names.delete(text);
}

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const INT8 = 20;
const TEXT_ARRAY = 1009;
const NUMERIC = 1700;

/** Times become ISO text straight from the wire, without a Date in between; counts and sums become numbers. */
const ROW_TYPES: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === TIMESTAMPTZ) return isoTime;
      if (oid === DATE) return (text: string) => text;
      if (oid === INT8 || oid === NUMERIC) return Number;
      if (oid === TEXT_ARRAY) return textArray;
    }
    return types.getTypeParser(oid, format as 'text');
  },
};

const parseArray = types.getTypeParser(TEXT_ARRAY as never, 'text') as (text: string) => string[];

/** Most lists of words have nothing in them that is quoted, so that their commas tell them apart. */
function textArray(text: string): string[] {
  if (text === '{}') return [];
  return /["\\]|NULL/i.test(text) ? parseArray(text) : text.slice(1, -1).split(',');
}

/** "2026-11-15 09:30:00.12+00" to "2026-11-15T09:30:00.120Z". */
function isoTime(text: string): string {
  if (!text.endsWith('+00')) return new Date(text).toISOString();
  const fraction = text.length > 22 ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
