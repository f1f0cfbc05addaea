// Domains add checks to each other when they are loaded: all of them hold here, as in the server.
import '../../resolvers';
import { openServices, type OpenServices, prepareDatabase } from '../../bootstrap';
import { type RequestContext, systemContext } from '../../kernel/context';
import { readConfig } from '../../kernel/config';
import { appliedMigrations, pendingMigrations } from '../../database/migrate';
import { createLogger } from '../../platform/logging';

const STDERR = 2;
const INTERRUPTED = 130;

/** Prints for people, or for the calling program: logs and warnings go to standard error. */
export function print(...lines: string[]): void {
  for (const line of lines) console.log(line);
}

export function warn(line: string): void {
  console.error(line);
}

/**
 * Runs work on the database in its current state, with or without a running server. The embedded PostgreSQL is started if needed,
 * and stopped afterwards if nobody else uses it. Nothing is logged unless LOG_LEVEL says so.
 */
export async function withServices<T>(work: (opened: OpenServices) => Promise<T>, { asOwner = false } = {}): Promise<T> {
  const config = readConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'silent' });
  const log = createLogger(config.logLevel, STDERR);
  const opened = await openServices(config, log, (line) => log.info(line), { asOwner });
  const { embedded, close } = opened;
  // The unfinished transaction is rolled back with its connection; only the database must not be left running.
  const interrupt = () => void Promise.resolve(embedded?.stop()).finally(() => process.exit(INTERRUPTED));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work(opened);
  } finally {
    await close();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/**
 * Runs work as System on a database whose schema is up to date: otherwise it could fail halfway. With `makesNew`, an unused
 * database is set up first.
 */
export function asSystem<T>(work: (ctx: RequestContext) => Promise<T>, { makesNew = false } = {}): Promise<T> {
  return withServices(async (opened) => {
    const { services } = opened;
    const { database } = services;
    if (makesNew && (await appliedMigrations(database)).length === 0) await prepareDatabase(opened);
    const pending = await pendingMigrations(database);
    if (pending.length > 0) throw new Error(`The schema is missing ${pending.join(', ')}: run the "migrate" command first`);
    return work(systemContext(services));
  });
}
