import { spawnSync } from 'node:child_process';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const CREATE_VENDOR = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`;

const metrics = async () => (await server.admin.fetch('/metrics')).text();

/** The value of a sample: `sample(text, 'audit_log_entries')`. */
function sample(text: string, name: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

const countOf = (text: string, labels: string) => sample(text, `http_request_duration_seconds_count{${labels}}`);

test('users with the permission can read them, with a session or a key', async () => {
  const answers = await Promise.all([
    server.admin.fetch('/metrics'),
    server.withPermissions('metrics:view').then((client) => client.fetch('/metrics')),
    server.withKey(['metrics:view']).then((client) => client.fetch('/metrics')),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[0].headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
});

test('nobody else can', async () => {
  const reviewer = await (await server.withRole('Reviewer')).fetch('/metrics');
  const key = await (await server.withKey(['audit:view', 'settings:manage'])).fetch('/metrics');
  const stranger = await server.stranger().fetch('/metrics');
  expect([reviewer.status, key.status, stranger.status]).toEqual([403, 403, 401]);
  expect(await reviewer.json()).toEqual({ error: 'Forbidden' });
  expect(await stranger.json()).toEqual({ error: 'Unauthorized' });
});

test('they cover the process, the database pool and the length of the audit log', async () => {
  const before = await metrics();
  expect(sample(before, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(before).toContain('nodejs_eventloop_lag_seconds');
  expect(sample(before, 'database_connections{state="used"}')).toBeGreaterThanOrEqual(0);
  expect(sample(before, 'database_connections{state="free"}')).toBeGreaterThanOrEqual(0);
  expect(sample(before, 'database_connections{state="waiting"}')).toBe(0);
  const input = { name: 'Acme', contactEmail: 'a@acme.example' };
  await server.admin.data(CREATE_VENDOR, { input });
  expect(sample(await metrics(), 'audit_log_entries')).toBe(sample(before, 'audit_log_entries')! + 1);
});

test('they cover statements, resolvers, reports, mail and rate limits', async () => {
  await server.admin.data('{ vendors { totalCount } }');
  await server.admin.fetch('/api/v1/vendors');
  const refused = (text: string) => sample(text, 'rate_limit_refusals_total{limit="login:account"}') ?? 0;
  const before = refused(await metrics());
  const login = `mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`;
  for (let n = 0; n < 11; n++) await server.stranger().code(login, { input: { email: 'guessed@example.org', password: 'guess' } });
  const text = await metrics();
  expect(sample(text, 'graphql_resolver_duration_seconds_count{field="Query.vendors",outcome="ok"}')).toBeGreaterThanOrEqual(2);
  expect(sample(text, 'graphql_resolver_duration_seconds_count{field="Mutation.login",outcome="error"}')).toBe(11);
  expect(sample(text, 'sql_statement_duration_seconds_count{verb="select",outcome="ok"}')).toBeGreaterThan(10);
  expect(refused(text)).toBe(before + 1);
  expect(sample(text, 'reports{state="waiting"}')).toBe(0);
  expect(sample(text, 'mails_waiting')).toBe(0);
  expect(text).toContain('report_duration_seconds');
  expect(text).not.toContain('guessed');
});

test.each([
  ['POST', '/graphql', 200, () => server.admin.data(`{ me { id } }`)],
  ['GET', '/healthz', 200, () => server.stranger().fetch('/healthz')],
  ['GET', '/graphiql', 200, () => server.stranger().fetch('/graphiql')],
  ['GET', '/metrics', 401, () => server.stranger().fetch('/metrics')],
  ['GET', '/api getVendor', 401, () => server.stranger().fetch('/api/v1/vendors/7')],
])('a request is counted as %s %s %i', async (method, route, status, request) => {
  const count = async () => countOf(await metrics(), `method="${method}",route="${route}",status="${status}"`) ?? 0;
  const before = await count();
  await request();
  expect(await count()).toBe(before + 1);
});

test.each(['/metrics', '/healthz', '/readyz', '/.well-known/security.txt'])('%s lists its methods', async (path) => {
  const response = await server.stranger().fetch(path, { method: 'POST' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('made-up paths and methods share one label', async () => {
  const stranger = server.stranger();
  for (const path of ['/a', '/b', '/graphql/c', '/d?e=f', '/explorer/g/h', '/api/a']) await stranger.fetch(path);
  await stranger.fetch('/a', { method: 'PROPFIND' });
  const routes = new Set((await metrics()).match(/route="[^"]*"/g));
  expect(routes).toContain('route="other"');
  expect(routes).toContain('route="/explorer/:version/:name"');
  expect(routes).toContain('route="/api/*"');
  expect([...routes].filter((route) => /\/[a-h]"/.test(route))).toEqual([]);
  expect(countOf(await metrics(), 'method="other",route="other",status="404"')).toBe(1);
});

/** The rules of `promtool check metrics`, for where it isn't installed. */
function lint(text: string): string[] {
  const lines = text.split('\n');
  const types = new Map(
    lines.flatMap((line) => (/^# TYPE (\S+) (\S+)$/.exec(line) ? [/^# TYPE (\S+) (\S+)$/.exec(line)!.slice(1) as [string, string]] : [])),
  );
  const helped = new Set(lines.flatMap((line) => /^# HELP (\S+) \S/.exec(line)?.[1] ?? []));
  const labels = new Set(text.match(/[{,](\w+)(?==")/g)?.map((match) => match.slice(1)));
  const faults = [...types].flatMap(([name, type]) => [
    ...(helped.has(name) ? [] : [`${name}: no help text`]),
    ...(type === 'counter' && !name.endsWith('_total') ? [`${name}: a counter without _total`] : []),
    ...(type !== 'counter' && name.endsWith('_total') ? [`${name}: _total, but no counter`] : []),
    ...(/_(count|sum|bucket)$/.test(name) ? [`${name}: the suffix of a histogram`] : []),
    ...(type !== 'histogram' && type !== 'summary' && text.includes(`\n${name}_bucket`) ? [`${name}: buckets`] : []),
    ...(/(^|_)(milliseconds|minutes|hours|days|kilobytes|megabytes|percent|ms|kb|mb)(_|$)/.test(name) ? [`${name}: no base unit`] : []),
    ...(/[A-Z:]/.test(name) ? [`${name}: camel case or colon`] : []),
    ...(name.includes(type) ? [`${name}: names its type`] : []),
  ]);
  return [...faults, ...[...labels].filter((label) => /[A-Z]/.test(label)).map((label) => `label ${label}: camel case`)];
}

test('promtool finds nothing wrong', async () => {
  const text = await metrics();
  expect(lint(text)).toEqual([]);
  expect(lint('# TYPE a_ms counter\na_ms{tooLong="1"} 1')).toHaveLength(4); // the check can fail
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  if ((checked.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return; // not installed here
  expect([checked.status, checked.stdout + checked.stderr]).toEqual([0, '']);
});

test('each server counts on its own', async () => {
  const other = await startTestServer();
  const text = await (await other.admin.fetch('/metrics')).text();
  expect(countOf(text, 'method="GET",route="/healthz",status="200"')).toBeUndefined();
  await other.stop();
});
