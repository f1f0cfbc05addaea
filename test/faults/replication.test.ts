/** A primary and its standby from the packaged binaries: reads from the standby, and the loss of the primary; who listens meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cli } from '../kit/cli';
import { GraphQLClient } from '../kit/client';
import { Cluster } from '../kit/cluster';
import { Follower } from '../kit/followers';
import { graphQL, startLoad } from '../kit/load';
import { type ServerProcess, Servers } from '../kit/process';
import { type Body, TestReceiver, until } from '../kit/receiver';
import { scaled } from '../kit/scale';
import { openByHand, SSE } from '../kit/streams';
import { Webhooks } from '../kit/webhooks';

const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`;
const FIND = `query ($id: ID!) { vendor(id: $id) { name } }`;
const READS = `select count(*)::int as reads from pg_stat_activity where application_name like 'vetgraph:%' and query like '%"vendor"%'`;

const END = '{ events(first: 1) { pageInfo { endCursor } } }';
const cursorNow = async (client: GraphQLClient) =>
  (await client.data<{ events: { pageInfo: { endCursor: string } } }>(END)).events.pageInfo.endCursor;

const ENVIRONMENT = { SESSION_SECRET: 'a secret that the servers of a test share', WEBHOOK_ALLOW: '127.0.0.0/8' };

const servers = new Servers();
const receiver = new TestReceiver();
let primary: Cluster;
let standby: Cluster;
beforeAll(async () => {
  await receiver.start();
  primary = await Cluster.start();
  await primary.query('create database vetgraph');
  standby = await primary.standby('second');
});
afterAll(async () => {
  await servers.stop();
  receiver.stop();
  await standby.remove();
  await primary.remove();
});

describe('reads from a replica', () => {
  let both: ServerProcess[];
  let callers: GraphQLClient[];

  beforeAll(async () => {
    const environment = { DATABASE_URL: primary.url(), DATABASE_REPLICA_URLS: standby.url(), JOBS: 'false' };
    both = [await servers.start(environment).ready(), await servers.start(environment).ready()];
    const admin = await servers.signIn(both[0]!);
    await admin.data(`mutation { updateSettings(input: { apiKeysEnabled: true }) { settings { apiKeysEnabled } } }`);
    const { createApiKey } = await admin.data<{ createApiKey: { token: string } }>(
      `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token } }`,
      { input: { name: 'both' } },
    );
    callers = both.map(({ url }) => new GraphQLClient(url, { authorization: `Bearer ${createApiKey.token}` }));
  });
  afterAll(() => Promise.all(both.map((server) => server.kill('SIGTERM'))));

  async function create(name: string, n = 0): Promise<string> {
    const { createVendor } = await callers[n % 2]!.data<{ createVendor: { vendor: { id: string } } }>(CREATE, {
      input: { name, contactEmail: 'a@b.example' },
    });
    return createVendor.vendor.id;
  }
  const reads = async (cluster: Cluster) => (await cluster.query<{ reads: number }>(READS))[0]!.reads;

  test('go there when it has caught up with the primary', async () => {
    await create('first');
    await standby.until(`select count(*) = 1 as is from vendor`, 'vetgraph');
    for (let n = 0; n < 10; n++) expect((await callers[n % 2]!.fetch('/api/v1/vendors')).status).toBe(200);
    expect(await callers[0]!.data('{ vendors { totalCount } }')).toEqual({ vendors: { totalCount: 1 } });
    expect(await reads(standby)).toBeGreaterThan(0);
  });

  test('always see what was just written, through the other server too', async () => {
    for (let n = 0; n < scaled(30, 1_000); n++) {
      const id = await create(`own ${n}`, n);
      expect(await callers[(n + 1) % 2]!.data(FIND, { id })).toEqual({ vendor: { name: `own ${n}` } });
    }
  });

  test('go to the primary while the replica lags behind', async () => {
    await standby.query('select pg_wal_replay_pause()');
    for (let n = 0; n < 10; n++) {
      const id = await create(`behind ${n}`, n);
      expect(await callers[(n + 1) % 2]!.data(FIND, { id })).toEqual({ vendor: { name: `behind ${n}` } });
      const response = await callers[n % 2]!.fetch(`/api/v1/vendors?query=behind%20${n}`);
      expect(await response.json()).toHaveLength(1);
    }
    await standby.query('select pg_wal_replay_resume()');
  });

  test('continue without it, and return to it', async () => {
    await standby.stop('immediate');
    for (let n = 0; n < 10; n++) expect((await callers[n % 2]!.fetch('/api/v1/vendors')).status).toBe(200);
    await standby.resume();
    await sleep(5_500);
    for (let n = 0; n < 10; n++) await callers[n % 2]!.data('{ vendors { totalCount } }');
    expect(await reads(standby)).toBeGreaterThan(0);
  });
});

test('no acknowledged write is lost when the primary is cut off and killed, and nobody who listens misses one', async () => {
  await primary.query(`alter system set synchronous_standby_names = 'second'`);
  await primary.query('select pg_reload_conf()');
  await primary.until(`select count(*) = 1 as is from pg_stat_replication where sync_state = 'sync'`);
  // Both servers know both hosts, and write to whichever accepts changes.
  const DATABASE_URL = primary.url().replace(/\/vetgraph$/, `,127.0.0.1:${standby.port}/vetgraph`);
  const both = [
    await servers.start({ ...ENVIRONMENT, DATABASE_URL }).ready(),
    await servers.start({ ...ENVIRONMENT, DATABASE_URL }).ready(),
  ];
  const admin = await servers.signIn(both[0]!);
  await new Webhooks(admin).create({ url: receiver.url, types: ['vendor.created'] });
  const begin = await cursorNow(admin);
  const followers = [0, 1, 2, 3].map((n) => new Follower(n, (at) => both[(at >> 1) % 2]!.url, admin.cookie, begin));
  const acknowledged: string[] = [];
  const loads = await Promise.all(
    both.map(async (server, at) => {
      const { cookie } = await servers.signIn(server);
      let made = 0;
      const next = () => graphQL({ cookie }, CREATE, { input: { name: `sync ${at}-${++made}`, contactEmail: 'a@b.example' } });
      return startLoad(server.url, 4, next, ({ body }, status, answer) => {
        const { variables } = JSON.parse(body!) as { variables: { input: { name: string } } };
        if (status === 200 && !answer.includes('"errors"')) acknowledged.push(variables.input.name);
      });
    }),
  );
  const more = async (count: number) => {
    const enough = acknowledged.length + count;
    for (const giveUp = Date.now() + 60_000; acknowledged.length < enough; await sleep(20)) {
      if (Date.now() > giveUp) throw new Error(`no writes: ${JSON.stringify(loads.map(({ outcomes }) => outcomes))}`);
    }
  };
  await more(scaled(40, 1_000));
  await standby.cutLink();
  const cutAt = acknowledged.length;
  await sleep(scaled(1_000, 5_000));
  // Writes that only the primary has are not acknowledged; a few were in flight.
  expect(acknowledged.length - cutAt).toBeLessThan(20);
  primary.kill();
  await standby.promote();
  await more(scaled(40, 1_000));
  const outcomes = await Promise.all(loads.map((load) => load.stop()));
  for (const outcome of outcomes) expect(Object.keys(outcome).filter((key) => !['200', '503+'].includes(key))).toEqual([]);

  const rows = await standby.query<{ name: string }>(`select name from vendor where name like 'sync %'`, 'vetgraph');
  const kept = new Set(rows.map(({ name }) => name));
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
  expect(rows).toHaveLength(kept.size);
  for (const { url } of both) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await cli({ DATABASE_URL: standby.url(), DATA_DIR: servers.folder() }, ['audit', 'verify'])).toMatchObject({ code: 0 });

  const made = `select id from audit_entry where action = 'CREATE_VENDOR' and entity_name like 'sync %' order by created_at, lane, seq`;
  const log = (await standby.query<{ id: string }>(made, 'vetgraph')).map(({ id }) => id);
  const isMade = new Set(log);
  const told = (ids: string[]) => ids.filter((id) => isMade.has(id)).toSorted();
  await until(
    () =>
      followers.every(({ ids }) => told(ids).length >= log.length) &&
      new Set(receiver.bodies.map(({ data }) => data.id)).size >= log.length,
    60_000,
    () => JSON.stringify([log.length, followers.map(({ ids, errors }) => [told(ids).length, errors]), receiver.received.length]),
  );
  await Promise.all(followers.map((one) => one.leave()));
  for (const { ids, errors } of followers) {
    expect(told(ids)).toEqual(log.toSorted());
    expect(errors).toEqual([]);
  }
  const messages = new Map<string, Set<unknown>>();
  for (const { body, headers } of receiver.received) {
    const { id } = (JSON.parse(body) as Body).data;
    messages.set(id!, (messages.get(id!) ?? new Set()).add(headers['webhook-id']));
  }
  expect([...messages.keys()].toSorted()).toEqual(log.toSorted());
  for (const some of messages.values()) expect(some.size).toBe(1);
  await Promise.all(both.map((server) => server.kill('SIGTERM')));
});

test('cursors of what a standby lacked when it took over are refused, and streams go on with what it has', async () => {
  const third = await standby.standby('third');
  try {
    const DATABASE_URL = standby.url().replace(/\/vetgraph$/, `,127.0.0.1:${third.port}/vetgraph`);
    const server = await servers.start({ ...ENVIRONMENT, DATABASE_URL }).ready();
    const admin = await servers.signIn(server);
    const create = (name: string) => admin.code(CREATE, { input: { name, contactEmail: 'a@b.example' } });
    await create('kept');
    await third.until(`select count(*) = 1 as is from vendor where name = 'kept'`, 'vetgraph');
    const before = await cursorNow(admin);
    const heard = await openByHand(admin, SSE);
    await third.cutLink();
    for (let n = 0; n < 5; n++) await create(`lost ${n}`);
    await heard.until(({ names }) => names.includes('lost 4'));
    const { cursor } = heard.events.at(-1)!;
    standby.kill();
    await third.promote();
    // Streams move to where its log ends, before others take the places of what was lost: else they would end.
    while (await admin.code('{ me { name } }').catch(() => 'no answer')) await sleep(100);
    await sleep(2_000);
    const names = Array.from({ length: 100 }, (_, n) => `instead ${n}`);
    for (const name of names) while (await create(name).catch(() => 'no answer')) await sleep(100);
    await heard.until((one) => names.every((name) => one.names.includes(name)), 30_000);
    expect(heard.names.filter((name) => name?.startsWith('instead'))).toHaveLength(100);
    heard.leave();
    const query = `query ($after: String) { events(after: $after, first: 1, types: ["vendor.created"]) { nodes { entityName } } }`;
    expect(await admin.fields(query, { after: cursor })).toEqual({ after: expect.stringContaining('has lost') as string });
    // One of what both had is as good as before.
    expect(await admin.data(query, { after: before })).toEqual({ events: { nodes: [{ entityName: 'instead 0' }] } });
  } finally {
    await third.remove();
  }
});
