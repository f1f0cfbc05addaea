import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A test file's own database: migrated and otherwise empty. */
export async function createTestDatabase(template = 'vetgraph_template'): Promise<{ url: string; drop(): Promise<void> }> {
  return createDatabase(template ? `template ${template}` : '');
}

/** A database created with these options of "create database". */
export async function createDatabase(words: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administrate(`create database ${name} ${words}`);
  const url = new URL(process.env.VETGRAPH_TEST_DATABASE!);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administrate(`drop database if exists ${name} with (force)`) };
}

async function administrate(statement: string): Promise<void> {
  const client = new Client({ connectionString: process.env.VETGRAPH_TEST_DATABASE });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Waits until so many transactions of a database wait for locks. */
export async function untilLocksAreAwaited(client: Client, count: number): Promise<void> {
  const WAITING = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await client.query<{ n: number }>(WAITING)).rows[0]!.n < count) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await client.query('select pg_stat_clear_snapshot()'); // within a transaction, it would see the same again
  }
}
