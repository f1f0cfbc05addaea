import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer | undefined;
afterEach(() => server?.stop());

/** The fields as they are, after checking what RFC 9116 requires of every file. */
async function fields(overrides: Parameters<typeof startTestServer>[0] = {}): Promise<Record<string, string>> {
  server = await startTestServer(overrides);
  const response = await server.stranger().fetch('/.well-known/security.txt', { headers: { accept: 'text/html' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await response.text();
  expect(text).toMatch(/^([A-Z][A-Za-z-]*: [\x21-\x7e]+\n)+$/);
  const found = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  );
  const days = (Date.parse(found.Expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
  expect(found.Expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  expect(found['Preferred-Languages']).toBe('en');
  return found;
}

test('a default start has a contact', async () => {
  const found = await fields();
  expect(found).toMatchObject({ Contact: 'mailto:security@localhost' });
  expect(found).not.toHaveProperty('Canonical');
});

test('it uses the public address of the server', async () => {
  expect(await fields({ publicUrl: 'https://risk.example:8443' })).toMatchObject({
    Contact: 'mailto:security@risk.example',
    Canonical: 'https://risk.example:8443/.well-known/security.txt',
  });
});

test('the operator can set other contacts', async () => {
  const securityContact = 'https://example.org/report?x=1';
  expect(await fields({ publicUrl: 'http://risk.example', securityContact })).toMatchObject({ Contact: securityContact });
});
