import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { sql } from '../../src/database/sql';
import { type Hub, PACE } from '../../src/domains/feed/hub';
import type { GraphQLClient } from '../kit/client';
import { createVendor } from '../kit/portfolio';
import { until } from '../kit/processes';
import { startTestServer, type TestServer } from '../kit/server';
import { type Heard, LISTEN, MULTIPART, openByHand, openBySocket, openBySse, openExport, SSE } from '../kit/streams';

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // Another server of the same deployment.
  const { sessionSecret } = server.services;
  other = await startTestServer({ databaseUrl: server.databaseUrl, sessionSecret });
});
afterAll(async () => {
  PACE.beatMs = 15_000;
  await other.stop();
  await server.stop();
});

const open: Heard[] = [];
const listen = <H extends Heard>(heard: H): H => (open.push(heard), heard);
afterEach(async () => {
  for (const heard of open.splice(0)) heard.leave();
  for (const one of [server, other]) await untilOpen(0, one);
});

const vendor = (name: string, more: object = {}) => createVendor(server, { name, ...more });
const sse = async (client: GraphQLClient, variables: object = {}, query = LISTEN) =>
  listen(await openByHand(client, SSE, { query, variables }));

const hubOf = ({ services }: TestServer) => services.feed as Hub;

/** Waits until so many streams are open: the libraries don't say when they are connected. */
const untilOpen = (count: number, at = server) => until(() => hubOf(at).openStreams === count);

/** A stream of each kind, ready. */
async function eachWay(client: GraphQLClient, variables: object = {}): Promise<Record<string, Heard>> {
  const at = client.url === server.url ? server : other;
  const before = hubOf(at).openStreams;
  const ways = {
    sse: listen(await openByHand(client, SSE, { variables })),
    multipart: listen(await openByHand(client, MULTIPART, { variables })),
    'graphql-sse': listen(openBySse(client, { variables })),
    'graphql-ws': listen(openBySocket(client, { variables })),
    ndjson: listen(
      await openExport(client, `?${new URLSearchParams({ follow: 'true', ...(variables as Record<string, string>) }).toString()}`),
    ),
  };
  await untilOpen(before + Object.keys(ways).length, at);
  return ways;
}

describe('every transport', () => {
  test('tells of what commits after it opened, here and on another server', async () => {
    const here = await eachWay(server.admin);
    const there = await eachWay(Object.assign(other.stranger(), { cookie: server.admin.cookie }));
    await vendor('Heard by all');
    for (const [way, heard] of Object.entries({ ...here, ...there })) {
      await heard
        .until(({ names }) => names.includes('Heard by all'))
        .catch((error: Error) => {
          throw new Error(`${way}: ${error.message}`);
        });
      expect(heard.events.filter(({ entityName }) => entityName === 'Heard by all')).toHaveLength(1);
    }
  });

  test('begins with what was missed, and goes on without a gap or a repeat', async () => {
    const first = await sse(server.admin);
    await vendor('Missed 0');
    const { cursor } = (await first.until(({ names }) => names.includes('Missed 0'))).events.at(-1)!;
    for (const n of [1, 2, 3]) await vendor(`Missed ${n}`);
    const ways = await eachWay(server.admin, { after: cursor, types: 'vendor.created' });
    for (const n of [4, 5, 6]) await vendor(`Missed ${n}`);
    const wanted = [1, 2, 3, 4, 5, 6].map((n) => `Missed ${n}`);
    for (const heard of Object.values(ways)) {
      await heard.until(({ names }) => names.length >= wanted.length);
      expect(heard.names).toEqual(wanted);
    }
    // The cursor of any is good for any.
    const again = await sse(server.admin, { after: ways['graphql-ws']!.events[2]!.cursor, types: ['vendor.created'] });
    await again.until(({ names }) => names.length === 3);
    expect(again.names).toEqual(wanted.slice(3));
  });

  test('says what is wrong before it begins', async () => {
    const bad: [object, string][] = [
      [{ after: 'nonsense' }, 'after'],
      [{ types: ['vendor.exploded'] }, 'types'],
    ];
    for (const [variables, field] of bad) {
      const ways = [
        listen(await openByHand(server.admin, SSE, { variables })),
        listen(await openByHand(server.admin, MULTIPART, { variables })),
        listen(openBySse(server.admin, { variables })),
        listen(openBySocket(server.admin, { variables })),
      ];
      for (const heard of ways) {
        await heard.until(({ results, isOver }) => results.length > 0 && isOver);
        expect(heard.results[0]!.errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: expect.any(String) } });
      }
    }
    for (const search of [
      '?after=nonsense',
      '?types=vendor.exploded',
      '?follow=yes',
      '?after=start&after=start',
      '?asOf=2026-01-01T00:00:00Z',
    ]) {
      const response = await server.admin.fetch(`/exports/events.ndjson${search}`);
      expect([search, response.status]).toEqual([search, 400]);
    }
  });

  test('ends with an error and a cursor when the key is revoked', async () => {
    const key = await server.withKey(null, { name: 'to be revoked' });
    const ways = await eachWay(key);
    await vendor('Before the end');
    for (const heard of Object.values(ways)) await heard.until(({ names }) => names.includes('Before the end'));
    const { apiKeys } = await server.admin.data<{ apiKeys: { id: string; name: string }[] }>('{ apiKeys { id name } }');
    const { id } = apiKeys.find(({ name }) => name === 'to be revoked')!;
    await server.admin.data('mutation ($input: IdInput!) { revokeApiKey(input: $input) { apiKey { id } } }', { input: { id } });
    for (const heard of Object.values(ways)) {
      await heard.until(({ isOver }) => isOver, 5_000);
      expect(heard.lastError).toMatchObject({ code: 'UNAUTHENTICATED', cursor: expect.any(String) });
    }
    await vendor('After the end');
    const next = await sse(server.admin, { after: ways.sse!.lastError!.cursor, types: ['vendor.created'] });
    await next.until(({ names }) => names.length > 0);
    expect(next.names).toEqual(['After the end']);
  });

  test('ends with an error when the database has lost what was told', async () => {
    const ways = await eachWay(server.admin);
    await vendor('Told before');
    for (const heard of Object.values(ways)) await heard.until(({ names }) => names.includes('Told before'));
    const hub = server.services.feed as Hub;
    // As if others had taken the place of the last entries.
    hub.position = hub.position!.map(({ seq }) => ({ seq, hash: 'of another entry' }));
    for (const heard of Object.values(ways)) {
      await heard.until(({ isOver }) => isOver);
      expect(heard.lastError).toMatchObject({ code: 'BAD_USER_INPUT', fields: { after: expect.stringContaining('lost') as string } });
    }
    const next = await sse(server.admin);
    await vendor('Told after');
    await next.until(({ names }) => names.includes('Told after'));
  });

  test('goes on where a shorter log ends, but not where others have taken places in it', async () => {
    const heard = await sse(server.admin);
    // Reads by itself.
    const heavy = await sse(server.admin, {}, LISTEN.replace('id', 'id vendor { assessments(first: 100) { nodes { id title status } } }'));
    await vendor('Told first');
    for (const one of [heard, heavy]) await one.until(({ names }) => names.includes('Told first'));
    const hub = server.services.feed as Hub;
    // As if the last entry of each lane had been lost.
    hub.position = hub.position!.map(({ seq }) => ({ seq: seq + 1, hash: 'of a lost entry' }));
    await sleep(500);
    await vendor('Told on');
    for (const one of [heard, heavy]) await one.until(({ names }) => names.includes('Told on'));
    const { database } = server.services;
    // Of two lost entries, another one has taken the place of the first.
    await database.query(sql`
      with lane as (update audit_lane set seq = seq - 1, hash = 'of another entry' where lane = (
          select lane from audit_lane where seq > 1 limit 1) returning lane, seq),
        lost as (delete from audit_entry e using lane l where e.lane = l.lane and e.seq > l.seq)
      update audit_entry e set hash = 'of another entry' from lane l where e.lane = l.lane and e.seq = l.seq`);
    for (const one of [heard, heavy]) {
      await one.until(({ isOver }) => isOver);
      expect(one.lastError).toMatchObject({ code: 'BAD_USER_INPUT', fields: { after: expect.stringContaining('lost') as string } });
    }
  });

  test('shows that it lives', async () => {
    PACE.beatMs = 100;
    const ways = await eachWay(server.admin);
    for (const way of ['sse', 'multipart', 'ndjson']) await ways[way]!.until(({ beats }) => beats >= 3);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { cookie: server.admin.cookie },
    });
    await new Promise((resolve) => socket.once('ping', resolve));
    socket.close();
    PACE.beatMs = 15_000;
  });
});

describe('who hears what', () => {
  test('an ended session, a disabled user', async () => {
    const leaver = await server.withPermissions('vendors:view');
    const leaving = await sse(leaver);
    await leaver.data('mutation { logout }');
    await leaving.until(({ isOver }) => isOver, 5_000);
    expect(leaving.lastError!.code).toBe('UNAUTHENTICATED');

    const disabled = await server.withPermissions('vendors:view');
    const { me } = await disabled.data<{ me: { id: string } }>('{ me { id } }');
    const ending = listen(openBySocket(disabled));
    await untilOpen(1);
    await server.admin.data('mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { id } } }', {
      input: { id: me.id, disabled: true },
    });
    await ending.until(({ isOver }) => isOver, 5_000);
    expect(ending.lastError!.code).toBe('UNAUTHENTICATED');
  });

  test('a session that nothing was recorded of ends too', async () => {
    const someone = await server.withPermissions('vendors:view');
    const heard = await sse(someone);
    const { me } = await someone.data<{ me: { id: string } }>('{ me { id } }');
    await server.services.database.query(sql`delete from session where user_id = ${me.id}`);
    await heard.until(({ isOver }) => isOver, 5_000);
    expect(heard.lastError!.code).toBe('UNAUTHENTICATED');
  });

  test('a role that lost a permission stops hearing of it', async () => {
    const someone = await server.withPermissions('vendors:view', 'settings:manage');
    const { me } = await someone.data<{ me: { role: { id: string } } }>('{ me { role { id } } }');
    const plain = await sse(someone);
    const deep = await sse(someone, {}, 'subscription { events { type entityName cursor vendor { name } } }');
    await vendor('Still seen');
    await plain.until(({ names }) => names.includes('Still seen'));
    await deep.until(({ events }) => events.some(({ vendor: shown }) => shown?.name === 'Still seen'));
    await server.admin.data('mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }', {
      input: { id: me.role.id, permissions: ['settings:manage'] },
    });
    await vendor('No longer seen');
    await server.admin.data('mutation { updateSettings(input: { organizationName: "Renamed" }) { settings { organizationName } } }');
    await plain.until(({ events }) => events.some(({ type }) => type === 'settings.changed'));
    expect(plain.names).not.toContain('No longer seen');
    // It asks for what may no longer be asked.
    await deep.until(({ isOver }) => isOver);
    expect(deep.lastError).toMatchObject({ code: 'FORBIDDEN', cursor: expect.any(String) });
  });

  test('someone of one portfolio hears of that one', async () => {
    const made = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
      'mutation { createPortfolio(input: { name: "North" }) { portfolio { id } } }',
    );
    const portfolioId = made.createPortfolio.portfolio.id;
    const someone = await server.withPermissions('vendors:view', 'audit:view');
    const { me } = await someone.data<{ me: { id: string; role: { id: string } } }>('{ me { id role { id } } }');
    await server.admin.data('mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }', {
      input: { userId: me.id, roleId: me.role.id, portfolioIds: [portfolioId] },
    });
    const heard = await sse(someone);
    const lines = listen(await openExport(someone, '?follow=true'));
    await vendor('Elsewhere');
    await vendor('In the north', { portfolioId });
    await heard.until(({ names }) => names.includes('In the north'));
    await lines.until(({ names }) => names.includes('In the north'));
    expect([...heard.names, ...lines.names]).not.toContain('Elsewhere');
  });

  test('only of the wanted types and vendor', async () => {
    const id = await vendor('Wanted');
    const ofVendor = await sse(server.admin, { vendorId: id });
    const ofType = await sse(server.admin, { types: ['vendor.deleted'] });
    await vendor('Unwanted');
    await server.admin.data('mutation ($input: DeleteInput!) { deleteVendor(input: $input) { deletedId } }', { input: { id } });
    await ofVendor.until(({ events }) => events.some(({ type }) => type === 'vendor.deleted'));
    await ofType.until(({ events }) => events.length > 0);
    expect(new Set(ofVendor.names)).toEqual(new Set(['Wanted']));
    expect(ofType.events.map(({ type }) => type)).toEqual(['vendor.deleted']);
  });

  test('nobody without credentials', async () => {
    const stranger = server.stranger();
    for (const heard of [await sse(stranger), listen(openBySocket(stranger))]) {
      await heard.until(({ isOver }) => isOver);
      expect(heard.lastError!.code).toBe('UNAUTHENTICATED');
    }
    expect((await stranger.fetch('/exports/events.ndjson')).status).toBe(401);
    const viewer = await server.withPermissions('vendors:view');
    expect((await viewer.fetch('/exports/events.ndjson')).status).toBe(403);
  });
});

describe('what is asked for', () => {
  test('plain JSON gets a clear error', async () => {
    for (const accept of [
      'application/json',
      '*/*',
      'application/graphql-response+json',
      'multipart/mixed;deferSpec=20220824, application/json',
    ]) {
      const response = await server.admin.fetch('/graphql', {
        method: 'POST',
        headers: { accept, 'content-type': 'application/json' },
        body: JSON.stringify({ query: LISTEN }),
      });
      expect(response.status).toBe(400);
      const { errors } = (await response.json()) as { errors: { message: string; extensions: object }[] };
      expect(errors[0]).toMatchObject({ message: expect.stringContaining('text/event-stream'), extensions: { code: 'BAD_REQUEST' } });
    }
  });

  test('a query in a stream is a single result, and a mutation by GET is refused', async () => {
    const single = await sse(server.admin, {}, '{ me { name } }');
    await single.until(({ isOver }) => isOver);
    expect(single.results).toEqual([{ data: { me: { name: 'Administrator' } } }]);
    const socket = listen(openBySocket(server.admin, { query: '{ me { name } }' }));
    await socket.until(({ isOver }) => isOver);
    expect(socket.results).toEqual([{ data: { me: { name: 'Administrator' } } }]);

    const get = (query: string, headers: Record<string, string>) =>
      server.admin.fetch(`/graphql?${new URLSearchParams({ query }).toString()}`, { headers: { accept: SSE, ...headers } });
    const forged = await get('subscription { events { id } }', {});
    expect(await forged.text()).toContain('forged');
    const mutation = await get('mutation { logout }', { 'content-type': 'application/json' });
    expect(await mutation.text()).toContain('GET requests only read');
    const stream = await get('subscription { events(after: "start") { id } }', { 'content-type': 'application/json' });
    const reader = stream.body!.getReader();
    const chunk = (await reader.read()).value!;
    await reader.cancel();
    expect(stream.headers.get('content-type')).toContain(SSE);
    expect(chunk.length).toBeGreaterThan(0);
  });

  test('limits of queries hold, and the past is refused', async () => {
    const queries: [string, string][] = [
      ['subscription { events { id } again: events { id } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription @asOf(at: "2026-11-01T00:00:00Z") { events { id } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription { events { nothing } }', 'GRAPHQL_VALIDATION_FAILED'],
      ['subscription { events { id @skip(if: true) } }', ''],
      [`subscription { events { ${Array.from({ length: 60 }, (_, i) => `a${i}: id`).join(' ')} } }`, 'BAD_USER_INPUT'],
    ];
    for (const [query, code] of queries) {
      const heard = await sse(server.admin, {}, query);
      if (!code) continue;
      await heard.until(({ isOver }) => isOver);
      expect([query, heard.lastError?.code]).toEqual([query, code]);
    }
  });

  test('an export ends at now, and is recorded', async () => {
    const from = (await openExport(server.admin, '?after=start')).until(({ isOver }) => isOver);
    const all = await from;
    expect(all.events.length).toBeGreaterThan(10);
    expect(Object.keys(all.events[0]!)).toEqual(['id', 'type', 'at', 'cursor', 'entityType', 'entityId', 'entityName', 'actor', 'changes']);
    expect(all.events.at(-1)!.type).toBe('audit.read_export');
    const { events } = await server.admin.data<{ events: { nodes: { id: string }[] } }>(
      '{ events(after: "start", first: 100) { nodes { id } } }',
    );
    expect(all.events.slice(0, events.nodes.length).map(({ id }) => id)).toEqual(events.nodes.map(({ id }) => id));
    const none = await (await openExport(server.admin, '')).until(({ isOver }) => isOver);
    expect(none.events).toEqual([]);
    expect((await server.admin.fetch('/exports/events.ndjson', { method: 'HEAD' })).headers.get('content-type')).toContain(
      'application/x-ndjson',
    );
  });
});

describe('WebSockets', () => {
  const address = () => `${server.url.replace('http', 'ws')}/graphql`;

  /** Sends these and returns what came until it closed or enough came. */
  function talk(
    messages: unknown[],
    {
      headers = {},
      protocol = 'graphql-transport-ws',
      most = Infinity,
    }: { headers?: Record<string, string>; protocol?: string; most?: number } = {},
  ) {
    return new Promise<{ came: { type: string; payload?: unknown }[]; code?: number }>((resolve, reject) => {
      const came: { type: string }[] = [];
      const socket = new WebSocket(address(), protocol, { headers });
      socket.on('open', () => messages.forEach((one) => socket.send(typeof one === 'string' ? one : JSON.stringify(one))));
      socket.on('message', (data: Buffer) => {
        came.push(JSON.parse(data.toString()) as { type: string });
        if (came.length >= most) socket.close();
      });
      socket.on('close', (code) => resolve({ came, code }));
      socket.on('error', reject);
    });
  }

  const INIT = { type: 'connection_init' };
  const ASK = { id: '1', type: 'subscribe', payload: { query: '{ me { name } }' } };

  test('follow the protocol', async () => {
    expect((await talk([ASK])).code).toBe(4401);
    expect((await talk([INIT, INIT])).code).toBe(4429);
    expect((await talk(['nonsense'])).code).toBe(4400);
    expect((await talk([INIT, { type: 'subscribe' }])).code).toBe(4400);
    expect((await talk([{ type: 'connection_init', payload: { Authorization: 'Bearer vet_00000000.nothing' } }])).code).toBe(4403);
    expect((await talk([INIT], { protocol: 'graphql-ws' }).catch((error: Error) => error.message)) as unknown).toMatch(/subprotocol/i);
    const { came } = await talk([{ type: 'ping', payload: { n: 1 } }, INIT], { most: 2 });
    expect(came).toEqual([{ type: 'pong', payload: { n: 1 } }, { type: 'connection_ack' }]);
    const twice = { id: '1', type: 'subscribe', payload: { query: LISTEN } };
    expect((await talk([INIT, twice, twice], { headers: { cookie: server.admin.cookie } }).catch(() => undefined))?.code).toBeDefined();
  });

  test('know a key from the payload, in any case, and a cookie only from our own pages', async () => {
    const key = await server.withKey();
    for (const name of ['Authorization', 'authorization', 'AUTHORIZATION']) {
      const heard = listen(openBySocket(key, { headers: {}, payload: { [name]: key.headers.authorization } }));
      await untilOpen(1);
      await vendor(`By ${name}`);
      await heard.until(({ names }) => names.includes(`By ${name}`));
      heard.leave();
      await untilOpen(0);
    }
    const me = async (origin?: string) => {
      const headers = { cookie: server.admin.cookie, ...(origin && { origin }) };
      const heard = listen(openBySocket(server.admin, { query: '{ me { name } }', headers }));
      await heard.until(({ isOver }) => isOver);
      return (heard.results[0]!.data as unknown as { me: unknown }).me;
    };
    expect(await me()).not.toBeNull();
    expect(await me(server.url)).not.toBeNull();
    expect(await me('https://elsewhere.example')).toBeNull();
  });

  test('of one caller are limited, also those that say later whose they are', async () => {
    const key = await server.withKey();
    const sockets: WebSocket[] = [];
    const codes: number[] = [];
    for (let n = 0; n < 102; n++) {
      const socket = new WebSocket(address(), 'graphql-transport-ws', { headers: n < 50 ? key.headers : {} });
      socket.on('close', (code) => codes.push(code));
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(JSON.stringify({ ...INIT, payload: { authorization: key.headers.authorization } }));
      await new Promise((resolve) => socket.once('message', resolve).once('close', resolve));
      sockets.push(socket);
    }
    expect(codes).toEqual([1008, 1008]);
    for (const socket of sockets) socket.close();
  });

  test('end a large operation that is complete at once', async () => {
    const socket = new WebSocket(address(), 'graphql-transport-ws', { headers: { cookie: server.admin.cookie } });
    await new Promise((resolve) => socket.once('open', resolve));
    const query = `${LISTEN} # ${'x'.repeat(5_000)}`;
    const { openStreams } = server.services.feed as Hub;
    for (const message of [INIT, { ...ASK, payload: { query } }, { id: '1', type: 'complete' }]) socket.send(JSON.stringify(message));
    await sleep(500);
    expect((server.services.feed as Hub).openStreams).toBe(openStreams);
    socket.close();
  });

  test('are refused elsewhere, and with a wrong key', async () => {
    const refused = (path: string, headers = {}) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(server.url.replace('http', 'ws') + path, 'graphql-transport-ws', { headers });
        socket.on('error', (error) => resolve(error.message));
        socket.on('open', () => resolve('open'));
      });
    expect(await refused('/elsewhere')).toContain('404');
    expect(await refused('/graphql?asOf=2026-11-01T00:00:00Z')).toContain('400');
    expect(await refused('/graphql', { authorization: 'Bearer vet_00000000.nothing' })).toContain('401');
  });
});
