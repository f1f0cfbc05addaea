import { Assessor } from '../kit/assessed';
import { GIF, JPEG, PDF, PNG, WEBP } from '../kit/files';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://risk.example' });
});
afterAll(() => server.stop());

const UPDATE = `mutation ($input: UpdateLogoInput!) { updateLogo(input: $input) { settings { logo revision } } }`;
interface Shown {
  logo: string | null;
  revision: number;
}
const update = async (content: Buffer | null, more: object = {}) =>
  (
    await server.admin.data<{ updateLogo: { settings: Shown } }>(UPDATE, {
      input: { content: content && content.toString('base64'), ...more },
    })
  ).updateLogo.settings;
const fetched = (url: string, init?: RequestInit) => server.stranger().fetch(url.replace('https://risk.example', ''), init);

test('vendors see the logo in both portals, until it is replaced or removed', async () => {
  const assessor = await Assessor.prepare(server);
  const { id, vendorId, portal } = await assessor.sent();
  const { createFinding } = await server.admin.data<{ createFinding: { finding: { id: string } } }>(
    `mutation ($input: CreateFindingInput!) { createFinding(input: $input) { finding { id } } }`,
    { input: { assessmentId: id, title: 'Gap', severity: 'LOW' } },
  );
  const { sendRemediation } = await server.admin.data<{ sendRemediation: { portalToken: string } }>(
    `mutation ($input: SendRemediationInput!) { sendRemediation(input: $input) { portalToken } }`,
    { input: { vendorId, findingIds: [createFinding.finding.id] } },
  );
  const inPortals = () =>
    server
      .stranger()
      .data(
        `query ($one: String!, $other: String!) { portal(token: $one) { logo mailEnabled } portalRemediation(token: $other) { logo } }`,
        { one: portal.token, other: sendRemediation.portalToken },
      );
  expect(await inPortals()).toEqual({ portal: { logo: null, mailEnabled: false }, portalRemediation: { logo: null } });

  const { logo } = await update(PNG);
  expect(logo).toMatch(/^https:\/\/risk\.example\/logo\/[\da-f-]{36}$/);
  expect(await inPortals()).toMatchObject({ portal: { logo }, portalRemediation: { logo } });
  const response = await fetched(logo!, { headers: { accept: 'image/avif,image/webp,*/*;q=0.8' } });
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await fetched(logo!, { method: 'POST' })).status).toBe(405);

  for (const picture of [JPEG, WEBP]) expect((await fetched((await update(picture)).logo!)).status).toBe(200);
  expect((await fetched(logo!)).status).toBe(404);
  const { logo: last } = await server.admin.data<{ settings: Shown }>(`{ settings { logo } }`).then(({ settings }) => settings);
  expect(await update(null)).toMatchObject({ logo: null });
  expect((await fetched(last!)).status).toBe(404);
  expect(await inPortals()).toMatchObject({ portal: { logo: null }, portalRemediation: { logo: null } });

  const { auditLog } = await server.admin.data<{ auditLog: { nodes: object[] } }>(
    `{ auditLog(filter: { action: "UPDATE_SETTINGS" }, first: 4) { nodes { changes { field before after } } } }`,
  );
  const idOf = (url: string | null) => url!.split('/').at(-1);
  expect(auditLog.nodes).toMatchObject([
    { changes: [{ field: 'logo', before: idOf(last), after: null }] },
    {},
    { changes: [{ field: 'logo', before: idOf(logo) }] },
    { changes: [{ field: 'logo', before: null, after: idOf(logo) }] },
  ]);
});

test('what is refused', async () => {
  const code = (input: object, client = server.admin) => client.code(UPDATE, { input });
  const base64 = (content: Buffer | string) => Buffer.from(content).toString('base64');
  for (const content of [
    '',
    'no base64!',
    base64('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    base64('<html><body>Hello</body></html>'),
    base64('Hello'),
    base64(GIF),
    base64(PDF),
    base64(Buffer.concat([PNG, Buffer.alloc(262_144)])),
  ])
    expect(await code({ content })).toBe('BAD_USER_INPUT');
  expect(await code({})).toBe('BAD_USER_INPUT');
  const { settings } = await server.admin.data<{ settings: Shown }>(`{ settings { logo revision } }`);
  expect(settings.logo).toBeNull();
  expect(await code({ content: base64(PNG), expectedRevision: settings.revision + 1 })).toBe('CONFLICT');
  expect(await code({ content: base64(PNG) }, await server.withPermissions('vendors:edit', 'users:manage'))).toBe('FORBIDDEN');
  expect(await code({ content: base64(PNG) }, server.stranger())).toBe('UNAUTHENTICATED');
  // Removing none is no change.
  expect(await update(null)).toEqual(settings);
  for (const id of ['x', '00000000-0000-4000-8000-000000000000', '..%2f']) expect((await fetched(`/logo/${id}`)).status).toBe(404);
});
