/** Two servers whose clocks are two hours off in either direction, on one database whose time counts. */
import { cli } from '../kit/cli';
import { GraphQLClient } from '../kit/client';
import { ADMIN } from '../kit/accounts';
import { type ServerProcess, Servers } from '../kit/process';
import { until } from '../kit/processes';
import { createAssessment, createVendor, publishTemplate, question, sendAssessment } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

const HOUR = 3_600_000;
const servers = new Servers();
let here: TestServer;
/** In the past, in the present, in the future. */
let clients: GraphQLClient[];
let others: ServerProcess[];

beforeAll(async () => {
  here = await startTestServer();
  const environment = { DATABASE_URL: here.databaseUrl, LOG_LEVEL: 'info' };
  others = await Promise.all([-2, 2].map((hours) => servers.start(environment, servers.shifted(hours * HOUR)).ready()));
  clients = [others[0]!.url, here.url, others[1]!.url].map((url) => new GraphQLClient(url));
});
afterAll(async () => {
  await servers.stop();
  await here.stop();
});

const ME = '{ me { email } }';

test('their clocks are off, as their logs show', async () => {
  for (const { url } of others) await fetch(`${url}/healthz`);
  await until(() => others.every(({ output }) => output.includes('"time"')));
  const times = others.map(({ output }) => Date.parse(/"time":"([^"]+)"/.exec(output)![1]!));
  expect(times.map((time) => Math.round((time - Date.now()) / HOUR))).toEqual([-2, 2]);
});

test('a session started on any of them is valid on all', async () => {
  for (const client of clients) {
    await client.login(ADMIN);
    for (const { url } of clients) {
      const visitor = new GraphQLClient(url);
      visitor.cookie = client.cookie;
      expect(await visitor.data(ME)).toEqual({ me: { email: ADMIN.email } });
    }
  }
});

test('a key that expires in an hour can be created and used on all', async () => {
  await here.admin.data(`mutation { updateSettings(input: { apiKeysEnabled: true }) { settings { apiKeysEnabled } } }`);
  const create = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token } }`;
  for (const [i, client] of clients.entries()) {
    const input = { name: `short ${i}`, expiresAt: new Date(Date.now() + HOUR).toISOString() };
    const { createApiKey } = await client.data<{ createApiKey: { token: string } }>(create, { input });
    for (const { url } of clients) {
      const program = new GraphQLClient(url, { authorization: `Bearer ${createApiKey.token}` });
      expect(await program.code('{ vendors { totalCount } }')).toBeUndefined();
    }
    const late = { name: 'late', expiresAt: new Date(Date.now() - HOUR).toISOString() };
    expect(await client.fields(create, { input: late })).toEqual({ expiresAt: 'must be in the future' });
  }
});

test('a link works, and an assessment due in an hour is not overdue, on all', async () => {
  const templateId = await publishTemplate(here, 'Clock', [{ title: 'One', questions: [question('MFA?')] }]);
  const vendorId = await createVendor(here, { name: 'Clock' });
  const id = await createAssessment(here, vendorId, templateId, { dueDate: new Date(Date.now() + HOUR).toISOString() });
  const portal = await sendAssessment(here, id);
  for (const client of clients) {
    expect(await client.data(`query ($id: ID!) { assessment(id: $id) { isOverdue } }`, { id })).toEqual({
      assessment: { isOverdue: false },
    });
    const vendor = new GraphQLClient(client.url);
    expect(await vendor.code(`query ($token: String!) { portal(token: $token) { title } }`, { token: portal.token })).toBeUndefined();
  }
});

test('attempts are counted in one window', async () => {
  const login = `mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`;
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 12; n++) codes.push(await clients[n % 3]!.code(login, { input: { email: 'victim@example.org', password: 'guess' } }));
  expect(codes.slice(10)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
});

test('the audit log is in order and intact', async () => {
  for (const client of clients) await client.login(ADMIN);
  const names: string[] = [];
  for (let n = 0; n < 12; n++) {
    names.push(`step ${n}`);
    await clients[n % 3]!.data(`mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`, {
      input: { name: `step ${n}`, contactEmail: 'a@b.example' },
    });
  }
  const { auditLog } = await here.admin.data<{ auditLog: { nodes: { entityName: string; createdAt: string }[] } }>(
    `{ auditLog(filter: { action: "CREATE_VENDOR" }, first: 12) { nodes { entityName createdAt } } }`,
  );
  expect(auditLog.nodes.map(({ entityName }) => entityName).reverse()).toEqual(names);
  expect(Math.abs(Date.parse(auditLog.nodes[0]!.createdAt) - Date.now())).toBeLessThan(HOUR / 2);
  expect(await cli({ DATABASE_URL: here.databaseUrl, DATA_DIR: servers.folder() }, ['audit', 'verify'])).toMatchObject({ code: 0 });
});
