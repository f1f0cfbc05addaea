/** Servers that are killed, one after the other, while much happens: everybody who listens hears all of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createTestDatabase } from '../kit/database';
import { Follower } from '../kit/followers';
import { GraphQLClient } from '../kit/client';
import { type ServerProcess, Servers } from '../kit/process';
import { type Body, TestReceiver, until } from '../kit/receiver';
import { scaled } from '../kit/scale';
import { Webhooks } from '../kit/webhooks';

const servers = new Servers();
const receivers = [new TestReceiver(), new TestReceiver()];
let database: { url: string; drop(): Promise<void> };
beforeAll(async () => {
  database = await createTestDatabase();
  await Promise.all(receivers.map((one) => one.start()));
});
afterAll(async () => {
  await servers.stop();
  receivers.forEach((one) => one.stop());
  await database.drop();
});

const IMPORT = `mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { __typename } }`;

interface Entry {
  id: string;
  thing: string | null;
  lane: number;
  seq: number;
  hash: string;
}

/** Of each thing, what was heard of it, in the order of first hearing. */
function byThing(entries: readonly Entry[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, thing } of new Set(entries)) if (thing !== null) found.set(thing, [...(found.get(thing) ?? []), id]);
  return found;
}

test('whoever listens hears everything, in order, though every server is killed', async () => {
  const [count, kills, writers, together, listening] = scaled([240, 2, 4, 6, 8], [10_000, 6, 8, 100, 50]);
  const environment = {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret that the servers of a test share',
    WEBHOOK_ALLOW: '127.0.0.0/8',
    WEBHOOK_RETRY_SECONDS: '1,1,1,1,1,1',
    STREAMS_PER_CALLER: '200',
  };
  const start = (): Promise<ServerProcess> => servers.start(environment).ready();
  const running = await Promise.all(scaled([1, 2], [1, 2, 3]).map(start));
  const urlOf = (n: number) => running[n % running.length]!.url;
  const admin = await servers.signIn(running[0]!);
  const at = (n: number): GraphQLClient => Object.assign(new GraphQLClient(urlOf(n)), { cookie: admin.cookie });

  const hooks = new Webhooks(admin);
  const webhooks: string[] = [];
  for (const { url } of receivers) webhooks.push((await hooks.create({ url })).webhook.id);
  const { events } = await admin.data<{ events: { pageInfo: { endCursor: string } } }>('{ events(first: 1) { pageInfo { endCursor } } }');
  const { endCursor } = events.pageInfo;
  const followers = Array.from({ length: listening }, (_, n) => new Follower(n, urlOf, admin.cookie, endCursor));

  const first = await hooks.vendor();
  let made = 0;
  // Each writer changes the same vendors again and again.
  const writing = Array.from({ length: writers }, async (_, n) => {
    for (let round = 0; made < count;) {
      const rows = Array.from({ length: together }, (__, i) => `${n}-${i},Vendor ${n}-${i},contact@example.org,Round ${round}`);
      const csv = ['externalId,name,contactEmail,notes', ...rows].join('\n');
      const failed = await at(n + round)
        .code(IMPORT, { input: { csv } })
        .catch(() => 'no answer');
      if (failed) await sleep(50);
      else {
        round++;
        made += together;
      }
    }
  });
  for (let n = 0; n < kills; n++) {
    await until(() => made >= ((n + 1) * count) / (kills + 1), 600_000);
    await running[n % running.length]!.kill('SIGKILL');
    running[n % running.length] = await start();
  }
  await Promise.all(writing);

  const client = new Client(database.url);
  await client.connect();
  // Exports are entries too, so that the log grows as long as somebody takes up one again.
  const read = async () =>
    (await client.query<Entry>(`select id, entity_id as thing, lane, seq::int, hash from audit_entry order by created_at, lane, seq`)).rows;
  let rows = await read();
  interface Delivery {
    id: string;
    lane: number;
    seq: number;
    status: string;
  }
  const deliveriesOf = async (webhook: string) => {
    const text = `select entry_id as id, lane, seq::int, status from webhook_delivery where webhook_id = $1 order by happened_at, lane, seq`;
    return (await client.query<Delivery>(text, [webhook])).rows;
  };
  /** What happened since a webhook was created, which is the first that it hears of. */
  const since = (webhook: string) => rows.slice(rows.findIndex(({ thing }) => thing === webhook));
  const isSettled = async () => {
    await sleep(scaled(100, 2_000));
    rows = await read();
    const delivered = await Promise.all(webhooks.map(deliveriesOf));
    const isDelivered = delivered.every(
      (all, n) => all.length >= since(webhooks[n]!).length && all.every(({ status }) => status === 'DELIVERED'),
    );
    return isDelivered && followers.every((one) => one.ids.includes(rows.at(-1)!.id));
  };
  await until(isSettled, scaled(120_000, 600_000), () =>
    JSON.stringify(followers.map((one) => [one.ids.length, one.resumed, one.errors.slice(-1)])),
  );
  await Promise.all(followers.map((one) => one.leave()));

  const log = new Map(rows.map((one) => [one.id, one]));
  const heard = rows.slice(rows.findIndex(({ thing }) => thing === first));
  expect(heard.length).toBeGreaterThanOrEqual(count);
  const inOrder = byThing(heard);
  const isWanted = new Set(heard.map(({ id }) => id));
  for (const follower of followers) {
    // Each once, although it had to begin again.
    const told = follower.ids.filter((id) => isWanted.has(id));
    expect(told.toSorted()).toEqual([...isWanted].toSorted());
    expect(byThing(told.map((id) => log.get(id)!))).toEqual(inOrder);
    // A server that has too much to do may refuse one, and says so.
    expect(follower.errors.filter((error) => !error?.startsWith('SERVICE_UNAVAILABLE'))).toEqual([]);
  }
  expect(followers.reduce((sum, { resumed }) => sum + resumed, 0)).toBeGreaterThanOrEqual(listening);

  for (const [n, { received }] of receivers.entries()) {
    const bodies = received.map(({ body }) => (JSON.parse(body) as Body).data);
    for (const { id, lane, seq, hash } of bodies) expect({ id, lane, seq, hash }).toEqual({ ...log.get(id!), thing: undefined });
    const messages = new Map<string, Set<unknown>>();
    bodies.forEach(({ id }, i) => messages.set(id!, (messages.get(id!) ?? new Set()).add(received[i]!.headers['webhook-id'])));
    for (const some of messages.values()) expect(some.size).toBe(1);
    // The log of deliveries is the audit log since the webhook was created, entry by entry.
    const wanted = since(webhooks[n]!);
    const delivered = await deliveriesOf(webhooks[n]!);
    expect(delivered).toEqual(wanted.map(({ id, lane, seq }) => ({ id, lane, seq, status: 'DELIVERED' })));
    expect([...messages.keys()].toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
    expect(byThing(bodies.map(({ id }) => log.get(id!)!))).toEqual(byThing(wanted));
  }
  await client.end();
}, 3_600_000);
