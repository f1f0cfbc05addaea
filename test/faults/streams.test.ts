import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { readConfig } from '../../src/kernel/config';
import { WebSocket } from 'ws';
import { type Hub, PACE } from '../../src/domains/feed/hub';
import { GraphQLClient } from '../kit/client';
import { createTestDatabase } from '../kit/database';
import { createVendor } from '../kit/portfolio';
import { Servers } from '../kit/process';
import { TestReceiver } from '../kit/receiver';
import { scaled } from '../kit/scale';
import { startTestServer, type TestServer } from '../kit/server';
import { type Heard, LISTEN, MULTIPART, openByHand, openBySocket, openExport, SSE } from '../kit/streams';
import { Webhooks } from '../kit/webhooks';

const headersOf = (client: GraphQLClient) => ({ cookie: client.cookie, 'content-type': 'application/json', accept: SSE });

const addVendor = (client: GraphQLClient, name: string) =>
  client.data('mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }', {
    input: { name, contactEmail: 'contact@example.org' },
  });

describe('limits', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ streamsPerCaller: 3, streams: 5, requestsAtOnce: 4 });
  });
  afterAll(() => server.stop());

  test('one stream too many, of a caller and of the process', async () => {
    const key = await server.withKey();
    const open: Heard[] = [];
    for (let n = 0; n < 3; n++) open.push(await openByHand(key, SSE));
    const ways = [await openByHand(key, SSE), await openByHand(key, MULTIPART), openBySocket(key)];
    for (const heard of ways) {
      await heard.until(({ results, isOver }) => results.length > 0 && isOver);
      expect(heard.lastError!.code).toBe('RATE_LIMITED');
    }
    expect((await key.fetch('/exports/events.ndjson?follow=true')).status).toBe(429);
    // Others still have places, until the process has none.
    open.push(await openByHand(server.admin, SSE), await openByHand(server.admin, SSE));
    const last = await openByHand(server.admin, SSE);
    await last.until(({ isOver }) => isOver);
    expect(last.lastError!.code).toBe('RATE_LIMITED');
    // Streams take no places of requests: there are four.
    for (let n = 0; n < 5; n++) expect(await server.admin.code('{ me { name } }')).toBeUndefined();
    for (const heard of open) heard.leave();
    await sleep(100);
    const again = await openByHand(key, SSE);
    await createVendor(server, { name: 'Room again' });
    await again.until(({ names }) => names.includes('Room again'));
    again.leave();
  });

  test('a reader that is too slow is told where to go on', async () => {
    const { hostname, port } = new URL(server.url);
    const asked = request({ hostname, port, path: '/graphql', method: 'POST', headers: headersOf(server.admin), agent: false });
    const query = 'subscription { events { id type cursor entityName changes { field before after } } }';
    asked.end(JSON.stringify({ query }));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.pause();
    const long = '€'.repeat(19_000); // of three bytes each
    const id = await createVendor(server, { name: 'Slow' });
    const update = (n: number) =>
      server.admin.data('mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }', {
        input: { id, notes: `${n} ${long}` },
      });
    // Until the socket, and what may wait, are full.
    const hub = server.services.feed as Hub;
    for (let n = 0; hub.openStreams > 0 && n < 1_500; n++) await update(n);
    expect(hub.openStreams).toBe(0);
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => (text += chunk));
    response.resume();
    await once(response, 'close');
    const results = text.split('\n\n').flatMap((block) => {
      const data = /^data: (.+)$/m.exec(block)?.[1];
      return data ? [JSON.parse(data) as { data?: { events: { cursor: string; id: string } }; errors?: { extensions: object }[] }] : [];
    });
    const end = results.at(-1)!.errors![0]!.extensions as { code: string; cursor: string };
    expect(end.code).toBe('SERVICE_UNAVAILABLE');
    const heard = results.flatMap(({ data }) => data?.events.id ?? []);
    const rest = await (await openExport(server.admin, `?after=${end.cursor}`)).until(({ isOver }) => isOver, 60_000);
    const all = await (await openExport(server.admin, '?after=start')).until(({ isOver }) => isOver, 60_000);
    // Nothing is missing between the two, and nothing is there twice. The last one is the export itself.
    const ids = [...heard, ...rest.events.map(({ id: one }) => one)];
    const from = all.events.findIndex(({ id: one }) => one === ids[0]);
    expect(all.events.slice(from, from + ids.length).map(({ id: one }) => one)).toEqual(ids);
    expect(all.events.length - from - ids.length).toBeLessThanOrEqual(1);
  });
});

describe('a server that ends', () => {
  const servers = new Servers();
  afterAll(() => servers.stop());

  test.each([1, 2])('ends its streams cleanly, with %i processes', async (workers) => {
    const database = await createTestDatabase();
    const server = await servers.start({ DATABASE_URL: database.url, WORKERS: String(workers) }).ready();
    const admin = await servers.signIn(server);
    const sse = await openByHand(admin, SSE);
    const parts = await openByHand(admin, MULTIPART);
    const lines = await openExport(admin, '?follow=true');
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { cookie: admin.cookie },
    });
    const came: { type: string }[] = [];
    socket.on('message', (data: Buffer) => came.push(JSON.parse(data.toString()) as { type: string }));
    await once(socket, 'open');
    socket.send('{"type":"connection_init"}');
    socket.send(JSON.stringify({ id: 'one', type: 'subscribe', payload: { query: LISTEN } }));
    await sleep(700);
    await addVendor(admin, 'The last one');
    for (const heard of [sse, parts, lines]) await heard.until(({ names }) => names.includes('The last one'));
    const closed = once(socket, 'close') as Promise<[number]>;
    const started = Date.now();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(Date.now() - started).toBeLessThan(10_000);
    expect((await closed)[0]).toBe(1001);
    expect(came.map(({ type }) => type)).toEqual(expect.arrayContaining(['connection_ack', 'next', 'complete']));
    expect(came.at(-1)!.type).toBe('complete');
    for (const heard of [sse, parts, lines]) {
      await heard.until(({ isOver }) => isOver);
      expect(heard.error).toBeUndefined();
    }
    // The closing delimiter, and nothing after the last line.
    expect((parts as unknown as { text: string }).text).toBe('--\r\n');
    expect((lines as unknown as { text: string }).text).toBe('');
    await database.drop();
  });
});

describe('a database that goes away', () => {
  test('streams stay, and go on from where they were, as webhooks do', async () => {
    const webhooks = { ...readConfig({}).webhooks, allow: ['127.0.0.0/8'] };
    const server = await startTestServer({ jobs: true, webhooks });
    const receiver = await new TestReceiver().start();
    await new Webhooks(server.admin).create({ url: receiver.url, types: ['vendor.created'] });
    const ways = [await openByHand(server.admin, SSE), openBySocket(server.admin), await openExport(server.admin, '?follow=true')];
    await sleep(500);
    await createVendor(server, { name: 'Before' });
    const boss = new Client({ connectionString: process.env.VETGRAPH_TEST_DATABASE });
    await boss.connect();
    const name = new URL(server.databaseUrl).pathname.slice(1);
    await boss.query(`alter database ${name} allow_connections false`);
    await boss.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await sleep(scaled(3_000, 60_000));
    await boss.query(`alter database ${name} allow_connections true`);
    await boss.end();
    for (let tries = 0; await server.admin.code('{ me { name } }'); tries++) {
      expect(tries).toBeLessThan(100);
      await sleep(200);
    }
    await createVendor(server, { name: 'After' });
    for (const heard of ways) {
      await heard.until(({ names }) => names.includes('After'), 30_000);
      expect(heard.events.filter(({ type }) => type === 'vendor.created').map(({ entityName }) => entityName)).toEqual(['Before', 'After']);
      expect(heard.isOver).toBe(false);
      heard.leave();
    }
    await receiver.count(2);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toHaveLength(2);
    receiver.stop();
    await server.stop();
  }, 150_000);
});

describe('a crowd', () => {
  const servers = new Servers();
  afterAll(() => servers.stop());

  /** Opens a stream and keeps nothing of it but the number of events. */
  async function open(url: string, authorization: string): Promise<{ events: number; text: string; leave(): void }> {
    const { hostname, port } = new URL(url);
    const headers = { authorization, 'content-type': 'application/json', accept: SSE };
    const asked = request({ hostname, port, path: '/graphql', method: 'POST', headers, agent: false });
    asked.on('error', () => undefined).end(JSON.stringify({ query: 'subscription { events(types: ["vendor.created"]) { id } }' }));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const stream = { events: 0, text: '', leave: () => void asked.destroy() };
    response
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        const text = chunk.toString();
        if (text.includes('"data"')) stream.events++;
        else stream.text = text;
      });
    return stream;
  }
  const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

  test('of 20 streams a caller, and as many as a process takes: one more is refused', async () => {
    const database = await createTestDatabase();
    const most = scaled(60, 5_000);
    const server = await servers.start({ DATABASE_URL: database.url, ...scaled<Record<string, string>>({ STREAMS: '60' }, {}) }).ready();
    const admin = await servers.signIn(server);
    await admin.data(`mutation { updateSettings(input: { apiKeysEnabled: true }) { settings { apiKeysEnabled } } }`);
    const keys: string[] = [];
    for (let n = 0; n <= most / 20; n++) {
      const { createApiKey } = await admin.data<{ createApiKey: { token: string } }>(
        `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token } }`,
        { input: { name: `crowd ${n}` } },
      );
      keys.push(`Bearer ${createApiKey.token}`);
    }
    const last = keys.pop()!;
    const before = memoryOf(server.pid);
    const all: Awaited<ReturnType<typeof open>>[] = [];
    for (const key of keys) {
      all.push(...(await Promise.all(Array.from({ length: 20 }, () => open(server.url, key)))));
      if (all.length > 20) continue;
      const tooMany = await open(server.url, key);
      while (!tooMany.text.includes('RATE_LIMITED')) await sleep(10);
    }
    expect(all).toHaveLength(most);
    const tooMany = await open(server.url, last);
    while (!tooMany.text.includes('RATE_LIMITED')) await sleep(10);
    await addVendor(admin, 'Heard by all');
    for (const giveUp = Date.now() + 30_000; all.some(({ events }) => events === 0); await sleep(20))
      expect(Date.now()).toBeLessThan(giveUp);
    expect(all.filter(({ events }) => events !== 1)).toEqual([]);
    // 120 MB for 2,000, and what a warm server takes anyway.
    const taken = memoryOf(server.pid) - before;
    if (process.env.FAULTS === 'long') console.log(`${most} streams took ${taken.toFixed(0)} MB`);
    expect(taken).toBeLessThan((most * 120) / 2_000 + 60);
    expect(await admin.code('{ me { name } }')).toBeUndefined();
    for (const one of all) one.leave();
    const again = await openUntilThere(server.url, last);
    again.leave();
    expect(await server.kill('SIGTERM')).toBe(0);
    await database.drop();
  }, 300_000);

  /** The server learns now that the others have left. */
  async function openUntilThere(url: string, key: string) {
    for (;;) {
      const stream = await open(url, key);
      await sleep(100);
      if (!stream.text.includes('RATE_LIMITED')) return stream;
    }
  }
});

describe('a network', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    PACE.beatMs = 15_000;
    await server.stop();
  });

  test('that gathers what it passes on, and cuts what is silent, passes on streams', async () => {
    PACE.beatMs = 500;
    const { port } = new URL(server.url);
    const proxy = createServer((near) => {
      const far = connect(Number(port), '127.0.0.1');
      far.setTimeout(1_500, () => far.destroy());
      let gathered: Buffer[] = [];
      const passing = setInterval(() => near.write(Buffer.concat(gathered.splice(0))), 200);
      far.on('data', (chunk) => gathered.push(chunk));
      near.on('data', (chunk) => far.write(chunk));
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        one.on('error', () => undefined);
        one.on('close', () => {
          clearInterval(passing);
          gathered = [];
          other.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const through = new GraphQLClient(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    through.cookie = server.admin.cookie;
    const ways = [await openByHand(through, SSE), await openByHand(through, MULTIPART), await openExport(through, '?follow=true')];
    const socket = openBySocket(through);
    await sleep(scaled(3_000, 20_000));
    await createVendor(server, { name: 'Passed on' });
    for (const heard of [...ways, socket]) {
      await heard.until(({ names }) => names.includes('Passed on'));
      expect(heard.isOver).toBe(false);
      heard.leave();
    }
    proxy.close();
  });

  test('that falls silent takes its streams with it', async () => {
    PACE.beatMs = 100;
    const hub = server.services.feed as Hub;
    while (hub.openStreams > 0) await sleep(20);
    const { hostname, port } = new URL(server.url);
    // A laptop that was closed: nothing is read any more, and nothing says so.
    const socket = connect(Number(port), hostname);
    const body = JSON.stringify({ query: 'subscription { events { id changes { field after } } }' });
    const head = Object.entries({ ...headersOf(server.admin), host: hostname, 'content-length': String(body.length) });
    socket.write(['POST /graphql HTTP/1.1', ...head.map((pair) => pair.join(': ')), '', body].join('\r\n'));
    socket.once('data', () => socket.pause());
    const ws = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { cookie: server.admin.cookie },
      autoPong: false,
    });
    await once(ws, 'open');
    ws.send('{"type":"connection_init"}');
    ws.send(JSON.stringify({ id: 'one', type: 'subscribe', payload: { query: LISTEN } }));
    // One that answers no ping is ended after the next.
    await once(ws, 'close');
    while (hub.openStreams !== 1) await sleep(20);
    // The network buffers some megabytes; then nothing can be passed on, and what waits is bounded.
    const id = await createVendor(server, { name: 'Closed' });
    const long = '€'.repeat(19_000); // of three bytes each
    for (let n = 0; hub.openStreams > 0 && n < 1_500; n++) {
      await server.admin.data('mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }', {
        input: { id, notes: `${n} ${long}` },
      });
    }
    expect(hub.openStreams).toBe(0);
    socket.destroy();
  }, 120_000);
});
