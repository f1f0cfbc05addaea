import { Pool, type PoolClient } from 'pg';
import { isDatabaseOutOfReach } from './failures';
import { cancel } from './cancel';
import { type Database, type Queryable, run, runScoped } from './database';
import { StatementLimit } from './limit';
import { OVERDUE } from './overdue';
import { isWorn, type Prepared } from './prepared';
import type { Scope } from './scope/scope';
import type { Sql } from './sql';

/** How far the audit log goes, chain by chain. */
type Position = ReadonlyMap<number, number>;

export interface ReplicaOptions {
  urls: string[];
  /** Connections per replica. */
  pool: number;
  /** Reads a position. A database that has reached another's position has every change that the other had. */
  readPosition(db: Pick<Queryable, 'query'>): Promise<Position>;
}

/** Wait this long before retrying a failed replica. */
const REST_MS = 5_000;
/** A replica that doesn't answer for this long has failed. */
const PATIENCE_MS = 10_000;

/** A connection stays with one server, whatever its address resolves to, so it remembers how far that server was. */
type Connection = PoolClient & { position?: Position };

interface Replica {
  pool: Pool;
  limit: StatementLimit;
  restsUntil: number;
}

/**
 * Copies of the database to read from. A read goes to a replica only if that has reached the primary's position when the request
 * came in, so a caller sees everything changed before, by anyone and through any server. Otherwise, and when a replica fails, the
 * primary answers.
 */
export class Replicas {
  private readonly replicas: Replica[];
  private turn = 0;

  constructor(private readonly options: ReplicaOptions) {
    this.replicas = options.urls.map((connectionString) => {
      const pool = new Pool({
        connectionString,
        max: options.pool,
        application_name: `vetgraph:${process.pid}`,
        connectionTimeoutMillis: 2_000,
        query_timeout: PATIENCE_MS,
        keepAlive: true,
      });
      pool.on('error', () => undefined); // an idle connection was lost: the next one will show whether the replica is down
      return { pool, limit: new StatementLimit(PATIENCE_MS), restsUntil: 0 };
    });
  }

  /** The database as one request reads it. Writes go to the primary. */
  readerFor(primary: Database): Database {
    let needed: Promise<Position> | undefined;
    const query = async <T>(statement: Sql<T>): Promise<T[]> => {
      const replica = this.next();
      if (!replica) return primary.query(statement);
      const position = await (needed ??= this.options.readPosition(primary.whole));
      try {
        return (await this.read(replica, statement, position, primary)) ?? (await primary.query(statement));
      } catch (error) {
        if (isDatabaseOutOfReach(error)) replica.restsUntil = performance.now() + REST_MS;
        return primary.query(statement);
      }
    };
    return Object.assign(Object.create(primary) as Database, { query });
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map(({ pool }) => pool.end()));
  }

  private next() {
    const awake = this.replicas.filter(({ restsUntil }) => restsUntil <= performance.now());
    return awake[this.turn++ % awake.length];
  }

  /** Undefined if the replica is behind. */
  private async read<T>(replica: Replica, statement: Sql<T>, needed: Position, { prepared, scope }: Reader): Promise<T[] | undefined> {
    const { readPosition } = this.options;
    const { limit } = replica;
    const connection: Connection = await connect(replica);
    let failure: Error | undefined;
    try {
      await limit.look(connection);
      const query = <R>(asked: Sql<R>) => between(connection, limit, () => run(connection, asked, prepared));
      if (!covers(connection.position, needed)) connection.position = await readPosition({ query });
      if (!covers(connection.position, needed)) return undefined;
      return await (scope ? runScoped(connection, statement, prepared, limit.begin, scope) : query(statement));
    } catch (error) {
      failure = error as Error;
      if (failure.message === OVERDUE) void cancel(connection);
      throw error;
    } finally {
      connection.release(failure ?? isWorn(connection)); // closed if it failed
    }
  }
}

/** For whom is read. */
interface Reader {
  readonly prepared: Prepared;
  readonly scope?: Scope;
}

/** In a transaction, where that sets the time limit. */
async function between<T>(connection: PoolClient, { isOfConnections, begin }: StatementLimit, work: () => Promise<T>): Promise<T> {
  if (isOfConnections) return work();
  await connection.query(begin.join('; '));
  const result = await work();
  await connection.query('commit');
  return result;
}

async function connect(replica: Replica): Promise<PoolClient> {
  const { pool, limit } = replica;
  const { asked } = limit;
  Object.assign(pool.options, asked);
  try {
    return await pool.connect();
  } catch (error) {
    if (limit.yieldsTo(error, asked)) return connect(replica);
    throw error;
  }
}

function covers(reached: Position | undefined, needed: Position): boolean {
  return reached !== undefined && [...needed].every(([chain, length]) => (reached.get(chain) ?? 0) >= length);
}
