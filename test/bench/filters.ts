/**
 * What filters and orders of lists, figures and searches cost on many rows: a page of each, and its total, with the plan of the page. Prints the fastest
 * quarter of the requests; with --plans, also how PostgreSQL reads the page. With --keep, the data stay in a folder for the next run.
 *
 *   npm run bench:filters -- --vendors 100000 --plans
 *   npm run bench:filters -- --keep /tmp/filters --only search
 */
import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startEmbedded } from '../../src/database/embedded';
import { migrate } from '../../src/database/migrate';
import { recount } from '../../src/domains/dashboard/recount';
import { readConfig } from '../../src/kernel/config';
import { openDatabase } from '../../src/open-database';
import { startServer } from '../../src/server';
import { idOf } from './data';

const { values: asked } = parseArgs({
  options: {
    vendors: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '8' },
    plans: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    keep: { type: 'string', default: '' },
  },
});
const VENDORS = Number(asked.vendors);
const REQUESTS = Number(asked.requests);
/** After five executions PostgreSQL may keep one plan for all values. */
const WARM_UP = 6;
/** Assessments a vendor, and findings of each: a million at 100,000 vendors. */
const ASSESSMENTS = 2;
const FINDINGS = 5;
const ADMIN = { email: 'admin@example.org', password: 'correct horse battery' };

const vendors = `generate_series(0, ${VENDORS - 1}) v`;
const assessments = `generate_series(0, ${VENDORS * ASSESSMENTS - 1}) a`;
const DATA = [
  `insert into framework (id, name, version, control_count) values (${idOf('framework', '0')}, 'Framework', '1', 50)`,
  `insert into control (id, framework_id, domain, code, title, position)
    select ${idOf('control', 'c')}, ${idOf('framework', '0')}, 'Domain', 'C-' || c, 'Control ' || c, c from generate_series(0, 49) c`,
  `insert into vendor (id, created_at, name, contact_email, tier, data_sensitivity, contract_value, geographic_risk, tags, notes,
      contract_renewal_date, assessment_count, overall_score, last_assessed_at)
    select ${idOf('vendor', 'v')}, now() - make_interval(mins => v), 'Vendor ' || lpad(v::text, 7, '0'), 'risk' || v || '@vendor.example',
      (array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', null])[v % 5 + 1], (array['PUBLIC', 'INTERNAL', 'CONFIDENTIAL', 'RESTRICTED'])[v % 4 + 1],
      (array['UP_TO_50K', 'FROM_250K_TO_1M', 'OVER_5M'])[v % 3 + 1], (array['DOMESTIC', 'REGIONAL', 'GLOBAL'])[v % 3 + 1],
      array['saas', 'group-' || v % 500], repeat('Notes about the vendor. ', 4),
      case when v % 3 > 0 then date '2026-01-01' + v % 1000 end, ${ASSESSMENTS}, case when v % 7 > 0 then (v % 100) / 100.0 end,
      case when v % 7 > 0 then now() - make_interval(hours => v % 8000) end
    from ${vendors}`,
  `insert into assessment (id, created_at, title, vendor_id, template_name, template_version, status, sent_at, submitted_at, completed_at,
      due_date, score)
    select ${idOf('assessment', 'a')}, at, 'Review ' || a, ${idOf('vendor', `a / ${ASSESSMENTS}`)}, 'Baseline', 1, s.status,
      case when s.status <> 'DRAFT' then at end, case when s.status in ('SUBMITTED', 'UNDER_REVIEW', 'COMPLETED') then at + interval '9 days' end,
      case when s.status = 'COMPLETED' then at + interval '20 days' end, at + interval '30 days',
      case when s.status = 'COMPLETED' then (a % 100) / 100.0 end
    from ${assessments}, lateral (select date_trunc('milliseconds', now()) - make_interval(mins => a * 4) as at) t,
      lateral (select case when a % 2 = 0 then 'COMPLETED' else (array['DRAFT', 'SENT', 'IN_PROGRESS', 'SUBMITTED', 'UNDER_REVIEW'])[a / 2 % 5 + 1]
        end as status) s`,
  `insert into finding (id, created_at, vendor_id, assessment_id, title, description, severity, status, control_codes, resolved_at,
      resolved_by_name, is_manual, owner_id, due_on)
    select ${idOf('finding', `a * ${FINDINGS} + f`)}, at, ${idOf('vendor', `a / ${ASSESSMENTS}`)}, ${idOf('assessment', 'a')},
      'Measure ' || f || ' is missing', 'The vendor could not show the measure.', (array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'])[(a + f) % 4 + 1],
      s.status, array['C-' || (a + f) % 50], case when s.status <> 'OPEN' then at + make_interval(hours => a % 2000) end,
      case when s.status <> 'OPEN' then 'System' end, a % 1000 = 0, case when a % 3 = 0 then ${idOf('user', 'a % 50')} end,
      case when a % 5 > 0 then (now() at time zone 'UTC')::date + (a % 700 - 60) end
    from ${assessments}, generate_series(0, ${FINDINGS - 1}) f,
      lateral (select date_trunc('milliseconds', now()) - make_interval(mins => a * 4 + f) as at) t,
      lateral (select (array['OPEN', 'OPEN', 'REMEDIATED', 'RISK_ACCEPTED'])[(a + f) % 4 + 1] as status) s`,
  `insert into certification (vendor_id, name, expires_date) select ${idOf('vendor', 'v')}, (array['ISO 27001', 'SOC 2 Type II', 'PCI DSS'])[v % 3 + 1],
      (now() at time zone 'UTC')::date + (v % 700 - 200) from ${vendors}`,
  `insert into responsibility_action (vendor_id, certification_name, control_code, control_title, framework_name, status)
    select ${idOf('vendor', 'v')}, 'SOC 2', 'C-' || v % 50, 'Control', 'Framework', (array['PENDING', 'IN_PROGRESS', 'COMPLETED'])[v % 3 + 1]
    from ${vendors}`,
  `insert into own_field_value (vendor_id, key, value)
    select ${idOf('vendor', 'v')}, f.key, f.value from ${vendors}, lateral (values
      ('purpose', to_jsonb('Processes payments for the shops of region ' || v % 900)), ('story', to_jsonb(repeat('What we know of them. ', 80) || v)),
      ('seats', to_jsonb(v % 5000)), ('reviewed', to_jsonb((date '2024-01-01' + v % 1000)::text)), ('critical', to_jsonb(v % 2 = 0))
    ) f(key, value)`,
];

/** Indexes that are faster made of all rows than row by row. */
const PUT_OFF = `select format('drop index %I', indexname) as drop, indexdef as create from pg_indexes
  where schemaname = 'public' and tablename in ('vendor', 'assessment', 'finding', 'own_field_value') and indexdef not like 'CREATE UNIQUE%'`;

/** The kinds of their own fields. */
const OWN_FIELDS = { purpose: 'TEXT', story: 'TEXT', seats: 'NUMBER', reviewed: 'DATE', critical: 'YES_NO' };
const SETTINGS = `mutation { updateSettings(input: { vendorFields: [${Object.entries(OWN_FIELDS)
  .map(([key, kind]) => `{ key: "${key}", label: "${key}", kind: ${kind} }`)
  .join(', ')}] }) { settings { id } } }`;

/** The id of a user, as the data have it. */
const OWNER = createHash('md5')
  .update('user7')
  .digest('hex')
  .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const day = (days: number) => inDays(days).slice(0, 10);

/** The arguments of lists. */
const LISTS: Record<string, readonly string[]> = {
  vendors: [
    'filter: { tiers: [HIGH, CRITICAL] }',
    'filter: { dataSensitivity: [RESTRICTED] }',
    `filter: { renewalFrom: "${day(0)}", renewalTo: "${day(30)}" }`,
    'filter: { scoreFrom: 0.995 }',
    'filter: { scoreFrom: 0.2, scoreTo: 0.4 }',
    `filter: { lastAssessedTo: "${inDays(-330)}" }`,
    'filter: { isAssessed: false }',
    'filter: { ownerId: null }',
    'filter: { certification: "iso 27" }',
    'filter: { certification: "nobody has it" }',
    'filter: { fields: [{ key: "purpose", contains: "REGION 77" }] }',
    'filter: { fields: [{ key: "purpose", contains: "nobody" }] }',
    'filter: { fields: [{ key: "story", contains: "nobody" }] }',
    'filter: { fields: [{ key: "seats", from: 10, to: 20 }] }',
    'filter: { fields: [{ key: "reviewed", to: "2024-02-01" }] }',
    'filter: { fields: [{ key: "critical", equals: true }] }',
    'filter: { fields: [{ key: "critical", isSet: false }] }',
    'orderBy: { field: INHERENT_RISK, descending: true }',
    'orderBy: { field: RESIDUAL_RISK, descending: true }',
    'orderBy: { field: CONTRACT_RENEWAL_DATE, descending: true }',
  ],
  findings: [
    'filter: { severities: [CRITICAL, HIGH] }',
    'filter: { severities: [CRITICAL, HIGH], status: OPEN }',
    `filter: { createdFrom: "${inDays(-30)}" }`,
    `filter: { createdFrom: "${inDays(-400)}", createdTo: "${inDays(-370)}", status: OPEN }`,
    `filter: { createdFrom: "${inDays(10)}" }`,
    `filter: { resolvedFrom: "${inDays(-7)}" }`,
    `filter: { resolvedTo: "${inDays(-5000)}" }`,
    'filter: { tiers: [CRITICAL] }',
    'filter: { ownerId: null }',
    'filter: { ownerId: null, status: OPEN }',
    `filter: { ownerId: "${OWNER}" }`,
    `filter: { dueFrom: "${day(0)}", dueTo: "${day(6)}" }`,
    `filter: { dueTo: "${day(-59)}" }`,
    'filter: { overdue: true }',
    'orderBy: { field: DUE_ON }',
    'filter: { isManual: true }',
    'filter: { assessmentStatus: [COMPLETED] }',
    'filter: { assessmentStatus: [UNDER_REVIEW] }',
    'filter: { query: "e" }',
    'filter: { query: "measure" }',
    'filter: { query: "missing measure" }',
    'filter: { query: "who fails mfa" }',
    'filter: { query: "unheard" }',
  ],
  assessments: [
    `filter: { ragBand: RED }`,
    `filter: { submittedFrom: "${inDays(-30)}" }`,
    `filter: { dueFrom: "${inDays(0)}", dueTo: "${inDays(14)}" }`,
    'filter: { reviewerId: null }',
    'filter: { status: [SUBMITTED, UNDER_REVIEW] }, orderBy: { field: WAITING_SINCE }',
    'orderBy: { field: WAITING_SINCE, descending: true }',
    'orderBy: { field: SUBMITTED_AT, descending: true }',
  ],
  responsibilityActions: ['filter: { status: [PENDING] }', 'filter: { assigneeId: null }', ''],
};

const FIGURES: Record<string, string> = {
  'vendorStats TIER': '{ vendorStats(by: TIER) { key count averageScore openFindings } }',
  'vendorStats TAG': '{ vendorStats(by: TAG) { key count averageScore } }',
  'findingStats SEVERITY': '{ findingStats(by: SEVERITY) { key count open meanDaysToRemediate } }',
  'findingStats CONTROL, open': '{ findingStats(by: CONTROL, filter: { status: OPEN }) { key count } }',
  'dashboardOf tier': '{ dashboardOf(filter: { tier: CRITICAL }) { vendorCount averageScore openFindings needsAttention } }',
  'dashboardOf tag': '{ dashboardOf(filter: { tag: "group-7" }) { vendorCount averageScore openFindings trend { month newFindings } } }',
  trend: '{ dashboard { trend { month newFindings averageScore } } }',
};

/** Searches: a beginning, words that nearly all have, that a few have, that stand in vendor and finding, that nothing has, and synonyms. */
const SEARCHES = [
  'vendor',
  'vendor 0004711',
  'measure',
  'measure missing',
  '4711',
  '0004711 measure',
  'risk4711',
  'mfa',
  'unheard',
  'who fails mfa',
];
for (const text of SEARCHES) FIGURES[`search ${text}`] = `{ search(text: "${text}") { type id title } }`;

/** The last statement of a name, as it was sent. */
const sent = new Map<string, { text: string; values: unknown[] }>();

function listen(): void {
  const original = Client.prototype.query as (...args: unknown[]) => unknown;
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [config] = args as [{ text?: string; values?: unknown[] } | string];
    if (typeof config === 'object' && config.text) {
      const [, name] = /^\/\* ([\w.-]+) \*\//.exec(config.text) ?? [];
      if (name) sent.set(name, { text: config.text, values: config.values ?? [] });
    }
    return original.apply(this, args);
  } as typeof Client.prototype.query;
}

const quarter = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 2]!;

async function main(): Promise<void> {
  listen();
  const folder = asked.keep || (await mkdtemp(path.join(tmpdir(), 'vetgraph-filters-')));
  const embedded = await startEmbedded(path.join(folder, 'pg'), { settings: { fsync: 'off' } });
  const database = await openDatabase(embedded.url, 2);
  await migrate(database);
  const client = new Client(embedded.url);
  await client.connect();
  if ((await client.query('select from vendor limit 1')).rowCount === 0) {
    await client.query(`set session_replication_role = replica; set work_mem = '128MB'; set maintenance_work_mem = '512MB'`);
    const indexes = await client.query<Record<'drop' | 'create', string>>(PUT_OFF);
    for (const { drop } of indexes.rows) await client.query(drop);
    for (const statement of DATA) await client.query(statement);
    for (const { create } of indexes.rows) await client.query(create);
    await client.query('set session_replication_role = default; set work_mem to default');
    await recount(database);
    await client.query('vacuum (freeze, analyze)');
  }
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: embedded.url, DATA_DIR: folder, GRAPHQL_RATE_LIMIT: '0' });
  const server = await startServer({ ...config, adminEmail: ADMIN.email, adminPassword: ADMIN.password, jobs: false, library: false });
  let cookie = '';
  const ask = async (query: string): Promise<number> => {
    const began = performance.now();
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ query }),
    });
    const { errors } = (await response.json()) as { errors?: unknown };
    if (errors) throw new Error(`${query}: ${JSON.stringify(errors)}`);
    cookie ||= response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    return performance.now() - began;
  };
  const timeOf = async (query: string) => {
    const times: number[] = [];
    for (let n = 0; n < WARM_UP + REQUESTS; n++) times.push(await ask(query));
    return quarter(times.slice(WARM_UP)).toFixed(0).padStart(5);
  };
  try {
    await ask(`mutation { login(input: { email: "${ADMIN.email}", password: "${ADMIN.password}" }) { user { id } } }`);
    await ask(SETTINGS);
    console.log(`${VENDORS} vendors; milliseconds of a page, and of a page with its total`);
    for (const [list, all] of Object.entries(LISTS)) {
      for (const args of all) {
        if (!`${list} ${args}`.includes(asked.only)) continue;
        const page = await timeOf(`{ ${list}(first: 50 ${args}) { nodes { id } } }`);
        const total = await timeOf(`{ ${list}(first: 50 ${args}) { totalCount nodes { id } } }`);
        console.log(`${page} ${total}  ${list} ${args}`);
        if (!asked.plans) continue;
        for (const [name, { text, values }] of sent) {
          if (!/\.(page|total)$/.test(name)) continue;
          const { rows } = await client.query<{ 'QUERY PLAN': string }>(
            `explain (analyze, costs off, buffers off, summary on) ${text}`,
            values,
          );
          console.log([`        ${name}`, ...rows.map((row) => row['QUERY PLAN'])].join('\n          '));
        }
        sent.clear();
      }
    }
    for (const [name, query] of Object.entries(FIGURES)) if (name.includes(asked.only)) console.log(`${await timeOf(query)}  ${name}`);
  } finally {
    await server.stop();
    await client.end();
    await database.close();
    await embedded.stop();
    if (!asked.keep) await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
