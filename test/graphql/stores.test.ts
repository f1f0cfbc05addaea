import { Client } from 'pg';
import 'reflect-metadata';
import type { Database } from '../../src/database/database';
import { openDatabase } from '../../src/open-database';
import { type Sql, STATEMENTS } from '../../src/database/sql';
import { createTestDatabase } from '../kit/database';
import { describeStatement, type GivenColumn } from '../kit/describe-statement';
import { type ClaimedColumn, type ClaimedStatement, readStores } from '../kit/store-types';

/** How PostgreSQL's types appear in rows (src/database/row-types.ts). */
const KINDS: Record<string, ClaimedColumn['kind']> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  name: 'text',
  uuid: 'text',
  date: 'text',
  timestamptz: 'text',
  _text: 'texts',
  _uuid: 'texts',
  _int4: 'numbers',
  _int8: 'numbers',
  jsonb: 'json',
  json: 'json',
  bytea: 'bytes',
};

const statements = readStores();
// eslint-disable-next-line @typescript-eslint/no-require-imports -- by the names that were found
for (const { file } of statements) require(file);
let database: Database;
let client: Client;
let drop: () => Promise<void>;
let typeNames: Map<number, string>;
/** Nullable columns of tables, as "table oid.column number". */
let nullable: Set<string>;
beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  database = await openDatabase(made.url, 1);
  client = new Client({ connectionString: made.url });
  await client.connect();
  const types = await client.query<{ oid: number; typname: string }>('select oid, typname from pg_type');
  typeNames = new Map(types.rows.map(({ oid, typname }) => [Number(oid), typname]));
  const columns = await client.query<{ place: string }>(`select attrelid || '.' || attnum as place from pg_attribute where not attnotnull`);
  nullable = new Set(columns.rows.map(({ place }) => place));
});
afterAll(async () => {
  await client.end();
  await database.close();
  await drop();
});

test('every statement is named after its file and constant', () => {
  expect(statements.filter(({ name, place }) => name !== place)).toEqual([]);
  expect(statements.map(({ name }) => name).sort()).toEqual([...STATEMENTS.keys()].sort());
});

test.each(statements.map((statement) => [statement.name, statement] as const))('%s returns what its type claims', async (name, claimed) => {
  const build = STATEMENTS.get(name) as unknown as (...args: unknown[]) => Sql;
  for (const sample of claimed.samples) {
    const { text } = build(...sample).compile(database.table);
    const given = await describeStatement(client, text).catch((error: Error) => {
      throw new Error(`${error.message}, in: ${text}`);
    });
    expect(differences(claimed, given)).toEqual([]);
  }
});

function differences({ columns = new Map<string, ClaimedColumn>() }: ClaimedStatement, given: GivenColumn[]): string[] {
  const found: string[] = [];
  for (const { name, oid, tableId, columnNumber } of given) {
    if (/^[+\-×]/.test(name)) continue; // for the tallies
    const claimed = columns.get(name);
    const type = typeNames.get(oid)!;
    if (!claimed) found.push(`${name} is given, not claimed`);
    else if (claimed.kind !== 'unknown' && claimed.kind !== KINDS[type]) found.push(`${name} is ${type}, claimed as ${claimed.kind}`);
    else if (nullable.has(`${tableId}.${columnNumber}`) && !claimed.isNullable) found.push(`${name} may be null`);
  }
  const names = new Set(given.map(({ name }) => name));
  for (const name of columns.keys()) if (!names.has(name)) found.push(`${name} is claimed, not given`);
  return found;
}
