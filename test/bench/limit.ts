/**
 * The limit: what the jobs cost with nothing between HTTP and PostgreSQL. Bare node:http, hand-written prepared statements,
 * rows straight to JSON; no authentication, validation, logging or counting.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type CustomTypesConfig, Pool, types } from 'pg';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { append } from '../../src/domains/audit/audit-chain.store';
import { LANES } from '../../src/domains/audit/audit.chain';
import { CONTRACT_VALUES } from '../../src/domains/vendor/vendor.rules';
import { findChromium } from '../../src/platform/pdf/chromium';

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const NUMERIC = 1700;

const isoTime = (text: string) => {
  const fraction = text.length > 22 ? text.slice(20, -3).padEnd(3, '0') : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
};
const asText: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ) return isoTime;
    if (oid === INT8 || oid === NUMERIC) return Number;
    return types.getTypeParser(oid, format as 'text');
  },
};

const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 20,
  options: '-c timezone=UTC',
  idleTimeoutMillis: 0,
});

type Row = Record<string, unknown>;
const read = async <T = Row>(name: string, text: string, values: unknown[] = []): Promise<T[]> =>
  (await pool.query({ name, text, values, types: asText })).rows as T[];

const VENDOR = `id, name, external_id as "externalId", contact_name as "contactName", contact_email as "contactEmail", tier,
  website, overall_score as "overallScore", last_assessed_at as "lastAssessedAt", assessment_count as "assessmentCount", tags`;

const JOBS: Record<string, (part: string, url: URL, body: Row) => Promise<unknown>> = {
  J1: () => read('j1', `select ${VENDOR} from vendor order by lower(name), id`),

  J1f: (_, url) =>
    read('j1f', `select ${VENDOR} from vendor where tags @> array[$1]::text[] order by lower(name), id`, [url.searchParams.get('tag')]),

  async J2() {
    const vendors = await read('j2v', 'select id, name, tier from vendor order by lower(name), id limit 25');
    const assessments = await read(
      'j2a',
      `select a.* from unnest($1::uuid[]) as v(id) cross join lateral (
        select id, vendor_id as up, title, status, score from assessment where vendor_id = v.id
        order by created_at desc, id desc limit 5) a`,
      [vendors.map(({ id }) => id)],
    );
    const findings = await read(
      'j2f',
      `select id, assessment_id as up, title, severity, status from finding where assessment_id = any($1::uuid[])
      order by rank, created_at desc, id desc`,
      [assessments.map(({ id }) => id)],
    );
    const controls = await read(
      'j2c',
      `select f.finding_id as up, c.id, c.code, c.title from finding_control f join control c on c.id = f.control_id
      where f.finding_id = any($1::uuid[]) order by c.code, c.id`,
      [findings.map(({ id }) => id)],
    );
    below(findings, 'controls', controls);
    below(assessments, 'findings', findings);
    below(vendors, 'assessments', assessments);
    return vendors;
  },

  async J3(id) {
    const [[vendor], assessments, domainBreakdown, [actions]] = await Promise.all([
      read(
        'j3v',
        `select id, name, contact_email as "contactEmail", external_id as "externalId",
        contact_name as "contactName", website, notes, tier, overall_score as "overallScore",
        last_assessed_at as "lastAssessedAt", contract_value as "contractValue", geographic_risk as "geographicRisk", tags
        from vendor where id = $1`,
        [id],
      ),
      read<Row & { submittedAt: string }>(
        'j3a',
        `select id, title, status, score, template_name as "templateName",
        template_version as "templateVersion", submitted_at as "submittedAt" from assessment where vendor_id = $1
        order by created_at desc, id desc`,
        [id],
      ),
      read(
        'j3d',
        `
        select domain, framework_id as "frameworkId", framework_name as "frameworkName",
          coalesce(sum(earned) / nullif(sum(possible), 0), 0) as "complianceRatio", count(*) as "controlCount"
        from (
          select c.control_id, c.framework_id, c.framework_name, coalesce(c.domain, 'General') as domain,
            sum(r.weighted_score) as earned, sum(r.max_score) as possible,
            row_number() over (partition by c.control_id order by a.submitted_at desc, a.id) as recency
          from assessment a join assessment_question_control c on c.assessment_id = a.id
          join response r on r.question_id = c.question_id
          where a.vendor_id = $1 and a.status = 'COMPLETED' and r.max_score is not null
          group by a.id, c.control_id, c.framework_id, c.framework_name, c.domain
        ) e where recency = 1 group by framework_id, framework_name, domain order by framework_name, framework_id, domain`,
        [id],
      ),
      read<Record<string, number>>(
        'j3r',
        `select count(*) as total, count(*) filter (where status = 'COMPLETED') as completed,
        count(*) filter (where status = 'IN_PROGRESS') as "inProgress", count(*) filter (where status = 'PENDING') as pending,
        count(*) filter (where status = 'NOT_APPLICABLE') as "notApplicable" from responsibility_action where vendor_id = $1`,
        [id],
      ),
    ]);
    const { total, notApplicable, completed } = actions!;
    const applicable = total! - notApplicable!;
    return {
      ...vendor,
      contractValue: CONTRACT_VALUES[vendor!.contractValue as keyof typeof CONTRACT_VALUES],
      assessments: assessments.map(({ submittedAt: _, ...shown }) => shown),
      domainBreakdown,
      history: assessments
        .filter(({ status }) => status === 'COMPLETED')
        .sort((a, b) => (a.submittedAt < b.submittedAt ? 1 : -1))
        .map(({ id, title, submittedAt, score }) => ({ id, title, submittedAt, score })),
      customerResponsibilityCompliance: total
        ? { ...actions, percent: applicable ? Math.round((completed! / applicable) * 100) : 0 }
        : null,
    };
  },

  async J4() {
    const [numbers] = await read(
      'j4',
      `
      with overdue as (select vendor_id from assessment where status in ('SENT', 'IN_PROGRESS') and due_date < now()),
      portfolio as (
        select count(*) as total, avg(overall_score) as average, count(*) filter (where overall_score >= green_from) as green,
          count(*) filter (where overall_score >= amber_from and overall_score < green_from) as amber,
          count(*) filter (where overall_score < amber_from) as red, count(*) filter (where overall_score is null) as unscored,
          count(*) filter (where overall_score < amber_from or v.id in (select vendor_id from overdue)) as attention
        from vendor v cross join settings
      ), deficient as (
        select c.code, min(c.title) as title, count(*) as fails from response r
        join assessment a on a.id = r.assessment_id and a.status = 'COMPLETED'
        join assessment_question_control c on c.question_id = r.question_id
        where not r.is_compliant group by c.code, c.framework_name order by count(*) desc, c.code, c.framework_name limit 10
      )
      select total as "vendorCount", average as "averageScore", attention as "needsAttention",
        (select count(*) from finding where status = 'OPEN') as "openFindings",
        json_build_object('green', green, 'amber', amber, 'red', red, 'unscored', unscored) as "scoreDistribution",
        (select json_agg(json_build_object('controlCode', code, 'controlTitle', title, 'failCount', fails)) from deficient)
          as "topDeficientControls",
        (select json_object_agg(tier, count) from (select tier, count(*) from vendor where tier is not null group by tier) t)
          as "vendorsByTier",
        (select json_object_agg(status, count) from (select status, count(*) from assessment group by status) s) as states,
        (select count(*) from overdue) as overdue,
        (select json_build_object('totalVendors', count(distinct vendor_id), 'totalActions', count(*),
          'completedActions', count(*) filter (where status = 'COMPLETED'), 'percent',
          coalesce(round(100.0 * count(*) filter (where status = 'COMPLETED')
            / nullif(count(*) filter (where status <> 'NOT_APPLICABLE'), 0)), 0)) from responsibility_action) as actions
      from portfolio`,
    );
    const { states, overdue, actions, vendorsByTier, ...same } = numbers as Row & { states: Row; vendorsByTier: Row };
    return {
      ...same,
      vendorsByTier,
      vendors: same.vendorCount,
      riskByTier: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'].map((tier) => ({ tier, count: vendorsByTier[tier] })),
      assessmentStatusCounts: { ...states, OVERDUE: overdue },
      customerResponsibilitySummary: actions,
    };
  },

  async J5(id, _, { status, resolutionNote }) {
    const client = await pool.connect();
    try {
      await client.query({ name: 'begin', text: 'begin' });
      const { rows } = await client.query<{ title: string }>({
        name: 'j5',
        text: `update finding set status = $2, resolution_note = $3, resolved_at = now(), resolved_by_name = $4,
          revision = revision + 1, updated_at = now() where id = $1 and status = 'OPEN'
          returning id, title, status, severity, resolution_note as "resolutionNote", resolved_at as "resolvedAt"`,
        values: [id, status, resolutionNote, 'API key limit'],
        types: asText,
      });
      const entity = { type: 'Finding', id, name: rows[0]!.title };
      const meta = { from: 'OPEN', to: status };
      const record = {
        id: randomUUID(),
        action: 'UPDATE_FINDING' as const,
        entity,
        meta,
        userId: null,
        userName: 'API key limit',
        commitments: {},
        salt: `\\x${'00'.repeat(32)}`,
      };
      const { text, values } = append(
        randomInt(LANES),
        record,
        { tallies: [], ofPortfolios: [] },
        { read: [], latest: [], write: [], hashes: [] },
        new Map(),
      ).compile();
      await client.query({ name: 'audit', text, values });
      await client.query({ name: 'commit', text: 'commit' });
      return rows[0];
    } finally {
      client.release();
    }
  },

  async J6(_, { searchParams: query }) {
    const filter = [query.get('action'), query.get('fromDate'), `${query.get('toDate')}T23:59:59.999Z`];
    const page = Number(query.get('page'));
    const pageSize = Number(query.get('pageSize'));
    const [entries, [total]] = await Promise.all([
      read(
        'j6',
        `select id, action, user_name as "userName", entity_type as "entityType", left(entity_id::text, 8) as "entityId",
        entity_name as "entityName", meta, created_at as "createdAt" from audit_entry
        where action = $1 and created_at >= $2 and created_at <= $3
        order by created_at desc, seq desc, id desc limit $4 offset $5`,
        [...filter, pageSize, (page - 1) * pageSize],
      ),
      read('j6n', 'select count(*) from audit_entry where action = $1 and created_at >= $2 and created_at <= $3', filter),
    ]);
    return { entries: entries.map((entry) => ({ ...entry, actionLabel: 'Updated finding' })), page, pageSize, totalCount: total!.count };
  },
};

/** Bare Chromium: open pages print ready-made HTML. */
async function print(job: string): Promise<Uint8Array> {
  browser ??= findChromium().then((chromium) =>
    puppeteer.launch({ ...chromium, headless: 'shell', pipe: true, args: ['--no-sandbox', '--disable-gpu'] }),
  );
  const page = idle.pop() ?? (await (await browser).newPage());
  try {
    await page.setContent(await readFile(path.join(process.env['PAGES']!, `${job}.html`), 'utf8'));
    return await page.pdf({ tagged: true, outline: true, preferCSSPageSize: true, printBackground: true });
  } finally {
    idle.push(page);
  }
}
let browser: Promise<Browser> | undefined;
const idle: Page[] = [];

/** Nests rows under the rows they refer to, and removes the reference. */
function below(parents: Row[], field: string, children: Row[]): void {
  const of = new Map(parents.map((parent) => [parent.id, (parent[field] = [] as Row[])]));
  for (const { up, ...child } of children) of.get(up)!.push(child);
}

async function bodyOf(request: IncomingMessage): Promise<Row> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Row) : {};
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const url = new URL(request.url!, 'http://limit');
    const [, job, part = ''] = url.pathname.split('/');
    const body = request.method === 'GET' ? {} : await bodyOf(request);
    const made = JOBS[job!] ? Buffer.from(JSON.stringify(await JOBS[job!]!(part, url, body))) : await print(job!);
    const type = JOBS[job!] ? 'application/json; charset=utf-8' : 'application/pdf';
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': made.length, 'X-Request-Id': randomUUID() });
    response.end(made);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}

const server = createServer((request, response) => void answer(request, response));
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  console.log(`listens on http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
process.on('SIGTERM', () => process.exit(0));
