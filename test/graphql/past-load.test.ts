/** Many questions about the past at once: they are bounded, and the present doesn't wait for them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { untilLocksAreAwaited } from '../kit/database';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { openBySocket } from '../kit/streams';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ databasePool: 8, requestsAtOnce: 200 });
  for (let n = 0; n < 20; n++) await createVendor(server, { name: `Vendor ${n}` });
});
afterAll(() => server.stop());

const PAST =
  'query ($at: DateTime!) @asOf(at: $at) { vendors(first: 20) { totalCount nodes { name ragBand assessments { totalCount } } } dashboard { vendorCount averageScore openFindings } }';
const PRESENT = '{ vendors(first: 20) { totalCount nodes { name ragBand } } dashboard { vendorCount } }';

interface Answer {
  status: number;
  retryAfter: string | null;
  body: { data?: { vendors: { totalCount: number } }; errors?: { message: string; extensions: { code: string } }[] };
}

async function ask(query: string, variables: object = {}): Promise<Answer> {
  const response = await server.admin.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: (await response.json()) as Answer['body'] };
}

test('300 at once, each of another moment: at most a quarter of the connections, and the present goes on', async () => {
  await ask(PRESENT);
  await sleep(400); // all the moments are after the last vendor
  const now = Date.now();
  let isOver = false;
  let running = 0;
  let most = 0;
  server.services.database.statements.watch((text) => {
    if (!text.endsWith('-- past')) return () => undefined;
    most = Math.max(most, ++running);
    return () => running--;
  });
  const past = Promise.all(Array.from({ length: 300 }, (_, n) => ask(PAST, { at: new Date(now - n).toISOString() }))).finally(
    () => (isOver = true),
  );
  const waits: number[] = [];
  const present: number[] = [];
  await sleep(100); // all 300 have been sent
  while (!isOver) {
    const started = performance.now();
    present.push((await ask(PRESENT)).status);
    waits.push(performance.now() - started);
  }
  const answers = await past;

  const answered = answers.filter(({ status }) => status === 200);
  expect(answered.length).toBeGreaterThan(50);
  for (const { body } of answered) expect(body).toMatchObject({ data: { vendors: { totalCount: 20 } } });
  for (const { status, retryAfter, body } of answers.filter((one) => !answered.includes(one))) {
    expect([status, retryAfter, body.errors?.[0]?.extensions.code]).toEqual([503, '1', 'SERVICE_UNAVAILABLE']);
  }
  expect(present.length).toBeGreaterThan(1);
  expect(new Set(present)).toEqual(new Set([200]));
  // The first waits while all 300 arrive, in the same process as the client.
  expect(Math.max(...waits.slice(1))).toBeLessThan(10_000);
  expect(most).toBe(2);
  expect((await ask(PAST, { at: new Date(now).toISOString() })).status).toBe(200);
});

test('someone who leaves while waiting for the past is not waited for', async () => {
  const started = Date.now();
  const left = Array.from({ length: 60 }, (_, n) => {
    const body = JSON.stringify({ query: PAST, variables: { at: new Date(started - n).toISOString() } });
    const headers = { 'content-type': 'application/json' };
    return server.admin.fetch('/graphql', { method: 'POST', headers, body, signal: AbortSignal.timeout(20) }).catch(() => undefined);
  });
  await Promise.all(left);
  expect((await ask(PAST, { at: new Date(started).toISOString() })).status).toBe(200);
});

test('what comes over WebSockets counts among them', async () => {
  const small = await startTestServer({ requestsAtOnce: 4 });
  const query = 'query ($at: DateTime!) @asOf(at: $at) { vendors { totalCount } }';
  const ask = () => openBySocket(small.admin, { query, variables: { at: new Date().toISOString() } });
  const first = await small.services.database.transaction(async ({ connection }) => {
    await connection.query('select from audit_lane for update');
    const waiting = [ask(), ask()];
    await untilLocksAreAwaited(connection as Client, 1);
    await sleep(300); // the second one has come, too
    const third = ask();
    await third.until(() => third.isOver);
    expect(third.results).toMatchObject([{ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] }]);
    return waiting;
  });
  for (const one of first) {
    await one.until(() => one.isOver);
    expect(one.results).toEqual([{ data: { vendors: { totalCount: 0 } } }]);
  }
  await small.stop();
});
