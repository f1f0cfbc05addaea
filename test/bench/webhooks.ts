/**
 * How fast webhooks are delivered: the events of an import of vendors, to several receivers on this machine. Prints the deliveries
 * per second from the import's commit to the last outcome in the database; and before that, how soon single events arrive, without
 * and with another receiver that hangs.
 *
 *   npm run bench:webhooks
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbedded } from '../../src/database/embedded';
import { migrate } from '../../src/database/migrate';
import { openDatabase } from '../../src/open-database';
import { startVetgraph } from './contestants';
import { memoryOf } from './measure';

const WEBHOOKS = 10;
const EVENTS = 10_000;
const IMPORTED_AT_ONCE = 2_000;
const SINGLE = 200;
const SINGLE_MS = 50;

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-webhooks-'));
  const embedded = await startEmbedded(folder);
  const database = await openDatabase(embedded.url, 2);
  await migrate(database);
  const client = new Client(embedded.url);
  await client.connect();
  const vetgraph = await startVetgraph(folder, client, { WEBHOOK_ALLOW: '127.0.0.0/8', LIBRARY: 'false' });
  let received = 0;
  let late: number[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      if (request.url === '/hang') return;
      received++;
      late.push(Date.now() - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp));
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const run = async (query: string, input: object) => {
      const response = await fetch(`http://127.0.0.1:${vetgraph.port}/graphql`, {
        method: 'POST',
        headers: { ...vetgraph.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { input } }),
      });
      const { errors, data } = (await response.json()) as { errors?: object; data: { createWebhook?: { webhook: { id: string } } } };
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    };
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    for (let n = 0; n < WEBHOOKS; n++) {
      const input = { name: `Webhook ${n}`, url, types: ['vendor.created'] };
      await run(`mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }`, input);
    }
    const measureSingle = async (what: string) => {
      late = [];
      for (let n = 0; n < SINGLE; n++) {
        const input = { name: `${what} ${n}`, contactEmail: 'contact@vendor.example' };
        await Promise.all([
          run(`mutation ($input: CreateVendorInput!) { createVendor(input: $input) { __typename } }`, input),
          sleep(SINGLE_MS),
        ]);
      }
      while (late.length < SINGLE * WEBHOOKS) await sleep(50);
      late.sort((a, b) => a - b);
      console.log(`${what}: single events arrive after ${late[late.length >> 1]} ms, p99 ${late[Math.floor(late.length * 0.99)]} ms`);
    };
    await measureSingle('All healthy');
    const hanging = { name: 'Hanging', url: `${url}hang`, types: ['vendor.created'] };
    const { createWebhook } = await run(
      `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }`,
      hanging,
    );
    await measureSingle('One more that hangs');
    await run(`mutation ($input: DeleteInput!) { deleteWebhook(input: $input) { deletedId } }`, { id: createWebhook!.webhook.id });
    const before = received;
    const began = performance.now();
    for (let n = 0; n < EVENTS; n += IMPORTED_AT_ONCE) {
      const rows = Array.from({ length: IMPORTED_AT_ONCE }, (_, i) => `Vendor ${n + i},contact@vendor${n + i}.example`);
      const csv = ['name,contactEmail', ...rows].join('\n');
      await run(`mutation ($input: ImportVendorsInput!) { importVendors(input: $input) { __typename } }`, { csv });
    }
    const imported = performance.now();
    const pending = async () => {
      const { rows } = await client.query<{ status: string; count: string }>('select status, count(*) from webhook_delivery group by 1');
      return WEBHOOKS * (SINGLE * 2 + EVENTS) - Number(rows.find(({ status }) => status === 'DELIVERED')?.count ?? 0);
    };
    for (let most = await memoryOf(vetgraph.pid); (await pending()) > 0; await sleep(2_000)) {
      most = Math.max(most, await memoryOf(vetgraph.pid));
      console.log(`${received} requests, ${await pending()} to go, ${most.toFixed(0)} MB at most`);
    }
    const ended = performance.now();
    const rate = (since: number) => ((WEBHOOKS * EVENTS * 1_000) / (ended - since)).toFixed(0);
    console.log(`${EVENTS} events imported in ${((imported - began) / 1_000).toFixed(1)} s`);
    console.log(`${received - before} requests for ${WEBHOOKS * EVENTS} deliveries`);
    console.log(
      `${rate(began)} deliveries per second from the first event on, ${((ended - imported) / 1_000).toFixed(1)} s after the last`,
    );
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await vetgraph.stop();
    await client.end();
    await database.close();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

void main();
