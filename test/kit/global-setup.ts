import { mkdtempSync, statfsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
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
  const folder = mkdtempSync(path.join(roomInMemory() ?? tmpdir(), 'vetgraph-test-'));
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
  // Tests write their files there too, most of which are synced.
  const files = path.join(folder, 'files');
  await mkdir(files);
  await chmod(files, 0o1777);
  process.env.TMPDIR = files;
  process.env.VETGRAPH_TEST_DATABASE = cluster.url;
  // Test files load their own copies of the decorated classes; leftovers of this one would count twice.
  for (const name of ['mikro-orm-metadata', 'TypeGraphQLMetadataStorage']) {
    delete (globalThis as Record<string, unknown>)[name];
  }
  for (const name of Object.keys(require.cache)) if (!name.includes('jest')) delete require.cache[name];
}

/** A folder in memory with room for the databases and files of a run, if there is one: a database has a file for each table and index. */
function roomInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 4 * 2 ** 30 ? '/dev/shm' : undefined;
  } catch {
    return undefined;
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
