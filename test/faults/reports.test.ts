import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PdfPrinter, PrintRefused } from '../../src/platform/pdf/printer';
import { makeProfile, removeProfile } from '../../src/platform/pdf/profile';
import { Queue, QueueFull, ShareTaken } from '../../src/platform/pdf/queue';
import { GraphQLClient } from '../kit/client';
import { createTestDatabase } from '../kit/database';
import { ServerProcess } from '../kit/process';
import { browsersOf, type FoundProcess, processes, until } from '../kit/processes';
import { createVendor } from '../kit/portfolio';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';

const REPORT = '/api/dashboard/report';
const LIMITS = { atOnce: 2, waiting: 16, timeoutMs: 8_000 };
/** With some slack for a busy machine. */
const IN_TIME = 4 * LIMITS.timeoutMs;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ reports: LIMITS });
  await createVendor(server);
});
afterAll(() => server.stop());

interface Outcome {
  status: number;
  retryAfter: string | null;
  ms: number;
}

async function ask(signal?: AbortSignal, client = server.admin): Promise<Outcome> {
  const started = performance.now();
  const response = await client.fetch(REPORT, { signal });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status === 200) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  else expect(JSON.parse(bytes.toString())).toEqual({ error: expect.any(String) });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ms: performance.now() - started };
}

/** The only browser, started if necessary. */
async function browser(): Promise<number> {
  expect((await ask()).status).toBe(200);
  const found = browsersOf(process.pid);
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** A document that takes a while to print. */
const heavy = {
  contentsBeyond: 10_000,
  contentsPages: 1,
  html: () => `<!doctype html><title>x</title>${'<p>line</p><table><tr><td>a</table>'.repeat(3_000)}`,
};

describe('the browser', () => {
  test('is shared, and keeps running', async () => {
    const first = await browser();
    await Promise.all([ask(), ask(), ask()]);
    expect(await browser()).toBe(first);
  });

  test('may be killed during a report: that one still succeeds or gets 503, and the next succeeds', async () => {
    const pid = await browser();
    const printer: PdfPrinter = server.services.pdf;
    const printing = printer
      .print(new AbortController().signal, async () => heavy)
      .then(
        () => 'printed',
        (error: Error) => error.constructor.name,
      );
    const asked = ask();
    setTimeout(() => process.kill(pid, 'SIGKILL'), 150);
    expect(['printed', 'PrintRefused']).toContain(await printing);
    expect([200, 503]).toContain((await asked).status);
    expect((await ask()).status).toBe(200);
    expect(browsersOf(process.pid)).not.toContain(pid);
  });

  test('that hangs leads to 503 in time, and the next report succeeds', async () => {
    const pid = await browser();
    process.kill(pid, 'SIGSTOP');
    const outcomes = await Promise.all([ask(), ask(), ask()]);
    for (const { status, retryAfter, ms } of outcomes) {
      expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
      expect(ms).toBeLessThan(IN_TIME);
    }
    expect((await ask()).status).toBe(200);
    await until(() => !browsersOf(process.pid).includes(pid));
  });

  test('does not wait for a report that is never ready: it ends in time and frees its slot', async () => {
    const never = () => new Promise<never>(() => undefined);
    const printer: PdfPrinter = server.services.pdf;
    const stuck = Array.from({ length: LIMITS.atOnce }, () => printer.print(new AbortController().signal, never));
    for (const outcome of await Promise.allSettled(stuck)) {
      expect(outcome).toEqual({ status: 'rejected', reason: expect.any(PrintRefused) });
    }
    expect((await ask()).status).toBe(200);
  });

  test('gives up on a page whose layout never ends', async () => {
    await browser();
    const started = performance.now();
    const nested = '<div style="display:grid"><table><tr><td>'.repeat(3_000);
    const endless = { contentsBeyond: 1, contentsPages: 1, html: () => `<!doctype html>${nested}` };
    const printed = server.services.pdf.print(new AbortController().signal, async () => endless);
    await printed.catch((error: Error) => expect(error.constructor.name).toBe('PrintRefused'));
    expect(performance.now() - started).toBeLessThan(IN_TIME);
    expect((await ask()).status).toBe(200);
  });
});

describe('a crowd', () => {
  /** One caller gets at most a quarter of all slots. */
  const SHARE = Math.floor((LIMITS.atOnce + LIMITS.waiting) / 4);
  let callers: GraphQLClient[];
  /** Enough that in a crowd of 30 nobody exceeds that share. */
  beforeAll(async () => (callers = await Promise.all(Array.from({ length: 8 }, () => server.withKey()))));
  const anyOf = (n: number) => callers[n % callers.length];

  test('of 30 gets reports, or 503 with Retry-After', async () => {
    await browser();
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(undefined, anyOf(n))));
    const served = outcomes.filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThanOrEqual(LIMITS.atOnce);
    for (const { status, retryAfter } of outcomes) {
      if (status !== 200) expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
    }
    expect((await ask()).status).toBe(200);
  });

  test('that disconnects makes room for others', async () => {
    const pid = await browser();
    process.kill(pid, 'SIGSTOP'); // nothing ends by itself
    const leaving = new AbortController();
    const leave = (n: number) => ask(leaving.signal, anyOf(n)).catch(() => undefined);
    const crowd = Array.from({ length: LIMITS.atOnce + LIMITS.waiting }, (_, n) => leave(n));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await ask()).status).toBe(503); // full
    leaving.abort();
    await Promise.all(crowd);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { status, ms } = await ask();
    expect(status).toBe(200);
    expect(ms).toBeLessThan(IN_TIME);
  });

  test('of requests by one caller gets 429 beyond its share, while others get their reports', async () => {
    const pid = await browser();
    process.kill(pid, 'SIGSTOP'); // nothing ends by itself
    const leaving = new AbortController();
    const [greedy, other] = callers as [GraphQLClient, GraphQLClient];
    const refused: Outcome[] = [];
    const crowd = Array.from({ length: 3 * LIMITS.waiting }, () =>
      ask(leaving.signal, greedy).then(
        (outcome) => refused.push(outcome),
        () => undefined,
      ),
    );
    await until(() => refused.length === 3 * LIMITS.waiting - SHARE);
    for (const { status, retryAfter } of refused) expect([status, Number(retryAfter) > 0]).toEqual([429, true]);
    const theirs = [ask(undefined, other), ask(undefined, callers[2]), ask()];
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.services.pdf.load).toEqual({ running: LIMITS.atOnce, waiting: SHARE + theirs.length - LIMITS.atOnce });
    leaving.abort();
    process.kill(pid, 'SIGCONT');
    await Promise.all(crowd);
    for (const { status } of await Promise.all(theirs)) expect([200, 503]).toContain(status); // 503: late, on a slow machine
    expect((await ask(undefined, greedy)).status).toBe(200);
  });

  test('of one caller holds no slot forever: requests that fail, end or disconnect free it', async () => {
    const queue = new Queue({ running: 1, waiting: 1 });
    const never = new AbortController().signal;
    const fail = () => Promise.reject(new Error('broken'));
    for (let n = 0; n < 5; n++) await expect(queue.run(never, fail, 'one')).rejects.toThrow('broken');
    for (let n = 0; n < 5; n++) await expect(queue.run(AbortSignal.abort(new Error('left')), fail, 'one')).rejects.toThrow('left');
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const jobs = [queue.run(never, () => held, 'one'), queue.run(never, () => held, 'one')];
    await expect(queue.run(never, fail, 'one')).rejects.toThrow(ShareTaken);
    await expect(queue.run(never, fail, 'two')).rejects.toThrow(QueueFull);
    release();
    await Promise.all(jobs);
    await expect(queue.run(never, async () => 'done', 'one')).resolves.toBe('done');
  });

  test('is served in order, a few at once', async () => {
    const queue = new Queue({ running: 2, waiting: 2 });
    const never = new AbortController().signal;
    const done: number[] = [];
    let running = 0;
    const job = (n: number) => async () => {
      expect(++running).toBeLessThanOrEqual(2);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      done.push(n);
    };
    const leaving = new AbortController();
    const signals = [never, never, leaving.signal, never];
    const left = signals.map((signal, i) => queue.run(signal, job(i + 1)));
    await expect(queue.run(never, job(5))).rejects.toThrow(QueueFull);
    leaving.abort(new Error('left'));
    const results = await Promise.allSettled([...left, queue.run(never, job(6))]);
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true]);
    expect(done).toEqual([1, 2, 4, 6]);
  });
});

const profilesOf = (pid: number) => readdirSync(tmpdir()).filter((name) => name.startsWith(`vetgraph-profile-${pid}-`));

test('a closed printer leaves neither browser nor profile behind', async () => {
  await browser();
  expect(profilesOf(process.pid)).toHaveLength(1);
  await server.services.pdf.close();
  expect([browsersOf(process.pid), profilesOf(process.pid)]).toEqual([[], []]);
});

test('a killed server leaves no browser behind, and the next one removes its profile', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vetgraph-data-'));
  // A browser that another test starts would remove it, too.
  const shared = process.env.TMPDIR!;
  process.env.TMPDIR = dataDir;
  const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = ADMIN;
  const killed = new ServerProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, ADMIN_EMAIL, ADMIN_PASSWORD });
  const { url } = await killed.ready();
  const client = new GraphQLClient(url);
  await client.login(ADMIN);
  expect((await client.fetch(REPORT)).status).toBe(200);
  const [pid] = browsersOf(killed.pid);
  const family = processes().filter((one) => one.pid === pid || one.parent === pid);
  expect(family.length).toBeGreaterThan(1);
  await killed.kill('SIGKILL');
  const isLeft = (one: FoundProcess) => one.state !== 'Z' && family.some(({ pid: member }) => member === one.pid);
  await until(() => !processes().some(isLeft));
  expect(profilesOf(killed.pid)).toHaveLength(1); // nothing was left to remove it
  await removeProfile(await makeProfile()); // as the next browser does
  expect(profilesOf(killed.pid)).toEqual([]);
  process.env.TMPDIR = shared;
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
