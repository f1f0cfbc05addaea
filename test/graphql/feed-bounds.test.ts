import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import { WebhookSender } from '../../src/domains/webhook/webhook.sender';
import { Assessor } from '../kit/assessed';
import { createAssessment, createVendor, publishTemplate, question, sendAssessment } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { type Heard, LISTEN, openByHand, SSE } from '../kit/streams';

/** What callers and strangers can do to the feed, and to others by it. */
let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer({ streamsPerCaller: 5 });
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const endCursor = async () =>
  (await server.admin.data<{ events: { pageInfo: { endCursor: string } } }>('{ events(first: 1) { pageInfo { endCursor } } }')).events
    .pageInfo.endCursor;

test('what is too much to be told at once is told bit by bit, and nothing is lost', async () => {
  const long = Array.from({ length: 20 }, (_, n) => question(`Q${n}`, { type: 'FREE_TEXT', expectedAnswer: null, required: false }));
  const templateId = await publishTemplate(server, 'Long answers', [{ title: 'All', questions: long }]);
  const id = await createAssessment(server, await createVendor(server, { name: 'Talkative' }), templateId);
  const portal = await sendAssessment(server, id);
  const { questions } = await portal.view();
  const after = await endCursor();
  const live = await openByHand(server.admin, SSE, {
    query: `subscription { events { id type cursor entityName changes { field } } }`,
  });
  for (let n = 0; n < 50; n++) {
    const value = `${n} `.repeat(9_900).slice(0, 9_900);
    const { errors } = await portal.save(questions.map((one) => ({ questionId: one.id, value })));
    expect(errors).toBeUndefined();
  }
  await createVendor(server, { name: 'Told last' });
  const response = await server.admin.fetch(`/exports/events.ndjson?after=${after}`);
  const lines = (await response.text()).split('\n').filter(Boolean);
  const types = lines.map((line) => (JSON.parse(line) as { type?: string }).type);
  expect(types.filter((type) => type === 'assessment.progressed')).toHaveLength(50);
  expect(types.at(-2)).toBe('vendor.created'); // and then the export itself
  await live.until(({ names }) => names.includes('Told last'));
  expect(live.events.filter(({ type }) => type === 'assessment.progressed')).toHaveLength(50);
  live.leave();
});

test('whoever sees a vendor but no assessments hears nothing of those, when it is deleted', async () => {
  const made = await assessor.submitted({ name: 'Deleted with all' });
  await assessor.comment(made.id, 'Between us');
  await server.admin.data(`mutation ($input: DeleteInput!) { deleteVendor(input: $input) { deletedId } }`, {
    input: { id: made.vendorId },
  });
  const asked = `{ events(after: "start", types: ["vendor.deleted"]) { nodes { changes { field before } } } }`;
  type Told = { events: { nodes: { changes: { field: string; before: unknown }[] }[] } };
  const told = async (client: TestServer['admin']) => (await client.data<Told>(asked)).events.nodes.at(-1)!.changes;
  const bySome = await told(await server.withPermissions('vendors:view'));
  expect(bySome).toContainEqual({ field: 'name', before: 'Deleted with all' });
  expect(bySome.filter(({ field }) => field.includes('.'))).toEqual([]);
  expect(JSON.stringify(await told(server.admin))).toContain('Between us');
});

test('where nobody listens, nothing is asked', async () => {
  const query = jest.spyOn(Client.prototype, 'query');
  const asked = async () => {
    query.mockClear();
    await sleep(1_000);
    const texts = query.mock.calls.map(([statement]) => (typeof statement === 'string' ? statement : (statement as { text: string }).text));
    return texts.flatMap((text) => /^\/\* ((event|webhook)\S*)/.exec(text)?.[1] ?? []);
  };
  // Whether there is a webhook is all that it wants to know, every five seconds.
  const sender = new WebhookSender(server.services);
  sender.start();
  expect((await asked()).filter((name) => name !== 'webhook.count')).toEqual([]);
  expect((await asked()).length).toBeLessThanOrEqual(1);
  const heard = await openByHand(server.admin, SSE);
  expect(new Set(await asked())).toContain('event.heads');
  heard.leave();
  await sleep(500);
  expect((await asked()).filter((name) => name !== 'webhook.count')).toEqual([]);
  await sender.stop();
  query.mockRestore();
});

/** Sends a request and leaves after a while. */
async function openAndLeave(headers: Record<string, string>, body: object, ms: number): Promise<void> {
  const text = JSON.stringify(body);
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  const all = { ...headers, host: 'x', accept: SSE, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  const head = Object.entries(all).map((pair) => pair.join(': '));
  socket.write(['POST /graphql HTTP/1.1', ...head, '', text].join('\r\n'));
  await sleep(ms);
  socket.destroy();
}

test('clients that leave before their stream begins leave nothing behind', async () => {
  const key = await server.withKey();
  const { portal } = await assessor.sent({ name: 'Left early' });
  const watch = { query: 'subscription ($token: String!) { portal(token: $token) { status } }', variables: { token: portal.token } };
  for (let n = 0; n < 40; n++) {
    await openAndLeave({ authorization: key.headers.authorization! }, { query: LISTEN }, n % 8);
    await openAndLeave({}, watch, n % 12);
  }
  await sleep(500);
  const all = await Promise.all([...Array.from({ length: 5 }, () => openByHand(key, SSE)), openByHand(server.stranger(), SSE, watch)]);
  await sleep(1_000);
  expect(all.flatMap(({ results }: Heard) => results.flatMap(({ errors = [] }) => errors))).toEqual([]);
  for (const heard of all) heard.leave();
});

test('what is read of the log counts, wanted or not', async () => {
  const small = await startTestServer({
    databaseUrl: server.databaseUrl,
    sessionSecret: server.services.sessionSecret,
    graphQLRateLimit: 200,
  });
  try {
    const key = await server.withKey();
    const client = small.stranger();
    Object.assign(client.headers, key.headers);
    let answered = 0;
    while (!(await client.code(`{ events(after: "start", first: 1, types: ["webhook.disabled"]) { pageInfo { endCursor } } }`))) answered++;
    expect(answered).toBeLessThan(100);
    while (!(await client.code('{ __typename }')));
    const response = await client.fetch('/exports/events.ndjson?after=start');
    expect(response.status).toBe(429);
    await response.text();
  } finally {
    await small.stop();
  }
});

test('those who watch a questionnaire don’t use up what those who answer it have', async () => {
  const limited = await startTestServer({
    databaseUrl: server.databaseUrl,
    sessionSecret: server.services.sessionSecret,
    anonymousRateLimit: 6_000,
  });
  try {
    const { id, portal } = await assessor.sent({ name: 'Watched by many' });
    const query = `subscription ($token: String!) { portal(token: $token) { questions { id text response { value } } comments { body } } }`;
    const open = () => openByHand(limited.stranger(), SSE, { query, variables: { token: portal.token } });
    const all = await Promise.all(Array.from({ length: 5 }, open));
    const left = async () => {
      const response = await limited.stranger().fetch('/graphql?query={__typename}', { headers: { 'apollo-require-preflight': 'yes' } });
      return Number(response.headers.get('ratelimit-remaining'));
    };
    const before = await left();
    for (let n = 0; n < 5; n++) {
      await assessor.comment(id, `Comment ${n}`, { visibility: 'SHARED' });
      for (const heard of all) await heard.until(({ results }) => JSON.stringify(results.at(-1) ?? '').includes(`Comment ${n}`));
    }
    expect(before - (await left())).toBeLessThan(5);
    for (const heard of all) heard.leave();
  } finally {
    await limited.stop();
  }
});

describe('a stranger’s socket', () => {
  const socketTo = async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.send('{"type":"connection_init"}');
    await new Promise((resolve) => socket.once('message', resolve));
    return { socket, closed };
  };

  test('is closed for a large message that is no operation', async () => {
    const { socket, closed } = await socketTo();
    socket.send(JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(100_000) } }));
    await expect(closed).resolves.toBe(1008);
  });

  test('is closed for too many small ones', async () => {
    const { socket, closed } = await socketTo();
    for (let n = 0; n < 700; n++) socket.send('{"type":"ping"}');
    await expect(closed).resolves.toBe(1008);
  });

  test('is closed for too many pings', async () => {
    const { socket, closed } = await socketTo();
    await new Promise<void>((resolve) => {
      socket.once('pong', () => resolve());
      socket.ping('x');
    });
    for (let n = 0; n < 700; n++) socket.ping('x'.repeat(125));
    await expect(closed).resolves.toBe(1008);
  });

  test('is closed for a message in tiny pieces', async () => {
    const inPieces = async (pieces: number) => {
      const { socket, closed } = await socketTo();
      const message = '{"type":"ping"}'.padEnd(pieces);
      for (let n = 0; n < pieces; n++) socket.send(message[n]!, { fin: n === pieces - 1 });
      return Promise.race([closed, new Promise((resolve) => socket.once('message', (data: Buffer) => resolve(data.toString())))]);
    };
    expect(await inPieces(1_000)).toContain('pong');
    expect(await inPieces(100_000)).toBe(1006);
  });
});
