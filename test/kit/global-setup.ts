import { mkdtempSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import 'reflect-metadata';
import { Client } from 'pg';
import { openDatabase } from '../../src/open-database';
import { type EmbeddedDatabase, startEmbedded } from '../../src/database/embedded';
import { migrate } from '../../src/database/migrate';

declare global {
  var vetgraphTestCluster: EmbeddedDatabase;
  var vetgraphTestFolder: string;
}

/** One real PostgreSQL for the run, with a migrated database that is copied for each test file. */
export default async function globalSetup(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-test-'));
  await chmod(folder, 0o755);
  // npm run test:serializable: every transaction may fail and must be retried.
  const isolation = process.env.ISOLATION && { default_transaction_isolation: process.env.ISOLATION };
  // Tests of crash recovery start their own, with full durability.
  const cluster = await startEmbedded(path.join(folder, 'data'), {
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', ...isolation },
  });
  const admin = new Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query('create database vetgraph_template');
  await admin.end();
  const database = await openDatabase(withDatabase(cluster.url, 'vetgraph_template'), 2);
  await migrate(database);
  await database.close();

  globalThis.vetgraphTestCluster = cluster;
  globalThis.vetgraphTestFolder = folder;
  process.env.VETGRAPH_TEST_DATABASE = cluster.url;
  // Test files load their own copies of the decorated classes; leftovers of this one would count twice.
  for (const name of ['mikro-orm-metadata', 'TypeGraphQLMetadataStorage']) {
    delete (globalThis as Record<string, unknown>)[name];
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
