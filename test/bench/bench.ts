/**
 * Measures the server against the limit and its peers on one data set, in one run:
 *
 *   npm run bench -- [--quick] [--scale 10] [--only J1,J2] [--no-peers] [--workers 2] [--data folder]
 *
 * With a scale above 1, the data set is measured at both sizes, and each job's growth is given as an exponent.
 * With --smoke it only checks whether a job fell below half of its floor: short, and reliable on a busy machine.
 */
import 'reflect-metadata';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openDatabase } from '../../src/open-database';
import { startEmbedded } from '../../src/database/embedded';
import { migrate } from '../../src/database/migrate';
import { recount } from '../../src/domains/dashboard/recount';
import { type Contestant, createSession, Loader, startLimit, startPeers, startVetgraph } from './contestants';
import { makeData } from './data';
import { findReports, type Job, makeJobs } from './jobs';
import { memoryOf } from './measure';
import { keepPages } from './pages';
import { assertEqual, CONNECTIONS, type Plan, type Result, runJob } from './rounds';
import { growth, HEAD, rowsOf, share } from './tables';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
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

/** Generated in seconds, and large enough for the floors to apply. */
const SMOKE_SCALE = 0.5;

const whole: Plan = { warmUpMs: 6_000, rounds: Number(options.rounds ?? 7), ms: Number(options.ms ?? 2_000) };
const quick: Plan = { warmUpMs: 3_000, rounds: Number(options.rounds ?? 3), ms: Number(options.ms ?? 600) };

const began = Date.now();
let told = began;
/** One line that is overwritten or, without a terminal, a line now and then. */
function say(step: string): void {
  const line = `${((Date.now() - began) / 1_000).toFixed(0).padStart(4)} s  ${step}`;
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
  else if (Date.now() - told > 10_000) {
    told = Date.now();
    process.stderr.write(`${line}\n`);
  }
}

export interface Measured {
  job: Job;
  results: Result[];
}

async function measure(scale: number, plan: Plan, only: string | undefined, onMeasured: (measured: Measured) => void): Promise<Measured[]> {
  const folder = options.data ? path.join(options.data, `scale-${scale}`) : await mkdtemp(path.join(tmpdir(), 'vetgraph-bench-'));
  say('starting PostgreSQL');
  const embedded = await startEmbedded(folder);
  const database = await openDatabase(embedded.url, 2);
  await migrate(database);
  const client = new Client(embedded.url);
  await client.connect();
  const contestants: Contestant[] = [];
  const loader = new Loader();
  try {
    if (!(await client.query('select 1 from vendor limit 1')).rowCount) await makeData(client, scale, say);
    await recount(database); // the data was not written through the services
    say('starting the servers');
    const vetgraph = await startVetgraph(folder, client, options.workers ? { WORKERS: options.workers } : {});
    contestants.push(vetgraph, await startLimit(embedded.url, folder));
    const atRest = await memoryOf(vetgraph.pid);
    if (options.peers && !options.smoke && scale === 1) contestants.push(...(await startPeers(embedded.url, say)));
    const postmaster = Number((await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

    const isAsked = ({ id, floor }: Job) => (only ? only.split(',').includes(id) : floor !== undefined || !options.smoke);
    const jobs = (await makeJobs(client, scale, await createSession(client))).filter(isAsked);
    if (jobs.some(({ id }) => id.startsWith('P'))) await keepPages(embedded.url, folder, vetgraph.headers, await findReports(client));
    const all: Measured[] = [];
    for (const job of jobs) {
      say(`${job.id} comparing the answers`);
      await assertEqual(job, contestants, client);
      const measured = { job, results: await runJob(job, contestants, { loader, client, postmaster }, plan, say) };
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
      onMeasured(measured);
      all.push(measured);
    }
    const memory = await memoryOf(vetgraph.pid);
    if (!options.smoke) {
      console.log(
        `\nVetgraph's memory: ${atRest.toFixed(0)} MB at rest, ${memory.toFixed(0)} MB after all jobs; ${CONNECTIONS} connections\n`,
      );
    }
    return all;
  } finally {
    loader.stop();
    for (const contestant of contestants) await contestant.stop();
    await client.end();
    await database.close();
    await embedded.stop();
    if (!options.data) await rm(folder, { recursive: true, force: true });
  }
}

/** The jobs that fell below half of their floors even in the best round, which other load on the machine can't explain. */
async function findSlow(plan: Plan, only?: string): Promise<string[]> {
  const slow: string[] = [];
  await measure(SMOKE_SCALE, plan, only, ({ job, results }) => {
    const ratio = Math.max(...share(results, 'Vetgraph'));
    const least = job.floor! / 2;
    console.log(
      `${job.id.padEnd(4)} ${ratio.toFixed(2)} of the limit, at least ${least.toFixed(2)}: ${ratio < least ? 'TOO SLOW' : 'fine'}`,
    );
    if (ratio < least) slow.push(job.id);
  });
  return slow;
}

async function smoke(): Promise<void> {
  const suspects = await findSlow({ warmUpMs: 2_000, rounds: 3, ms: 400 }, options.only);
  if (suspects.length === 0) return;
  const slow = await findSlow(whole, suspects.join());
  if (slow.length > 0) throw new Error(`slower than half of the floor: ${slow.join(', ')}`);
}

async function main(): Promise<void> {
  if (options.smoke) return smoke();
  const scale = Number(options.scale);
  const print = (measured: Measured) => console.log(rowsOf(measured).join('\n'));
  console.log(HEAD);
  const plan = options.quick ? quick : whole;
  const once = await measure(1, plan, options.only, print);
  if (scale === 1) return;
  console.log(`At ${scale} times the size:\n\n${HEAD}`);
  const more = await measure(scale, plan, options.only, print);
  console.log(growth(once, more, scale));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error && options.smoke ? error.message : error);
  process.exit(1);
});
