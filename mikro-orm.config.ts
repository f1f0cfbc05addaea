import 'reflect-metadata';
import { defineConfig } from '@mikro-orm/postgresql';
import { PAST_SCHEMA, RECORD_SCHEMA } from './src/database/record/record-table';
import { SCOPED_FEW_SCHEMA, SCOPED_PAST_SCHEMA, SCOPED_RECORD_SCHEMA, SCOPED_SCHEMA } from './src/database/scope/scope';
import { addressesOf, dialectFor } from './src/database/addresses';
import { entities } from './src/entities';
import type { StatementLimit } from './src/database/limit';
import type { Statements } from './src/database/statements';
import { TallyGuard } from './src/database/tally/tally.guard';

/** These follow from the entities. */
const MADE_SCHEMAS = [RECORD_SCHEMA, PAST_SCHEMA, SCOPED_SCHEMA, SCOPED_FEW_SCHEMA, SCOPED_RECORD_SCHEMA, SCOPED_PAST_SCHEMA];

/** The database configuration shared by the server, the command line and the tests. */
export function ormOptions(url: string, pool: number, limit: StatementLimit, statements?: Statements) {
  const urls = addressesOf(url);
  return defineConfig({
    clientUrl: urls[0],
    pool: { min: 0, max: pool, acquireTimeoutMillis: 5_000 },
    // The name shows which process owns a connection: the embedded database stops when the last one closes.
    driverOptions: {
      client: dialectFor(urls, limit, statements),
      log: { warn: () => undefined, error: () => undefined }, // whoever needs a lost connection reports it
      connection: { application_name: `vetgraph:${process.pid}`, connectionTimeoutMillis: 5_000, keepAlive: true },
    },
    forceUtcTimezone: true,
    entities,
    discovery: { disableDynamicFileAccess: true },
    metadataCache: { enabled: false },
    allowGlobalContext: false,
    subscribers: [new TallyGuard()],
    loadStrategy: 'select-in',
    // The migrate module manages its lock itself.
    schemaGenerator: { skipTables: ['migration_lock'], ignoreSchema: MADE_SCHEMAS },
    migrations: { tableName: 'migration' },
  });
}
