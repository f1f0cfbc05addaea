import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../../src/kernel/config';

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    databasePool: 20,
    adminEmail: 'admin@vetgraph.local',
    trustProxy: [],
    logLevel: 'info',
    jobs: true,
    library: true,
    demo: false,
  });
  expect(readConfig({}).dataDir).toMatch(/\/data$/);
});

test('docs/OPERATIONS.md lists every setting, with the default that it has, and no other', () => {
  const names: string[] = [];
  readConfig(new Proxy({}, { get: (_, name) => void names.push(String(name)) }));
  const [, table = ''] = readFileSync(path.join(__dirname, '../../docs/OPERATIONS.md'), 'utf8').split('## Settings\n');
  const documented = [...table.split('\n## ')[0]!.matchAll(/^\| `([A-Z_]+)` \| (.*?) ?\|/gm)].map(([, name, value]) => ({ name, value }));
  expect(documented.map(({ name }) => name).sort()).toEqual([...new Set(names)].sort());
  // Other defaults are told in words.
  const values = documented.flatMap(({ name, value }) => [...value!.matchAll(/^`([^`]+)`$/g)].map(([, given]) => [name!, given!] as const));
  expect(values.length).toBeGreaterThan(20);
  for (const [name, given] of values) expect([name, readConfig({ [name]: given })]).toEqual([name, readConfig({})]);
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '40.5'],
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_POOL', '0'],
  ['PUBLIC_URL', 'risk.example'],
  ['ADMIN_EMAIL', 'admin'],
  ['ADMIN_PASSWORD', 'short'],
  ['SESSION_SECRET', 'short'],
  ['TRUST_PROXY', 'everyone'],
  ['WEBHOOK_ALLOW', 'inside'],
  ['WEBHOOK_RETRY_SECONDS', '5,soon'],
  ['WEBHOOK_RETRY_SECONDS', '-1'],
  ['WEBHOOK_DISABLE_AFTER_SECONDS', '0'],
  ['TRUST_PROXY', '10.0.0.1,nope'],
  ['LOG_LEVEL', 'loud'],
  ['SMTP_URL', 'http://mail'],
  ['MAIL_FROM', 'Risk Team'],
  ['MAIL_FROM', 'Risk\r\nBcc: x@y.example <risk@example.org>'],
  ['JOBS', 'maybe'],
  ['STORAGE_URL', 's3://bucket'],
  ['MAX_FILE_BYTES', '0'],
  ['SCAN_COMMAND', 'scan "half quoted'],
  ['SCAN_COMMAND', '""'],
  ['CLAMD_URL', 'http://127.0.0.1:3310'],
  ['CLAMD_URL', 'tcp://'],
  ['CLAMD_URL', 'unix:'],
  ['SCAN_SECONDS', '0'],
  ['SECURITY_CONTACT', 'security@example.org'],
  ['SECURITY_CONTACT', 'mailto:nobody'],
  ['SECURITY_CONTACT', 'http://example.org/security'],
  ['SECURITY_CONTACT', 'https://example.org/\nContact: https://evil.example'],
  ['CORS_ORIGINS', 'app.example.org'],
  ['CORS_ORIGINS', 'https://app.example.org/path'],
  ['CORS_ORIGINS', 'https://*.example.org'],
  ['CORS_ORIGINS', 'https://app.example.org,*'],
  ['CORS_ORIGINS', 'https://app.example.org,null'],
  ['CORS_ORIGINS', 'file:///x'],
  ['GRAPHQL_RATE_LIMIT', '-1'],
  ['GRAPHQL_RATE_LIMIT', 'none'],
  ['DEMO', 'maybe'],
])('%s=%s stops the start, naming the variable, its value and what is allowed', (name, value) => {
  const secret = ['DATABASE_URL', 'ADMIN_PASSWORD', 'SESSION_SECRET', 'SMTP_URL', 'STORAGE_URL'].includes(name);
  const given = secret ? 'a value' : `"${value}"`;
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${given} is not valid; expected `);
  if (secret) expect(() => readConfig({ [name]: value })).not.toThrow(value);
});

test('an empty variable counts as unset, a trailing slash of PUBLIC_URL is removed', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: 'https://risk.example/' })).toMatchObject({ port: 4000, publicUrl: 'https://risk.example' });
});

test('origins are read as browsers send them', () => {
  expect(readConfig({}).corsOrigins).toEqual([]);
  expect(readConfig({ CORS_ORIGINS: ' https://App.example.org:443/, http://localhost:5173,' }).corsOrigins).toEqual([
    'https://app.example.org',
    'http://localhost:5173',
  ]);
  expect(readConfig({ CORS_ORIGINS: '*' }).corsOrigins).toEqual(['*']);
});

test('ADMIN_EMAIL=none creates no administrator', () => {
  expect(readConfig({ ADMIN_EMAIL: 'none' }).adminEmail).toBeUndefined();
});

test('a scanner is a program with arguments, or the address of clamd', () => {
  const scanOf = (env: Record<string, string>) => readConfig(env).scan;
  expect(scanOf({})).toEqual({ command: undefined, clamd: undefined, timeoutMs: 30_000 });
  expect(scanOf({ SCAN_COMMAND: `  /opt/a\\ b/scan --log="x y" 'it; rm -rf $HOME' {file} ` }).command).toEqual([
    '/opt/a\\',
    'b/scan',
    '--log=x y',
    'it; rm -rf $HOME',
    '{file}',
  ]);
  expect(scanOf({ CLAMD_URL: 'tcp://clamd' }).clamd).toEqual({ host: 'clamd', port: 3310 });
  expect(scanOf({ CLAMD_URL: 'tcp://[::1]:99' }).clamd).toEqual({ host: '::1', port: 99 });
  for (const url of ['unix:/run/clamav/clamd.sock', 'unix:///run/clamav/clamd.sock']) {
    expect(scanOf({ CLAMD_URL: url }).clamd).toEqual({ path: '/run/clamav/clamd.sock' });
  }
});
