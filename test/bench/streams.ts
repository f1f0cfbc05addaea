/**
 * What streams of events cost: how soon a change is heard on the same server and on another one, what idle streams take and what
 * they leave of J1f (REST list filtered to 50), whether many streams under load hear everything once and in the order of the audit
 * log, and what a server asks of the database while nobody listens.
 *
 *   npm run bench:streams -- [--seconds 30] [--rate 200] [--idle 2000] [--busy 1000]
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startEmbedded } from '../../src/database/embedded';
import { type Contestant, Loader, startVetgraph } from './contestants';
import { cpuOf, median, memoryOf } from './measure';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '200' },
    idle: { type: 'string', default: '2000' },
    busy: { type: 'string', default: '1000' },
  },
});
const [seconds, rate, idle, busy] = [values.seconds, values.rate, values.idle, values.busy].map(Number) as [number, number, number, number];

const VENDORS = 50;
const TAG = 'listed';
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

function post(
  { port, headers }: Contestant,
  body: object,
  accept: string,
  over?: Agent,
): Promise<IncomingMessage & { asked: ClientRequest }> {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path: '/graphql',
      method: 'POST',
      agent: over ?? false,
      headers: { ...headers, accept, 'content-type': 'application/json' },
    });
    asked.on('error', reject).on('response', (response) => resolve(Object.assign(response, { asked })));
    asked.end(JSON.stringify(body));
  });
}

async function ask<T>(server: Contestant, query: string, variables: object = {}): Promise<T> {
  let text = '';
  for await (const chunk of await post(server, { query, variables }, 'application/json', agent)) text += String(chunk);
  const { data, errors } = JSON.parse(text) as { data: T; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const LISTEN = 'subscription { events(types: ["vendor.updated"]) { id at } }';

/** Opens a stream, and calls with the id and the time of each event. */
async function listen(server: Contestant, hear: (id: string, at: string) => void): Promise<() => void> {
  const response = await post(server, { query: LISTEN }, 'text/event-stream');
  let rest = '';
  response.setEncoding('utf8');
  response.on('error', () => undefined);
  response.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const [, id, at] = /"id":"([^"]+)","at":"([^"]+)"/.exec(block) ?? [];
      if (id && at) hear(id, at);
    }
  });
  return () => response.asked.destroy();
}

async function listenMany(
  server: Contestant,
  count: number,
  hear: (n: number) => (id: string, at: string) => void,
): Promise<(() => void)[]> {
  const open: (() => void)[] = [];
  for (let n = 0; n < count; n += 50) {
    open.push(...(await Promise.all(Array.from({ length: Math.min(50, count - n) }, (_, i) => listen(server, hear(n + i))))));
  }
  return open;
}

/** Changes vendors at the rate, as far as the server can. Returns how many changes were made a second: an overloaded one refuses some. */
async function change(server: Contestant, ids: readonly string[]): Promise<number> {
  const began = performance.now();
  let made = 0;
  let refused = 0;
  const running = new Set<Promise<unknown>>();
  while (performance.now() - began < seconds * 1_000) {
    while (made < ((performance.now() - began) / 1_000) * rate && running.size < 16) {
      const n = made++;
      const one = ask(server, 'mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }', {
        input: { id: ids[n % ids.length], notes: `Change ${n}` },
      })
        .catch(() => refused++)
        .finally(() => running.delete(one));
      running.add(one);
    }
    await sleep(2);
  }
  await Promise.all(running);
  return (made - refused) / ((performance.now() - began) / 1_000);
}

const percentile = (all: number[], part: number) => all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * part)]?.toFixed(0);

async function measureLatency(here: Contestant, there: Contestant, ids: readonly string[]): Promise<void> {
  const late: Record<string, number[]> = { 'same server': [], 'another server': [] };
  const hear = (where: string) => (_id: string, at: string) => void late[where]!.push(Date.now() - Date.parse(at));
  const open = [await listen(here, hear('same server')), await listen(there, hear('another server'))];
  const achieved = await change(here, ids);
  await sleep(1_000);
  open.forEach((close) => close());
  for (const [where, times] of Object.entries(late)) {
    const [median, p99, most] = [percentile(times, 0.5), percentile(times, 0.99), percentile(times, 1)];
    console.log(
      `${where}: ${times.length} events at ${achieved.toFixed(0)} changes/s, heard after ${median} ms, p99 ${p99} ms, at most ${most} ms`,
    );
  }
}

/** J1f: lists of 50 vendors a second. */
async function lists(loader: Loader, { port, headers }: Contestant): Promise<number> {
  const lines = Object.entries({ ...headers, host: 'localhost' }).map((pair) => pair.join(': '));
  const requests = [[`GET /api/v1/vendors?tag=${TAG} HTTP/1.1`, ...lines, '', ''].join('\r\n')];
  const { answers, seconds: took } = await loader.run({ port, requests, connections: 8, ms: 3_000 });
  return answers / took;
}

/** Transactions a second, of everything that servers do by themselves. */
async function measureSilence(client: Client, server: Contestant): Promise<void> {
  const count = async () =>
    Number(
      (await client.query<{ n: string }>('select xact_commit as n from pg_stat_database where datname = current_database()')).rows[0]!.n,
    );
  const perSecond = async () => {
    // The database counts with some delay.
    await sleep(2_000);
    const before = await count();
    await sleep(20_000);
    return ((await count()) - before - 1) / 20;
  };
  const silent = await perSecond();
  const close = await listen(server, () => undefined);
  const listening = await perSecond();
  close();
  console.log(`two servers ask the database ${silent.toFixed(1)} times a second, with one stream ${listening.toFixed(1)} times`);
}

/** The other server has no streams: what else the machine does, both suffer from. */
async function measureIdle(server: Contestant, other: Contestant): Promise<void> {
  const before = await memoryOf(server.pid);
  const open = await listenMany(server, idle, () => () => undefined);
  await sleep(2_000);
  const cpu = await cpuOf(server.pid);
  await sleep(seconds * 1_000);
  const used = ((await cpuOf(server.pid)) - cpu) / seconds;
  const after = await memoryOf(server.pid);
  const each = ((after - before) * 1_024) / idle;
  console.log(
    `${idle} idle streams: ${(after - before).toFixed(0)} MB, ${each.toFixed(0)} KB each; ${(used * 100).toFixed(1)} % of a processor`,
  );
  const loader = new Loader();
  for (const one of [server, other]) await lists(loader, one);
  const shares: number[] = [];
  let fewer = 0;
  for (let n = 0; n < 7; n++) {
    fewer = await lists(loader, server);
    shares.push(fewer / (await lists(loader, other)));
  }
  loader.stop();
  open.forEach((close) => close());
  await sleep(2_000);
  const range = [Math.min(...shares), Math.max(...shares)].map((share) => share.toFixed(2)).join(' to ');
  console.log(`J1f: ${fewer.toFixed(0)} lists a second with them, ${median(shares).toFixed(2)} of those without (${range})`);
}

/** Changes of vendors since a moment, as the log has them. */
async function logged(client: Client, since: Date): Promise<{ id: string; vendor: string }[]> {
  const text = `select id, entity_id as vendor from audit_entry where action = 'UPDATE_VENDOR' and created_at >= $1 order by created_at, lane, seq`;
  return (await client.query<{ id: string; vendor: string }>(text, [since])).rows;
}

async function measureBusy(client: Client, server: Contestant, ids: readonly string[]): Promise<void> {
  const since = new Date();
  const heard: string[][] = Array.from({ length: busy }, () => []);
  const late: number[] = [];
  const open = await listenMany(server, busy, (n) => (id, at) => {
    heard[n]!.push(id);
    if (n % 100 === 0) late.push(Date.now() - Date.parse(at));
  });
  const cpu = await cpuOf(server.pid);
  const achieved = await change(server, ids);
  const used = ((await cpuOf(server.pid)) - cpu) / seconds;
  const log = await logged(client, since);
  const vendorOf = new Map(log.map(({ id, vendor }) => [id, vendor]));
  const orderOf = (all: readonly string[]) => ids.map((vendor) => all.filter((id) => vendorOf.get(id) === vendor).join()).join('\n');
  const wanted = log.length;
  const giveUp = Date.now() + 20_000;
  while (heard.some(({ length }) => length < wanted) && Date.now() < giveUp) await sleep(100);
  open.forEach((close) => close());
  const missed = heard.reduce((sum, one) => sum + (wanted - new Set(one.filter((id) => vendorOf.has(id))).size), 0);
  const twice = heard.reduce((sum, one) => sum + (one.length - new Set(one).size), 0);
  const inOrder = orderOf(log.map(({ id }) => id));
  const orders = new Map<string, string[]>();
  // Most are alike.
  for (const one of heard) orders.set(one.join(), one);
  const disordered = [...orders.values()].filter((one) => orderOf(one) !== inOrder).length;
  console.log(
    `${busy} streams at ${achieved.toFixed(0)} changes/s: ${wanted} events in the log, ${missed} missed, ${twice} twice, ` +
      `${orders.size} orders among them, ${disordered} with those of one vendor in another order than in the log; p99 ${percentile(late, 0.99)} ms; ${(used * 100).toFixed(0)} % of a processor`,
  );
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-streams-'));
  const embedded = await startEmbedded(path.join(folder, 'database'));
  const client = new Client(embedded.url);
  await client.connect();
  const most = String(Math.max(idle, busy) + 100);
  const env = { DATABASE_URL: embedded.url, STREAMS_PER_CALLER: most, STREAMS: most, LIBRARY: 'false', LOG_LEVEL: 'warn' };
  const here = await startVetgraph(path.join(folder, 'here'), client, env);
  const there = await startVetgraph(path.join(folder, 'there'), undefined, env);
  Object.assign(there.headers, here.headers);
  try {
    const ids: string[] = [];
    for (let n = 0; n < VENDORS; n++) {
      const made = await ask<{ createVendor: { vendor: { id: string } } }>(
        here,
        'mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }',
        { input: { name: `Vendor ${n}`, contactEmail: 'contact@example.org', tags: [TAG] } },
      );
      ids.push(made.createVendor.vendor.id);
    }
    await measureSilence(client, there);
    await measureLatency(here, there, ids);
    await measureIdle(there, here);
    await measureBusy(client, here, ids);
  } finally {
    agent.destroy();
    await here.stop();
    await there.stop();
    await client.end();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
