import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { access, chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openServices, systemContext } from '../../src/bootstrap';
import { readConfig } from '../../src/config';
import type { Manifest } from '../../src/database/manifest';
import { restore } from '../../src/database/restore';
import { change } from '../../src/domains/audit/audit.service';
import { createVendor } from '../../src/domains/vendor/vendor.service';
import { createLogger } from '../../src/platform/logging';
import { cli, startCli } from '../kit/cli';
import { createTestDatabase } from '../kit/database';

const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-backup-'));
const closers: (() => Promise<void>)[] = [];
const at = (...names: string[]) => path.join(folder, ...names);

/** A database and data folder of their own, with services on them. */
async function setUp(name: string, template?: string) {
  const database = await createTestDatabase(template);
  const env = { DATABASE_URL: database.url, DATA_DIR: at(name) };
  const opened = await openServices(readConfig(env), createLogger('silent'), () => undefined);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  closers.push(() => opened.close(), () => client.end(), database.drop);
  return { env, client, ctx: systemContext(opened.services) };
}
type Place = Awaited<ReturnType<typeof setUp>>;

/** Of every table, the number of rows and a hash over them. */
async function contents({ client }: Place): Promise<Record<string, { rows: number; hash: string }>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name <> 'migration_lock'`,
  );
  const found: Record<string, { rows: number; hash: string }> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: number; hash: string }>(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash from "${name}" t`,
    );
    found[name] = rows[0]!;
  }
  return found;
}

const saying = (text: string | RegExp): string => expect.stringMatching(text) as string;

let source: Place;
let target: Place;
const whole = at('whole');

beforeAll(async () => {
  await chmod(folder, 0o755);
  source = await setUp('source');
  target = await setUp('target');
  await source.client.query(await readFile(path.join(__dirname, '../kit/every-table.sql'), 'utf8'));
  await change(source.ctx, async (tx) => {
    for (let i = 0; i < 5; i++) tx.record({ action: 'UPDATE_SETTINGS', meta: { i } });
  });
  await mkdir(at('source', 'files', 'ab'), { recursive: true });
  await writeFile(at('source', 'files', 'ab', 'cdef'), 'hello');
});
afterAll(async () => {
  for (const close of closers) await close();
  await rm(folder, { recursive: true, force: true });
});

test('a backup restores into an empty database: the same tables, files and audit log', async () => {
  const before = await contents(source);
  // A new table needs a row in every-table.sql.
  expect(Object.keys(before).filter((name) => before[name]!.rows === 0)).toEqual([]);

  const written = await cli(source.env, ['backup', whole]);
  const summary = new RegExp(`^Wrote ${Object.keys(before).length} tables .* 1 uploaded files`);
  expect(written).toEqual({ code: 0, stdout: saying(summary), stderr: '' });
  expect((await stat(whole)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(whole, 'tables', 'app_user.copy'))).mode & 0o777).toBe(0o600);

  const restored = await cli(target.env, ['restore', whole]);
  expect(restored).toEqual({ code: 0, stdout: saying('Verified 6 audit entries'), stderr: '' });
  const { audit_entry, audit_lane, audit_count, ...tables } = await contents(target);
  const { audit_entry: oldEntries, audit_lane: oldLanes, audit_count: oldCounts, ...oldTables } = before;
  expect(tables).toEqual(oldTables);
  // The restore is itself recorded, and counted.
  expect([audit_entry!.rows, audit_lane!.rows, audit_count!.rows]).toEqual([oldEntries!.rows + 1, oldLanes!.rows, oldCounts!.rows + 1]);
  const { rows: log } = await target.client.query(
    `select user_name, meta->>'replacedAuditEntries' as replaced from audit_entry where action = 'RESTORE_BACKUP'`,
  );
  expect(log).toEqual([{ user_name: 'System', replaced: '0' }]);

  expect(await readFile(at('target', 'files', 'ab', 'cdef'), 'utf8')).toBe('hello');
  const verified = await cli(target.env, ['audit', 'verify']);
  expect(verified).toMatchObject({ code: 0, stdout: saying('They match the checkpoint') });
});

test('a database in use is replaced only by force, and the log tells how much of it was', async () => {
  const refused = await cli(target.env, ['restore', whole]);
  expect(refused).toEqual({ code: 1, stdout: '', stderr: saying('it has 1 users. With --force') });
  await createVendor(target.ctx, { name: 'Made since', contactEmail: 'x@example.org' });
  expect((await cli(target.env, ['restore', whole, '--force'])).code).toBe(0);
  const { rows } = await target.client.query(`select (select count(*)::int from vendor) as vendors,
    (select meta->>'replacedAuditEntries' from audit_entry where action = 'RESTORE_BACKUP') as replaced`);
  expect(rows).toEqual([{ vendors: 1, replaced: '7' }]);
});

describe('what is not whole is refused, and nothing changes', () => {
  /** A copy of the backup with something done to it; gives why it was refused, having checked that nothing changed. */
  async function refusal(name: string, spoil: (copy: string) => Promise<void>): Promise<string> {
    await cp(whole, at(name), { recursive: true });
    await spoil(at(name));
    const before = await contents(target);
    const error: unknown = await restore(target.ctx, at(name), true).catch((thrown: unknown) => thrown);
    expect(await contents(target)).toEqual(before);
    await rm(at(name), { recursive: true });
    return (error as Error).message;
  }

  async function flipByte(file: string): Promise<void> {
    const bytes = await readFile(file);
    const place = Math.floor(bytes.length / 2);
    bytes[place] = bytes[place]! ^ 1;
    await writeFile(file, bytes);
  }

  /** As whoever wrote the backup would have written it: with its hash. */
  async function editManifest(copy: string, edit: (manifest: Manifest) => unknown): Promise<void> {
    const file = path.join(copy, 'manifest.json');
    const { sha256: _, ...manifest } = JSON.parse(await readFile(file, 'utf8')) as Manifest & { sha256: string };
    edit(manifest);
    await writeFile(file, JSON.stringify({ ...manifest, sha256: hashOf(JSON.stringify(manifest)) }));
  }
  const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

  test('a flipped byte in any file', async () => {
    const names = (await readdir(whole, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(whole, path.join(entry.parentPath, entry.name)));
    expect(names).toEqual(expect.arrayContaining(['manifest.json', 'tables/vendor.copy', 'files/ab/cdef']));
    for (const name of names) {
      const why = await refusal('flipped', (copy) => flipByte(path.join(copy, name)));
      expect(why).toMatch(/ is damaged.*nothing was changed$/);
    }
    await cp(whole, at('flipped'), { recursive: true });
    await flipByte(at('flipped', 'tables', 'vendor.copy'));
    const refused = await cli(target.env, ['restore', at('flipped'), '--force']);
    const message = /^tables\/vendor.copy of the backup is damaged: its content .*; nothing was changed\n$/;
    expect(refused).toEqual({ code: 1, stdout: '', stderr: saying(message) });
  });

  test('a missing file, a missing manifest, a path that leads out', async () => {
    const cut = await refusal('cut', (copy) => rm(path.join(copy, 'tables', 'role.copy')));
    expect(cut).toMatch(/role.copy of the backup is missing/);
    const bare = await refusal('bare', (copy) => rm(path.join(copy, 'manifest.json')));
    expect(bare).toMatch(/holds no complete backup/);
    const led = await refusal('led', (copy) => editManifest(copy, ({ files }) => (files[0]!.path = 'files/../../x')));
    expect(led).toMatch(/is damaged or of another format/);
  });

  test('a newer or older schema', async () => {
    const newer = await refusal('newer', (copy) => editManifest(copy, ({ migrations }) => migrations.push('M2099')));
    expect(newer).toMatch(/made by version \d.*differs by M2099; nothing was changed/);
    const older = await refusal('older', (copy) => editManifest(copy, ({ migrations }) => migrations.pop()));
    expect(older).toMatch(/differs by Migration\w+; nothing was changed/);
  });

  test('rows that break the rules of the database, even in the last tables', async () => {
    const doubled = refusal('doubled', async (copy) => {
      const file = path.join(copy, 'tables', 'finding_control.copy');
      const rows = await readFile(file, 'utf8');
      await writeFile(file, rows + rows);
      await editManifest(copy, ({ tables }) => {
        tables.find(({ name }) => name === 'finding_control')!.sha256 = hashOf(rows + rows);
      });
    });
    expect(await doubled).toMatch(/duplicate key value/);
  });
});

test('a backup never writes into a folder with something in it', async () => {
  const refused = await cli(source.env, ['backup', whole]);
  expect(refused).toEqual({ code: 1, stdout: '', stderr: saying('whole is not empty') });
});

test('a backup killed half way can not be restored', async () => {
  await source.client.query('begin; lock table vendor in access exclusive mode');
  const half = at('half');
  const command = startCli(source.env, ['backup', half]);
  const isWaiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'copy "vendor"%'`;
  while ((await target.client.query(isWaiting)).rowCount === 0) await sleep(50);
  command.kill('SIGKILL');
  await once(command, 'exit');
  await source.client.query('rollback');
  await access(path.join(half, 'tables', 'role.copy'));
  await expect(restore(target.ctx, half, true)).rejects.toThrow('holds no complete backup');
});

test('a backup taken amid changes is of one moment', async () => {
  const busy = at('busy');
  let isDone = false;
  const writing = (async () => {
    for (let i = 0; !isDone; i++) await createVendor(source.ctx, { name: `V${i}`, contactEmail: 'v@example.org' });
  })();
  expect((await cli(source.env, ['backup', busy])).code).toBe(0);
  isDone = true;
  await writing;
  const { audit, manifest } = await restore(target.ctx, busy, true);
  expect(audit).toEqual({ count: manifest.auditCheckpoint.count + 1, broken: null });
  const { rows } = await target.client.query(`select (select count(*)::int - 1 from vendor) as vendors,
    (select count(*)::int from audit_entry where action = 'CREATE_VENDOR') as recorded`);
  const [found] = rows as [{ vendors: number; recorded: number }];
  expect(found.recorded).toBe(found.vendors);
});
