import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let api: RestClient;
beforeAll(async () => {
  server = await startTestServer();
  api = new RestClient(await server.withKey(['frameworks:view', 'frameworks:delete']));
});
afterAll(() => server.stop());

const CONTROLS = [
  { domain: 'Access', code: 'B.1', title: 'Secure sign-in', guidance: 'Use two factors' },
  { domain: 'Access', code: 'A.2', title: 'Access rights', guidance: null },
  { domain: 'Operations', code: 'A.10', title: 'Backups 100%', guidance: 'Test the restore' },
];

async function importFramework(name: string, version: string | null = null): Promise<string> {
  const { importFramework } = await server.admin.data<{ importFramework: { framework: { id: string } } }>(
    `mutation ($input: ImportFrameworkInput!) { importFramework(input: $input) { framework { id } } }`,
    { input: { framework: { name, version, description: 'About it', controls: CONTROLS } } },
  );
  return importFramework.framework.id;
}

describe('GET /api/v1/frameworks', () => {
  test('200 with exactly the fields of a list entry, sorted by name', async () => {
    expect((await api.get('/v1/frameworks')).body).toEqual([]);
    const second = await importFramework('Zeta', '2');
    const first = await importFramework('alpha');
    const { status, body } = await api.get('/v1/frameworks');
    expect(status).toBe(200);
    expect(body).toEqual([
      { id: first, name: 'alpha', version: null, description: 'About it', controlCount: 3 },
      { id: second, name: 'Zeta', version: '2', description: 'About it', controlCount: 3 },
    ]);
  });
});

describe('GET /api/v1/frameworks/{frameworkId}', () => {
  let id: string;
  beforeAll(async () => (id = await importFramework('Detailed', '2026')));

  const codes = async (search: string) => {
    const path = `/v1/frameworks/${id}?search=${encodeURIComponent(search)}`;
    return (await api.get<{ controls: { code: string }[] }>(path)).body.controls.map(({ code }) => code);
  };

  test('200 with exactly the framework and its controls, in framework order', async () => {
    const { status, body } = await api.get(`/v1/frameworks/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      name: 'Detailed',
      version: '2026',
      description: 'About it',
      controls: CONTROLS.map((control, i) => ({ ...control, id: expect.any(String), order: i + 1 })),
    });
  });

  test('200 filtered by code, title, domain or guidance, ignoring case', async () => {
    expect(await codes('a.')).toEqual(['A.2', 'A.10']);
    expect(await codes('SIGN-in')).toEqual(['B.1']);
    expect(await codes('operations')).toEqual(['A.10']);
    expect(await codes('two factors')).toEqual(['B.1']);
    expect(await codes('100%')).toEqual(['A.10']);
    expect(await codes('')).toEqual(['B.1', 'A.2', 'A.10']);
    expect(await codes('nothing like it')).toEqual([]);
  });

  test('400 for an invalid search', async () => {
    const { status, body } = await api.get(`/v1/frameworks/${id}?search=%00`);
    expect([status, body]).toEqual([400, { error: 'search contains a NUL character' }]);
    const long = await api.get(`/v1/frameworks/${NOWHERE}?search=${'x'.repeat(201)}`);
    expect([long.status, long.body]).toEqual([400, { error: 'search is longer than 200 characters' }]);
  });

  test.each([NOWHERE, 'nonsense'])('404 for %s', async (unknown) => {
    const { status, body } = await api.get(`/v1/frameworks/${unknown}?search=x`);
    expect([status, body]).toEqual([404, { error: 'Not found' }]);
  });
});

describe('DELETE /api/v1/frameworks/{frameworkId}', () => {
  test('204 with no body, then 404', async () => {
    const id = await importFramework('Doomed');
    const { status, text } = await api.delete(`/v1/frameworks/${id}`);
    expect([status, text]).toEqual([204, '']);
    expect((await api.get(`/v1/frameworks/${id}`)).status).toBe(404);
    expect((await api.delete(`/v1/frameworks/${id}`)).body).toEqual({ error: 'Not found' });
  });

  test('404 for a malformed id', async () => {
    expect((await api.delete('/v1/frameworks/nonsense')).status).toBe(404);
  });
});
