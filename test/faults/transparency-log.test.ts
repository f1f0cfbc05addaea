/** Several servers that sign one log, servers that end in the middle of it, other keys, and a log that someone rewrites. */
import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { earlierEntryHash, entryHash } from '../../src/domains/audit/audit-chain.store';
import { readTreeHead } from '../../src/platform/tlog/checkpoint';
import { createSigner, parseVerifier, readNote, signatureOf, signNote, writeNote } from '../../src/platform/tlog/note';
import { cli } from '../kit/cli';
import type { GraphQLClient } from '../kit/client';
import { createTestDatabase } from '../kit/database';
import { type ServerProcess, Servers } from '../kit/process';

const servers = new Servers();
let drops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await servers.stop();
  for (const drop of drops) await drop();
  drops = [];
});

async function database(): Promise<string> {
  const { url, drop } = await createTestDatabase();
  drops.push(drop);
  return url;
}

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query<T>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const CREATE = `mutation ($name: String!) { createVendor(input: { name: $name, contactEmail: "a@acme.example" }) { vendor { id } } }`;
const create = (client: GraphQLClient, name: string) => client.data(CREATE, { name });

const checkpointOf = async (client: GraphQLClient) => (await client.fetch('/audit/log/checkpoint')).text();
const sizeOf = (note: string) => readTreeHead(readNote(note).text).size;

/** The checkpoint, once the tree has every entry. */
async function upToDate(url: string, client: GraphQLClient): Promise<string> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
    const [{ entries } = { entries: 0 }] = await query<{ entries: number }>(url, 'select count(*)::int as entries from audit_entry');
    const note = await checkpointOf(client).catch(() => '');
    if (note.includes('\n\n') && sizeOf(note) === entries) return note;
  }
  throw new Error('The tree stays behind');
}

const verify = (url: string, ...args: string[]) => cli({ DATABASE_URL: url, DATA_DIR: servers.folder() }, ['audit', 'verify', ...args]);

interface Keys {
  auditVerifierKey: string;
  auditFormerVerifierKeys: string[];
}
const keysOf = async (client: GraphQLClient) =>
  (await client.data<{ settings: Keys }>(`{ settings { auditVerifierKey auditFormerVerifierKeys } }`)).settings;

test('two servers share the work, and one that is killed in the middle leaves a tree that goes on', async () => {
  const url = await database();
  const env = { DATABASE_URL: url, DATA_DIR: servers.folder() };
  const first = await servers.start(env).ready();
  const second = await servers.start(env).ready();
  const clients = [await servers.signIn(first), await servers.signIn(second)];
  const write = async (client: GraphQLClient, name: string) => {
    for (let i = 0; i < 60; i++) await create(client, `${name} ${i}`).catch(() => undefined);
  };
  const writing = Promise.all(clients.flatMap((client, i) => ['a', 'b', 'c'].map((name) => write(client, `${i}${name}`))));
  await sleep(700);
  await first.kill('SIGKILL');
  await writing;
  const note = await upToDate(url, clients[1]!);
  expect(sizeOf(note)).toBeGreaterThan(180);
  expect(await verify(url)).toMatchObject({ code: 0, stderr: '' });
});

describe('the key', () => {
  const name = 'risk.example/log';
  const [one, two] = [createSigner(name), createSigner(name)];

  test('is changed by a start with another one of the same name', async () => {
    const url = await database();
    const before = await servers.start({ DATABASE_URL: url, AUDIT_SIGNING_KEY: one.skey }).ready();
    const client = await servers.signIn(before);
    expect(await keysOf(client)).toEqual({ auditVerifierKey: one.vkey, auditFormerVerifierKeys: [] });
    const kept = await upToDate(url, client);
    expect(signatureOf(readNote(kept), one)).toBeDefined();
    await before.kill('SIGTERM');
    const after = await servers.signIn(await servers.start({ DATABASE_URL: url, AUDIT_SIGNING_KEY: two.skey }).ready());
    expect(await keysOf(after)).toEqual({ auditVerifierKey: two.vkey, auditFormerVerifierKeys: [one.vkey] });
    expect(signatureOf(readNote(await upToDate(url, after)), two)).toBeDefined();
    const { auditLog } = await after.data<{ auditLog: { nodes: unknown[] } }>(
      `{ auditLog(filter: { action: "CHANGE_AUDIT_KEY" }) { nodes { meta userName changes { field before after } } } }`,
    );
    expect(auditLog.nodes).toEqual([
      {
        meta: { from: one.vkey, to: two.vkey },
        userName: 'System',
        changes: [
          { field: 'auditVerifierKey', before: one.vkey, after: two.vkey },
          { field: 'auditFormerVerifierKeys', before: [], after: [one.vkey] },
        ],
      },
    ]);
    const file = path.join(servers.folder(), 'checkpoint');
    await writeFile(file, kept);
    expect(await verify(url, '--checkpoint', file)).toMatchObject({ code: 0, stderr: '' });
    // As an e-mail program may save it.
    await writeFile(file, `Good morning,\r\n\r\n${kept.trimEnd().replaceAll('\n', '\r\n')}`);
    expect(await verify(url, '--checkpoint', file)).toMatchObject({ code: 0, stderr: '' });
  });

  test('of another name stops the start', async () => {
    const url = await database();
    await (await servers.start({ DATABASE_URL: url, AUDIT_SIGNING_KEY: one.skey }).ready()).kill('SIGTERM');
    const other: ServerProcess = servers.start({ DATABASE_URL: url, AUDIT_SIGNING_KEY: createSigner('other.example/log').skey });
    expect(await other.exited).toBe(1);
    expect(other.output).toBe(
      'AUDIT_SIGNING_KEY: the key is called "other.example/log", but the audit log is called "risk.example/log", ' +
        "which can't change; expected a key of that name\n",
    );
  });

  test('that a server lacks is not replaced: it serves what is signed, signs nothing and says so', async () => {
    const url = await database();
    const folder = servers.folder();
    const first = await servers.start({ DATABASE_URL: url, DATA_DIR: folder }).ready();
    const { auditVerifierKey } = await keysOf(await servers.signIn(first));
    const note = await upToDate(url, await servers.signIn(first));
    await first.kill('SIGTERM');
    const [{ size } = { size: 0 }] = await query<{ size: number }>(url, 'select size::int from audit_tree');
    const stranger = await servers.start({ DATABASE_URL: url }).ready();
    expect(stranger.output).toContain("this server doesn't have the audit log's key: it serves what is signed, and signs nothing");
    const client = await servers.signIn(stranger);
    await create(client, 'Unsigned');
    await sleep(1_500);
    expect(sizeOf(await checkpointOf(client))).toBe(size);
    expect(size).toBeGreaterThanOrEqual(sizeOf(note));
    expect((await keysOf(client)).auditVerifierKey).toBe(auditVerifierKey);
    const { auditLog } = await client.data<{ auditLog: { nodes: { proof: unknown }[] } }>(
      `{ auditLog(first: 1) { nodes { proof { index } } } }`,
    );
    expect(auditLog.nodes).toEqual([{ proof: null }]);
    // With the key it goes on.
    await servers.start({ DATABASE_URL: url, DATA_DIR: folder }).ready();
    expect(signatureOf(readNote(await upToDate(url, client)), parseVerifier(auditVerifierKey))).toBeDefined();
  });
});

test('entries from before the record come into the tree, too', async () => {
  const url = await database();
  await query(
    url,
    `with entry as (select gen_random_uuid() as id, 3::smallint as lane, 1::bigint as seq, 'LOGIN' as action, null::text as entity_type,
        null::uuid as entity_id, 'Old name' as entity_name, null::uuid as user_id, 'Old Person' as user_name, null::jsonb as api_key,
        '{"old": true}'::jsonb as meta, clock_timestamp()::timestamptz(3) as created_at),
      written as (insert into audit_entry (id, lane, seq, action, entity_name, user_name, meta, created_at, prev_hash, hash)
        select id, lane, seq, action, entity_name, user_name, meta, created_at, '', ${earlierEntryHash("''::text", 'e.seq', 'e').compile().text}
        from entry e returning hash)
    update audit_lane set seq = 1, hash = written.hash from written where lane = 3`,
  );
  const client = await servers.signIn(await servers.start({ DATABASE_URL: url }).ready());
  await upToDate(url, client);
  const [{ id, commitments } = { id: '', commitments: {} }] = await query<{ id: string; commitments: object }>(
    url,
    `select e.id, f.commitments from audit_entry e join audit_leaf f using (lane, seq) where e.commitments is null`,
  );
  expect(Object.keys(commitments).sort()).toEqual(['changes', 'entityName', 'meta', 'userName']);
  const file = path.join(servers.folder(), 'proof');
  expect(await cli({ DATABASE_URL: url }, ['audit', 'proof', id, '--out', file])).toMatchObject({ code: 0 });
  const checked = await cli({}, ['audit', 'check', file, '--key', (await keysOf(client)).auditVerifierKey]);
  expect(checked.stdout).toContain('"userName": "Old Person"');
  expect(await verify(url)).toMatchObject({ code: 0, stderr: '' });
});

describe('someone who writes to the database', () => {
  const signer = createSigner('risk.example/log');
  let template: string;
  let kept: string;
  let dropTemplate: () => Promise<void>;
  const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-kept-'));
  afterAll(async () => {
    await dropTemplate();
    await rm(folder, { recursive: true });
  });
  beforeAll(async () => {
    const { url, drop } = await createTestDatabase();
    dropTemplate = drop;
    const server = await servers.start({ DATABASE_URL: url, AUDIT_SIGNING_KEY: signer.skey }).ready();
    const client = await servers.signIn(server);
    for (let i = 0; i < 5; i++) await create(client, `Vendor ${i}`);
    kept = path.join(folder, 'checkpoint');
    await writeFile(kept, await upToDate(url, client));
    await create(client, 'Later');
    await server.kill('SIGTERM');
    template = new URL(url).pathname.slice(1);
  });

  async function copy(): Promise<string> {
    const { url, drop } = await createTestDatabase(template);
    drops.push(drop);
    return url;
  }

  /** Makes the chains right again after entries were altered: every hash, and every head. */
  const RECHAIN = `
    with recursive chain as (
      select e.lane, e.seq, ${entryHash("''::text", 'e.seq', 'e').compile().text} as hash, ''::text as prev_hash from audit_entry e where e.seq = 1
      union all
      select e.lane, e.seq, ${entryHash('c.hash', 'e.seq', 'e').compile().text}, c.hash from chain c join audit_entry e on e.lane = c.lane and e.seq = c.seq + 1
    ), rehashed as (update audit_entry e set hash = c.hash, prev_hash = c.prev_hash from chain c where e.lane = c.lane and e.seq = c.seq)
    update audit_lane l set hash = c.hash from chain c where c.lane = l.lane and c.seq = l.seq`;

  const found: [string, string[], RegExp][] = [
    [
      'alters an entry and makes its chain right',
      [`update audit_entry set action = 'DELETE_VENDOR' where action = 'CREATE_VENDOR'`, RECHAIN],
      /tile 0\/000 is not that of the entries/,
    ],
    [
      'alters a version of the record',
      [`update record.vendor set name = 'Forged' where name = 'Vendor 1'`],
      /the state kept with entry \d+ of chain \d+ \(CREATE_VENDOR, id \S+\) was altered/,
    ],
    [
      'alters when a state began',
      [`update record.vendor set kept_since = kept_since - interval '1 millisecond' where name = 'Vendor 1'`],
      /row \S+ of vendor has other times in the record than its entries/,
    ],
    ['alters a row', [`update vendor set name = 'Forged' where name = 'Vendor 1'`], /row \S+ of vendor was changed beside the record/],
    [
      'alters what a leaf says of changes',
      [`update audit_leaf set changes = '[]' where changes is not null`],
      /leaf \d+ \(entry \d+ of chain \d+\) was altered: its changes are not what it commits to/,
    ],
    [
      'lets a leaf hide what its entry says',
      [
        `update audit_leaf f set commitments = e.commitments || f.commitments from audit_entry e
         where (e.lane, e.seq) = (f.lane, f.seq) and e.entity_name = 'Vendor 1'`,
        `update audit_entry set user_name = 'Mallory', salts = salts_of(salt, commitments) || jsonb_build_object('userName', encode(decode(repeat('00', 32), 'hex'), 'base64')),
         commitments = commitments || jsonb_build_object('userName',
           encode(sha256(decode(repeat('00', 32), 'hex') || convert_to('Mallory', 'UTF8')), 'base64')) where entity_name = 'Vendor 1'`,
        RECHAIN,
      ],
      /leaf \d+ \(entry \d+ of chain \d+\) was altered: its [\w ]+ (is|are) not what it commits to/,
    ],
    [
      'replaces details as if they had been erased',
      [
        `update audit_entry set meta = '{"erased": true}', salts = salts_of(salt, commitments) - 'meta', salt = null where meta is not null`,
      ],
      /was altered: its details are not what it commits to/,
    ],
    [
      'removes a name',
      [`update audit_entry set entity_name = null where entity_name = 'Vendor 1'`],
      /was altered: its entity name is not what it commits to/,
    ],
    [
      'moves a part of a name into its salt',
      [
        `update audit_entry set user_name = substr(user_name, 3), salts = jsonb_set(salts_of(salt, commitments), '{userName}',
           to_jsonb(encode(decode(salts_of(salt, commitments)->>'userName', 'base64') || convert_to(left(user_name, 2), 'UTF8'), 'base64')))
         where entity_name = 'Vendor 1'`,
      ],
      /was altered: its user name is not what it commits to/,
    ],
    [
      'names a key that was not used',
      [`update audit_entry set api_key = '{"id": "x", "name": "Key", "prefix": "12345678"}' where entity_name = 'Vendor 1'`, RECHAIN],
      /leaf \d+ \(entry \d+ of chain \d+\) was altered: its API key is not what it commits to/,
    ],
    ['removes a leaf', ['delete from audit_leaf where index = 3'], /leaf 3 is missing, or its entry is/],
    [
      'alters a tile',
      [`update audit_tile set hashes = set_byte(hashes, 40, 255 - get_byte(hashes, 40))`],
      /tile 0\/000 is not that of the entries/,
    ],
    ['removes the end of the tree', ['delete from audit_tree'], /the row of audit_tree is missing, which says how many leaves there are/],
    ['removes the settings', ['delete from settings'], /the row of settings is missing, and with it the keys of the log/],
    ['removes the checkpoints', ['delete from audit_checkpoint'], /the checkpoint of \d+ entries is missing/],
    [
      'alters a checkpoint',
      [`update audit_checkpoint set note = replace(note, 'risk.example/log\n', E'risk.example/log\n1')`],
      /the checkpoint of \d+ entries is wrong: The signature of risk.example\/log is wrong/,
    ],
    [
      'adds a cosignature',
      [`update audit_checkpoint set cosignatures = E'— nobody AAAAAAAA\n'`],
      /a cosignature of the checkpoint of \d+ entries is wrong: nobody has never been a witness/,
    ],
  ];
  test.each(found)('and %s is found', async (_, statements, message) => {
    const url = await copy();
    for (const statement of statements) await query(url, statement);
    const { code, stderr } = await verify(url);
    expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^The audit log is broken: .*${message.source}`))]);
  });

  test('is found by a checkpoint kept outside, even if every hash, the tree and the checkpoints are made anew', async () => {
    const url = await copy();
    const intact = await verify(url, '--checkpoint', kept);
    expect(intact).toMatchObject({ code: 0, stderr: '' });
    expect(intact.stdout).toContain(`They match ${kept}`);
    await query(url, `update audit_entry set action = 'DELETE_VENDOR' where action = 'CREATE_VENDOR' and entity_name = 'Vendor 3'`);
    await query(url, RECHAIN);
    await query(url, `truncate audit_leaf, audit_tile, audit_checkpoint; update audit_tree set size = 0`);
    // With the key itself stolen, everything is signed anew.
    const server = await servers.start({ DATABASE_URL: url, AUDIT_SIGNING_KEY: signer.skey }).ready();
    await upToDate(url, await servers.signIn(server));
    await server.kill('SIGTERM');
    expect(await verify(url)).toMatchObject({ code: 0 });
    const { code, stderr } = await verify(url, '--checkpoint', kept);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^The audit log is broken: \S+ is of another tree of \d+ entries: one of the first \d+ was altered, removed or inserted since\n$/,
      ),
    ]);
  });

  test('is found by it when the newest entries were removed, or another log is shown', async () => {
    const url = await copy();
    const other = path.join(servers.folder(), 'other');
    await writeFile(
      other,
      writeNote(signNote(`other.example\n1\n${Buffer.alloc(32).toString('base64')}\n`, createSigner('other.example'))),
    );
    expect((await verify(url, '--checkpoint', other)).stderr).toMatch(/is no checkpoint of this log: no key of the log has signed it/);
    await query(
      url,
      `delete from audit_entry; truncate audit_leaf, audit_tile, audit_checkpoint; update audit_tree set size = 0; update audit_lane set seq = 0, hash = ''`,
    );
    expect((await verify(url, '--checkpoint', kept)).stderr).toMatch(
      /is of a tree of \d+ entries, but there are 0: the newest were removed/,
    );
  });
});
