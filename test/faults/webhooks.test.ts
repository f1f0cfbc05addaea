/** Receivers that hang, fail, lie and babble; and servers that die while they send. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Config, readConfig } from '../../src/kernel/config';
import { createTestDatabase } from '../kit/database';
import { type ServerProcess, Servers } from '../kit/process';
import { type Body, TestReceiver, until, verify } from '../kit/receiver';
import { scaled } from '../kit/scale';
import { startTestServer, type TestServer } from '../kit/server';
import { DELETE, Webhooks } from '../kit/webhooks';

const servers = new Servers();
const here: TestServer[] = [];
const receivers: TestReceiver[] = [];
let drops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await servers.stop();
  for (const one of here.splice(0)) await one.stop();
  for (const one of receivers.splice(0)) one.stop();
  for (const drop of drops) await drop();
  drops = [];
});

async function receiver(): Promise<TestReceiver> {
  const one = await new TestReceiver().start();
  receivers.push(one);
  return one;
}

async function database(): Promise<string> {
  const { url, drop } = await createTestDatabase();
  drops.push(drop);
  return url;
}

const SECRET = 'a secret that the servers of a test share';

const start = (url: string, environment: Record<string, string> = {}): Promise<ServerProcess> =>
  servers
    .start({ DATABASE_URL: url, SESSION_SECRET: SECRET, WEBHOOK_ALLOW: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '1,1', ...environment })
    .ready();

/** A server in this process, which nothing is done to. */
async function startHere(more: Partial<Config['webhooks']> = {}, jobs = true): Promise<TestServer> {
  const webhooks = { ...readConfig({}).webhooks, allow: ['127.0.0.0/8'], retrySeconds: [1, 1], ...more };
  const server = await startTestServer({ sessionSecret: SECRET, webhooks, jobs });
  here.push(server);
  return server;
}

const started = async (more: Partial<Config['webhooks']> = {}) => new Webhooks((await startHere(more)).admin);

const types = ['vendor.created'];

test('a failed delivery is tried again with the same id, and given up after the last wait', async () => {
  const hooks = await started();
  const to = await receiver();
  to.answer = (response) => response.writeHead(500).end('broken\0');
  const { secret, webhook } = await hooks.create({ url: to.url, types });
  await hooks.vendor();
  await until(async () => (await hooks.deliveries(webhook.id))[0]?.status === 'FAILED');
  expect(to.received).toHaveLength(3);
  expect(new Set(to.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(to.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
  for (const one of to.received) verify(secret, one);
  const [delivery] = await hooks.deliveries(webhook.id);
  expect(delivery!.attempts).toMatchObject(Array(3).fill({ status: 'FAILED', responseStatus: 500, responseExcerpt: 'broken' }));
  expect(delivery!.nextAttemptAt).toBeNull();
  expect(await hooks.read(webhook.id)).toMatchObject({ isEnabled: true, failingSince: delivery!.attempts[0]!.at, lastSuccessAt: null });
  to.answer = (response) => response.end();
  await hooks.by.data(`mutation ($input: IdInput!) { resendWebhookDelivery(input: $input) { delivery { id } } }`, {
    input: { id: delivery!.id },
  });
  await until(async () => (await hooks.deliveries(webhook.id))[0]?.status === 'DELIVERED');
  expect((await hooks.deliveries(webhook.id))[0]!.attempts).toHaveLength(4);
  expect((await hooks.read(webhook.id)).failingSince).toBeNull();
});

test('redirects are not followed', async () => {
  const hooks = await started();
  const [to, elsewhere] = [await receiver(), await receiver()];
  to.answer = (response) => response.writeHead(302, { location: elsewhere.url }).end();
  const { webhook } = await hooks.create({ url: to.url, types });
  expect(await hooks.test(webhook.id)).toMatchObject({ status: 'FAILED', attempts: [{ responseStatus: 302 }] });
  expect(elsewhere.received).toHaveLength(0);
});

test('410 disables the webhook; an event and e-mails say so', async () => {
  const hooks = await started({ retrySeconds: [60] });
  const [to, watcher] = [await receiver(), await receiver()];
  await hooks.create({ url: watcher.url, types: ['webhook.disabled'] });
  to.answer = (response) => response.writeHead(to.received.length === 1 ? 500 : 410).end();
  const { webhook } = await hooks.create({ url: to.url, types });
  await hooks.vendor();
  await to.count(1);
  await hooks.vendor();
  await watcher.count(1);
  expect(watcher.bodies[0]).toMatchObject({ type: 'webhook.disabled', data: { entityType: 'Webhook', entityId: webhook.id } });
  const disabled = await hooks.read(webhook.id);
  expect(disabled).toMatchObject({ isEnabled: false, disabledReason: expect.stringContaining('410') as string });
  expect((await hooks.deliveries(webhook.id)).map(({ status }) => status)).toEqual(['ABANDONED', 'ABANDONED']);
  const { mails } = await hooks.by.data<{ mails: { nodes: { subject: string }[] } }>(
    `{ mails(filter: { kind: "WEBHOOK_DISABLED" }) { nodes { subject } } }`,
  );
  expect(mails.nodes).toEqual([{ subject: `Webhook “${webhook.name}” was disabled` }]);
  expect(await hooks.update(webhook.id, { isEnabled: true })).toMatchObject({ isEnabled: true, disabledReason: null, failingSince: null });
});

test('a webhook that fails for too long is disabled', async () => {
  const hooks = await started({ retrySeconds: Array<number>(8).fill(1), disableAfterSeconds: 3 });
  const to = await receiver();
  to.answer = (response) => response.writeHead(503).end();
  const { webhook } = await hooks.create({ url: to.url, types });
  await hooks.vendor();
  await until(async () => !(await hooks.read(webhook.id)).isEnabled);
  expect((await hooks.read(webhook.id)).disabledReason).toBe('All attempts failed for 3 seconds.');
  expect(await hooks.deliveries(webhook.id)).toMatchObject([{ status: 'ABANDONED' }]);
  const { auditLog } = await hooks.by.data<{ auditLog: { nodes: { userName: string }[] } }>(
    `{ auditLog(filter: { action: "DISABLE_WEBHOOK" }) { nodes { userName } } }`,
  );
  expect(auditLog.nodes).toEqual([{ userName: 'System' }]);
});

test('receivers that hang, drip and babble delay no other, and end in time', async () => {
  const hooks = new Webhooks(await servers.signIn(await start(await database(), { WEBHOOK_RETRY_SECONDS: '60' })));
  const some = await Promise.all(Array.from({ length: 6 }, receiver));
  const [hanging, dripping, endless, closing, healthy, bomb] = some as [TestReceiver, ...TestReceiver[]] &
    Record<1 | 2 | 3 | 4 | 5, TestReceiver>;
  hanging.answer = () => undefined;
  dripping.answer = async (response) => {
    response.writeHead(200);
    while (!response.destroyed) {
      response.write('.');
      await sleep(200);
    }
  };
  let babbled = 0;
  endless.answer = async (response) => {
    const chunk = Buffer.alloc(65_536, 'x');
    response.writeHead(200, { 'content-length': String(10 * 1024 ** 3) });
    for (response.on('error', () => undefined); !response.destroyed; babbled += chunk.length) {
      if (!response.write(chunk)) await Promise.race([new Promise((drained) => response.once('drain', drained)), sleep(100)]);
    }
  };
  // A gigabyte, if it were unpacked.
  const packed = gzipSync(gzipSync(Buffer.alloc(1_024 ** 3 / 4)));
  bomb.answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(packed);
  closing.answer = (response) => response.destroy();
  const made: string[] = [];
  for (const to of [hanging, dripping, endless, closing, healthy, bomb]) made.push((await hooks.create({ url: to.url, types })).webhook.id);
  for (let n = 0; n < 40; n++) await hooks.vendor();
  await healthy.count(40, 10_000);
  await until(async () => (await hooks.deliveries(made[0]!, {})).filter(({ attempts }) => attempts.length > 0).length >= 16, 25_000);
  const first = async (id: string) => (await hooks.deliveries(id)).at(-1)!;
  const hung = (await first(made[0]!)).attempts[0]!;
  expect(hung).toMatchObject({ status: 'FAILED', responseStatus: null, error: 'No complete answer within 15 seconds' });
  expect(hung.durationMs).toBeGreaterThan(14_000);
  expect(hung.durationMs).toBeLessThan(17_000);
  const dripped = (await first(made[1]!)).attempts[0]!;
  expect(dripped).toMatchObject({ status: 'FAILED', responseStatus: 200, responseExcerpt: expect.stringMatching(/^\.+$/) as string });
  expect(dripped.durationMs).toBeLessThan(17_000);
  const read = await first(made[2]!);
  expect(read).toMatchObject({ status: 'DELIVERED', attempts: [{ responseExcerpt: 'x'.repeat(1_000) }] });
  const bombed = (await first(made[5]!)).attempts[0]!;
  expect(bombed).toMatchObject({ status: 'DELIVERED', responseStatus: 200 });
  expect(bombed.durationMs).toBeLessThan(5_000);
  expect(babbled).toBeLessThan(40 * 16 * 1024 ** 2);
  expect((await first(made[3]!)).attempts[0]).toMatchObject({
    status: 'FAILED',
    responseStatus: null,
    error: expect.stringContaining('closed') as string,
  });
});

test('events of one thing arrive in their order, one after another', async () => {
  const hooks = await started();
  const to = await receiver();
  const underWay = new Set<string>();
  let together = 0;
  to.answer = (response, { body }) => {
    const { entityId } = (JSON.parse(body) as Body).data;
    if (underWay.has(entityId!)) together++;
    underWay.add(entityId!);
    setTimeout(() => {
      underWay.delete(entityId!);
      response.end();
    }, 20);
  };
  await hooks.create({ url: to.url, types: ['vendor.created', 'vendor.updated'] });
  const ids = await Promise.all(Array.from({ length: 4 }, () => hooks.vendor()));
  const UPDATE = `mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`;
  const updates = scaled(8, 15);
  for (let n = 0; n < updates; n++)
    await Promise.all(ids.map((id) => hooks.by.data(UPDATE, { input: { id, website: `https://example.org/${n}` } })));
  await to.count(4 * (1 + updates));
  const { events } = await hooks.by.data<{ events: { nodes: { id: string; entityId: string }[] } }>(
    `{ events(after: "start", types: ["vendor.created", "vendor.updated"], first: 100) { nodes { id entityId } } }`,
  );
  for (const id of ids) {
    const sent = to.bodies.filter(({ data }) => data.entityId === id).map(({ data }) => data.id);
    expect(sent).toEqual(events.nodes.filter(({ entityId }) => entityId === id).map((event) => event.id));
  }
  expect(together).toBe(0);
});

test('what servers had in hand when they were killed is delivered by others, and nothing is lost', async () => {
  const environment = { WEBHOOK_RETRY_SECONDS: '1,1,1,1,1,1' };
  const { databaseUrl: url, admin } = await startHere({ retrySeconds: Array<number>(6).fill(1) }, false);
  let one = await start(url, environment);
  const hooks = new Webhooks(admin);
  const to = await receiver();
  to.answer = (response) => setTimeout(() => response.end(), 30);
  const { webhook } = await hooks.create({ url: to.url, types });
  const names: Promise<string>[] = [];
  const creating = (async () => {
    for (let n = 0; n < scaled(30, 60); n++) {
      names.push(...Array.from({ length: 5 }, () => hooks.vendor()));
      await Promise.all(names);
    }
  })();
  await to.count(20);
  await one.kill('SIGKILL');
  one = await start(url, environment);
  const count = to.received.length;
  await to.count(count + 20, 30_000);
  await one.kill('SIGKILL');
  await creating;
  const begun = Date.now();
  await start(url, environment);
  const ids = new Set(await Promise.all(names));
  const arrived = () => new Set(to.bodies.map(({ data }) => data.entityId));
  await until(
    () => arrived().size === ids.size,
    45_000,
    () => `${arrived().size} of ${ids.size}`,
  );
  expect(Date.now() - begun).toBeLessThan(45_000);
  // Whatever came twice had the same id.
  const byEvent = new Map<string, Set<unknown>>();
  to.bodies.forEach(({ data }, n) =>
    byEvent.set(data.id!, (byEvent.get(data.id!) ?? new Set()).add(to.received[n]!.headers['webhook-id'])),
  );
  for (const some of byEvent.values()) expect(some.size).toBe(1);
  await until(async () => (await hooks.deliveries(webhook.id, { status: 'PENDING' })).length === 0);
  expect(await hooks.deliveries(webhook.id, { status: 'FAILED' })).toEqual([]);
});

test('several servers send each event once, and one that stops hands over', async () => {
  const { databaseUrl: url, admin } = await startHere();
  const [one, two] = await Promise.all([start(url), start(url)]);
  const hooks = new Webhooks(await servers.signIn(one));
  const to = await receiver();
  const { webhook } = await hooks.create({ url: to.url, types });
  for (let n = 0; n < 30; n++) await hooks.vendor();
  await to.count(30);
  // Whichever of them sends: those that stop hand over at once, long before others would take over from a dead one.
  const last = new Webhooks(admin);
  for (const [n, stopping] of [one, two].entries()) {
    expect(await stopping.kill('SIGTERM')).toBe(0);
    await last.vendor();
    await to.count(31 + n, 8_000);
  }
  for (let n = 0; n < 8; n++) await last.vendor();
  await to.count(40);
  await sleep(1_000);
  expect(to.received).toHaveLength(40);
  await last.by.data(DELETE, { input: { id: webhook.id } });
});
