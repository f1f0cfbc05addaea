/**
 * What keeping the past costs, and what asking about it does. Changes are measured side by side with another build, such as the
 * one before the record, that was made in its own folder:
 *
 *   npm run bench:record -- [--before folder] [--rounds 7] [--only patches,bytes,pasts,imports]
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startEmbedded } from '../../src/database/embedded';
import { LANES } from '../../src/domains/audit/audit.chain';
import { recount } from '../../src/domains/dashboard/recount';
import { openDatabase } from '../../src/open-database';
import { type Contestant, Loader, startVetgraph } from './contestants';
import { idOf, makeData } from './data';
import { makeHistory } from './history';
import { median } from './measure';

const { values: options } = parseArgs({
  options: { before: { type: 'string' }, rounds: { type: 'string', default: '7' }, only: { type: 'string' } },
});
const isAsked = (part: string) => options.only?.split(',').includes(part) ?? true;

const ROUNDS = Number(options.rounds);
const ROUND_MS = 1_500;
const IMPORTED = 10_000;

/** As if nothing had been recorded yet: the data set has entries of its own. */
async function forgetEntries(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = to_regnamespace('record')`);
  await client.query(`truncate ${['audit_entry', 'audit_count', ...rows.map(({ name }) => name)].join(', ')}`);
  await client.query(`delete from audit_lane`);
  await client.query(`insert into audit_lane (lane) select generate_series(0, ${LANES - 1})`);
}

/** Waits until the entries of the data set are in the signed tree, if there is one: that is no part of what is measured. */
async function hasTree(client: Client, name: string): Promise<void> {
  const began = performance.now();
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('audit_leaf') is not null as is`);
  if (!rows[0]!.is) return;
  for (;;) {
    const left = await client.query<{ count: number }>(
      `select ((select count(*) from audit_entry) - (select size from audit_tree))::int as count`,
    );
    if (left.rows[0]!.count === 0) break;
    await sleep(1_000);
  }
  console.log(`${name} had its tree after ${seconds(began)} s more`);
}

/** A build with its own database. */
class Build {
  private constructor(
    readonly name: string,
    readonly client: Client,
    readonly server: Contestant,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(name: string, root?: string): Promise<Build> {
    const folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-record-'));
    // The build makes its own tables.
    await (await startVetgraph(folder, undefined, {}, root)).stop();
    const embedded = await startEmbedded(folder);
    const client = new Client(embedded.url);
    await client.connect();
    await forgetEntries(client);
    await makeData(client, 1, (step) => console.error(`${name}: ${step}`));
    const database = await openDatabase(embedded.url, 2);
    await recount(database);
    await database.close();
    const began = performance.now();
    const server = await startVetgraph(folder, client, {}, root);
    console.log(`${name} started in ${seconds(began)} s`);
    await hasTree(client, name);
    return new Build(name, client, server, async () => {
      await server.stop();
      await client.end();
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    });
  }

  async ask(query: string, variables: object = {}): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.server.port}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...this.server.headers },
      body: JSON.stringify({ query, variables }),
    });
    const { errors } = (await response.json()) as { errors?: unknown };
    if (errors) throw new Error(`${this.name} answered ${JSON.stringify(errors).slice(0, 2_000)}`);
  }
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(2);

/** Rounds in turns, each begun by another: what each of them measured. */
async function inTurns<T>(those: readonly T[], measure: (one: T, round: number) => Promise<number>): Promise<number[][]> {
  const found = those.map(() => [] as number[]);
  for (let round = -1; round < ROUNDS; round++) {
    for (let n = 0; n < those.length; n++) {
      const i = (n + Math.max(round, 0)) % those.length;
      const value = await measure(those[i]!, round);
      if (round >= 0) found[i]!.push(value);
    }
  }
  return found;
}

function tell(what: string, names: readonly string[], found: number[][], unit: string): void {
  const parts = found.map((values, i) => `${names[i]} ${median(values).toFixed(2)} ${unit}`);
  const ratios = found[0]!.map((value, round) => value / (found[1]?.[round] ?? value));
  const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  console.log(`${what}: ${parts.join(', ')}${found.length > 1 ? `; ratio ${median(ratios).toFixed(2)} (${spread})` : ''}`);
}

/** PATCH of a finding, as fast as 32 connections take it. */
async function patches(builds: readonly Build[], loader: Loader): Promise<void> {
  const found = await inTurns(builds, async ({ client, server }) => {
    await client.query(`update finding set status = 'OPEN', resolved_at = null, resolved_by_name = null, resolution_note = null
      where resolved_by_name like 'API key%'`);
    await client.query('vacuum analyze finding');
    const { rows } = await client.query<{ id: string }>(`select id from finding where status = 'OPEN' order by random() limit 10000`);
    const body = JSON.stringify({ status: 'REMEDIATED', resolutionNote: 'Shown to us in a call' });
    const head = `HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${server.headers['Authorization']}\r\nContent-Type: application/json`;
    const requests = rows.map(({ id }) => `PATCH /api/v1/findings/${id} ${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    const { answers, seconds } = await loader.run({ port: server.port, requests, connections: 32, ms: ROUND_MS });
    return answers / seconds;
  });
  tell('PATCH of a finding', names(builds), found, 'a second');
}

const IMPORT = 'mutation ($csv: String!) { importVendors(input: { csv: $csv, allOrNothing: true }) { created } }';

async function imports(builds: readonly Build[]): Promise<void> {
  const found = await inTurns(builds, async (build, round) => {
    const lines = Array.from(
      { length: IMPORTED },
      (_, n) => `Imported ${round} ${n},I-${round}-${n},Contact,risk${n}@import.example,HIGH,saas`,
    );
    const began = performance.now();
    await build.ask(IMPORT, { csv: ['name,externalId,contactName,contactEmail,tier,tags', ...lines].join('\n') });
    return IMPORTED / ((performance.now() - began) / 1_000);
  });
  tell(`Import of ${IMPORTED} vendors`, names(builds), found, 'vendors a second');
}

const names = (builds: readonly Build[]) => builds.map(({ name }) => name);

type Part = 'record' | 'entries' | 'tree';

/** What a change leaves on disk: the record, the audit entry, and its place in the tree. */
async function bytes(build: Build): Promise<void> {
  const size = async () => {
    await build.client.query('vacuum analyze');
    const { rows } = await build.client.query<Record<Part | 'count', string>>(`
      select (select sum(pg_total_relation_size(oid)) from pg_class where relnamespace = to_regnamespace('record') and relkind = 'r') as record,
        pg_total_relation_size('audit_entry') as entries,
        (select sum(pg_total_relation_size(to_regclass(name))) from unnest(array['audit_leaf', 'audit_tile', 'audit_checkpoint']) name) as tree,
        (select count(*) from audit_entry) as count`);
    const { record, entries, tree, count } = rows[0]!;
    return { record: Number(record), entries: Number(entries), tree: Number(tree), count: Number(count) };
  };
  const before = await size();
  const { rows } = await build.client.query<{ id: string }>(`select id from finding where status = 'OPEN' order by random() limit 2000`);
  for (const { id } of rows)
    await build.ask(
      'mutation ($id: ID!) { updateFindingStatus(input: { id: $id, status: REMEDIATED, resolutionNote: "Done" }) { finding { id } } }',
      { id },
    );
  await hasTree(build.client, build.name);
  const after = await size();
  const each = (part: Part) => Math.round((after[part] - before[part]) / (after.count - before.count));
  console.log(
    `${build.name}: a change keeps ${each('record')} bytes in the record, ${each('entries')} in the audit log and ${each('tree')} in its tree`,
  );
}

const VENDOR = 'id name externalId contactName contactEmail tier website overallScore lastAssessedAt assessmentCount tags';
const READS: Record<string, string> = {
  J1f: `{ vendors(first: 100, filter: { tag: "group-7" }) { totalCount nodes { ${VENDOR} } } }`,
  J2: `{ vendors(first: 25) { nodes { id name tier assessments(first: 5) { nodes { id title status score
    findings { id title severity status controls { id code title } } } } } } }`,
  J3: `($id: ID!) { vendor(id: $id) { ${VENDOR} assessments(first: 100) { nodes { id title status score templateName templateVersion } }
    domainBreakdown { framework { name } domain complianceRatio controlCount } scoreHistory { id title submittedAt score }
    responsibilityCompliance { total completed inProgress pending notApplicable percent } } }`,
  Dashboard: `{ dashboard { vendorCount averageScore openFindings needsAttention scoreDistribution { green amber red unscored }
    topDeficientControls { code title failCount } vendorsByTier { tier count } assessmentStatusCounts { status count } overdueAssessments
    responsibility { totalVendors totalActions completedActions percent } } }`,
};

/** The same query of now and of a month ago, one at a time. */
async function pasts(build: Build): Promise<void> {
  const at = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const id = (await build.client.query<{ id: string }>(`select ${idOf('vendor', 7)} as id`)).rows[0]!.id;
  for (const [name, text] of Object.entries(READS)) {
    const query = `query ${text}`;
    const past = query.replace('{', `@asOf(at: "${at}") {`);
    const found = await inTurns([past, query], async (asked) => {
      const began = performance.now();
      for (let n = 0; n < 10; n++) await build.ask(asked, { id });
      return (performance.now() - began) / 10;
    });
    tell(name, ['a month ago', 'now'], found, 'ms');
  }
}

async function main(): Promise<void> {
  const loader = new Loader();
  const builds: Build[] = [];
  try {
    builds.push(await Build.start('This build'));
    if (options.before) builds.push(await Build.start('The one before', path.resolve(options.before)));
    else console.log('Without --before, changes are compared with nothing');
    if (isAsked('patches')) await patches(builds, loader);
    if (isAsked('bytes')) for (const build of builds) await bytes(build);
    if (isAsked('pasts')) {
      await makeHistory(builds[0]!.client);
      await pasts(builds[0]!);
    }
    if (isAsked('imports')) await imports(builds);
  } finally {
    loader.stop();
    for (const build of builds) await build.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
