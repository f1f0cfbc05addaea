import type { Database } from '../../src/database/database';
import { openDatabase } from '../../src/open-database';
import { migrate, pendingMigrations } from '../../src/migrate';
import { loadMigrations, MIGRATIONS } from '../../src/database/migrations';
import { rawSql, sql } from '../../src/database/sql';
import { createTestDatabase } from '../kit/database';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  database = await openDatabase(made.url, 2);
});
afterAll(async () => {
  await database.close();
  await drop();
});

test('the migrations make the schema that the entities describe', async () => {
  expect(await pendingMigrations(database)).toEqual([]);
  expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
});

test('who read the metrics by the right to change settings goes on doing so, and nobody else begins', async () => {
  const make = loadMigrations()[MIGRATIONS.indexOf('Migration20261117140000_metrics_permission')]!;
  const migration = new make(database.orm.em.getDriver() as never, database.orm.config as never);
  await migration.up();
  await database.query(sql`
    insert into role (id, name, permissions) values
      (gen_random_uuid(), 'Operator', array['settings:manage']), (gen_random_uuid(), 'Both', array['settings:manage', 'metrics:view']),
      (gen_random_uuid(), 'Auditor', array['audit:view'])`);
  await database.query(sql`
    insert into api_key (id, name, prefix, secret_hash, permissions) values
      (gen_random_uuid(), 'Prometheus', 'a0000000', 'x', array['vendors:view', 'settings:manage']), (gen_random_uuid(), 'Everything', 'a0000001', 'x', null)`);
  for (const statement of migration.getQueries()) await database.query(rawSql(statement as string));
  const rows = await database.query<{ name: string; permissions: string[] | null }>(sql`
    select name, permissions from role where name in ('Operator', 'Both', 'Auditor') union all select name, permissions from api_key order by name`);
  expect(Object.fromEntries(rows.map(({ name, permissions }) => [name, permissions]))).toEqual({
    Auditor: ['audit:view'],
    Both: ['settings:manage', 'metrics:view'],
    Everything: null,
    Operator: ['settings:manage', 'metrics:view'],
    Prometheus: ['vendors:view', 'settings:manage', 'metrics:view'],
  });
});

test('the database holds none of what would tie it to one engine', async () => {
  const [found] = await database.query(sql`
    select (select count(*) from pg_sequences where schemaname = 'public') as sequences,
      (select count(*) from pg_trigger where not tgisinternal) as triggers,
      (select count(*) from pg_extension where extname <> 'plpgsql') as extensions,
      (select count(*) from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.typtype = 'e' and n.nspname = 'public') as enums`);
  expect(found).toEqual({ sequences: 0, triggers: 0, extensions: 0, enums: 0 });
});

test('every foreign key has an index that begins with it', async () => {
  const bare = await database.query(sql`
    select c.conrelid::regclass::text as "table", a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`);
  expect(bare).toEqual([]);
});

test('API keys that shared a name get different ones, the same on every run', async () => {
  await database.query(sql`alter table api_key drop column has_left_name`);
  await database.query(sql`delete from migration where name like '%_api_key_names'`);
  const long = 'x'.repeat(100);
  const keys = [
    ['00000001', 'Export', false],
    ['00000002', 'export', false],
    ['00000003', 'EXPORT', true],
    ['00000004', 'export (00000002)', false],
    ['00000005', long, false],
    ['00000006', long, false],
  ] as const;
  for (const [prefix, name, isRevoked] of keys) {
    await database.query(sql`
      insert into api_key (id, name, prefix, secret_hash, is_revoked, created_at)
      values (gen_random_uuid(), ${name}, ${prefix}, '', ${isRevoked}, now() + make_interval(secs => ${Number(prefix)}))`);
  }
  await database.query(
    sql`insert into api_key (id, name, prefix, secret_hash, expires_at) values (gen_random_uuid(), 'Export', '00000007', '', now())`,
  );
  await migrate(database);
  const names = await database.query<{ name: string }>(sql`select name from api_key where prefix like '0%' order by prefix`);
  expect(names.map(({ name }) => name)).toEqual([
    'Export',
    'export (00000002)',
    'EXPORT',
    'export (00000002) (00000004)',
    long,
    `${'x'.repeat(89)} (00000006)`,
    'Export',
  ]);
  expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
});
