import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Config, readConfig } from '../../src/kernel/config';
import { sql } from '../../src/database/sql';
import { type Assessed, Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { PDF } from '../kit/files';
import { startTestServer, type TestServer } from '../kit/server';

/** Split up, because a virus scanner on a developer's machine would remove a file that contains it. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join('');
const SIGNATURE = 'EICAR-STANDARD-ANTIVIRUS';

const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph scan '));
function script(name: string, ...lines: string[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o700 });
  return `"${file}"`;
}
const scanOf = (env: Record<string, string>): Config['scan'] => readConfig(env).scan;

let server: TestServer;
async function start(scan: Config['scan']): Promise<void> {
  server = await startTestServer({ scan });
}
afterEach(() => server.stop());
afterAll(() => rmSync(folder, { recursive: true }));

async function upload(
  content: Buffer | string,
  { client = server.admin, fields = {}, name = 'note.txt' }: { client?: GraphQLClient; fields?: object; name?: string } = {},
) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value as string);
  form.append('file', new Blob([content]), name);
  const response = await client.fetch('/files', { method: 'POST', body: form });
  return {
    status: response.status,
    error: ((await response.json()) as { error?: string }).error,
    retryAfter: response.headers.get('retry-after'),
  };
}
const rows = async () => (await server.services.database.query(sql`select id from attachment`)).length;
const stored = () => {
  const files = path.join(server.services.config.dataDir, 'files');
  return existsSync(files) ? readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length : 0;
};
const refusals = async () =>
  (
    await server.admin.data<{ auditLog: { nodes: { userName: string; entityName: string; meta: { found: string } }[] } }>(
      `{ auditLog(filter: { action: "REFUSE_FILE" }) { nodes { userName entityName meta } } }`,
    )
  ).auditLog.nodes;

/** Speaks INSTREAM as clamd does. */
async function startClamd(answer: (content: Buffer) => string | undefined): Promise<{ url: string; server: Server; sizes: number[] }> {
  const sizes: number[] = [];
  const sockets = new Set<Socket>();
  const clamd = createServer((socket) => {
    sockets.add(socket);
    let got = Buffer.alloc(0);
    let content = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      got = Buffer.concat([got, piece]);
      if (content.length === 0 && got.subarray(0, 10).toString() === 'zINSTREAM\0') got = got.subarray(10);
      while (got.length >= 4 && got.length >= 4 + got.readUInt32BE()) {
        const length = got.readUInt32BE();
        content = Buffer.concat([content, got.subarray(4, 4 + length)]);
        got = got.subarray(4 + length);
        if (length > 0) continue;
        sizes.push(content.length);
        const reply = answer(content);
        if (reply !== undefined) socket.end(`${reply}\0`);
      }
    });
  });
  await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve));
  clamd.on('close', () => sockets.forEach((socket) => socket.destroy()));
  return { url: `tcp://127.0.0.1:${(clamd.address() as { port: number }).port}`, server: clamd, sizes };
}

test.each([
  ['the content on stdin', () => script('by input', `if grep -q ${SIGNATURE}; then echo Eicar; exit 1; fi`)],
  ['a file path', () => `${script('by path', `if grep -q ${SIGNATURE} "$2"; then echo Eicar; exit 1; fi`)} --file {file}`],
])('a program with %s keeps infected files out, however they are uploaded, and is recorded', async (_how, command) => {
  await start(scanOf({ SCAN_COMMAND: command() }));
  const assessor = await Assessor.prepare(server);
  const assessed: Assessed = await assessor.sent({ name: 'Acme' });
  const certificationId = await assessor.certify(assessed.vendorId, { name: 'SOC 2' });
  const before = [await rows(), stored()];
  const key = await server.withKey(null, { name: 'robot' });
  const questionId = await assessed.portal.idOf('Policy');
  const ways = [
    { fields: {} },
    { fields: { vendorId: assessed.vendorId }, name: '$(touch pwned);`id` "\' -x.txt' },
    { fields: { certificationId } },
    { fields: { vendorId: assessed.vendorId }, client: key },
    { fields: { portalToken: assessed.portal.token, questionId }, client: server.stranger() },
  ];
  for (const way of ways) {
    expect(await upload(EICAR, way)).toMatchObject({ status: 422, error: expect.stringContaining('virus scanner') as string });
    expect([await rows(), stored()]).toEqual(before);
  }
  const found = await refusals();
  expect(found.map(({ userName }) => userName).sort()).toEqual([
    'API key robot',
    'Administrator',
    'Administrator',
    'Administrator',
    'Vendor portal (Acme)',
  ]);
  expect(found.every(({ meta }) => meta.found === 'Eicar')).toBe(true);
  for (const way of ways) expect(await upload('clean', way)).toMatchObject({ status: 201 });
  expect(await upload(Buffer.concat([PDF, Buffer.alloc(3_000_000, ' ')]), { name: 'large.pdf' })).toMatchObject({ status: 201 });
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('vetgraph-scan-'))).toEqual([]);
});

test('clamd is called with INSTREAM', async () => {
  const clamd = await startClamd((content) => (content.includes(SIGNATURE) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'));
  await start(scanOf({ CLAMD_URL: clamd.url }));
  expect(await upload(EICAR)).toMatchObject({ status: 422 });
  expect([await rows(), stored()]).toEqual([0, 0]);
  expect(await refusals()).toMatchObject([{ entityName: 'note.txt', meta: { found: 'Eicar-Test-Signature', size: EICAR.length } }]);
  const large = Buffer.concat([PDF, Buffer.alloc(5_000_000, ' ')]);
  expect(await upload(large, { name: 'large.pdf' })).toMatchObject({ status: 201 });
  expect(clamd.sizes).toEqual([EICAR.length, large.length]);
  clamd.server.close();
});

describe('a scanner without a result means 503 in time, and nothing is stored', () => {
  const LATE = { SCAN_SECONDS: '1' };
  const refused = async () => {
    const started = performance.now();
    expect(await upload('clean')).toMatchObject({ status: 503, retryAfter: '30' });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect([await rows(), stored()]).toEqual([0, 0]);
    expect(await refusals()).toEqual([]);
  };

  test.each([
    ['fails', () => script('fails', 'echo no database >&2', 'exit 2')],
    ['does not exist', () => '/nowhere/scanner'],
    ['hangs, with a child process that keeps running', () => script('hangs', 'sleep 60 & sleep 60')],
    ['is killed', () => script('killed', 'kill -9 $$')],
  ])('a program that %s', async (_what, command) => {
    await start(scanOf({ SCAN_COMMAND: command(), ...LATE }));
    await refused();
  });

  test.each([
    ['answers an error', () => 'INSTREAM size limit exceeded. ERROR'],
    ['answers nonsense', () => 'stream: OK FOUND it'.repeat(1_000)],
    ['never answers', () => undefined],
    ['answers nothing', () => ''],
  ])('clamd that %s', async (_what, answer) => {
    const clamd = await startClamd(answer);
    await start(scanOf({ CLAMD_URL: clamd.url, ...LATE }));
    await refused();
    clamd.server.close();
  });

  test('clamd that is not running', async () => {
    await start(scanOf({ CLAMD_URL: 'tcp://127.0.0.1:1', ...LATE }));
    await refused();
    expect((await server.stranger().fetch('/healthz')).status).toBe(200);
  });
});

test('only a few programs run at once', async () => {
  const log = path.join(folder, 'runs');
  writeFileSync(log, '');
  await start(scanOf({ SCAN_COMMAND: script('counts', `echo start >> "${log}"`, 'sleep 0.2', `echo end >> "${log}"`) }));
  const uploads = await Promise.all(Array.from({ length: 12 }, () => upload('clean')));
  expect(uploads.map(({ status }) => status)).toEqual(Array<number>(12).fill(201));
  let running = 0;
  for (const line of readFileSync(log, 'utf8').trim().split('\n')) {
    running += line === 'start' ? 1 : -1;
    expect(running).toBeLessThanOrEqual(4);
  }
});
