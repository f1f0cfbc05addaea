/**
 * What roles in some portfolios cost: the list, the dashboard and J2 on many vendors, first without portfolios, then for callers of
 * all, one, ten and half of them, in turn. Prints the time of a request, the fastest quarter of each round, and its ratio to that of
 * the caller with a role everywhere, who reads the tables themselves.
 *
 *   npm run bench:portfolios -- --vendors 100000 --portfolios 1000
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { makeApiKey } from '../../src/auth/api-keys';
import { startEmbedded } from '../../src/database/embedded';
import { migrate } from '../../src/database/migrate';
import { recount } from '../../src/domains/dashboard/recount';
import { openDatabase } from '../../src/open-database';
import { type Contestant, startVetgraph } from './contestants';
import { idOf } from './data';
import { median } from './measure';

const { values: asked } = parseArgs({
  options: {
    vendors: { type: 'string', default: '100000' },
    portfolios: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '40' },
  },
});
const VENDORS = Number(asked.vendors);
const PORTFOLIOS = Number(asked.portfolios);
const ROUNDS = Number(asked.rounds);
const REQUESTS = Number(asked.requests);
const AT_ONCE = 1;
const EVERYWHERE = 'role everywhere';

/** Two assessments a vendor, two findings each, two controls each. */
const DATA = [
  `insert into portfolio (id, name) select ${idOf('portfolio', 'p')}, 'Portfolio ' || p from generate_series(0, ${PORTFOLIOS - 1}) p`,
  `insert into framework (id, name, version, control_count) values (${idOf('framework', '0')}, 'Framework', '1', 50)`,
  `insert into control (id, framework_id, domain, code, title, position)
    select ${idOf('control', 'c')}, ${idOf('framework', '0')}, 'Domain', 'C-' || c, 'Control ' || c, c from generate_series(0, 49) c`,
  `insert into vendor (id, name, contact_email, tier, tags, assessment_count, overall_score)
    select ${idOf('vendor', 'v')}, 'Vendor ' || lpad(v::text, 7, '0'), 'risk' || v || '@vendor.example',
      (array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', null])[v % 5 + 1], array['saas'], 2, (v % 100) / 100.0
    from generate_series(0, ${VENDORS - 1}) v`,
  `insert into assessment (id, title, vendor_id, template_name, template_version, status, completed_at, submitted_at, score)
    select ${idOf('assessment', 'v * 2 + a')}, 'Review ' || a, ${idOf('vendor', 'v')}, 'Baseline', 1, 'COMPLETED', now(), now(), 0.5
    from generate_series(0, ${VENDORS - 1}) v, generate_series(0, 1) a`,
  `insert into finding (id, vendor_id, assessment_id, title, severity, is_manual)
    select ${idOf('finding', 'a * 2 + f')}, ${idOf('vendor', 'a / 2')}, ${idOf('assessment', 'a')}, 'Gap ' || f,
      (array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'])[f % 4 + 1], true
    from generate_series(0, ${VENDORS * 2 - 1}) a, generate_series(0, 1) f`,
  `insert into finding_control (finding_id, code, control_id)
    select ${idOf('finding', 'f')}, 'C-' || (f + n) % 50, ${idOf('control', '(f + n) % 50')}
    from generate_series(0, ${VENDORS * 4 - 1}) f, generate_series(0, 1) n`,
];

/** The vendors of a portfolio are spread over the whole list. */
const JOIN = `update vendor v set portfolio_id = p.id from (
    select n, ${idOf('vendor', 'n')} as vendor_id, ${idOf('portfolio', `n % ${PORTFOLIOS}`)} as id from generate_series(0, ${VENDORS - 1}) n
  ) p where v.id = p.vendor_id`;

const JOBS = {
  list: `{ vendors(first: 50) { totalCount nodes { id name tier overallScore assessmentCount } } }`,
  dashboard: `{ dashboard { vendorCount averageScore openFindings needsAttention openFindingsBySeverity { severity count }
    vendorsByTier { tier count } assessmentStatusCounts { status count } topDeficientControls { code failCount } } }`,
  J2: `{ vendors(first: 25) { nodes { id name tier assessments(first: 5) { nodes { id title status score
    findings { id title severity status controls { id code title } } } } } } }`,
};
type Job = keyof typeof JOBS;

/** A key of the organisation for the first so many portfolios, or for all. */
async function keyFor(client: Client, portfolios: number | null): Promise<string> {
  const { token, prefix, secretHash } = makeApiKey();
  const ids = portfolios === null ? 'null' : `array(select ${idOf('portfolio', 'p')} from generate_series(0, ${portfolios - 1}) p)`;
  await client.query(
    `insert into api_key (name, prefix, secret_hash, is_organizational, portfolio_ids) values ($1, $2, $3, true, ${ids})`,
    [`Key ${prefix}`, prefix, secretHash],
  );
  return token;
}

/** A quarter of them is faster: others may use the machine. */
const quarter = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 2]!;

/** Milliseconds a request, with a few at once. */
async function timeOf(vetgraph: Contestant, token: string, job: Job): Promise<number[]> {
  const times: number[] = [];
  const body = JSON.stringify({ query: JOBS[job] });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = 0; n < REQUESTS / AT_ONCE; n++) {
        const began = performance.now();
        const response = await fetch(`http://127.0.0.1:${vetgraph.port}/graphql`, { method: 'POST', headers, body });
        const { errors } = (await response.json()) as { errors?: unknown };
        if (errors) throw new Error(JSON.stringify(errors));
        times.push(performance.now() - began);
      }
    }),
  );
  return times;
}

async function measure(vetgraph: Contestant, callers: Record<string, string>): Promise<Record<string, Record<Job, number>>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const job of Object.keys(JOBS) as Job[]) {
      for (const [caller, token] of Object.entries(callers)) {
        const taken = await timeOf(vetgraph, token, job);
        // The first round warms up.
        if (round > 0) times.set(`${caller} ${job}`, [...(times.get(`${caller} ${job}`) ?? []), quarter(taken)]);
      }
    }
  }
  const figures = (caller: string) => Object.fromEntries(Object.keys(JOBS).map((job) => [job, median(times.get(`${caller} ${job}`)!)]));
  return Object.fromEntries(Object.keys(callers).map((caller) => [caller, figures(caller) as Record<Job, number>]));
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-portfolios-'));
  const embedded = await startEmbedded(folder, { settings: { fsync: 'off' } });
  const database = await openDatabase(embedded.url, 2);
  await migrate(database);
  const client = new Client(embedded.url);
  await client.connect();
  const vetgraph = await startVetgraph(folder, client);
  try {
    for (const statement of DATA) await client.query(statement);
    await recount(database);
    await client.query('vacuum analyze');
    const all = await keyFor(client, null);
    const without = (await measure(vetgraph, { without: all })).without!;
    await client.query(JOIN);
    await recount(database);
    await client.query('vacuum full vendor');
    await client.query('vacuum analyze');
    const half = Math.ceil(PORTFOLIOS / 2);
    const figures = await measure(vetgraph, {
      [EVERYWHERE]: all,
      'one portfolio': await keyFor(client, 1),
      'two portfolios': await keyFor(client, 2),
      'ten portfolios': await keyFor(client, 10),
      [`${half} portfolios`]: await keyFor(client, half),
    });
    console.log(`${VENDORS} vendors, ${PORTFOLIOS} portfolios; milliseconds a request, ${AT_ONCE} at once (ratio to a role everywhere)`);
    for (const [caller, found] of Object.entries({ without, ...figures })) {
      const cells = (Object.keys(JOBS) as Job[]).map(
        (job) => `${job} ${found[job].toFixed(1)} (${(found[job] / figures[EVERYWHERE]![job]).toFixed(2)})`,
      );
      console.log(`${caller.padEnd(18)} ${cells.join('   ')}`);
    }
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
