import { randomUUID } from 'node:crypto';
import { Client, type QueryConfig } from 'pg';
import { readConfig } from '../../src/kernel/config';
import { rawSql, sql } from '../../src/database/sql';
import { appendHistory } from '../../src/domains/audit/audit.history';
import { WebhookSender } from '../../src/domains/webhook/webhook.sender';
import { startTestServer, type TestServer } from '../kit/server';
import { TestReceiver, until, verify } from '../kit/receiver';
import { CREATE, DELETE, REPLAY, RESEND, ROTATE, TEST, UPDATE, Webhooks } from '../kit/webhooks';

/** What names resolve to at present. */
const names = new Map<string, string[]>([
  ['hooks.example.org', ['93.184.216.34']],
  ['inside.example.org', ['10.0.0.1']],
  ['both.example.org', ['93.184.216.34', '10.0.0.1']],
]);

let server: TestServer;
let sender: WebhookSender;
let hooks: Webhooks;
const receivers: TestReceiver[] = [];
const receiver = async () => {
  const one = await new TestReceiver().start();
  receivers.push(one);
  return one;
};
beforeAll(async () => {
  const { webhooks } = readConfig({});
  server = await startTestServer({
    webhooks: {
      ...webhooks,
      allow: ['127.0.0.0/8'],
      retrySeconds: [1, 1],
      resolve: (hostname) => Promise.resolve(names.get(hostname) ?? []),
    },
  });
  hooks = new Webhooks(server.admin);
  sender = new WebhookSender(server.services);
  (server.services as { webhooks: unknown }).webhooks = sender;
  sender.start();
});
afterAll(async () => {
  await sender.stop();
  for (const one of receivers) one.stop();
  await server.stop();
});

const url = 'https://hooks.example.org/vetgraph';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test('a webhook is created with a secret that is shown once and stored sealed', async () => {
  const { secret, webhook } = await hooks.create({ url, types: ['vendor.created', 'vendor.created'], name: '  Tickets ' });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhook).toMatchObject({
    name: 'Tickets',
    url,
    types: ['vendor.created'],
    format: 'STANDARD',
    isEnabled: true,
    failingSince: null,
  });
  const given = await hooks.create({ url, secret: SECRET, types: ['vendor.created'], format: 'SLACK' });
  expect(given.secret).toBe(SECRET);
  for (const table of ['webhook', 'record.webhook', 'audit_entry']) {
    const rows = await server.services.database.query(sql`select t::text as row from ${rawSql(table)} t`);
    expect(JSON.stringify(rows)).not.toContain(SECRET.slice(6));
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  }
});

test('input is checked', async () => {
  const fields = (input: object) => server.admin.fields(CREATE, { input: { name: 'A', url, types: ['vendor.created'], ...input } });
  expect(await fields({ name: ' ' })).toHaveProperty('name');
  expect(await fields({ name: 'x'.repeat(101) })).toHaveProperty('name');
  expect(await fields({ types: ['vendor.exploded'] })).toHaveProperty('types');
  for (const secret of ['', 'x', 'whsec_', 'whsec_c2hvcnQ=', `whsec_${'A'.repeat(88)}`, 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
    expect(await fields({ secret })).toHaveProperty('secret');
  const refused = [
    'hooks.example.org',
    'ftp://hooks.example.org',
    'http://hooks.example.org',
    'https://user:password@hooks.example.org',
    'https://inside.example.org',
    'https://both.example.org',
    'https://nowhere.example.org',
    'https://10.1.2.3/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://metadata.google.internal/',
    `https://hooks.example.org/${'x'.repeat(2_000)}`,
    `${server.url}/graphql`,
    server.url.replace('127.0.0.1', '127.1'),
  ];
  for (const one of refused)
    expect({ one, fields: await fields({ url: one }) }).toMatchObject({ one, fields: { url: expect.any(String) as string } });
  const { webhook } = await hooks.create({ url, types: ['vendor.created'] });
  expect(await server.admin.fields(UPDATE, { input: { id: webhook.id, url: 'https://10.0.0.1' } })).toHaveProperty('url');
  expect(await server.admin.fields(ROTATE, { input: { id: webhook.id, overlapHours: 169 } })).toHaveProperty('overlapHours');
  expect(await server.admin.fields(ROTATE, { input: { id: webhook.id, overlapHours: -1 } })).toHaveProperty('overlapHours');
});

test('nobody chooses types that they may not see', async () => {
  const clerk = await server.withPermissions('settings:manage', 'vendors:view');
  const create = (types: string[] | null) => clerk.code(CREATE, { input: { name: 'A', url, types } });
  expect(await create(['vendor.created', 'settings.changed'])).toBeUndefined();
  for (const types of [null, [], ['assessment.sent'], ['evidence.added'], ['user.signed_in'], ['audit.login_failed']])
    expect({ types, code: await create(types) }).toEqual({ types, code: 'FORBIDDEN' });
  const { webhook } = await hooks.create({ url, types: [] });
  expect(await clerk.code(UPDATE, { input: { id: webhook.id, name: 'Renamed' } })).toBeUndefined();
  expect(await clerk.code(UPDATE, { input: { id: webhook.id, url: `${url}/mine` } })).toBe('FORBIDDEN');
  expect(await clerk.code(UPDATE, { input: { id: webhook.id, format: 'SLACK' } })).toBe('FORBIDDEN');
  await server.admin.data(DELETE, { input: { id: webhook.id } });
});

test('all of it needs settings:manage', async () => {
  const { webhook } = await hooks.create({ url, types: ['vendor.created'] });
  const reviewer = await server.withRole('Reviewer');
  const { id } = webhook;
  expect(await reviewer.code(`{ webhooks { id } }`)).toBe('FORBIDDEN');
  expect(await reviewer.code(`query ($id: ID!) { webhook(id: $id) { id } }`, { id })).toBe('FORBIDDEN');
  for (const mutation of [TEST, RESEND, DELETE]) expect(await reviewer.code(mutation, { input: { id } })).toBe('FORBIDDEN');
  for (const mutation of [UPDATE, ROTATE]) expect(await reviewer.code(mutation, { input: { id } })).toBe('FORBIDDEN');
  expect(await reviewer.code(REPLAY, { input: { id, after: 'start' } })).toBe('FORBIDDEN');
  for (const mutation of [TEST, RESEND, DELETE, UPDATE, ROTATE]) {
    const missing = { input: { id: '00000000-0000-4000-8000-000000000000' } };
    expect(await server.admin.code(mutation, missing)).toBe('NOT_FOUND');
    expect(await server.admin.code(mutation, { input: { id: 'x' } })).toBe('NOT_FOUND');
  }
});

test('a stale revision is refused, and changes are recorded', async () => {
  const { webhook } = await hooks.create({ url, types: ['vendor.created'] });
  const changed = await hooks.update(webhook.id, { name: 'Changed', url: `${url}/other`, expectedRevision: webhook.revision });
  expect(changed).toMatchObject({ name: 'Changed', revision: webhook.revision + 1, types: ['vendor.created'] });
  expect(await server.admin.code(UPDATE, { input: { id: webhook.id, name: 'B', expectedRevision: webhook.revision } })).toBe('CONFLICT');
  await server.admin.data(ROTATE, { input: { id: webhook.id } });
  await server.admin.data(DELETE, { input: { id: webhook.id } });
  const { auditLog } = await server.admin.data<{ auditLog: { nodes: { action: string; meta: object; changes: { field: string }[] }[] } }>(
    `query ($id: ID!) { auditLog(filter: { entityId: $id }) { nodes { action meta changes { field before after } } } }`,
    { id: webhook.id },
  );
  expect(auditLog.nodes.map(({ action }) => action)).toEqual([
    'DELETE_WEBHOOK',
    'ROTATE_WEBHOOK_SECRET',
    'UPDATE_WEBHOOK',
    'CREATE_WEBHOOK',
  ]);
  expect(auditLog.nodes[2]!.changes).toEqual([
    { field: 'name', before: webhook.name, after: 'Changed' },
    { field: 'url', before: null, after: null },
  ]);
  // Where it leads, without what may be a credential.
  expect(auditLog.nodes[3]!.meta).toMatchObject({ url: new URL(url).origin });
});

test('an event arrives, signed, with ids only', async () => {
  const to = await receiver();
  const { secret, webhook } = await hooks.create({ url: to.url, types: ['vendor.created'] });
  const vendorId = await hooks.vendor('Secretive Ltd');
  await to.count(1);
  const [first] = to.received;
  verify(secret, first!);
  expect(first!.headers['accept-encoding']).toBe('identity');
  const [body] = to.bodies;
  expect(body).toEqual({
    type: 'vendor.created',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    data: {
      id: expect.any(String) as string,
      entityType: 'Vendor',
      entityId: vendorId,
      vendorId,
      assessmentId: null,
      findingId: null,
      lane: expect.any(Number) as number,
      seq: expect.any(Number) as number,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    },
  });
  expect(first!.body).not.toContain('Secretive');
  await until(async () => (await hooks.deliveries(webhook.id))[0]?.status === 'DELIVERED');
  const [delivery] = await hooks.deliveries(webhook.id);
  expect(delivery).toMatchObject({ type: 'vendor.created', nextAttemptAt: null, event: { id: body!.data.id, entityId: vendorId } });
  expect(delivery!.messageId).toBe(first!.headers['webhook-id']);
  expect(delivery!.attempts).toMatchObject([{ status: 'DELIVERED', responseStatus: 200, responseExcerpt: 'ok', error: null }]);
  expect((await hooks.read(webhook.id)).lastSuccessAt).not.toBeNull();
  expect(await hooks.deliveries(webhook.id, { status: 'FAILED' })).toEqual([]);
  expect(await hooks.deliveries(webhook.id, { eventId: body!.data.id, type: 'vendor.created' })).toHaveLength(1);
  await server.admin.data(DELETE, { input: { id: webhook.id } });
});

test('two secrets sign while they overlap', async () => {
  const to = await receiver();
  const { secret, webhook } = await hooks.create({ url: to.url, types: ['vendor.created'] });
  const { rotateWebhookSecret } = await server.admin.data<{ rotateWebhookSecret: { secret: string } }>(ROTATE, {
    input: { id: webhook.id, overlapHours: 1 },
  });
  await hooks.test(webhook.id);
  verify(secret, to.received[0]!);
  verify(rotateWebhookSecret.secret, to.received[0]!);
  await server.admin.data(ROTATE, { input: { id: webhook.id, overlapHours: 0, secret: SECRET } });
  await hooks.test(webhook.id);
  verify(SECRET, to.received[1]!);
  expect(() => verify(rotateWebhookSecret.secret, to.received[1]!)).toThrow();
  await server.admin.data(DELETE, { input: { id: webhook.id } });
});

test('a test is sent at once, also while disabled', async () => {
  const to = await receiver();
  const { webhook } = await hooks.create({ url: to.url, types: ['vendor.created'] });
  await hooks.update(webhook.id, { isEnabled: false });
  const fine = await hooks.test(webhook.id);
  expect(fine).toMatchObject({
    type: 'webhook.test',
    event: null,
    status: 'DELIVERED',
    attempts: [{ responseStatus: 200 }],
    nextAttemptAt: null,
  });
  expect(to.bodies[0]).toMatchObject({ type: 'webhook.test' });
  to.answer = (response) => response.writeHead(500).end('no');
  expect(await hooks.test(webhook.id)).toMatchObject({ status: 'FAILED', attempts: [{ responseStatus: 500, responseExcerpt: 'no' }] });
  const [delivery] = await hooks.deliveries(webhook.id);
  expect(await server.admin.code(RESEND, { input: { id: delivery!.id } })).toBe('CONFLICT');
  expect(await server.admin.code(REPLAY, { input: { id: webhook.id, after: 'start' } })).toBe('CONFLICT');
});

test('what is pending is given up when a person disables it; enabled again, it hears from then on', async () => {
  const to = await receiver();
  to.answer = (response) => response.writeHead(503, { 'retry-after': '3600' }).end();
  const { webhook } = await hooks.create({ url: to.url, types: ['vendor.created'] });
  await hooks.vendor();
  await until(async () => (await hooks.deliveries(webhook.id))[0]?.attempts.length === 1);
  const [waiting] = await hooks.deliveries(webhook.id);
  const wait = (Date.parse(waiting!.nextAttemptAt!) - Date.now()) / 1_000;
  expect(wait).toBeGreaterThan(3_500);
  expect(wait).toBeLessThan(3_700);
  expect(await hooks.update(webhook.id, { isEnabled: false })).toMatchObject({ isEnabled: false, disabledReason: null });
  expect((await hooks.deliveries(webhook.id))[0]).toMatchObject({ status: 'ABANDONED', nextAttemptAt: null });
  const missed = await hooks.vendor();
  to.answer = (response) => response.end();
  await hooks.update(webhook.id, { isEnabled: true });
  const heard = await hooks.vendor();
  await to.count(2);
  expect(to.bodies.map(({ data }) => data.entityId)).toEqual([expect.any(String), heard]);
  // What it missed comes by a replay, and keeps its id.
  const { replayWebhook } = await server.admin.data<{ replayWebhook: { queued: number } }>(REPLAY, {
    input: { id: webhook.id, onlyFailed: true, after: 'start' },
  });
  expect(replayWebhook.queued).toBe(1);
  await to.count(3);
  expect(to.received[2]!.headers['webhook-id']).toBe(to.received[0]!.headers['webhook-id']);
  const { events } = await server.admin.data<{ events: { nodes: { cursor: string; entityId: string }[] } }>(
    `{ events(after: "start", types: ["vendor.created"], first: 100) { nodes { cursor entityId } } }`,
  );
  const at = events.nodes.findIndex(({ entityId }) => entityId === missed);
  const again = await server.admin.data<{ replayWebhook: { queued: number } }>(REPLAY, {
    input: { id: webhook.id, after: events.nodes[at - 1]!.cursor },
  });
  expect(again.replayWebhook.queued).toBe(2);
  await to.count(5);
  expect(
    to.bodies
      .slice(3)
      .map(({ data }) => data.entityId)
      .sort(),
  ).toEqual([missed, heard].sort());
  await until(async () => (await hooks.deliveries(webhook.id)).every(({ status }) => status === 'DELIVERED'));
  // Sent once more, with what is known of it.
  const [newest] = await hooks.deliveries(webhook.id);
  await server.admin.data(RESEND, { input: { id: newest!.id } });
  await until(async () => (await hooks.deliveries(webhook.id))[0]!.attempts.length === newest!.attempts.length + 1);
  await server.admin.data(DELETE, { input: { id: webhook.id } });
  expect(await server.services.database.query(sql`select id from webhook_delivery where webhook_id = ${webhook.id}`)).toEqual([]);
});

test('what an address answered holds for no other', async () => {
  const [busy, gone, fine] = [await receiver(), await receiver(), await receiver()];
  busy.answer = (response) => response.writeHead(503, { 'retry-after': '3600' }).end();
  let leave = () => {};
  gone.answer = (response) => (leave = () => response.writeHead(410).end());
  const { webhook } = await hooks.create({ url: busy.url, types: ['vendor.created'] });
  await hooks.vendor();
  await until(async () => (await hooks.deliveries(webhook.id))[0]?.attempts.length === 1);
  await hooks.update(webhook.id, { url: gone.url });
  await hooks.vendor();
  await gone.count(1, 5_000);
  await hooks.update(webhook.id, { url: fine.url });
  leave();
  await until(async () => (await hooks.deliveries(webhook.id))[0]?.attempts.length === 1);
  await hooks.vendor();
  await fine.count(1, 5_000);
  expect(await hooks.read(webhook.id)).toMatchObject({ isEnabled: true });
  await server.admin.data(DELETE, { input: { id: webhook.id } });
});

test('what is queued once more during its last attempt is sent once more', async () => {
  const to = await receiver();
  let fail = () => {};
  to.answer = (response) => (fail = () => response.writeHead(500).end());
  const { webhook } = await hooks.create({ url: to.url, types: ['vendor.created'] });
  await hooks.vendor();
  for (const n of [1, 2]) {
    await to.count(n);
    fail();
  }
  await to.count(3);
  const [delivery] = await hooks.deliveries(webhook.id);
  await server.admin.data(RESEND, { input: { id: delivery!.id } });
  to.answer = (response) => response.end();
  fail();
  await until(async () => (await hooks.deliveries(webhook.id))[0]!.status === 'DELIVERED');
  expect((await hooks.deliveries(webhook.id))[0]).toMatchObject({ attempts: Array(4).fill({}), nextAttemptAt: null });
  await server.admin.data(DELETE, { input: { id: webhook.id } });
});

test('a replay keeps the order in which things happened', async () => {
  const to = await receiver();
  const change = `mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`;
  const vendorId = await hooks.vendor();
  const changeTo = (n: number) => server.admin.data(change, { input: { id: vendorId, website: `https://example.org/${n}` } });
  for (const n of [1, 2]) await changeTo(n);
  const { webhook } = await hooks.create({ url: to.url, types: ['vendor.created', 'vendor.updated'] });
  for (const n of [3, 4]) await changeTo(n);
  await until(async () => (await hooks.deliveries(webhook.id)).filter(({ status }) => status === 'DELIVERED').length === 2);
  await server.admin.data(REPLAY, { input: { id: webhook.id, after: 'start' } });
  await until(async () => (await hooks.deliveries(webhook.id, { status: 'PENDING' })).length === 0);
  const { events } = await server.admin.data<{ events: { nodes: { id: string }[] } }>(
    `query ($id: ID!) { events(after: "start", vendorId: $id, first: 100) { nodes { id } } }`,
    { id: vendorId },
  );
  const sent = to.bodies.slice(2).filter(({ data }) => data.vendorId === vendorId);
  expect(sent.map(({ data }) => data.id)).toEqual(events.nodes.map(({ id }) => id));
  await server.admin.data(DELETE, { input: { id: webhook.id } });
});

test('a replay names exactly one beginning', async () => {
  const { webhook } = await hooks.create({ url, types: ['finding.accepted'] });
  const { id } = webhook;
  expect(await server.admin.code(REPLAY, { input: { id } })).toBe('BAD_USER_INPUT');
  expect(await server.admin.code(REPLAY, { input: { id, after: 'start', since: '2026-01-01T00:00:00Z' } })).toBe('BAD_USER_INPUT');
  expect(await server.admin.fields(REPLAY, { input: { id, after: 'nonsense' } })).toHaveProperty('after');
  const replay = await server.admin.data(REPLAY, { input: { id, since: '2026-01-01T00:00:00Z' } });
  expect(replay).toMatchObject({ replayWebhook: { queued: 0 } });
});

test('Slack and Teams get a sentence and a link', async () => {
  const to = await receiver();
  const slack = await hooks.create({ url: `${to.url}/slack`, types: ['vendor.created'], format: 'SLACK' });
  const teams = await hooks.create({ url: `${to.url}/teams`, types: ['vendor.created'], format: 'TEAMS' });
  const vendorId = await hooks.vendor('A & B <C> [D](https://evil.example)');
  await to.count(2);
  const of = (path: string) => to.received.find((one) => one.path.endsWith(path))!;
  verify(slack.secret, of('slack'));
  verify(teams.secret, of('teams'));
  const link = `${server.url}/vendors/${vendorId}`;
  const { text } = JSON.parse(of('slack').body) as { text: string };
  expect(text).toBe(`Administrator created vendor “A &amp; B &lt;C&gt; [D](https://evil.example)”. <${link}|Open in Vetgraph>`);
  const card = JSON.parse(of('teams').body) as { type: string; attachments: { contentType: string; content: Record<string, unknown> }[] };
  expect(card).toMatchObject({ type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive' }] });
  expect(card.attachments[0]!.content).toMatchObject({
    type: 'AdaptiveCard',
    body: [{ type: 'TextBlock', text: 'Administrator created vendor “A & B <C> \\[D\\](https://evil.example)”.' }],
    actions: [{ type: 'Action.OpenUrl', url: link }],
  });
  for (const { webhook } of [slack, teams]) await server.admin.data(DELETE, { input: { id: webhook.id } });
});

test('a name that changes its mind is refused when it connects', async () => {
  const to = await receiver();
  const port = new URL(to.url).port;
  names.set('turncoat.example.org', ['127.0.0.9']);
  const { webhook } = await hooks.create({ url: `http://turncoat.example.org:${port}/`, types: ['vendor.created'] });
  names.set('turncoat.example.org', ['127.0.0.9', '10.0.0.7']);
  const refused = await hooks.test(webhook.id);
  expect(refused).toMatchObject({
    status: 'FAILED',
    attempts: [{ responseStatus: null, error: expect.stringContaining('not public') as string }],
  });
  names.set('turncoat.example.org', ['169.254.169.254']);
  expect((await hooks.test(webhook.id)).attempts[0]!.error).toContain('metadata');
  names.set('turncoat.example.org', ['93.184.216.34']);
  expect((await hooks.test(webhook.id)).attempts[0]!.error).toContain('https://');
  names.set('turncoat.example.org', ['127.0.0.1']);
  expect(await hooks.test(webhook.id)).toMatchObject({ status: 'DELIVERED' });
  expect(to.received[0]!.headers.host).toBe(`turncoat.example.org:${port}`);
  names.delete('turncoat.example.org');
  expect((await hooks.test(webhook.id)).attempts[0]!.error).toContain('resolve');
  await server.admin.data(DELETE, { input: { id: webhook.id } });
});

test('a flood of events is planned bit by bit, for however many webhooks', async () => {
  const made: string[] = [];
  for (let n = 0; n < 4; n++) made.push((await hooks.create({ url, types: ['finding.accepted'] })).webhook.id);
  const query = jest.spyOn(Client.prototype, 'query');
  const { database } = server.services;
  const one = { action: 'LOGIN_FAILED' as const, userId: null, userName: 'Someone' };
  const entries = Array.from({ length: 6_000 }, (_, n) => ({ ...one, id: randomUUID(), at: Date.now() + n }));
  await database.transaction((tx) => appendHistory(tx, entries, database.recorder.vendors));
  await until(async () => {
    const places = await database.query(sql<{ isThere: boolean }>`
      select position = (select string_agg(seq::text, ',' order by lane) from audit_lane) as "isThere" from webhook where is_enabled`);
    return places.every(({ isThere }) => isThere);
  });
  const planned = query.mock.calls
    .map(([statement]) => statement as unknown as QueryConfig<string[][]>)
    .filter(({ text }) => text?.startsWith('/* webhook-delivery.plan'))
    .map(({ values = [] }) => values.map(({ length }) => length));
  query.mockRestore();
  expect(Math.max(...planned.flat())).toBeGreaterThan(2_000);
  for (const lengths of planned) expect(Math.max(...lengths) * Math.min(...lengths)).toBeLessThanOrEqual(10_000);
  for (const id of made) await server.admin.data(DELETE, { input: { id } });
});

test('there are at most 50', async () => {
  const { webhooks } = await server.admin.data<{ webhooks: { id: string }[] }>(`{ webhooks { id } }`);
  const input = { url, types: ['finding.accepted'] };
  for (let n = webhooks.length; n < 50; n++) await hooks.create(input);
  expect(await server.admin.code(CREATE, { input: { name: 'One too many', ...input } })).toBe('CONFLICT');
});
