/**
 * What a large export costs: an audit log of a million entries as CSV. Prints the time to the first byte, the total time and
 * how much the server's memory grew.
 *
 *   npm run bench:export
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { openDatabase } from '../../src/open-database';
import { startEmbedded } from '../../src/database/embedded';
import { migrate } from '../../src/database/migrate';
import { startVetgraph } from './contestants';
import { memoryOf } from './measure';

const ENTRIES = 1_000_000;

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-export-'));
  const embedded = await startEmbedded(folder);
  const database = await openDatabase(embedded.url, 2);
  await migrate(database);
  const client = new Client(embedded.url);
  await client.connect();
  await client.query(`
    insert into audit_entry (id, lane, seq, action, entity_type, entity_id, entity_name, user_name, meta, created_at, prev_hash, hash)
    select gen_random_uuid(), 99, n, 'UPDATE_FINDING', 'Finding', gen_random_uuid(), 'Measure is missing', 'User ' || n % 50,
      '{"from": "OPEN", "to": "REMEDIATED"}', now() - interval '1 year' + interval '30 seconds' * n, '', ''
    from generate_series(1, ${ENTRIES}) as n`);
  await client.query('vacuum analyze audit_entry');
  const vetgraph = await startVetgraph(folder, client);
  try {
    const ask = (query: string) => fetch(`http://127.0.0.1:${vetgraph.port}/api/v1/audit?${query}`, { headers: vetgraph.headers });
    await (await ask('pageSize=100')).text();
    const atRest = await memoryOf(vetgraph.pid);
    let most = atRest;
    const watching = setInterval(() => void memoryOf(vetgraph.pid).then((now) => (most = Math.max(most, now))), 50);
    const began = performance.now();
    const since = () => `${((performance.now() - began) / 1_000).toFixed(2)} s`;
    const response = await ask('format=csv');
    let [lines, bytes] = [0, 0];
    for await (const chunk of response.body!) {
      if (bytes === 0) console.log(`first byte after ${since()}`);
      bytes += chunk.length;
      for (const byte of chunk as Uint8Array) if (byte === 10) lines++;
    }
    clearInterval(watching);
    console.log(`${lines - 1} entries, ${(bytes / 1e6).toFixed(0)} MB after ${since()}`);
    console.log(`memory ${atRest.toFixed(0)} MB at rest, ${most.toFixed(0)} MB at most: ${(most - atRest).toFixed(0)} MB more`);
  } finally {
    await vetgraph.stop();
    await client.end();
    await database.close();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
