import { Client } from 'pg';
import { ADMINISTERING, ALL_PERMISSIONS, type Permission } from '../../src/auth/permissions';
import { sql } from '../../src/database/sql';
import { type Assessed, Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { PDF } from '../kit/files';
import { readPdf } from '../kit/pdf';
import { createVendor, move } from '../kit/portfolio';
import { NOWHERE } from '../kit/rest';
import { type Answers, askAll, askFilters, attempts, routes, type Subject } from '../kit/scope-walk';
import { startTestServer, type TestServer } from '../kit/server';

/**
 * A caller of one portfolio goes over every field, route, export, file and report: nothing of another portfolio appears, no total
 * counts it, no error tells that it exists. What is theirs is made first and looked at; then the same is made elsewhere, and what
 * they see must not have changed.
 */
const MINE = 'Alphaone';
const OTHER = 'Omegatwo';
const UNASSIGNED = 'Nowherethree';

const HELD = new Set<Permission>(ALL_PERMISSIONS.filter((one) => !ADMINISTERING.includes(one)));
const ASKING = { permissions: HELD };

let server: TestServer;
let assessor: Assessor;
let alpha: string;
let omega: string;
let mine: Subject;
let client: GraphQLClient;
let everywhere: GraphQLClient;
/** What the caller saw before there was anything else. */
let before: Seen;

interface Seen {
  answers: Answers;
  past: Answers;
  files: Record<string, unknown>;
}

beforeAll(async () => {
  server = await startTestServer();
  // Otherwise looking would change what is seen.
  await run('updateSettings', 'UpdateSettingsInput', { auditReads: false });
  assessor = await Assessor.prepare(server);
  alpha = await portfolio(MINE);
  client = await server.withPermissions(...HELD);
  everywhere = await server.withPermissions(...HELD);
  omega = await portfolio(OTHER);
  await assign(client, [alpha]);
  const { ids } = await fill(MINE, alpha);
  mine = { ids, text: MINE, from: new Date().toISOString(), to: '' };
  mine.to = new Date().toISOString();
  before = await look(client, mine.to);
  await fill(OTHER, omega);
  await fill(UNASSIGNED, null);
}, 120_000);
afterAll(() => server.stop());

async function portfolio(name: string): Promise<string> {
  const made = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
    `mutation ($input: CreatePortfolioInput!) { createPortfolio(input: $input) { portfolio { id } } }`,
    { input: { name: `Unit ${name}`, description: name } },
  );
  return made.createPortfolio.portfolio.id;
}

interface Me {
  me: { id: string; role: { id: string } };
}

async function assign(to: GraphQLClient, portfolioIds: string[] | null): Promise<void> {
  const { me } = await to.data<Me>(`{ me { id role { id } } }`);
  await server.admin.data(`mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id portfolios { id } } } }`, {
    input: { userId: me.id, roleId: me.role.id, portfolioIds },
  });
}

async function upload(as: GraphQLClient, name: string, fields: Record<string, string>): Promise<string> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([PDF]), `${name}.pdf`);
  const response = await as.fetch('/files', { method: 'POST', body: form });
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

const run = (name: string, type: string, input: object, as = server.admin) =>
  as.data(`mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`, { input });

/** One of everything, with a mark in every text. */
async function fill(mark: string, portfolioId: string | null): Promise<{ ids: Record<string, string>; made: Assessed }> {
  const of = { portfolioId, tags: [mark], notes: mark, contactName: mark, contactEmail: `${mark}@x.example`, website: `https://${mark}.example` };
  const vendor = await createVendor(server, { name: `${mark} Ltd`, externalId: mark, tier: 'HIGH', ...of });
  const gaps = { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 1, Remarks: mark };
  const made = await assessor.completed(vendor, { title: `${mark} done` }, gaps);
  const sent = await assessor.sent(vendor, { title: `${mark} under way`, dueDate: '2026-01-01T00:00:00Z' });
  await sent.portal.answer({ Remarks: mark });
  const reviewed = await assessor.submitted(vendor, { title: `${mark} in review` }, gaps);
  await move(server.admin, 'startReview', reviewed.id);
  await assessor.decide(reviewed, 'MFA?', 'REJECTED', mark);
  const response = await assessor.attach(sent, 'Policy', `${mark}-response.pdf`);
  await assessor.comment(sent.id, `${mark} says`);
  await run('createFinding', 'CreateFindingInput', { assessmentId: made.id, title: `${mark} gap`, description: mark, severity: 'CRITICAL' });
  const certification = await assessor.certify(vendor, { name: 'ISO 27001', issuer: mark, expiresDate: '2027-06-30' });
  await upload(server.admin, `${mark}-vendor`, { vendorId: vendor });
  await upload(server.admin, `${mark}-certification`, { certificationId: certification });
  const { vendor: found } = await server.admin.data<{ vendor: { responsibilityActions: { id: string }[]; findings: { nodes: { id: string }[] } } }>(
    `query ($id: ID!) { vendor(id: $id) { responsibilityActions { id } findings { nodes { id } } } }`,
    { id: vendor },
  );
  const action = found.responsibilityActions[0]!.id;
  await run('updateResponsibilityAction', 'UpdateResponsibilityActionInput', { id: action, notes: mark });
  await upload(server.admin, `${mark}-action`, { actionId: action });
  const finding = found.findings.nodes[0]!.id;
  await run('updateFindingStatus', 'UpdateFindingStatusInput', { id: found.findings.nodes[1]!.id, status: 'REMEDIATED', resolutionNote: mark });
  // What is gone by now: the past and the audit log know it.
  const gone = await createVendor(server, { name: `${mark} gone`, ...of });
  await assessor.completed(gone, { title: `${mark} gone` }, gaps);
  await run('deleteVendor', 'DeleteInput', { id: gone });
  const short = await assessor.submitted(vendor, { title: `${mark} short` });
  await run('deleteAssessment', 'DeleteInput', { id: short.id });
  const ids = { vendor, assessment: made.id, finding, certification, action, file: response, response };
  return { ids: { ...ids, reviewed: reviewed.id, question: await made.portal.idOf('MFA?').catch(() => NOWHERE), framework: assessor.frameworkId, template: assessor.templateId, portfolio: portfolioId ?? NOWHERE, external: mark }, made };
}

/** Everything that the caller can see. */
async function look(as: GraphQLClient, at: string): Promise<Seen> {
  const answers = await askAll(as, ASKING, mine);
  const filtered = await askFilters(as, ASKING, mine.ids.vendor!, MINE);
  const past = await askAll(as, ASKING, mine, at);
  const files: Record<string, unknown> = {};
  for (const { name, path } of routes()) files[name] = await download(as, path(mine.ids));
  return { answers: { ...answers, ...filtered }, past, files };
}

async function download(as: GraphQLClient, path: string): Promise<unknown> {
  const response = await as.fetch(path);
  const { status } = response;
  if (response.headers.get('content-type') === 'application/pdf' && !path.startsWith('/files')) return { status, text: (await readPdf(new Uint8Array(await response.arrayBuffer()))).pages };
  return { status, text: await response.text() };
}

/** Where two looks differ. */
function differences(a: object, b: object): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  const textOf = (all: object, name: string) => JSON.stringify((all as Answers)[name]) ?? 'nothing';
  return [...names].flatMap((name) => {
    const [one, other] = [textOf(a, name), textOf(b, name)];
    const at = [...one].findIndex((letter, i) => letter !== other[i]);
    return one === other ? [] : [`${name}: ${one.slice(Math.max(0, at - 60), at + 60)} / ${other.slice(Math.max(0, at - 60), at + 60)}`];
  });
}

/** Ids and marks that only what isn't the caller's has. */
async function foreign(): Promise<{ ids: string[]; marks: string[] }> {
  const tables = await server.services.database.query<{ name: string }>(sql`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'id'
    where relkind = 'v' and relnamespace = 'scoped'::regnamespace and relname not like 'audit%' and relname <> 'visible_vendor'`);
  const hidden = await Promise.all(
    tables.map(({ name }) =>
      direct<{ id: string }>(`
        set vetgraph.portfolios = '{${alpha}}'; set vetgraph.asker = '${NOWHERE}';
        select t.id::text from public."${name}" t where not exists (select 1 from scoped."${name}" s where s.id = t.id)`),
    ),
  );
  return { ids: hidden.flat().map(({ id }) => id), marks: [OTHER, UNASSIGNED] };
}

async function direct<T extends object>(text: string): Promise<T[]> {
  const connection = new Client({ connectionString: server.databaseUrl });
  await connection.connect();
  const results = await connection.query<T>(text).finally(() => connection.end());
  return [results].flat().at(-1)!.rows;
}

/** Where in what was seen something stands that isn't the caller's. */
function leaks(seen: object, { ids, marks }: { ids: readonly string[]; marks: readonly string[] }): string[] {
  const all = [...ids, ...marks].map((one) => one.toLowerCase());
  const found: string[] = [];
  for (const [group, answers] of Object.entries(seen) as [string, Answers][]) {
    for (const [name, answer] of Object.entries(answers)) {
      const text = JSON.stringify(answer).toLowerCase();
      if (all.some((one) => text.includes(one))) found.push(`${group}: ${name}`);
    }
  }
  return found;
}

test('what the caller sees is something, and no question is refused but what tells of all portfolios', () => {
  const { answers, past, files } = before;
  const refused = Object.entries({ ...answers, ...past }).filter(([, answer]) => (answer as { errors?: unknown }).errors !== undefined);
  expect(refused.map(([name, answer]) => [name, (answer as { errors: { message: string }[] }).errors[0]!.message])).toEqual([]);
  const failed = (Object.entries(files) as [string, { status: number; text: string }][]).filter(([, { status }]) => status !== 200);
  expect(failed.map(([name, { status, text }]) => [name, status, text.slice(0, 200)])).toEqual([]);
  for (const part of [answers, past, files]) expect(JSON.stringify(part)).toContain(MINE);
  expect(answers.dashboard).toMatchObject({ data: { dashboard: { vendorCount: 1, openFindings: expect.any(Number) } } });
});

test('nothing of another portfolio appears, and nothing counts it', async () => {
  const hidden = await foreign();
  expect(hidden.ids.length).toBeGreaterThan(50);
  const now = await look(client, new Date().toISOString());
  expect(leaks(now, hidden)).toEqual([]);
  expect(differences(before.answers, now.answers)).toEqual([]);
  expect(differences(before.files, now.files)).toEqual([]);
  expect(differences(before.past, now.past)).toEqual([]);
}, 180_000);

test('whoever has a role everywhere sees all of it', async () => {
  const seen = { answers: await askAll(everywhere, ASKING, mine) };
  const found = leaks(seen, { ids: [], marks: [OTHER] });
  expect(found).toEqual(expect.arrayContaining(['vendors', 'assessments', 'findings', 'auditLog'].map((name) => `answers: ${name}.nodes`)));
});
