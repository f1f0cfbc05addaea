/** The past through REST and exports: ?asOf= takes what @asOf takes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readDefinition } from '../../rest-facade/definition';
import { type Assessed, Assessor } from '../kit/assessed';
import { moment } from '../kit/past';
import { readPdf } from '../kit/pdf';
import { RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let rest: RestClient;
let assessor: Assessor;
let assessed: Assessed;
/** When everything was there. */
let then: string;
/** When an assessment was not overdue yet, and when it will be. */
let early: string;
let due: number;
/** What every route answered then. */
const copies = new Map<string, string>();

interface Route {
  name: string;
  path: string;
  permission: string;
  isPdf?: boolean;
}
let routes: Route[];

/** With the log first: the downloads of others are recorded there. */
const routesOf = ({ id, vendorId }: Assessed): Route[] => [
  { name: 'listAudit', path: '/api/v1/audit?pageSize=100', permission: 'audit:view' },
  { name: 'listAudit as CSV', path: '/api/v1/audit?format=csv', permission: 'audit:view' },
  { name: 'exportAuditChanges', path: '/exports/audit-changes.csv', permission: 'audit:view' },
  { name: 'listVendors', path: '/api/v1/vendors', permission: 'vendors:view' },
  { name: 'getVendor', path: `/api/v1/vendors/${vendorId}`, permission: 'vendors:view' },
  { name: 'getVendorByExternalId', path: '/api/v1/vendors/external/ERP-1', permission: 'vendors:view' },
  { name: 'getVendorScore', path: `/api/v1/vendors/${vendorId}/score`, permission: 'vendors:view' },
  { name: 'exportVendor', path: `/api/v1/vendors/${vendorId}/export`, permission: 'vendors:view' },
  { name: 'listVendorAssessments', path: `/api/v1/vendors/${vendorId}/assessments`, permission: 'vendors:view' },
  { name: 'listVendorCertifications', path: `/api/v1/vendors/${vendorId}/certifications`, permission: 'vendors:view' },
  { name: 'listAssessments', path: '/api/v1/assessments', permission: 'assessments:view' },
  { name: 'listAssessments as CSV', path: '/api/v1/assessments?format=csv', permission: 'assessments:view' },
  { name: 'getAssessment', path: `/api/v1/assessments/${id}`, permission: 'assessments:view' },
  { name: 'exportAssessment', path: `/api/assessments/${id}/export`, permission: 'assessments:view' },
  { name: 'listFindings', path: '/api/v1/findings', permission: 'assessments:view' },
  { name: 'listFrameworks', path: '/api/v1/frameworks', permission: 'frameworks:view' },
  { name: 'getFramework', path: `/api/v1/frameworks/${assessor.frameworkId}?search=A.1`, permission: 'frameworks:view' },
  { name: 'exportTemplate', path: `/api/templates/${assessor.templateId}/export`, permission: 'templates:view' },
  { name: 'getDashboard', path: '/api/v1/dashboard', permission: 'assessments:view' },
  { name: 'exportFrameworkCatalog', path: `/exports/frameworks/${assessor.frameworkId}/oscal.json`, permission: 'frameworks:view' },
  { name: 'exportFrameworkControls', path: `/exports/frameworks/${assessor.frameworkId}/controls.csv`, permission: 'frameworks:view' },
  {
    name: 'exportVendorResults',
    path: `/exports/vendors/${vendorId}/frameworks/${assessor.frameworkId}/oscal.json`,
    permission: 'vendors:view',
  },
  { name: 'getAssessmentPdf', path: `/api/assessments/${id}/pdf`, permission: 'assessments:view', isPdf: true },
  { name: 'getPortfolioReport', path: '/api/dashboard/report', permission: 'assessments:view', isPdf: true },
  {
    name: 'getVendorFrameworkReport',
    path: `/api/vendors/${vendorId}/frameworks/${assessor.frameworkId}/report`,
    permission: 'vendors:view',
    isPdf: true,
  },
];

const asOf = (path: string, at: string) => `${path}${path.includes('?') ? '&' : '?'}asOf=${encodeURIComponent(at)}`;
const read = async (path: string, client = server.admin) => {
  const response = await client.fetch(path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const run = (field: string, type: string, input: object) =>
  server.admin.data(`mutation ($input: ${type}!) { ${field}(input: $input) { __typename } }`, { input });

/** Documents that are made anew each time have ids and times of their own. */
const comparable = (text: string) => text.replace(/"(uuid|last-modified|collected|start|end)":"[^"]*"/g, '').replace(/\?asOf=[^"]*/g, '');

beforeAll(async () => {
  server = await startTestServer({ restRateLimit: 0 });
  rest = new RestClient(server.admin);
  assessor = await Assessor.prepare(server);
  assessed = await assessor.completed({ name: 'Acme', externalId: 'ERP-1', tier: 'HIGH' });
  await assessor.certify(assessed.vendorId, { name: 'ISO 27001', expiresDate: '2030-01-01' });
  routes = routesOf(assessed);
  then = moment();
  for (const { path, isPdf } of routes) if (!isPdf) copies.set(path, comparable((await read(path)).text));
  await run('updateSettings', 'UpdateSettingsInput', { organizationName: 'Renamed organisation' });
  await run('updateVendor', 'UpdateVendorInput', { id: assessed.vendorId, name: 'Renamed' });
  await run('deleteVendor', 'DeleteInput', { id: assessed.vendorId });
  await run('deleteFramework', 'DeleteInput', { id: assessor.frameworkId });
  due = Date.now() + 8_000;
  await assessor.sent({ name: 'Late' }, { dueDate: new Date(due).toISOString() });
  early = moment();
});
afterAll(() => server.stop());

test('every GET of openapi.yaml is among those tested, and describes asOf', () => {
  const gets = Object.values(readDefinition().paths!).flatMap((item) => (item?.get ? [item.get] : []));
  const tested = new Set(routes.map(({ name }) => name.replace(' as CSV', '')));
  expect(gets.map(({ operationId }) => operationId!).filter((id) => id !== 'downloadFile')).toEqual(expect.arrayContaining([...tested]));
  expect(tested.size).toBe(gets.length - 1);
  const reference = { $ref: '#/components/parameters/AsOf' };
  for (const { operationId, parameters, responses } of gets) {
    if (operationId !== 'downloadFile')
      expect([operationId, parameters, responses]).toMatchObject([operationId, expect.arrayContaining([reference]), { 400: {} }]);
  }
});

test('every route answers again what it answered at the moment; now it answers something else', async () => {
  for (const [path, copy] of copies) {
    const { status, text } = await read(asOf(path, then));
    expect([path, status, comparable(text)]).toEqual([path, 200, copy]);
    if (!path.includes('/templates/')) expect([path, comparable((await read(path)).text)]).not.toEqual([path, copy]);
  }
});

test('the moment may have any offset, and what did not exist then is 404', async () => {
  const [day, time] = then.split('T') as [string, string];
  const inIndia = new Date(Date.parse(then) + 19_800_000).toISOString().replace('Z', '+05:30');
  const path = `/api/v1/vendors/${assessed.vendorId}`;
  for (const at of [`${day}T${time}`, inIndia]) expect((await read(asOf(path, at))).status).toBe(200);
  const { recordedSince } = await server.admin.data<{ recordedSince: string }>('{ recordedSince }');
  for (const { path: one } of routes.filter(({ name }) => /^(get|export)(Vendor|Assessment)/.test(name))) {
    expect([one, (await read(asOf(one, recordedSince))).status]).toEqual([one, 404]);
  }
});

const untilDue = () => sleep(Math.max(0, due - Date.now()));

test('what hangs on the time counts from the moment', async () => {
  await untilDue();
  const overdue = async (at?: string) => {
    const { body } = await rest.get<{ assessmentStatusCounts: { OVERDUE: number } }>(at ? asOf('/v1/dashboard', at) : '/v1/dashboard');
    return body.assessmentStatusCounts.OVERDUE;
  };
  expect([await overdue(early), await overdue()]).toEqual([0, 1]);
  const titles = (path: string) => rest.get<{ totalCount: number }>(path).then(({ body }) => body.totalCount);
  expect([await titles(asOf('/v1/assessments?overdue=true', early)), await titles('/v1/assessments?overdue=true')]).toEqual([0, 1]);
});

test('400 names asOf for a moment that is none, or that nobody can know about', async () => {
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const bad = [
    '',
    '2026-11-15',
    '2026-11-15T09:30:00',
    'yesterday',
    '1763195400',
    '2026-02-30T00:00:00Z',
    hour(1),
    '2020-01-01T00:00:00Z',
  ].map((at) => `asOf=${encodeURIComponent(at)}`);
  const queries = [...bad, 'asOf', 'asOf=%FF', `asOf=${then}&asOf=${then}`, `asOf=&asOf=${then}`, `asOf[]=${then}`, `asOf%5B0%5D=${then}`];
  for (const { path } of routes) {
    for (const query of queries) {
      const { status, text } = await read(`${path}${path.includes('?') ? '&' : '?'}${query}`);
      expect([path, query, status, (JSON.parse(text) as { error: string }).error]).toEqual([
        path,
        query,
        400,
        expect.stringContaining('asOf '),
      ]);
    }
  }
});

test('403 without audit:view, and without the permission of the route', async () => {
  const auditor = await server.withKey(['audit:view']);
  for (const permission of ['vendors:view', 'assessments:view', 'frameworks:view', 'templates:view']) {
    const alone = await server.withKey([permission]);
    const both = await server.withKey([permission, 'audit:view']);
    for (const { path } of routes.filter((route) => route.permission === permission && !route.isPdf)) {
      const statuses = await Promise.all([alone, auditor, both].map(async (client) => (await read(asOf(path, then), client)).status));
      expect([path, statuses]).toEqual([path, [403, 403, 200]]);
      expect([path, (await read(`${path}${path.includes('?') ? '&' : '?'}asOf=x`, alone)).status]).toEqual([path, 403]);
    }
  }
  expect((await read(asOf('/api/v1/vendors', then), server.stranger())).status).toBe(401);
});

test('400 for a change: nothing is changed', async () => {
  const query = `asOf=${then}`;
  const body = { name: 'New', contactEmail: 'a@b.example' };
  const before = (await rest.get('/v1/vendors')).text;
  for (const answer of [
    await rest.send('POST', `/v1/vendors/import?${query}`, body),
    await rest.send('PUT', `/v1/vendors/${assessed.vendorId}?${query}`, body),
    await rest.delete(`/v1/vendors/${assessed.vendorId}?${query}`),
  ]) {
    expect([answer.status, answer.body.error]).toEqual([400, "asOf is only for reading: the past can't be changed"]);
  }
  expect((await rest.get('/v1/vendors')).text).toBe(before);
});

test('400 where only the present is shown', async () => {
  for (const path of ['/graphql', `/files/${assessed.id}`, '/imports/framework', '/audit/log/checkpoint']) {
    const answer = await read(asOf(path, then));
    expect([path, answer.status]).toEqual([path, 400]);
    expect(answer.text).toContain('is not known here');
  }
});

describe('the reports', () => {
  const UTC = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const pdfOf = async (path: string) => {
    const response = await server.admin.fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    return readPdf(new Uint8Array(await response.arrayBuffer()));
  };

  test('print "As of" with the day and the time in UTC on the first page and below the others, and show what was', async () => {
    const day = new Date(then).toLocaleDateString('en-GB', UTC);
    for (const { path } of routes.filter(({ isPdf }) => isPdf)) {
      const { pages } = await pdfOf(asOf(path, then));
      for (const text of pages) expect(text).toContain(`As of ${day}, ${then.slice(11, 19)} UTC`);
      expect(pages.join(' ')).toContain('Acme');
      expect(pages.join(' ')).not.toContain('Renamed');
    }
  });

  test('count from the moment', async () => {
    const overdue = async (path: string) => /(\d+) Assessments overdue/.exec((await pdfOf(path)).pages.join(' '))?.[1];
    await untilDue();
    expect([await overdue(asOf('/api/dashboard/report', early)), await overdue('/api/dashboard/report')]).toEqual(['0', '1']);
  });

  test('of now have the day alone, as ever', async () => {
    const { pages } = await pdfOf('/api/dashboard/report');
    expect(pages[0]).toContain(new Date().toLocaleDateString('en-GB', UTC));
    expect(pages.join(' ')).not.toContain('As of');
  });
});

test('URLs that a query of the past gives lead to the past', async () => {
  const { id, vendorId } = assessed;
  const selection = `assessment(id: "${id}") { reportUrl } dashboard { reportUrl } framework(id: "${assessor.frameworkId}") { oscalUrl csvUrl }
    vendor(id: "${vendorId}") { oscalResultsUrl(frameworkId: "${assessor.frameworkId}") frameworkReportUrl(frameworkId: "${assessor.frameworkId}") }`;
  const data = await server.admin.data(`query ($at: DateTime!) @asOf(at: $at) { ${selection} }`, { at: then });
  const urls = Object.values(data).flatMap((one) => Object.values(one as Record<string, string>));
  expect(urls).toHaveLength(6);
  for (const url of urls) {
    const { pathname, search, searchParams, origin } = new URL(url);
    expect([origin, searchParams.get('asOf')]).toEqual([server.url, then]);
    const response = await server.admin.fetch(pathname + search);
    await response.arrayBuffer();
    expect([url, response.status]).toEqual([url, 200]);
  }
  const results = (await read(asOf(`/exports/vendors/${vendorId}/frameworks/${assessor.frameworkId}/oscal.json`, then))).text;
  expect(results).toContain(`/exports/frameworks/${assessor.frameworkId}/oscal.json?asOf=${encodeURIComponent(then)}`);
  expect(results).toContain(`"last-modified":"${then}"`);
  const live = await server.admin.data<{ dashboard: { reportUrl: string } }>('{ dashboard { reportUrl } }');
  expect(live.dashboard.reportUrl).toBe(`${server.url}/api/dashboard/report`);
});

test('a tag of the past is none of the present, and is honoured', async () => {
  const past = await rest.get(asOf('/v1/frameworks', then));
  const present = await rest.get('/v1/frameworks');
  const tag = past.headers.get('etag')!;
  expect(tag).not.toBe(present.headers.get('etag'));
  expect(past.headers.get('cache-control')).toBe('private, no-cache');
  expect((await rest.get(asOf('/v1/frameworks', then), { 'if-none-match': tag })).status).toBe(304);
  expect((await rest.get('/v1/frameworks', { 'if-none-match': tag })).status).toBe(200);
});

describe('downloads of the past', () => {
  interface Entry {
    action: string;
    meta: Record<string, unknown>;
  }
  const newest = async (after: string) => {
    const query = `query ($from: DateTime!) { auditLog(filter: { createdFrom: $from }) { nodes { action meta } } }`;
    return (await server.admin.data<{ auditLog: { nodes: Entry[] } }>(query, { from: after })).auditLog.nodes;
  };

  test('are recorded now, with the moment, and have it in their names', async () => {
    const stamp = then.replaceAll(':', '-');
    const files: [path: string, file: string, action: string][] = [
      [`/api/v1/vendors/${assessed.vendorId}/export`, `Acme-as-of-${stamp}.csv`, 'READ_EXPORT'],
      ['/api/v1/assessments?format=csv', `assessments-as-of-${stamp}.csv`, 'READ_EXPORT'],
      ['/api/v1/audit?format=csv', `audit-export-as-of-${stamp}.csv`, 'READ_EXPORT'],
      ['/exports/audit-changes.csv', `audit-changes-as-of-${stamp}.csv`, 'READ_EXPORT'],
      [`/exports/frameworks/${assessor.frameworkId}/controls.csv`, `ISO 27001-as-of-${stamp}.csv`, 'READ_EXPORT'],
      ['/api/dashboard/report', `portfolio-report-as-of-${stamp}.pdf`, 'READ_REPORT'],
    ];
    for (const [path, file, action] of files) {
      const before = moment();
      const { status, headers } = await read(asOf(path, then));
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('content-disposition')).toContain(file.replace(' ', '-'));
      expect([path, await newest(before)]).toMatchObject([path, [{ action, meta: { file, asOf: then } }]]);
    }
  });

  test('through GraphQL, too', async () => {
    const before = moment();
    await server.admin.data(`query ($at: DateTime!) @asOf(at: $at) { template(id: "${assessor.templateId}") { export } }`, { at: then });
    expect(await newest(before)).toMatchObject([{ action: 'READ_EXPORT', meta: { asOf: then } }]);
  });

  test('of now are recorded without one', async () => {
    const before = moment();
    await read('/api/v1/assessments?format=csv');
    const [entry] = await newest(before);
    expect(entry!.meta).not.toHaveProperty('asOf');
  });
});

test('the past costs five requests', async () => {
  const other = await startTestServer({ restRateLimit: 100 });
  try {
    const api = new RestClient(await other.withKey(['vendors:view', 'audit:view']));
    const left = async (path: string) => (await api.get(path)).headers.get('ratelimit-remaining');
    expect(await left('/v1/vendors')).toBe('99');
    expect(await left(asOf('/v1/vendors', moment()))).toBe('94');
    expect(await left('/v1/vendors?asOf=x')).toBe('89');
    expect(await left('/v1/vendors')).toBe('88');
    expect(await left(asOf('/v1/audit', moment()))).toBe('59'); // the log has a limit of its own
  } finally {
    await other.stop();
  }
});
