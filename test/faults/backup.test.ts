import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { access, chmod, cp, mkdir, open, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openServices } from '../../src/bootstrap';
import { systemContext } from '../../src/kernel/context';
import { readConfig } from '../../src/kernel/config';
import type { Manifest } from '../../src/operations/backup/manifest';
import { restore } from '../../src/operations/backup/restore';
import { change } from '../../src/domains/audit/audit.service';
import { recordLoaded } from '../../src/domains/record/baseline';
import { createVendor } from '../../src/domains/portfolio/vendor.service';
import { createLogger } from '../../src/platform/logging';
import { cli, cliProcess, startCli } from '../kit/cli';
import { createTestDatabase } from '../kit/database';
import { FakeS3 } from '../kit/s3';

const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-backup-'));
const closers: (() => Promise<void>)[] = [];
const at = (...names: string[]) => path.join(folder, ...names);

/** Its own database and data folder, with services on them. */
async function setUp(name: string, settings: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.url, DATA_DIR: at(name), ...settings };
  const opened = await openServices(readConfig(env), createLogger('silent'), () => undefined);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  closers.push(
    () => opened.close(),
    () => client.end(),
    database.drop,
  );
  return { env, client, ctx: systemContext(opened.services) };
}
type Place = Awaited<ReturnType<typeof setUp>>;

/** The number of rows of every table, and a hash over them. */
async function contents({ client }: Place): Promise<Record<string, { rows: number; hash: string }>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'record'::regnamespace) and relname <> 'migration_lock'`,
  );
  const found: Record<string, { rows: number; hash: string }> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: number; hash: string }>(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`,
    );
    found[name] = rows[0]!;
  }
  return found;
}

const saying = (text: string | RegExp): string => expect.stringMatching(text) as string;

/** A file in the store, and one that isn't in any backup. */
const KEY = 'abcdef0123456789abcdef0123456789';
const OTHER_KEY = '00112233445566778899aabbccddeeff';
const stored = (key: string) => path.join('files', key.slice(0, 2), key.slice(2, 4), key);

async function store(place: string, key: string, content: string): Promise<void> {
  await mkdir(path.dirname(at(place, stored(key))), { recursive: true });
  await writeFile(at(place, stored(key)), content);
}

/** Every file and folder below a folder, with the contents of the files. */
async function tree(below: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(below, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    found[path.relative(below, file)] = entry.isFile() ? await readFile(file, 'utf8') : '(no file)';
  }
  return found;
}

const NO_KEY = /^Warning: BACKUP_KEY is not set.*\n$/;

let source: Place;
let target: Place;
const whole = at('whole');

beforeAll(async () => {
  await chmod(folder, 0o755);
  source = await setUp('source');
  target = await setUp('target');
  await source.client.query(await readFile(path.join(__dirname, '../kit/every-table.sql'), 'utf8'));
  await recordLoaded(source.ctx);
  await change(source.ctx, async (tx) => {
    for (let i = 0; i < 5; i++) tx.record({ action: 'UPDATE_SETTINGS', meta: { i } });
  });
  await store('source', KEY, 'hello');
  await store('target', OTHER_KEY, 'of the target');
});
afterAll(async () => {
  for (const close of closers) await close();
  await rm(folder, { recursive: true, force: true });
});

test('a backup restores into an empty database: the same tables, files and audit log', async () => {
  const before = await contents(source);
  // A new table needs a row in every-table.sql.
  expect(Object.keys(before).filter((name) => before[name]!.rows === 0)).toEqual([]);

  const written = await cliProcess(source.env, ['backup', whole]);
  const summary = new RegExp(`^Wrote ${Object.keys(before).length} tables .* 1 uploaded files`);
  expect(written).toEqual({ code: 0, stdout: saying(summary), stderr: saying(NO_KEY) });
  expect((await stat(whole)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(whole, 'tables', 'app_user.copy'))).mode & 0o777).toBe(0o600);

  const restored = await cliProcess(target.env, ['restore', whole]);
  expect(restored).toEqual({ code: 0, stdout: saying('Verified 7 audit entries'), stderr: saying(NO_KEY) });
  const { audit_entry, audit_lane, audit_count, session, provider_session, account_link, ...tables } = await contents(target);
  const {
    audit_entry: oldEntries,
    audit_lane: oldLanes,
    audit_count: oldCounts,
    session: _,
    provider_session: __,
    account_link: ___,
    ...oldTables
  } = before;
  expect(tables).toEqual(oldTables);
  // What may have ended since doesn't come back.
  expect([session!.rows, provider_session!.rows, account_link!.rows]).toEqual([0, 0, 0]);
  // The restore itself is recorded and counted.
  expect([audit_entry!.rows, audit_lane!.rows, audit_count!.rows]).toEqual([oldEntries!.rows + 1, oldLanes!.rows, oldCounts!.rows + 1]);
  const { rows: log } = await target.client.query(
    `select user_name, meta->>'replacedAuditEntries' as replaced from audit_entry where action = 'RESTORE_BACKUP'`,
  );
  expect(log).toEqual([{ user_name: 'System', replaced: '0' }]);

  expect(await readFile(at('target', stored(KEY)), 'utf8')).toBe('hello');
  expect(await readdir(at('target', 'files'))).toEqual(['00', 'ab']);
  // Its rows of the signed tree are made up.
  await target.client.query('truncate audit_leaf, audit_tile, audit_checkpoint, witness_state');
  const verified = await cli(target.env, ['audit', 'verify']);
  expect(verified.stderr).toBe('');
  expect(verified).toMatchObject({ code: 0, stdout: saying('They match the checkpoint') });
});

test('a non-empty database is replaced only with --force, and the log records how much was replaced', async () => {
  const refused = await cli(target.env, ['restore', whole]);
  expect(refused).toEqual({ code: 1, stdout: '', stderr: saying('it has 1 users. With --force') });
  await createVendor(target.ctx, { name: 'Made since', contactEmail: 'x@example.org' });
  expect((await cli(target.env, ['restore', whole, '--force'])).code).toBe(0);
  const { rows } = await target.client.query(`select (select count(*)::int from vendor) as vendors,
    (select meta->>'replacedAuditEntries' from audit_entry where action = 'RESTORE_BACKUP') as replaced`);
  expect(rows).toEqual([{ vendors: 1, replaced: '8' }]);
});

describe('a damaged backup is refused, and nothing changes', () => {
  let before: unknown[];
  const asItIs = async () => [await contents(target), await tree(at('target'))];
  beforeAll(async () => (before = await asItIs()));
  afterEach(async () => expect(await asItIs()).toEqual(before));

  /** Damages a copy of the backup, and returns the reason why it isn't restored. */
  async function refusal(name: string, spoil: (copy: string) => Promise<void>): Promise<string> {
    cpSync(whole, at(name), { recursive: true });
    await spoil(at(name));
    const error: unknown = await restore(target.ctx, at(name), true).catch((thrown: unknown) => thrown);
    rmSync(at(name), { recursive: true });
    expect(error).toBeInstanceOf(Error);
    return (error as Error).message;
  }

  async function flipByte(file: string): Promise<void> {
    const bytes = await readFile(file);
    const place = Math.floor(bytes.length / 2);
    bytes[place] = bytes[place]! ^ 1;
    await writeFile(file, bytes);
  }

  /** Recomputes the hash, as if the backup had been written like this. */
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
    expect(names).toEqual(expect.arrayContaining(['manifest.json', 'tables/vendor.copy', stored(KEY)]));
    for (const name of names) {
      const why = await refusal('flipped', (copy) => flipByte(path.join(copy, name)));
      expect(why).toMatch(/ is damaged.*nothing was changed$/);
    }
    await cp(whole, at('flipped'), { recursive: true });
    await flipByte(at('flipped', 'tables', 'vendor.copy'));
    const refused = await cli(target.env, ['restore', at('flipped'), '--force']);
    const message = /\ntables\/vendor.copy in the backup is damaged: its content .*; nothing was changed\n$/;
    expect(refused).toEqual({ code: 1, stdout: '', stderr: saying(message) });
  });

  test('a missing file, a missing manifest, a path outside the backup', async () => {
    const cut = await refusal('cut', (copy) => rm(path.join(copy, 'tables', 'role.copy')));
    expect(cut).toMatch(/role.copy is missing from the backup/);
    const bare = await refusal('bare', (copy) => rm(path.join(copy, 'manifest.json')));
    expect(bare).toMatch(/is not a complete backup/);
    const led = await refusal('led', (copy) => editManifest(copy, ({ files }) => (files[0]!.path = 'files/../../x')));
    expect(led).toMatch(/is damaged or has another format/);
  });

  test('a file that would be written outside the store', async () => {
    const planted = 'database/cluster/postgresql.auto.conf';
    const places = [
      planted,
      `files/../${planted}`,
      `files/ab/../../${planted}`,
      `./${planted}`,
      `/${planted}`,
      at('target', planted),
      `files\\..\\${planted}`,
      `files/ab\\..\\..\\${planted}`,
      `C:\\${KEY}`,
      `files//ab/cd/${KEY}`,
      `Files/ab/cd/${KEY}`,
      `FILES/AB/CD/${KEY.toUpperCase()}`,
      `files/ab/cd/${KEY.toUpperCase()}`,
      `files/ab/cd/${KEY}/`,
      `files/ab/cd/${KEY}\n`,
      `files/ab/cd/${KEY}\u0000.conf`,
      `files/ab/cd/${KEY}.part`,
      `files/00/11/${KEY}`,
      `files/${KEY}`,
      `files/ab/cd/./${KEY}`,
      'files/ab/cdef',
      'files',
      '',
      'manifest.json',
      'tables/vendor.copy',
      'audit-checkpoint.json',
      `files/%2e%2e/${planted}`,
    ];
    const evil = "archive_command = 'run me'";
    for (const place of places) {
      const why = await refusal('planted', async (copy) => {
        const file = path.join(copy, place.replaceAll('\u0000', '0').replaceAll('\\', '/'));
        if (path.resolve(file).startsWith(`${copy}/`) && !place.endsWith('/') && !(await stat(file).catch(() => undefined))) {
          await mkdir(path.dirname(file), { recursive: true });
          await writeFile(file, evil);
        }
        await editManifest(copy, ({ files }) => files.push({ path: place, sha256: hashOf(evil) }));
      });
      expect([place, why]).toEqual([place, saying(/files\.1\.path must be .*nothing was changed$/)]);
    }
    const twice = await refusal('twice', (copy) => editManifest(copy, ({ files }) => files.push(files[0]!)));
    expect(twice).toMatch(/files lists a file twice/);
  });

  test('a symbolic link or special file anywhere in the backup', async () => {
    const outside = at('outside');
    for (const name of [stored(KEY), 'files/ab/cd', 'files/ab', 'files', 'tables', 'tables/vendor.copy', 'manifest.json']) {
      const why = await refusal('linked', async (copy) => {
        await rm(outside, { recursive: true, force: true });
        await rename(path.join(copy, name), outside);
        await symlink(outside, path.join(copy, name));
      });
      expect([name, why]).toEqual([name, saying(/is a link or not a regular file; nothing was changed/)]);
    }
    const folder = await refusal('folder', async (copy) => {
      await rm(path.join(copy, stored(KEY)));
      await mkdir(path.join(copy, stored(KEY)));
    });
    expect(folder).toMatch(/is a link or not a regular file/);
  });

  test('a location in the store that leads elsewhere', async () => {
    await rename(at('target', 'files', 'ab'), at('aside'));
    await mkdir(at('elsewhere'));
    await symlink(at('elsewhere'), at('target', 'files', 'ab'));
    expect(await refusal('way', () => Promise.resolve())).toMatch(/files\/ab blocks the path of an uploaded file/);
    expect(await readdir(at('elsewhere'))).toEqual([]);
    await rm(at('target', 'files', 'ab'));
    await rename(at('aside'), at('target', 'files', 'ab'));
  });

  test('missing or unknown tables', async () => {
    type Edit = (tables: Manifest['tables']) => unknown;
    const find = (tables: Manifest['tables'], wanted: string) => tables.find(({ name }) => name === wanted)!;
    const copyOf = (tables: Manifest['tables'], name: string) =>
      tables.push({ ...find(tables, 'vendor'), name, path: `tables/${name}.copy` });
    const edits: [Edit, RegExp][] = [
      [(tables) => tables.pop(), /don't match this schema: check \w+;/],
      [(tables) => tables.push(find(tables, 'vendor')), /those named twice/],
      [(tables) => copyOf(tables, 'pg_authid'), /check pg_authid/],
      [(tables) => copyOf(tables, 'migration_lock'), /check migration_lock/],
      [(tables) => copyOf(tables, 'pg_catalog.pg_authid'), /must be the name of a table/],
      [(tables) => copyOf(tables, "vendor\" from program 'x' --"), /must be the name of a table/],
      [(tables) => find(tables, 'vendor').columns.pop(), /check vendor/],
      [(tables) => find(tables, 'vendor').columns.push('xmin'), /check vendor/],
      [(tables) => find(tables, 'vendor').columns.push("id) from program 'x'"), /must be the name of a column/],
      [(tables) => (find(tables, 'vendor').path = 'tables/../tables/vendor.copy'), /path must be tables\/<name>.copy/],
      [(tables) => (find(tables, 'vendor').path = '/etc/passwd'), /path must be tables\/<name>.copy/],
    ];
    for (const [edit, words] of edits) {
      const why = await refusal('tables', async (copy) => {
        for (const name of ['pg_authid', 'migration_lock'])
          await cp(path.join(copy, 'tables/vendor.copy'), path.join(copy, `tables/${name}.copy`));
        await editManifest(copy, ({ tables }) => edit(tables));
      });
      expect(why).toMatch(words);
    }
  });

  test('an oversized manifest', async () => {
    const why = await refusal('huge', async (copy) => {
      const file = await open(path.join(copy, 'manifest.json'), 'r+');
      await file.truncate(300_000_000);
      await file.close();
    });
    expect(why).toMatch(/is larger than any manifest/);
  });

  test('a newer or older schema', async () => {
    const newer = await refusal('newer', (copy) => editManifest(copy, ({ migrations }) => migrations.push('M2099')));
    expect(newer).toMatch(/made by version \d.*differs by M2099; nothing was changed/);
    const older = await refusal('older', (copy) => editManifest(copy, ({ migrations }) => migrations.pop()));
    expect(older).toMatch(/differs by Migration\w+; nothing was changed/);
  });

  test('rows that violate database constraints, even in the last tables', async () => {
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

test('a restore that fails halfway leaves files and rows as they were', async () => {
  await cp(whole, at('late'), { recursive: true });
  const manifest = JSON.parse(await readFile(at('late', 'manifest.json'), 'utf8')) as Manifest;
  expect(manifest.files).toHaveLength(1);
  await store('target', KEY, 'what was there before');
  const before = [await contents(target), await tree(at('target'))];
  await target.client.query('alter table vendor add constraint nothing_fits check (false) not valid');
  await expect(restore(target.ctx, at('late'), true)).rejects.toThrow(/nothing_fits/);
  await target.client.query('alter table vendor drop constraint nothing_fits');
  expect([await contents(target), await tree(at('target'))]).toEqual(before);
  // When it succeeds, the file is the backup's.
  await restore(target.ctx, at('late'), true);
  expect(await tree(at('target', 'files'))).toMatchObject({ [path.relative('files', stored(KEY))]: 'hello' });
});

describe('a backup made with BACKUP_KEY', () => {
  const BACKUP_KEY = 'a key of the operator';
  const signed = at('signed');

  test('is restored with that key, without a warning', async () => {
    const written = await cli({ ...source.env, BACKUP_KEY }, ['backup', signed]);
    expect(written).toEqual({ code: 0, stdout: saying('^Wrote '), stderr: '' });
    const restored = await cli({ ...target.env, BACKUP_KEY }, ['restore', signed, '--force']);
    expect(restored).toEqual({ code: 0, stdout: saying('^Restored '), stderr: '' });
  });

  test('is refused with another key, when altered or when unsigned, unless explicitly allowed', async () => {
    const refused = (why: RegExp) => ({ code: 1, stdout: '', stderr: saying(why) });
    const env = { ...target.env, BACKUP_KEY };
    const other = await cli({ ...env, BACKUP_KEY: 'the key of another' }, ['restore', signed, '--force']);
    expect(other).toEqual(refused(/altered, or written with another BACKUP_KEY.*--without-key\n$/));

    // An attacker can recompute the plain hash, but not the keyed one.
    const file = at('signed', 'manifest.json');
    const { sha256: _, mac, ...manifest } = JSON.parse(await readFile(file, 'utf8')) as Manifest & { sha256: string; mac: string };
    manifest.tables.find(({ name }) => name === 'app_user')!.rows += 1;
    const sha256 = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
    await writeFile(file, JSON.stringify({ ...manifest, sha256, mac }));
    expect(await cli(env, ['restore', signed, '--force'])).toEqual(refused(/was altered/));
    for (const forged of [undefined, null, 0, '', mac.slice(1), mac.toUpperCase(), [mac]]) {
      await writeFile(file, JSON.stringify({ ...manifest, sha256, mac: forged }));
      await expect(restoreWith(BACKUP_KEY, signed)).rejects.toThrow(/was altered|was written without BACKUP_KEY/);
    }

    expect(await cli(env, ['restore', whole, '--force'])).toEqual(refused(/written without BACKUP_KEY, so anyone could have made it/));
    const asked = await cli(env, ['restore', whole, '--force', '--without-key']);
    expect(asked).toEqual({ code: 0, stdout: saying('^Restored '), stderr: saying(/^Warning: --without-key is given/) });
  });

  function restoreWith(backupKey: string, folder: string) {
    const { services } = target.ctx;
    return restore(systemContext({ ...services, config: { ...services.config, backupKey } }), folder, true);
  }
});

test('uploaded files in a bucket are backed up and restored too', async () => {
  const s3 = await new FakeS3().start();
  const bucket = await setUp('bucket', { STORAGE_URL: s3.url() });
  s3.objects.set(KEY, { body: Buffer.from('in the bucket'), written: new Date() });
  expect((await cli(bucket.env, ['backup', at('from-bucket')])).stdout).toMatch(/ 1 uploaded files/);
  s3.objects.clear();
  await restore(bucket.ctx, at('from-bucket'), true);
  expect(s3.objects.get(KEY)?.body.toString()).toBe('in the bucket');
  await restore(target.ctx, at('from-bucket'), true);
  expect(await readFile(at('target', stored(KEY)), 'utf8')).toBe('in the bucket');
  await s3.stop();
});

test('a backup never writes into a non-empty folder', async () => {
  const refused = await cli(source.env, ['backup', whole]);
  expect(refused).toEqual({ code: 1, stdout: '', stderr: saying('whole is not empty') });
});

test('a backup killed halfway cannot be restored', async () => {
  await source.client.query('begin; lock table vendor in access exclusive mode');
  const half = at('half');
  const command = startCli(source.env, ['backup', half]);
  const isWaiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'copy "vendor"%'`;
  while ((await target.client.query(isWaiting)).rowCount === 0) await sleep(50);
  command.kill('SIGKILL');
  await once(command, 'exit');
  await source.client.query('rollback');
  await access(path.join(half, 'tables', 'role.copy'));
  await expect(restore(target.ctx, half, true)).rejects.toThrow('is not a complete backup');
});

test('a backup taken during changes is a consistent snapshot', async () => {
  const busy = at('busy');
  let isDone = false;
  const writing = (async () => {
    for (let i = 0; !isDone; i++) await createVendor(source.ctx, { name: `V${i}`, contactEmail: 'v@example.org' });
  })();
  expect((await cli(source.env, ['backup', busy])).code).toBe(0);
  isDone = true;
  await writing;
  const { audit, manifest } = await restore(target.ctx, busy, true);
  expect(audit).toEqual({ count: manifest.auditCheckpoint.count + 1, linkedOnly: 0, broken: null });
  const { rows } = await target.client.query(`select (select count(*)::int - 1 from vendor) as vendors,
    (select count(*)::int from audit_entry where action = 'CREATE_VENDOR') as recorded`);
  const [found] = rows as [{ vendors: number; recorded: number }];
  expect(found.recorded).toBe(found.vendors);
});
