/** The embedded database through the service role: an attacker with that connection can't rewrite the audit log. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { openDatabase } from '../../src/open-database';
import { startEmbedded } from '../../src/database/embedded';
import { cli, cliProcess } from '../kit/cli';
import { Cluster } from '../kit/cluster';
import { prepared } from '../kit/prepared';
import { type ServerProcess, Servers } from '../kit/process';

const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`;
/** Excludes what the server records by itself. */
const ENTRIES = `{ auditLog(filter: { action: "CREATE_VENDOR" }) { totalCount } }`;

const servers = new Servers();
afterAll(() => servers.stop());

async function run<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The server works and records changes, and all its connections use the service role. */
async function works(server: ServerProcess, url: string): Promise<void> {
  const client = await servers.signIn(server);
  const { auditLog: before } = await client.data<{ auditLog: { totalCount: number } }>(ENTRIES);
  await client.data(CREATE, { input: { name: 'Acme', contactEmail: 'a@acme.example' } });
  expect(await client.data(ENTRIES)).toEqual({ auditLog: { totalCount: before.totalCount + 1 } });
  expect(await run(url, `select distinct usename from pg_stat_activity where application_name = 'vetgraph:${server.pid}'`)).toEqual([
    { usename: 'vetgraph_service' },
  ]);
}

/** Erases somebody, which the role can do in the log by a function alone. */
async function erases(server: ServerProcess): Promise<void> {
  const client = await servers.signIn(server);
  const { roles } = await client.data<{ roles: { id: string }[] }>('{ roles { id } }');
  const create = () =>
    client.ask<{ createUser: { user: { id: string } } }>(
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
      { input: { name: 'Wilma Wombat', email: 'wombat@example.org', password: 'a long enough password', roleId: roles[0]!.id } },
    );
  const { id } = (await create()).data!.createUser.user;
  expect((await create()).errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' }); // which the database's log must not tell
  await client.data(`mutation ($input: EraseUserInput!) { eraseUser(input: $input) { erasedId } }`, {
    input: { id, confirmName: 'Wilma Wombat' },
  });
}

const REFUSED: string[] = [
  `copy (select 1) to program 'true'`,
  `copy secret from program 'id'`,
  `copy (select 1) to '/tmp/vetgraph-written'`,
  `select pg_read_file('postgresql.conf')`,
  `select pg_ls_dir('.')`,
  `select lo_import('/etc/passwd')`,
  `update audit_entry set user_name = 'nobody'`,
  'delete from audit_entry',
  'truncate audit_entry',
  'truncate vendor, audit_entry cascade',
  'alter table audit_entry add column note text',
  'alter table audit_entry owner to vetgraph_service',
  'drop table audit_entry',
  'begin; lock table audit_entry in access exclusive mode',
  'create rule quiet as on insert to audit_entry do instead nothing',
  'create trigger quiet before insert on audit_entry for each row execute function suppress_redundant_updates_trigger()',
  'create table note (text text)',
  'create temp table audit_entry (id uuid)',
  'create function public.lower(text) returns text language sql as $$ select $1 $$',
  'create role other',
  'create database other',
  'alter role vetgraph_service superuser',
  `alter role vetgraph password 'x'`,
  'set role vetgraph',
  'set role postgres',
  'set session authorization vetgraph',
  'grant vetgraph to vetgraph_service',
  'alter system set fsync = off',
  `set session_replication_role = 'replica'`,
];

test('the service role may use the tables, and nothing else', async () => {
  const folder = servers.folder();
  const server = await servers.start({ DATA_DIR: folder }).ready();
  const { url, serviceUrl, stop } = await startEmbedded(folder);
  await works(server, url);
  await erases(server);
  expect(await readFile(path.join(folder, 'postgres.log'), 'utf8')).not.toContain('wombat');
  expect(
    await run(url, `select distinct user_name, entity_name from audit_entry where entity_type = 'User' and entity_name <> 'Administrator'`),
  ).toEqual([{ user_name: 'Administrator', entity_name: 'Erased' }]);
  expect(await cliProcess({ DATA_DIR: folder }, ['audit', 'verify'])).toMatchObject({ code: 0 });
  expect(new URL(serviceUrl).password).not.toBe(new URL(url).password);
  await run(serviceUrl, 'grant all on audit_entry to vetgraph_service'); // only a warning: nothing was granted
  for (const statement of REFUSED) {
    const refusal = await run(serviceUrl, statement).then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );
    // 42501: insufficient privilege; 22023: no such role.
    expect([statement, refusal]).toEqual([statement, statement === 'set role postgres' ? '22023' : '42501']);
  }
  for (const name of ['postgres', 'template1']) {
    await expect(run(serviceUrl.replace(/vetgraph$/, name), 'select 1')).rejects.toMatchObject({ code: '42501' });
  }
  // Each role has its own password.
  const swapped = new URL(url);
  swapped.password = new URL(serviceUrl).password;
  await expect(run(swapped.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  await stop();
});

test("the operator's commands work alongside it; a restore replaces the log, also in a new data folder", async () => {
  const folder = await prepared(servers.folder());
  const environment = { DATA_DIR: folder };
  const backup = `${servers.folder()}/backup`;
  const server = await servers.start(environment).ready();
  for (const command of [
    ['audit', 'verify'],
    ['migrate', '--check'],
    ['migrate'],
    ['recount'],
    ['backup', backup],
    ['demo', 'load', '--vendors', '3'],
    ['restore', backup, '--force'],
    ['audit', 'verify'],
  ]) {
    expect([command, await cliProcess(environment, command)]).toEqual([command, expect.objectContaining({ code: 0 })]);
  }
  await server.kill('SIGTERM');
  const again = await servers.start(environment).ready();
  const { url, stop } = await startEmbedded(folder);
  await works(again, url);
  await stop();
  const target = { DATA_DIR: servers.folder() };
  expect(await cliProcess(target, ['restore', backup])).toMatchObject({ code: 0 });
  expect(await cliProcess(target, ['audit', 'verify'])).toMatchObject({ code: 0 });
});

test('an older data folder gets the role at the next start, next to a server that still runs as the owner', async () => {
  const folder = await prepared(servers.folder());
  const before = await startEmbedded(folder);
  const old = await openDatabase(before.url, 2);
  await run(before.url, `drop owned by vetgraph_service; drop role vetgraph_service; grant all on database vetgraph to public`);

  const both = await Promise.all([1, 2].map(() => servers.start({ DATA_DIR: folder }).ready()));
  for (const server of both) await works(server, before.url);
  // The newer server must not stop the database of the older one.
  for (const server of both) await server.kill('SIGTERM');
  expect(await run(before.url, 'select count(*)::int as vendors from vendor')).toEqual([{ vendors: 2 }]);
  await old.close();
  await before.stop();
});

test('the role is repaired if someone changed its password', async () => {
  const folder = await prepared(servers.folder());
  const first = await startEmbedded(folder);
  await run(first.url, `alter role vetgraph_service password 'another' nologin`);
  await first.stop();
  const second = await startEmbedded(folder);
  expect(await run(second.serviceUrl, 'select current_user::text as name')).toEqual([{ name: 'vetgraph_service' }]);
  await second.stop();
});

test('an external PostgreSQL with a role of that name is used in the same way', async () => {
  const cluster = await Cluster.start();
  try {
    await cluster.query('create role vetgraph_owner login; create role vetgraph_service login');
    await cluster.query('create database vetgraph owner vetgraph_owner');
    await cluster.query('revoke all on database vetgraph from public; grant connect on database vetgraph to vetgraph_service');
    const as = (role: string) => cluster.url().replace('vetgraph@', `${role}@`);
    expect(await cli({ DATABASE_URL: as('vetgraph_owner') }, ['migrate'])).toMatchObject({ code: 0 });
    const server = await servers.start({ DATABASE_URL: as('vetgraph_service') }).ready();
    await works(server, cluster.url());
    await erases(server);
    await cluster.query('create role reporter login; grant connect on database vetgraph to reporter');
    const call = `select erase_from_audit_log(gen_random_uuid(), '{}', '{}', 0::smallint, 1, 1)`;
    await expect(run(as('reporter'), call)).rejects.toMatchObject({ code: '42501' });
    for (const statement of [
      `update audit_entry set user_name = 'nobody'`,
      'delete from audit_entry',
      'truncate audit_entry',
      'create table note ()',
    ]) {
      await expect(run(as('vetgraph_service'), statement)).rejects.toMatchObject({ code: '42501' });
    }
    await server.kill('SIGTERM');
  } finally {
    await cluster.remove();
  }
});
