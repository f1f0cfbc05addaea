/** What a database from before the record becomes: everything it had is recorded, and its audit log stays verifiable. */
import { createGunzip } from 'node:zlib';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { hashPassword } from '../../src/auth/passwords';
import type { Database } from '../../src/database/database';
import * as migrationStore from '../../src/database/migration.store';
import { loadMigrator, migrationOptions } from '../../src/database/migrations';
import { resumeRecord } from '../../src/domains/record/baseline';
import * as recordStore from '../../src/domains/record/record.store';
import { verifyLog } from '../../src/domains/audit/audit.verify';
import { systemContext } from '../../src/kernel/context';
import { openDatabase } from '../../src/open-database';
import { ADMIN } from '../kit/accounts';
import { createTestDatabase } from '../kit/database';
import { Servers } from '../kit/process';

/** As the version before the record wrote it: the demo portfolio with two vendors. */
interface Dump {
  migrations: string[];
  tables: { name: string; columns: string[]; rows: string }[];
}

const servers = new Servers();
let made: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;
let database: Database;
let entriesBefore: number;

beforeAll(async () => {
  made = await createTestDatabase('template0');
  const file = createReadStream(path.join(__dirname, '../kit/before-the-record.json.gz'));
  const dump = JSON.parse(await text(file.pipe(createGunzip()))) as Dump;
  database = await openDatabase(made.url, 3);
  await database.query(migrationStore.createTable());
  database.orm.config.set('migrations', { ...database.orm.config.get('migrations'), ...migrationOptions() });
  await new (loadMigrator())(database.orm.em).up({ to: dump.migrations.at(-1)! });
  client = new Client({ connectionString: made.url });
  await client.connect();
  await client.query('begin; set local session_replication_role = replica');
  for (const { name, columns, rows } of dump.tables) {
    await client.query(`delete from "${name}"`);
    const into = client.query(copyFrom(`copy "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) from stdin`));
    await pipeline(Readable.from([rows]), into);
  }
  await client.query('commit');
  await client.query(`update app_user set email = $1, password_hash = $2 where email = 'admin@vetgraph.local'`, [
    ADMIN.email,
    await hashPassword(ADMIN.password),
  ]);
  entriesBefore = (await client.query<{ count: number }>('select count(*)::int as count from audit_entry')).rows[0]!.count;
});
afterAll(async () => {
  await servers.stop();
  await client.end();
  await database.close();
  await made.drop();
});

const differing = async () => {
  const found: string[] = [];
  for (const table of database.recorder.tables) {
    for (const { key } of await database.query(recordStore.unrecorded(table))) found.push(`${table.name} ${key}`);
  }
  return found;
};

test('everything is recorded, the audit log verifies, and entries from before have no changes', async () => {
  const server = await servers.start({ DATABASE_URL: made.url }).ready();
  expect(await differing()).toEqual([]);
  expect(await verifyLog(database)).toMatchObject({ broken: null });

  const admin = await servers.signIn(server);
  const asked = `vendors { totalCount nodes { name tier overallScore assessments { nodes { title status score findings { title severity status } } } } }
    dashboard { vendorCount averageScore openFindings scoreDistribution { green amber red unscored } }`;
  const { recordedSince } = await admin.data<{ recordedSince: string }>(`{ recordedSince }`);
  const now = await admin.data(`{ ${asked} }`);
  expect(await admin.data(`query ($at: DateTime!) @asOf(at: $at) { ${asked} }`, { at: recordedSince })).toEqual(now);
  const { auditLog } = await admin.data<{ auditLog: { totalCount: number; nodes: { action: string; changes: unknown[] }[] } }>(
    `{ auditLog(last: 100) { totalCount nodes { action changes { field } } } }`,
  );
  expect(auditLog.totalCount).toBeGreaterThan(entriesBefore);
  expect(auditLog.nodes).toHaveLength(100);
  expect(auditLog.nodes.filter(({ changes }) => changes.length > 0)).toEqual([]);

  const before = new Date(Date.parse(recordedSince) - 1).toISOString();
  await expect(admin.data(`query ($at: DateTime!) @asOf(at: $at) { ${asked} }`, { at: before })).rejects.toThrow(recordedSince);
});

test('what a migration changed is recorded by the next server, if the one that ran it died before', async () => {
  await client.query(`insert into migration (name) values ('Migration29990101000000_later')`);
  await client.query(`update vendor set notes = 'Written by a migration'`);
  expect((await differing()).length).toBeGreaterThan(0);
  await servers.start({ DATABASE_URL: made.url }).ready();
  expect(await differing()).toEqual([]);
  const entries = async () => (await client.query(`select 1 from audit_entry where action = 'RECORD_BASELINE'`)).rowCount;
  const recorded = await entries();
  await servers.start({ DATABASE_URL: made.url }).ready();
  expect(await entries()).toBe(recorded);
});

/** As the version before the record appends an entry: without anything that it can't know. */
async function writeAsBefore(): Promise<void> {
  await client.query('begin');
  await client.query(`update vendor set notes = 'Written by the version before', revision = revision + 1`);
  await client.query(`update audit_lane set seq = seq + 1, prev_hash = hash, hash = 'x' where lane = 0`);
  await client.query(`insert into audit_entry (lane, seq, action, user_name, prev_hash, hash)
    select lane, seq, 'UPDATE_VENDOR', 'Someone', prev_hash, hash from audit_lane where lane = 0`);
  await client.query('commit');
}

test('what the version before changes beside this one is recorded once it has ended', async () => {
  const ctx = systemContext({
    database,
    log: { info: () => undefined },
    checkpoints: { touch: () => undefined },
    tree: { touch: () => undefined },
    feed: { touch: () => undefined },
    notifier: { tellOf: () => Promise.resolve() },
  } as never);
  const run = resumeRecord();
  const begun = async () =>
    (await client.query<{ count: number }>(`select count(*)::int as count from audit_entry where action = 'BEGIN_RECORD'`)).rows[0]!.count;
  await run(ctx);
  await run(ctx);
  expect(await begun()).toBe(1);
  await writeAsBefore();
  expect((await differing()).length).toBeGreaterThan(0);
  await run(ctx);
  expect(await begun()).toBe(1);
  await run(ctx);
  expect(await begun()).toBe(2);
  expect(await differing()).toEqual([]);
  await run(ctx);
  expect(await begun()).toBe(2);
});
