import type { Database } from '../../src/database/database';
import { ensureSystemRoles } from '../../src/domains/user/role.service';
import { openDatabase } from '../../src/open-database';
import { migrate, pendingMigrations } from '../../src/database/migrate';
import { loadMigrations, MIGRATIONS } from '../../src/database/migrations';
import { folded, foldedAddress, rawSql, sql } from '../../src/database/sql';
import { systemContext } from '../../src/kernel/context';
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

test('the migrations create the schema that the entities describe', async () => {
  expect(await pendingMigrations(database)).toEqual([]);
  expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
});

test('the first start creates the system roles, and later ones update them', async () => {
  const roles = () => database.query(sql`select name, permissions, description from role where is_system order by name`);
  const start = () =>
    ensureSystemRoles(
      systemContext({
        database,
        checkpoints: { touch: () => undefined },
        tree: { touch: () => undefined },
        feed: { touch: () => undefined },
        notifier: { tellOf: () => Promise.resolve() },
      } as never),
    );
  await start();
  const made = await roles();
  expect(made).toHaveLength(3);
  await database.query(sql`update role set permissions = '{vendors:view}' where is_system`);
  await start();
  expect(await roles()).toEqual(made);
  await database.query(sql`delete from role where is_system`);
});

test('users who could read the metrics through the settings permission still can, and nobody else can', async () => {
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

test('a database that had the board report before takes its kind of notification, too', async () => {
  // Those that set the kinds, without the report’s own migration, which had run before them.
  for (const Made of loadMigrations().filter(({ name }) => !name.endsWith('_board_report'))) {
    const migration = new Made(database.orm.em.getDriver() as never, database.orm.config as never);
    await migration.up();
    const kinds = migration.getQueries().filter((query) => /"notification(_setting)?_kind_check"/.test(String(query)));
    for (const statement of kinds) await database.query(rawSql(statement as string));
  }
  const checks = await database.query<{ text: string }>(sql`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname in ('notification_kind_check', 'notification_setting_kind_check')`);
  expect(checks.map(({ text }) => text.includes('BOARD_REPORT'))).toEqual([true, true]);
});

test('the database uses nothing that ties it to one engine', async () => {
  const [found] = await database.query(sql`
    select (select count(*) from pg_sequences where schemaname = 'public') as sequences,
      (select count(*) from pg_trigger where not tgisinternal) as triggers,
      (select count(*) from pg_extension where extname <> 'plpgsql') as extensions,
      (select count(*) from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.typtype = 'e' and n.nspname = 'public') as enums`);
  expect(found).toEqual({ sequences: 0, triggers: 0, extensions: 0, enums: 0 });
});

test('every foreign key has an index that starts with it', async () => {
  const bare = await database.query(sql`
    select c.conrelid::regclass::text as "table", a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`);
  expect(bare).toEqual([]);
});

test('names are looked up by their unique indexes', async () => {
  const plans = {
    role_name_folded_taken: sql`select 1 from role where ${folded(rawSql('name'))} = 'X'`,
    framework_name_folded_taken: sql`select 1 from framework where ${folded(rawSql('name'))} = 'X'`,
    api_key_name_folded_taken: sql`select 1 from api_key where ${folded(rawSql('name'))} = 'X' and not is_revoked and not has_left_name`,
    user_email_folded_taken: sql`select 1 from app_user where ${foldedAddress(rawSql('email'))} = 'x'`,
  };
  for (const [index, statement] of Object.entries(plans)) {
    const plan = await database.transaction(async (tx) => {
      await tx.query(sql`set local enable_seqscan = off`);
      return tx.query(sql`explain ${statement}`);
    });
    expect(JSON.stringify(plan)).toContain(index);
  }
});

test('names that differ only in case become different ones', async () => {
  const Folded = loadMigrations()[MIGRATIONS.indexOf('Migration20261118100000_folded_names')]!;
  const migration = new Folded(database.orm.em.getDriver() as never, database.orm.config as never);
  await migration.up();
  const indexes = migration.getQueries().flatMap((query) => /create unique index ("\w+")/.exec(String(query))?.[1] ?? []);
  for (const index of indexes) await database.query(rawSql(`drop index ${index}`));
  // As a database whose locale only knows ASCII letters would have accepted them.
  for (const index of ['role_name_taken', 'api_key_name_taken', 'framework_name_taken', 'user_email_taken'])
    await database.query(rawSql(`drop index ${index}`));
  const id = (n: number) => `0000000${n}-0000-4000-8000-000000000000`;
  const at = (n: number) => sql`now() + make_interval(secs => ${n})`;
  const long = 'Ä'.repeat(100);
  for (const [n, name] of ['ÄRGER', 'ärger', 'Ärger (00000002)', long, long.toLowerCase()].entries()) {
    await database.query(sql`insert into role (id, name, permissions, created_at) values (${id(n + 1)}, ${name}, '{}', ${at(n)})`);
    await database.query(sql`
      insert into api_key (id, name, prefix, secret_hash, created_at) values (${id(n + 1)}, ${name}, ${`b000000${n}`}, '', ${at(n)})`);
    await database.query(sql`insert into framework (id, name, created_at) values (${id(n + 1)}, ${name}, ${at(n)})`);
  }
  await database.query(sql`
    insert into role (id, name, permissions, is_system, created_at) values (${id(7)}, 'Vıewer', '{}', false, now()), (${id(8)}, 'Viewer', '{}', true, now() + interval '1 day')`);
  for (const [n, email] of ['Info@acme.example', 'INFO@acme.example'].entries()) {
    await database.query(sql`
      insert into app_user (id, name, email, password_hash, role_id, created_at) values (${id(n + 1)}, 'Ann', ${email}, '', ${id(1)}, ${at(n)})`);
  }
  for (const statement of migration.getQueries()) await database.query(rawSql(statement as string));
  const namesIn = async (table: string, column = 'name') =>
    (
      await database.query<{ name: string }>(rawSql(`select ${column} as name from ${table} where id::text like '0000000%' order by id`))
    ).map(({ name }) => name);
  const cut = (most: number, mark: string) => `${'ä'.repeat(100).slice(0, most)} (${mark})`;
  expect(await namesIn('role')).toEqual([
    'ÄRGER',
    'ärger (00000002)',
    'Ärger (00000002) (00000003)',
    long,
    cut(89, '00000005'),
    'Vıewer (00000007)',
    'Viewer',
  ]);
  expect(await namesIn('api_key')).toEqual(['ÄRGER', 'ärger (b0000001)', 'Ärger (00000002)', long, cut(89, 'b0000004')]);
  expect(await namesIn('framework')).toEqual(['ÄRGER', 'ärger (00000002)', 'Ärger (00000002) (00000003)', long, cut(100, '00000005')]);
  expect(await namesIn('app_user', 'email')).toEqual(['Info@acme.example', 'INFO+00000002@acme.example']);
  await database.query(sql`delete from app_user`);
  for (const table of ['role', 'api_key', 'framework']) await database.query(rawSql(`delete from ${table}`));
  await database.query(
    rawSql(`
    create unique index role_name_taken on role (lower(name));
    create unique index api_key_name_taken on api_key (lower(name)) where not is_revoked and not has_left_name;
    create unique index framework_name_taken on framework (lower(name), coalesce(version, ''));
    create unique index user_email_taken on app_user (lower(email))`),
  );
});

test('tags that the word "null" got lost from have it again', async () => {
  const id = '00000000-0000-4000-8000-00000000abcd';
  const [Made] = loadMigrations().filter(({ name }) => name.endsWith('_texts_that_say_null'));
  const migration = new Made!(database.orm.em.getDriver() as never, database.orm.config as never);
  await migration.up();
  await database.query(
    sql`insert into saved_view (id, name, list, filter, columns) values (${id}, 'Lost', 'VENDORS', '{}', '{tier,null}')`,
  );
  for (const statement of migration.getQueries()) await database.query(rawSql(statement as string));
  expect(await database.query(sql`select columns from saved_view where id = ${id}`)).toEqual([{ columns: ['tier', 'null'] }]);
});

test('API keys that shared a name get different names, the same on every run', async () => {
  await database.query(sql`alter table api_key drop column has_left_name`);
  await database.query(sql`drop index role_name_folded_taken, framework_name_folded_taken, user_email_folded_taken`);
  await database.query(sql`delete from migration where name like '%_api_key_names' or name like '%_folded_names'`);
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
