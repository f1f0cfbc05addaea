import { ChangeSetType, type EntityClass, type EntityManager, MikroORM, type Options, type UnitOfWork } from '@mikro-orm/postgresql';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, QueryConfig, QueryResult } from 'pg';
import type { Attendance } from './attendance';
import { Clock } from './clock';
import { createIfMissing } from './create';
import type { StatementLimit } from './limit';
import { connectionSource, drop, isDropped, mayFollow, quoteLists, sourceOfOne, Together } from './internals';
import { connectionLost, orOverdue, type QueryCallback } from './overdue';
import { Places } from './places';
import { isWorn, Prepared } from './prepared';
import { nameOf, Recorder } from './record/capture';
import { keepingOf } from './record/kept';
import { type ComputedViews, inPast } from './record/record-schema';
import type { Touch } from './record/touch';
import { type TableOf, tables } from './rows';
import { LEAVE_SCOPE, type Scope } from './scope/scope';
import type { Sql } from './sql';
import type { Statements } from './statements';
import { TallyChanges } from './tally/tally';

/** Anything that runs SQL: the pool, or a transaction. */
export interface Queryable {
  query<T>(statement: Sql<T>): Promise<T[]>;
  /** The first row, if there is one. */
  one<T>(statement: Sql<T>): Promise<T | undefined>;
  readonly table: TableOf;
}

/** One transaction. `em` is for wide edits; hot paths use `query`. Both see the same transaction. */
export interface Transaction extends Queryable {
  readonly em: EntityManager;
  /** The connection itself, for streaming (COPY). */
  readonly connection: ClientBase;
  /** Names rows that were changed by other means than statements that say so. */
  touch(touch: Touch): void;
  /** From here to the end of the work, it sees the portfolios of a scope only. Whoever needs to see everything comes too late then. */
  enter(scope: Scope | undefined): void;
  /** Takes over to keep the past of what is touched; without anyone who does, a transaction may touch nothing that has one. */
  keepPast(): readonly Touch[];
  /** How its statements changed the tallies. This must be written before the commit. */
  readonly tallies: TallyChanges;
  /**
   * Runs after the last change and before the commit, in the order given. A statement it returns is sent together with the
   * commit, so that its locks are held as briefly as possible.
   */
  beforeCommit(step: () => Promise<Sql | undefined>): void;
  /** Runs once the change is committed; the step handles its own failures. */
  afterCommit(step: () => void): void;
  /** Runs at the end, whether committed or rolled back. */
  atEnd(step: () => void): void;
}

const UNCOUNTED = 'Tallied rows were written without updating the tallies: such statements belong in change()';

/** How the pool opens its connections. */
interface OpenOptions {
  statements: Statements;
  isPrepared: boolean;
  limit: StatementLimit;
  /** What is computed for the past and for some portfolios, beside the rows themselves. */
  computedViews: ComputedViews;
}

/** Of this many connections, one may read the past, which takes longer: the present must not wait for it. */
const CONNECTIONS_A_PLACE = 4;

/** 40001 serialization failure, 40P01 deadlock: PostgreSQL asks us to retry. */
const RETRY = new Set(['40001', '40P01']);
const MAX_TRIES = 12;
/** A clock that was set back is not waited for. */
const MOST_EARLY_MS = 1_000;
/** The wait between two attempts, so that rivals get out of each other's way; it doubles up to this. */
const MAX_WAIT_MS = 500;

export class Database implements Queryable {
  private readonly clock = new Clock(this);
  readonly table: TableOf;
  readonly prepared: Prepared;
  readonly recorder: Recorder;
  private readonly pastPlaces: Places;
  /** Of whoever waits for answers; undefined: they are waited for. */
  private readonly attendance?: Attendance;
  /** The portfolios that it shows; undefined: everything. */
  readonly scope?: Scope;
  /** The moment that it shows; undefined: now. */
  private readonly moment?: string;
  /** Whether it takes turns with those who ask of the past. */
  private readonly isSlow: boolean = false;
  /** The open transaction that everything is done in. */
  private readonly joined?: Transaction;

  private constructor(
    readonly orm: MikroORM,
    readonly statements: Statements,
    isPrepared: boolean,
    private readonly limit: StatementLimit,
    readonly computedViews: OpenOptions['computedViews'],
  ) {
    this.table = tables(orm);
    this.prepared = new Prepared(this.table, isPrepared);
    this.recorder = new Recorder(orm);
    const { max = 1 } = orm.config.get('pool') ?? {};
    this.pastPlaces = new Places(Math.ceil(max / CONNECTIONS_A_PLACE));
  }

  static async open(options: Options, { statements, isPrepared, limit, computedViews }: OpenOptions): Promise<Database> {
    const orm = await MikroORM.init({ ...options, connect: false });
    quoteLists(orm);
    await orm.em.getDriver().connect();
    await createIfMissing(orm);
    const database = new Database(orm, statements, isPrepared, limit, computedViews);
    await database.clock.set();
    return database;
  }

  query<T>(statement: Sql<T>): Promise<T[]> {
    const { moment } = this;
    if (moment !== undefined) return this.pastPlaces.take(() => this.askPast(statement, moment));
    return this.isSlow ? this.pastPlaces.take(() => this.ask(statement)) : this.ask(statement);
  }

  one<T>(statement: Sql<T>): Promise<T | undefined> {
    return first(this.query(statement));
  }

  private ask<T>(statement: Sql<T>): Promise<T[]> {
    if (this.joined) return this.enter(this.joined).query(statement);
    const { attendance, scope } = this;
    return retried(async () => {
      const { counting, touches } = statement.compile(this.table);
      if (counting.length > 0) throw new Error(UNCOUNTED);
      if (touches[0]) throw unrecorded(touches[0]);
      const connection = await connectionSource(this.orm).acquireConnection();
      try {
        if (attendance?.isOver) throw connectionLost();
        const ask = () => run(connection, statement, this.prepared);
        const begun = () => (this.limit.isOfConnections ? ask() : this.between(connection, ask));
        const send = () => (scope ? runScoped(connection, statement, this.prepared, this.limit.begin, scope) : begun());
        return await (attendance ? attendance.during(connection, send) : send());
      } finally {
        await this.release(connection);
      }
    });
  }

  /** The same database with something about it changed. */
  private but(changes: Partial<Record<'attendance' | 'scope' | 'moment' | 'isSlow' | 'joined', unknown>>): Database {
    const changed = Object.assign(Object.create(this) as Database, changes);
    // Its own: whatever has been put in the place of this one's knows nothing of the changes.
    changed.query = (statement) => Database.prototype.query.call(changed, statement) as never;
    return changed;
  }

  /** The same database as it stood at a moment (in UTC, with milliseconds), to be read only. */
  asOf(moment: string): Database {
    return this.but({ moment });
  }

  /** The same database as someone sees it who has a role in some portfolios only. All that is read and changed by it is theirs. */
  scopedTo(scope: Scope): Database {
    if (this.scope && this.scope.key !== scope.key) throw new Error('One who sees some portfolios sees no others');
    return this.but({ scope });
  }

  /** The same database with everything, for what nobody is shown. */
  get whole(): Database {
    return this.scope ? this.but({ scope: undefined }) : this;
  }

  /** The same database for reading the record itself: that takes long, too, so it takes turns with those who ask of the past. */
  inTurn(): Database {
    return this.but({ isSlow: true });
  }

  /** The same statement, where the names of tables stand for views of what was, and now() for the moment. */
  private askPast<T>(statement: Sql<T>, moment: string): Promise<T[]> {
    const { attendance, scope } = this;
    return retried(async () => {
      if (attendance?.isOver) throw connectionLost();
      const connection = await connectionSource(this.orm).acquireConnection();
      try {
        if (attendance?.isOver) throw connectionLost();
        const ask = () => send<T>(connection, this.prepared.queryFor(connection, statement, scope ? 'scoped past' : 'past'));
        const enter = scope ? [inPast(moment), scope.enterPast] : [inPast(moment)];
        const read = () => this.between(connection, ask, [...this.limit.begin, ...enter]);
        return await (attendance ? attendance.during(connection, read) : read());
      } finally {
        await this.release(connection);
      }
    });
  }

  /** The same database for a client that may disconnect: its reads are then cancelled. Transactions are completed. */
  attendedBy(attendance: Attendance): Database {
    return this.but({ attendance });
  }

  /**
   * Runs the work in one transaction and commits it, or rolls back if it throws. When PostgreSQL asks for a retry, the work runs
   * again from the start, so it must do nothing outside the transaction.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.moment !== undefined) throw new Error('The past can only be read');
    return this.joined ? work(this.enter(this.joined)) : retried(() => this.attempt(work));
  }

  private enter(tx: Transaction): Transaction {
    tx.enter(this.scope);
    return tx;
  }

  private async attempt<T>(asked: (tx: Transaction) => Promise<T>): Promise<T> {
    const connection = await connectionSource(this.orm).acquireConnection();
    const tx = new OpenTransaction(this, connection, this.limit.begin);
    this.enter(tx);
    try {
      const result = await asked(tx);
      await tx.commit();
      tx.tellOthers();
      return result;
    } catch (error) {
      await rollBack(connection, error);
      throw error;
    } finally {
      tx.end();
      await this.release(connection);
      // A timer may fire almost a millisecond early.
      if (tx.comesIn > 0) await sleep(Math.min(tx.comesIn + 1, MOST_EARLY_MS));
    }
  }

  /** Runs the work between begin and commit. */
  private async between<T>(connection: ClientBase, work: () => Promise<T>, begin = this.limit.begin): Promise<T> {
    try {
      await send(connection, begin.join('; '));
      const result = await work();
      await send(connection, 'commit');
      return result;
    } catch (error) {
      await rollBack(connection, error);
      throw error;
    }
  }

  /** The time by the database's clock, which all servers share: their own may differ. */
  now(): Date {
    return this.moment === undefined ? this.clock.now() : new Date(this.moment);
  }

  /** The same database inside an open transaction: anything that would start its own joins this one. */
  within(tx: Transaction): Database {
    return this.but({ joined: tx });
  }

  async close(): Promise<void> {
    this.clock.stop();
    await this.orm.close(true);
  }

  private async release(connection: ClientBase): Promise<void> {
    if (isWorn(connection)) drop(connection, 'holds too many prepared statements');
    await connectionSource(this.orm).releaseConnection(connection);
  }
}

/** One transaction on one connection. The entity manager is created only when used: hot paths do without. */
class OpenTransaction implements Transaction {
  readonly table = this.database.table;
  readonly tallies = new TallyChanges();
  private managed?: EntityManager;
  private readonly before: (() => Promise<Sql | undefined>)[] = [];
  private readonly after: (() => void)[] = [];
  private readonly ends: (() => void)[] = [];
  private readonly touched: Touch[] = [];
  private keepsPast = false;
  private scope?: Scope;
  /** Of a begin that nobody waited for: its error. */
  private begun?: Promise<Error | undefined>;
  /** In so many milliseconds the moment of the change has come. */
  comesIn = 0;

  constructor(
    private readonly database: Database,
    private readonly bare: ClientBase,
    /** What begins it, until that is sent. */
    private begin: readonly string[],
  ) {}

  /** Begins the transaction for whoever uses the connection next. */
  get connection(): ClientBase {
    if (this.begin.length > 0) this.begun = send(this.bare, this.takeBegin().join('; ')).then(() => undefined, asError);
    return this.bare;
  }

  private takeBegin(): readonly string[] {
    const { begin } = this;
    this.begin = [];
    return begin;
  }

  get em(): EntityManager {
    if (!this.managed) {
      this.managed = this.database.orm.em.fork({ freshEventManager: true });
      this.managed.getEventManager().registerSubscriber({ afterFlush: ({ uow }) => this.note(uow) });
      this.managed.setTransactionContext({ client: sourceOfOne(this.database.orm, patient(this.connection)) });
    }
    return this.managed;
  }

  readonly query = async <T>(statement: Sql<T>): Promise<T[]> => {
    const { counting, touches } = statement.compile(this.table);
    const [{ rows }] = await this.send<T>(statement);
    for (const touch of touches) {
      this.touched.push(touch.values ? touch : { ...touch, values: (rows as { id: unknown }[]).map(({ id }) => id) });
    }
    if (counting.length > 0) this.tallies.add(counting, rows as object[]);
    return rows;
  };

  /** What the unit of work has written. */
  private note(uow: UnitOfWork): void {
    for (const { meta, entity, type, payload } of uow.getChangeSets()) {
      const [key] = meta.getPrimaryProps();
      const { secrets } = keepingOf(meta.class as unknown as EntityClass<object>) ?? {};
      if (!secrets || !key) continue;
      // Of something new, a secret that it doesn't have yet is nothing to tell.
      const isGiven = (property: string) => property in payload && (type !== ChangeSetType.CREATE || payload[property as never] != null);
      const changed = Object.entries(secrets).flatMap(([property, name]) => (isGiven(property) ? [name] : []));
      const values = [(entity as Record<string, unknown>)[key.name]];
      const removes = type === ChangeSetType.DELETE;
      this.touched.push({ entity: meta.class as unknown as EntityClass<object>, property: key.name, values, secrets: changed, removes });
    }
  }

  touch(touch: Touch): void {
    this.touched.push(touch);
  }

  enter(scope: Scope | undefined): void {
    if (this.scope?.key === scope?.key) return;
    if (this.scope || !scope) throw new Error('A transaction is of one caller, and shows either some portfolios or everything');
    this.scope = scope;
    this.begin = [...this.begin, scope.enter];
    // The entity manager uses the connection as it is.
    if (this.managed) void this.connection;
  }

  /** What is written about the change is of the whole: the audit log, the record, the tallies. */
  private leaveScope(): void {
    if (!this.scope) return;
    this.scope = undefined;
    this.begin = [...this.begin, LEAVE_SCOPE];
  }

  keepPast(): readonly Touch[] {
    this.keepsPast = true;
    return this.touched;
  }

  readonly one = <T>(statement: Sql<T>): Promise<T | undefined> => first(this.query(statement));

  beforeCommit(step: () => Promise<Sql | undefined>): void {
    this.before.push(step);
  }

  afterCommit(step: () => void): void {
    this.after.push(step);
  }

  atEnd(step: () => void): void {
    this.ends.push(step);
  }

  /** The results of a statement and of those that are sent with it. What begins the transaction goes with the first. */
  private async send<T>(statement: Sql<T>, after: readonly string[] = []): Promise<[QueryResult & { rows: T[] }, ...QueryResult[]]> {
    const query = this.database.prepared.queryFor(this.bare, statement, this.scope?.where);
    const before = mayFollow(query, this.bare) ? this.takeBegin() : [];
    const together = new Together(before, query, after);
    const results = together.resultsIn(await answerTo(before.length > 0 ? this.bare : this.connection, together));
    return results as [QueryResult & { rows: T[] }, ...QueryResult[]];
  }

  async commit(): Promise<void> {
    const last = await this.finish();
    const failure = await this.begun;
    if (failure) throw failure;
    if (!last) return void (await send(this.connection, 'commit'));
    const [{ rows }, , clock] = await this.send(last, ['commit', 'select clock_timestamp() as now']);
    const { now } = clock!.rows[0] as { now: string };
    const [{ at = now } = {}] = rows as { at?: string }[];
    this.comesIn = Date.parse(at) - Date.parse(now);
  }

  /** Everything but the last statement, which goes with the commit. */
  private async finish(): Promise<Sql | undefined> {
    await this.managed?.flush();
    this.leaveScope();
    let last: Sql | undefined;
    for (const step of this.before) {
      const next = await step();
      if (next && last) await this.query(last);
      last = next ?? last;
    }
    const [touch] = this.touched;
    if (touch && !this.keepsPast) throw unrecorded(touch);
    if (this.tallies.take().length > 0) throw new Error(UNCOUNTED);
    return last;
  }

  end(): void {
    for (const step of this.ends) step();
  }

  tellOthers(): void {
    for (const step of this.after) step();
  }
}

function unrecorded({ entity }: Touch): Error {
  return new Error(`${nameOf(entity)} has a past that is kept: only change() may write it`);
}

/** The connection for an entity manager: overdue answers are given up here too. */
function patient(connection: ClientBase): Pick<ClientBase, 'query'> {
  const query = (asked: string, told: QueryCallback) => {
    if (isDropped(connection)) told(connectionLost(), undefined as never);
    else connection.query(asked, orOverdue(connection, told));
  };
  return Object.assign(Object.create(connection) as ClientBase, { query });
}

/** A transaction is lost with its connection, and a failed rollback means the same: the first error says more. */
async function rollBack(connection: ClientBase, error: unknown): Promise<void> {
  dropIfStandby(connection, error);
  if (!isDropped(connection)) await send(connection, 'rollback').catch(() => undefined);
}

const asError = (error: unknown) => error as Error;

export async function run<T>(connection: ClientBase, statement: Sql<T>, prepared: Prepared): Promise<T[]> {
  return send<T>(connection, prepared.queryFor(connection, statement));
}

/** In a transaction of its own, sent together with it: nobody waits longer for an answer that is for some portfolios only. */
export async function runScoped<T>(
  connection: ClientBase,
  statement: Sql<T>,
  prepared: Prepared,
  begin: readonly string[],
  scope: Scope,
): Promise<T[]> {
  const query = prepared.queryFor(connection, statement, scope.where);
  const before = [...begin, scope.enter];
  try {
    if (mayFollow(query, connection)) {
      const together = new Together(before, query, ['commit']);
      return together.resultsIn(await answerTo(connection, together))[0]!.rows as T[];
    }
    await send(connection, before.join('; '));
    const rows = await send<T>(connection, query);
    await send(connection, 'commit');
    return rows;
  } catch (error) {
    await rollBack(connection, error);
    throw error;
  }
}

async function first<T>(rows: Promise<T[]>): Promise<T | undefined> {
  return (await rows)[0];
}

async function send<T>(connection: ClientBase, query: string | QueryConfig): Promise<T[]> {
  return (await answerTo(connection, query)).rows as T[];
}

/** Uses callbacks: with the driver's promises, every result would live until the next full garbage collection. */
function answerTo(connection: ClientBase, query: string | QueryConfig | Together): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    if (isDropped(connection)) return reject(connectionLost());
    const told = orOverdue(connection, (error, result) => {
      if (!error) return resolve(result);
      dropIfStandby(connection, error);
      hintAtPooler(error);
      reject(error);
    });
    connection.query(query as string, told);
  });
}

/** Runs the work again when PostgreSQL asks for a retry. */
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

/** 42P05: a prepared statement already exists; 26000: it doesn't exist. */
const STRANGE_PREPARED = new Set(['42P05', '26000']);

/** Only a pooler that hands out connections without tracking prepared statements causes these errors. */
function hintAtPooler(error: Error & { code?: string }): void {
  if (STRANGE_PREPARED.has(error.code ?? '')) error.message += '; behind a pooler, set DATABASE_PREPARE=false';
}

const READ_ONLY = '25006';

/** Drops a connection to a server that has become a standby. */
function dropIfStandby(connection: ClientBase, error: unknown): void {
  const { code, message } = error as Error & { code?: string };
  if (code === READ_ONLY) drop(connection, message);
}
