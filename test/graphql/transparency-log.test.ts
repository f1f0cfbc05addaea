import { mkdtempSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from '../../src/database/sql';
import { keyFile } from '../../src/domains/log/key';
import { verifyTransparencyLog } from '../../src/domains/log/verify-log';
import { readTreeHead } from '../../src/platform/tlog/checkpoint';
import { leafHash, rootByInclusion, treeRoot } from '../../src/platform/tlog/merkle';
import { parseVerifier, readNote, signatureOf } from '../../src/platform/tlog/note';
import { grow, nodesIn, tilePath } from '../../src/platform/tlog/tiles';
import { cli } from '../kit/cli';
import { askGo, hasGo } from '../kit/go-reference';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const createVendor = (name: string) =>
  server.admin.data<{ createVendor: { vendor: { id: string } } }>(
    `mutation ($name: String!) { createVendor(input: { name: $name, contactEmail: "a@acme.example" }) { vendor { id } } }`,
    { name },
  );

/** What the log answers to the administrator. */
function get(path: string, init: RequestInit = {}, client = server.admin): Promise<Response> {
  return client.fetch(`/audit/log/${path}`, init);
}

async function count(): Promise<number> {
  return (await server.admin.data<{ auditLog: { totalCount: number } }>(`{ auditLog { totalCount } }`)).auditLog.totalCount;
}

/** The checkpoint, once every entry is in its tree. */
async function upToDate(): Promise<{ note: string; size: number; root: Buffer; origin: string }> {
  const wanted = await count();
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
    const answer = await get('checkpoint');
    if (answer.status !== 200) continue;
    const note = await answer.text();
    const head = readTreeHead(readNote(note).text);
    if (head.size >= wanted) return { note, ...head };
  }
  throw new Error('The tree stays behind');
}

async function bytesOf(path: string): Promise<Buffer> {
  const answer = await get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer());
}

/** The leaves of the whole log, read from its bundles. */
async function leaves(size: number): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (let index = 0; index * 256 < size; index++) {
    const width = Math.min(256, size - index * 256);
    let bundle = await bytesOf(`tile/entries/${tilePath(index)}${width < 256 ? `.p/${width}` : ''}`);
    while (bundle.length > 0) {
      const length = bundle.readUInt16BE();
      found.push(bundle.subarray(2, 2 + length));
      bundle = bundle.subarray(2 + length);
    }
  }
  return found;
}

test('every entry is in a signed tree within a second, and the tiles are those of the tree', async () => {
  await createVendor('Acme');
  const started = Date.now();
  const { note, size, root, origin } = await upToDate();
  expect(Date.now() - started).toBeLessThan(1_500);
  const { settings } = await server.admin.data<{ settings: { auditVerifierKey: string } }>(`{ settings { auditVerifierKey } }`);
  const verifier = parseVerifier(settings.auditVerifierKey);
  expect(origin).toBe(verifier.name);
  expect(signatureOf(readNote(note), verifier)).toBeDefined();
  const all = await leaves(size);
  expect(all.length).toBe(size);
  const tiles = grow(0, [], all.map(leafHash));
  expect(treeRoot(size, nodesIn(tiles))).toEqual(root);
  for (const { level, index, hashes } of tiles) {
    const width = hashes.length / 32;
    expect(await bytesOf(`tile/${level}/${tilePath(index)}${width < 256 ? `.p/${width}` : ''}`)).toEqual(hashes);
  }
  const { auditLog } = await server.admin.data<{
    auditLog: { nodes: { id: string; action: string; entityId: string; createdAt: string }[] };
  }>(`{ auditLog(filter: { action: "CREATE_VENDOR" }) { nodes { id action entityId entityType createdAt } } }`);
  const [entry] = auditLog.nodes;
  const parsed = all.map((leaf) => JSON.parse(leaf.toString()) as Record<string, unknown>);
  const leaf = parsed.find(({ id }) => id === entry!.id)!;
  expect(leaf).toMatchObject({ action: 'CREATE_VENDOR', entityType: 'Vendor', entityId: entry!.entityId, at: entry!.createdAt });
  expect(Object.keys(leaf['commitments'] as object).sort()).toEqual(['changes', 'entityName', 'userName']);
  expect(all.map(String).join()).not.toContain('Acme');
});

test('tiles may be cached for ever, the checkpoint not at all', async () => {
  const { size } = await upToDate();
  const checkpoint = await get('checkpoint');
  expect(checkpoint.headers.get('cache-control')).toBe('no-cache');
  expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const tile = await get(`tile/0/000.p/${size}`, { method: 'HEAD' });
  expect(tile.status).toBe(200);
  expect(tile.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(tile.headers.get('content-length')).toBe(String(size * 32));
});

test('a part of a tile stays what it was', async () => {
  const { size } = await upToDate();
  const before = await bytesOf(`tile/0/000.p/${size}`);
  await createVendor('Another');
  await upToDate();
  expect(await bytesOf(`tile/0/000.p/${size}`)).toEqual(before);
});

test('the log is for callers who may see the audit log, and is only read', async () => {
  const paths = ['checkpoint', 'tile/0/000.p/1', 'tile/entries/000.p/1'];
  const viewer = await server.withPermissions('vendors:view');
  const auditor = await server.withPermissions('audit:view');
  for (const one of paths) {
    expect([one, (await get(one, {}, server.stranger())).status]).toEqual([one, 401]);
    expect([one, (await get(one, {}, viewer)).status]).toEqual([one, 403]);
    expect([one, (await get(one, {}, auditor)).status]).toEqual([one, 200]);
    // A browser gets the same as any program.
    expect((await get(one, { headers: { accept: 'text/html' } }, auditor)).headers.get('content-type')).not.toContain('html');
    const posted = await get(one, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  }
});

test.each([
  'tile/0/000',
  'tile/0/000.p/0',
  'tile/0/000.p/256',
  'tile/0/000.p/01',
  'tile/0/000.p/255',
  'tile/0/001.p/1',
  'tile/0/0.p/1',
  'tile/0/x000/000.p/1',
  'tile/1/000.p/1',
  'tile/7/000.p/1',
  'tile/-1/000.p/1',
  'tile/00/000.p/1',
  'tile/data/000.p/1',
  'tile/entries/000',
  'tile/entries/x999/x999/x999/x999/999.p/1',
  'tile/0/%2e%2e/000.p/1',
  'tile/0',
  'other',
  '',
])('%s is not there', async (one) => {
  expect((await get(one)).status).toBe(404);
});

interface Proved {
  id: string;
  entityName: string | null;
  userName: string;
  meta: unknown;
  changes: unknown[];
  proof: { index: number; treeSize: number; leafHash: string; hashes: string[]; checkpoint: string } | null;
}

const PROOFS = `{ auditLog(first: 100) { nodes {
  id entityName userName meta changes { field before after } proof { index treeSize leafHash hashes checkpoint } } } }`;

async function proved(): Promise<Proved[]> {
  return (await server.admin.data<{ auditLog: { nodes: Proved[] } }>(PROOFS)).auditLog.nodes;
}

const verifierKey = async () =>
  (await server.admin.data<{ settings: { auditVerifierKey: string } }>(`{ settings { auditVerifierKey } }`)).settings.auditVerifierKey;

test('every entry has a proof that leads to the root of the checkpoint', async () => {
  const { size } = await upToDate();
  const all = await leaves(size);
  const entries = await proved();
  expect(entries.length).toBe(size);
  for (const { id, proof } of entries) {
    const { index, treeSize, hashes, checkpoint } = proof!;
    const leaf = all[index]!;
    expect(JSON.parse(leaf.toString())).toMatchObject({ id });
    expect(leafHash(leaf).toString('base64')).toBe(proof!.leafHash);
    const { size: signed, root } = readTreeHead(readNote(checkpoint).text);
    expect(signed).toBe(treeSize);
    const way = hashes.map((hash) => Buffer.from(hash, 'base64'));
    expect(rootByInclusion(index, treeSize, leafHash(leaf), way)).toEqual(root);
  }
  const lanes = all.map((leaf) => JSON.parse(leaf.toString()) as { lane: number; seq: number });
  const seen = new Map<number, number>();
  for (const { lane, seq } of lanes) {
    expect(seq).toBe((seen.get(lane) ?? 0) + 1);
    seen.set(lane, seq);
  }
});

(hasGo ? test : test.skip)("Go's reference library accepts the proofs (skipped where Go isn't installed)", async () => {
  const { size } = await upToDate();
  const all = await leaves(size);
  const vkey = await verifierKey();
  const questions = (await proved()).map(({ proof }) => ({ ...proof!, vkey, leaf: all[proof!.index]!.toString('base64') }));
  expect(new Set(askGo(questions))).toEqual(new Set(['ok']));
});

test('a proof also stands in a query of the past', async () => {
  await upToDate();
  const at = new Date().toISOString();
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: Proved[] } }>(
    `query ($at: DateTime!) @asOf(at: $at) { auditLog(first: 1) { nodes { id proof { index treeSize } } } }`,
    { at },
  );
  expect(auditLog.nodes[0]!.proof!.index).toBeLessThan(auditLog.nodes[0]!.proof!.treeSize);
});

describe('on the command line', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-proof-'));
  const run = (...args: string[]) => cli({ DATABASE_URL: server.databaseUrl, DATA_DIR: folder }, args);
  /** Where nothing of the server is. */
  const outside = (...args: string[]) => cli({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', DATA_DIR: '/nowhere' }, args);
  const script = (...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(__dirname, '../../docs/check-proof.mjs'), ...args]).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

  test('an entry is proven by a file, which is checked without the server', async () => {
    await createVendor('Proven Ltd');
    await upToDate();
    const entry = (await proved()).find(({ entityName }) => entityName === 'Proven Ltd')!;
    const file = path.join(folder, 'proof');
    expect(await run('audit', 'proof', entry.id, '--out', file)).toMatchObject({ code: 0, stderr: '' });
    const vkey = await verifierKey();
    for (const check of [() => outside('audit', 'check', file, '--key', vkey), () => script(file, '--key', vkey)]) {
      const { code, stdout, stderr } = await check();
      expect([code, stderr]).toEqual([0, '']);
      const said = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Proved;
      expect(said).toMatchObject({ id: entry.id, entityName: 'Proven Ltd', userName: entry.userName, changes: entry.changes });
      expect(entry.changes.length).toBeGreaterThan(2);
    }
    const text = await readFile(file, 'utf8');
    const extra = Buffer.from(/^extra (.*)$/m.exec(text)![1]!, 'base64').toString();
    await writeFile(file, text.replace(/^extra .*$/m, `extra ${Buffer.from(extra.replace('Proven', 'Forged')).toString('base64')}`));
    expect(await outside('audit', 'check', file, '--key', vkey)).toMatchObject({
      code: 1,
      stderr: 'entityName is not what the entry says\n',
    });
    expect(await script(file, '--key', vkey)).toMatchObject({ code: 1, stderr: 'Not proven: entityName is not what the entry says\n' });
  });

  test('what is no entry has no proof', async () => {
    expect(await run('audit', 'proof', '00000000-0000-4000-8000-000000000000')).toMatchObject({
      code: 1,
      stderr: 'There is no audit entry 00000000-0000-4000-8000-000000000000\n',
    });
    expect(await run('audit', 'proof', 'x')).toMatchObject({ code: 1, stderr: 'There is no audit entry x\n' });
  });
});

test('the key is kept outside the database, for the server alone', async () => {
  const file = keyFile(server.services.config.dataDir);
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  const secret = (await readFile(file, 'utf8')).trim();
  expect(secret).toMatch(/^PRIVATE\+KEY\+vetgraph\/audit-log-[0-9a-f]{8}\+/);
});

test('what an entry changed is left to the hash of the states where it is too much to be told', async () => {
  const lines = Array.from({ length: 4_900 }, (_, n) => `C-${n},Control ${n},${'guidance '.repeat(10)}`);
  const csv = ['code,title,guidance', ...lines].join('\n');
  await server.admin.data(`mutation ($input: ImportFrameworkCsvInput!) { importFrameworkCsv(input: $input) { framework { id } } }`, {
    input: { name: 'Long', csv },
  });
  await createVendor('After the long one');
  await upToDate();
  const { database } = server.services;
  const found = await database.query(sql<{ name: string; isTold: boolean }>`
    select e.entity_name as name, f.commitments ? 'changes' as "isTold" from audit_leaf f join audit_entry e using (lane, seq)
    where e.entity_name in ('Long', 'After the long one') order by name`);
  expect(found).toEqual([
    { name: 'After the long one', isTold: true },
    { name: 'Long', isTold: false },
  ]);
  expect((await verifyTransparencyLog(database)).faults).toEqual({});
});
