/** What a rolling upgrade needs: a migration is applied completely or not at all, and only expands the schema. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Database } from '../../src/database/database';
import { openDatabase } from '../../src/open-database';
import { loadMigrations, MIGRATIONS } from '../../src/database/migrations';
import { createTestDatabase } from '../kit/database';
import { type ServerProcess, Servers } from '../kit/process';

const servers = new Servers();
let client: Client;
let database: { url: string; drop(): Promise<void> };
const closers: (() => Promise<void>)[] = [];

async function connect(template?: string): Promise<void> {
  database = await createTestDatabase(template);
  client = new Client({ connectionString: database.url });
  await client.connect();
  closers.push(() => client.end(), database.drop);
}
afterEach(async () => {
  await servers.stop();
  for (const close of closers.splice(0)) await close();
});

test('a server killed during a migration leaves nothing behind, and the next one completes it', async () => {
  await connect('template0');
  // Creating a table of this name has to wait for us: by then the server has created half of its schema.
  const blocker = new Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query('begin; create table vendor ()');
  const killed = servers.start({ DATABASE_URL: database.url });
  const isWaiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query ilike '%create table "vendor"%'`;
  for (const giveUp = Date.now() + 60_000; (await client.query(isWaiting)).rowCount === 0; await sleep(50)) {
    if (Date.now() > giveUp) throw new Error(`the server does not migrate: ${killed.output}`);
  }
  await killed.kill('SIGKILL');
  await blocker.query('rollback');
  await blocker.end();
  const tables = `select table_name from information_schema.tables where table_schema = 'public' and table_name not like 'migration%'`;
  for (
    const giveUp = Date.now() + 60_000;
    (await client.query(`select 1 from pg_stat_activity where application_name = 'vetgraph:${killed.pid}'`)).rowCount;
  ) {
    if (Date.now() > giveUp) throw new Error('the killed server is still connected');
    await sleep(50);
  }
  expect((await client.query(tables)).rows).toEqual([]);
  expect((await client.query('select 1 from migration')).rowCount).toBe(0);

  const next = await servers.start({ DATABASE_URL: database.url }).ready();
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
  expect((await client.query('select 1 from migration')).rowCount).toBe(MIGRATIONS.length);
});

/** What the next version may do to the schema while this one still serves: add tables, columns and indexes. */
async function expand(): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name not like 'migration%'`,
  );
  for (const { name } of rows) {
    await client.query(`alter table "${name}" add column later_note text, add column later_count int not null default 7`);
  }
  await client.query(`create table later_thing (id uuid primary key, vendor_id uuid references vendor on delete cascade)`);
  await client.query(`create index later_vendors on vendor (later_count, name)`);
  await client.query(`insert into migration (name) values ('Migration29990101000000_later')`);
}

async function live(server: ServerProcess, name: string): Promise<void> {
  const admin = await servers.signIn(server);
  const { createVendor } = await admin.data<{ createVendor: { vendor: { id: string } } }>(
    `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`,
    { input: { name, contactEmail: 'a@b.example', tags: ['kept'] } },
  );
  const { id } = createVendor.vendor;
  await admin.data(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { revision } } }`, {
    input: { id, notes: 'Changed' },
  });
  expect(await admin.data(`query ($id: ID!) { vendor(id: $id) { name notes tags } }`, { id })).toEqual({
    vendor: { name, notes: 'Changed', tags: ['kept'] },
  });
  expect((await admin.fetch(`/api/v1/vendors?query=${name}`)).status).toBe(200);
  expect((await admin.fetch(`/api/v1/vendors/${id}`, { method: 'DELETE' })).status).toBe(200);
}

test('a running version keeps working while the next one expands the schema, and can still be started', async () => {
  await connect();
  const old = await servers.start({ DATABASE_URL: database.url }).ready();
  await live(old, 'before');
  await expand();
  await live(old, 'after');
  expect((await fetch(`${old.url}/readyz`)).status).toBe(200);
  const again = await servers.start({ DATABASE_URL: database.url }).ready();
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  await Promise.all([live(old, 'side'), live(again, 'other')]);
});

test('the past from before a column came to be shows what all rows had then', async () => {
  await connect();
  const first = await servers.start({ DATABASE_URL: database.url }).ready();
  const admin = await servers.signIn(first);
  const { recordedSince } = await admin.data<{ recordedSince: string }>('{ recordedSince }');
  const users = '{ users { name isProvisioned isDisabled } settings { passwordSignIn } }';
  const now = await admin.data(users);
  const at = new Date().toISOString();
  await first.kill('SIGTERM');
  // As if they had come with the next version.
  await client.query(`alter table record.app_user drop column is_provisioned cascade`);
  await client.query(`alter table record.settings drop column password_sign_in cascade`);
  const next = await servers.start({ DATABASE_URL: database.url }).ready();
  const later = await servers.signIn(next);
  expect(await later.data(`query @asOf(at: "${at}") ${users}`)).toEqual(now);
  expect(await later.data(`query @asOf(at: "${recordedSince}") { settings { passwordSignIn } }`)).toEqual({
    settings: { passwordSignIn: 'EVERYONE' },
  });
});

/** New tables, indexes and optional columns, and corrected rows; nothing that removes or restricts what an older version writes. */
const EXPANDS = [
  /^create (unique )?index /,
  /^create table /,
  /^create (or replace )?function /,
  /^revoke all on function \w+ from public$/,
  /^alter table "\w+" (?!.*\b(drop|rename|alter column)\b)add (column|constraint) "\w+" /,
  /^insert into "?\w+"? /,
  /^(update "?\w+"?( \w)? set|do \$\$ begin loop update "\w+" set) /,
  /^alter table "\w+" alter column "\w+" set default /,
  // The previous version takes a user without a password for one whose password doesn't fit.
  /^alter table "app_user" alter column "password_hash" drop not null$/,
  /^create collation if not exists /,
  // They are made anew, and then allow more.
  /^alter table "\w+" drop constraint (if exists )?"(attachment_single_owner|notification_kind_check|notification_setting_kind_check)"$/,
  // The previous version reads comments by their assessments.
  /^alter table "comment" add column "finding_id" uuid null, alter column "assessment_id" drop not null$/,
  // The previous version takes a leaf without salts for one whose texts were erased.
  /^alter table "audit_leaf" alter column "salts" drop not null$/,
  // No version ever wrote or read it.
  /^drop table "outbox_event"$/,
  // What is recounted, and what provisional scoring had created.
  /^delete from tally where kind = /,
  /^with gone as \( delete from finding f .* returning .* \) insert into tally /,
];

describe('each migration', () => {
  let made: { url: string; drop(): Promise<void> };
  let opened: Database;
  beforeAll(async () => {
    made = await createTestDatabase();
    opened = await openDatabase(made.url, 1);
  });
  afterAll(async () => {
    await opened.close();
    await made.drop();
  });

  test.each(MIGRATIONS.slice(1))('%s only expands', async (name) => {
    const found = loadMigrations()[MIGRATIONS.indexOf(name)]!;
    const migration = new found(opened.orm.em.getDriver() as never, opened.orm.config as never);
    await migration.up();
    for (const query of migration.getQueries()) {
      const text = String(query).replace(/\s+/g, ' ').trim();
      expect(EXPANDS.some((form) => form.test(text)) ? [] : [text]).toEqual([]);
      expect(text).not.toMatch(/add column "\w+" [^,]*(?<!stored )\bnot null(?! default| generated|\))/);
    }
  });
});
