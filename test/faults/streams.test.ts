import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import type { Hub } from '../../src/domains/feed/hub';
import type { GraphQLClient } from '../kit/client';
import { createTestDatabase } from '../kit/database';
import { createVendor } from '../kit/portfolio';
import { Servers } from '../kit/process';
import { startTestServer, type TestServer } from '../kit/server';
import { Heard, LISTEN, MULTIPART, openByHand, openBySocket, openExport, SSE } from '../kit/streams';

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
    const long = 'x'.repeat(19_000);
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
  test('streams stay, and go on from where they were', async () => {
    const server = await startTestServer();
    const ways = [await openByHand(server.admin, SSE), openBySocket(server.admin), await openExport(server.admin, '?follow=true')];
    await sleep(500);
    await createVendor(server, { name: 'Before' });
    const boss = new Client({ connectionString: process.env.VETGRAPH_TEST_DATABASE });
    await boss.connect();
    const name = new URL(server.databaseUrl).pathname.slice(1);
    await boss.query(`alter database ${name} allow_connections false`);
    await boss.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await sleep(3_000);
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
    await server.stop();
  });
});
