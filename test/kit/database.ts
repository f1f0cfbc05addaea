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
