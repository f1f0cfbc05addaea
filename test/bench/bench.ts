/**
 * Measures the server against the limit and its peers on one data set, in one run:
 *
 *   npm run bench -- [--quick] [--scale 10] [--only J1,J2] [--no-peers] [--workers 2] [--data folder]
 */
import 'reflect-metadata';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { Database } from '../../src/database/database';
import { startEmbedded } from '../../src/database/embedded';
import { migrate } from '../../src/database/migrate';
import { recount } from '../../src/domains/dashboard/recount';
import { type Contestant, createKey, createSession, Loader, startLimit, startPeers, startVetgraph } from './contestants';
import { makeData } from './data';
import { makeJobs } from './jobs';
import { median, memoryOf } from './measure';
import { assertEqual, CONNECTIONS, type Result, runJob } from './rounds';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    only: { type: 'string' },
    peers: { type: 'boolean', default: true },
    workers: { type: 'string' },
    data: { type: 'string' },
    rounds: { type: 'string' },
    ms: { type: 'string' },
  },
  allowNegative: true,
});

const scale = Number(options.scale);
const plan = {
  rounds: Number(options.rounds ?? (options.quick ? 3 : 7)),
  ms: Number(options.ms ?? (options.quick ? 600 : 2_000)),
};

const began = Date.now();
function say(step: string): void {
  const line = `${((Date.now() - began) / 1_000).toFixed(0).padStart(4)} s  ${step}`;
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
}

async function main(): Promise<void> {
  const folder = options.data ?? (await mkdtemp(path.join(tmpdir(), 'vetgraph-bench-')));
  say('starting PostgreSQL');
  const embedded = await startEmbedded(folder);
  const database = await Database.open(embedded.url, 2);
  await migrate(database);
  const client = new Client(embedded.url);
  await client.connect();
  const contestants: Contestant[] = [];
  const loader = new Loader();
  try {
    if (!(await client.query('select 1 from vendor limit 1')).rowCount) await makeData(client, scale, say);
    await recount(database); // the data came by another way than the services
    const token = await createKey(client);
    say('starting the servers');
    const vetgraph = await startVetgraph(folder, token, options.workers ? { WORKERS: options.workers } : {});
    contestants.push(vetgraph, await startLimit(embedded.url));
    const atRest = await memoryOf(vetgraph.pid);
    if (options.peers) contestants.push(...(await startPeers(embedded.url, say)));
    const postmaster = Number((await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

    const jobs = (await makeJobs(client, scale, await createSession(client))).filter(({ id }) => !options.only || options.only.split(',').includes(id));
    const tables: string[] = [];
    for (const job of jobs) {
      say(`${job.id} comparing the answers`);
      await assertEqual(job, contestants, client);
      const results = await runJob(job, contestants, { loader, client, postmaster }, plan, say);
      tables.push(...rowsOf(job.id, job.title, job.floor, results));
      say('');
      process.stderr.write('\n');
      console.log(rowsOf(job.id, job.title, job.floor, results).join('\n'));
    }
    const memory = await memoryOf(vetgraph.pid);
    console.log(`\nVetgraph's memory: ${atRest.toFixed(0)} MB at rest, ${memory.toFixed(0)} MB after all jobs; ${CONNECTIONS} connections`);
  } finally {
    loader.stop();
    for (const contestant of contestants) await contestant.stop();
    await client.end();
    await database.close();
    await embedded.stop();
    if (!options.data) await rm(folder, { recursive: true, force: true });
  }
}

const HEAD = ['job', 'contestant', 'ratio', 'spread', 'per second', 'p50 ms', 'p99 ms', 'CPU server ms', 'CPU database ms'];
console.log(`| ${HEAD.join(' | ')} |\n|${'---|'.repeat(HEAD.length)}`);

function rowsOf(id: string, title: string, floor: number, results: Result[]): string[] {
  const limit = results.find(({ contestant }) => contestant === 'limit')!;
  return results.map((result) => {
    const ratios = result.rates.map((rate, round) => rate / limit.rates[round]!);
    const isOurs = result.contestant === 'Vetgraph';
    const cells = [
      isOurs ? `${id} ${title}` : '',
      isOurs ? `**Vetgraph** (floor ${floor})` : result.contestant,
      isOurs ? `**${median(ratios).toFixed(2)}**` : median(ratios).toFixed(2),
      `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
      median(result.rates).toFixed(median(result.rates) < 100 ? 1 : 0),
      result.p50.toFixed(1),
      result.p99.toFixed(1),
      result.serverCpu.toFixed(2),
      result.databaseCpu.toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
