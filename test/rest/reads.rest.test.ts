import { PDF } from '../kit/files';
import { type Assessed, Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let key: GraphQLClient;
let assessor: Assessor;
let assessed: Assessed;
beforeAll(async () => {
  server = await startTestServer();
  key = await server.withKey(null, { name: 'reader' });
  assessor = await Assessor.prepare(server);
  assessed = await assessor.sent({ name: 'Acme' });
  await assessor.attach(assessed, 'Policy', 'policy.pdf');
});
afterAll(() => server.stop());

interface Entry {
  action: string;
  userName: string;
  entityType: string | null;
  entityId: string | null;
  meta: Record<string, unknown> | null;
}
const ACTIONS = ['READ_EXPORT', 'READ_REPORT', 'DOWNLOAD_EVIDENCE'];
/** The entries recorded during the work. */
async function recorded(work: () => Promise<unknown>): Promise<Entry[]> {
  const all = async () =>
    (
      await server.admin.data<{ auditLog: { nodes: (Entry & { id: string })[] } }>(
        `{ auditLog(first: 100) { nodes { id action userName entityType entityId meta } } }`,
      )
    ).auditLog.nodes;
  const before = new Set((await all()).map(({ id }) => id));
  await work();
  return (await all()).filter(({ id, action }) => !before.has(id) && ACTIONS.includes(action));
}
const get = async (path: string, init: RequestInit = {}, client = key) => {
  const response = await client.fetch(path, init);
  await response.arrayBuffer();
  return response;
};
const evidenceId = async () => {
  const { assessment } = await server.admin.data<{ assessment: { evidence: { id: string }[] } }>(
    `{ assessment(id: "${assessed.id}") { evidence { id } } }`,
  );
  return assessment.evidence[0]!.id;
};
const files = async (): Promise<[path: string, entry: Partial<Entry>][]> => {
  const { id, vendorId } = assessed;
  const { frameworkId, templateId } = assessor;
  return [
    [`/api/v1/vendors/${vendorId}/export`, { action: 'READ_EXPORT', entityType: 'Vendor', entityId: vendorId }],
    [`/api/assessments/${id}/export`, { action: 'READ_EXPORT', entityType: 'Assessment', entityId: id }],
    [
      '/api/v1/assessments?format=csv&status=SENT',
      { action: 'READ_EXPORT', meta: { file: 'assessments.csv', filter: { status: 'SENT' } } },
    ],
    ['/api/v1/audit?format=csv', { action: 'READ_EXPORT', entityType: 'AuditLog' }],
    ['/exports/audit-changes.csv', { action: 'READ_EXPORT', entityType: 'AuditLog' }],
    [`/api/templates/${templateId}/export`, { action: 'READ_EXPORT', entityType: 'Template', entityId: templateId }],
    [`/exports/frameworks/${frameworkId}/oscal.json`, { action: 'READ_EXPORT', entityType: 'Framework', entityId: frameworkId }],
    [`/exports/frameworks/${frameworkId}/controls.csv`, { action: 'READ_EXPORT', entityType: 'Framework', entityId: frameworkId }],
    [
      `/exports/vendors/${vendorId}/frameworks/${frameworkId}/oscal.json`,
      { action: 'READ_EXPORT', entityType: 'Vendor', entityId: vendorId },
    ],
    [`/files/${await evidenceId()}`, { action: 'DOWNLOAD_EVIDENCE', entityType: 'Attachment', entityId: await evidenceId() }],
  ];
};

test('each download is one entry, with user, record and file; HEAD is not recorded', async () => {
  for (const [path, entry] of await files()) {
    const entries = await recorded(async () => expect((await get(path)).status).toBe(200));
    expect([path, entries]).toMatchObject([path, [{ userName: 'API key reader', ...entry }]]);
    expect([path, await recorded(() => get(path, { method: 'HEAD' }))]).toEqual([path, []]);
    expect([path, await recorded(() => get(path, {}, server.stranger()))]).toEqual([path, []]);
  }
  expect(await recorded(() => get(`/api/v1/vendors/${assessor.templateId}/export`))).toEqual([]);
});

test('304 is not recorded', async () => {
  for (const path of [`/files/${await evidenceId()}`, `/api/templates/${assessor.templateId}/export`]) {
    const etag = (await get(path)).headers.get('etag')!;
    const entries = await recorded(async () =>
      expect((await get(path, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })).status).toBe(304),
    );
    expect([path, entries]).toEqual([path, []]);
  }
});

test('a report is recorded', async () => {
  const { id, vendorId } = assessed;
  for (const [path, entityId] of [
    [`/api/assessments/${id}/pdf`, id],
    ['/api/dashboard/report', null],
    [`/api/vendors/${vendorId}/frameworks/${assessor.frameworkId}/report`, vendorId],
  ] as const) {
    const entries = await recorded(async () => expect([path, (await get(path)).status]).toEqual([path, 200]));
    expect([path, entries]).toMatchObject([path, [{ action: 'READ_REPORT', entityId, userName: 'API key reader' }]]);
  }
});

test("a vendor's download is recorded as the vendor's", async () => {
  const id = await evidenceId();
  const entries = await recorded(() => get(`/files/${id}`, { headers: { 'x-portal-token': assessed.portal.token } }, server.stranger()));
  expect(entries).toMatchObject([
    { action: 'DOWNLOAD_EVIDENCE', entityId: id, userName: 'Vendor portal (Acme)', meta: { owner: 'response' } },
  ]);
});

test('a template export through GraphQL is recorded once per response; lists and pages are not', async () => {
  const query = `{ template(id: "${assessor.templateId}") { export again: export } }`;
  expect(await recorded(() => server.admin.data(query))).toMatchObject([{ action: 'READ_EXPORT', entityId: assessor.templateId }]);
  const looks = async () => {
    for (const path of ['/api/v1/vendors', `/api/v1/vendors/${assessed.vendorId}`, '/api/v1/assessments', '/api/v1/audit']) await get(path);
    await server.admin.data(`{ vendors { nodes { name attachments { url } } } template(id: "${assessor.templateId}") { name } }`);
  };
  expect(await recorded(looks)).toEqual([]);
});

test('nothing is recorded while the setting is off', async () => {
  const set = (auditReads: boolean) =>
    server.admin.data<{ updateSettings: { settings: object } }>(
      `mutation ($on: Boolean!) { updateSettings(input: { auditReads: $on }) { settings { auditReads } } }`,
      { on: auditReads },
    );
  expect((await server.admin.data<{ settings: object }>(`{ settings { auditReads } }`)).settings).toEqual({ auditReads: true });
  await set(false);
  for (const [path] of await files()) expect([path, await recorded(() => get(path))]).toEqual([path, []]);
  await set(true);
  expect(await recorded(async () => get(`/files/${await evidenceId()}`))).toHaveLength(1);
});

test('a download that cannot be recorded is refused', async () => {
  const form = new FormData();
  form.append('vendorId', assessed.vendorId);
  form.append('file', new Blob([PDF]), 'held.pdf');
  const { id } = (await (await server.admin.fetch('/files', { method: 'POST', body: form })).json()) as { id: string };
  const { database } = server.services;
  const held = database.transaction.bind(database);
  database.transaction = () => Promise.reject(new Error('the log is out of reach'));
  try {
    const response = await server.admin.fetch(`/files/${id}`);
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('%PDF') as string]);
  } finally {
    database.transaction = held;
  }
});
