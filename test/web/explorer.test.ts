import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, print, separateOperations, validate } from 'graphql';
import { TOTP } from 'otpauth';
import type { Page } from 'puppeteer-core';
import { ASSETS } from '../../src/explorer/assets';
import { buildGraphQLSchema } from '../../src/schema';
import { startBrowser, type TestBrowser, type Visit, type VisitOptions } from '../kit/browser';
import { createVendor } from '../kit/portfolio';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';
import { expectListedViolations, makeUser } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
});
afterEach(async () => {
  await visit?.close();
  visit = undefined;
});
afterAll(() => Promise.all([browser.close(), server.stop()]));

async function open(path: string, options?: VisitOptions): Promise<Visit> {
  visit = await browser.open(server.url + path, options);
  return visit;
}

const HEADERS_EDITOR = '.graphiql-editor-tool .graphiql-editor:not(.hidden)';

const shows = (page: Page, place: string, text: string) => page.waitForSelector(`${place} ::-p-text(${text})`);

/** Fills in an editor. */
async function write(page: Page, editor: string, text: string): Promise<void> {
  await page.click(`${editor} .CodeMirror`);
  await page.keyboard.down('Control');
  await page.keyboard.press('KeyA');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(text);
}

async function run(page: Page, selection: string): Promise<void> {
  await write(page, '.graphiql-query-editor', `query Probe ${selection}`);
  await shows(page, '.graphiql-tabs', 'Probe'); // GraphiQL processes input after a short delay
  await page.click('.graphiql-execute-button');
}

async function readDocs(page: Page): Promise<void> {
  await page.click('[aria-label="Show Documentation Explorer"]');
  await shows(page, '.graphiql-doc-explorer', 'AuditConnection');
}

describe('GraphiQL', () => {
  test('is served by this server alone and tells anonymous users how to sign in', async () => {
    const { page, strays, complaints } = await open('/graphiql');
    await shows(page, '.graphiql-query-editor', 'Not signed in yet?');
    await shows(page, '.result-window', 'To see the schema, sign in above');
    await expectListedViolations(page, '/graphiql');
    expect(strays).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('signs in with its bar, loads the schema, runs a query and signs out', async () => {
    const { page, strays, complaints } = await open('/graphiql');
    await page.type('[aria-label="E-mail"]', ADMIN.email);
    await page.type('[aria-label="Password"]', 'not this one');
    await page.keyboard.press('Enter');
    await shows(page, '.bar', 'Wrong e-mail address or password');
    await page.click('[aria-label="Password"]', { count: 3 });
    await page.type('[aria-label="Password"]', ADMIN.password);
    await page.keyboard.press('Enter');
    await shows(page, '.bar', 'Signed in as');
    await readDocs(page);
    await run(page, '{ me { email } }');
    await shows(page, '.result-window', ADMIN.email);

    await page.reload({ waitUntil: 'networkidle0' });
    await shows(page, '.bar', 'Signed in as');
    await page.click('#sign-out button');
    await shows(page, '.result-window', 'To see the schema, sign in above');
    expect(strays).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('says where to sign in with a second factor', async () => {
    const account = await makeUser(server, 'factor@example.org', ['vendors:view']);
    const client = server.stranger();
    await client.login(account);
    const { beginTotp } = await client.data<{ beginTotp: { secret: string } }>('mutation { beginTotp { secret } }');
    await client.data(`mutation ($input: ConfirmTotpInput!) { confirmTotp(input: $input) { recoveryCodes } }`, {
      input: { code: new TOTP(beginTotp).generate() },
    });
    const { page } = await open('/graphiql');
    await page.type('[aria-label="E-mail"]', account.email);
    await page.type('[aria-label="Password"]', account.password);
    await page.keyboard.press('Enter');
    await shows(page, '#problem', 'Your account has a second factor.');
    await page.waitForSelector('#problem a[href="/sign-in"]');
    await expectListedViolations(page, '/graphiql');
  });

  test('uses an API key from its headers, and does not store it', async () => {
    const { authorization } = (await server.withKey(['audit:view'])).headers as { authorization: string };
    const { page, complaints } = await open('/graphiql');
    await page.click('[data-name="headers"]');
    await write(page, HEADERS_EDITOR, `{"Authorization": "${authorization}"}`);
    await run(page, '{ auditLog(first: 1) { nodes { actionLabel } } }');
    await shows(page, '.result-window', 'Created API key');
    await readDocs(page);
    const kept = await page.evaluate('localStorage["vetgraph:graphiql:queries"]');
    expect(kept).toContain('auditLog(first: 1)');
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(authorization.slice(7));
    expect(complaints).toEqual([]);
  });

  test('its dialogs work under the content security policy', async () => {
    const { page, complaints } = await open('/graphiql');
    await page.click('[aria-label="Open settings dialog"]');
    await shows(page, '.graphiql-dialog', 'Clear storage');
    expect(complaints).toEqual([]);
  });

  test('opens a query passed on by another page, next to existing tabs', async () => {
    const { page, complaints } = await open('/graphiql');
    const handed = new URLSearchParams({ query: 'query Handed($one: Int) { __typename }', variables: '{ "one": 1 }' });
    await page.goto(`${server.url}/graphiql#${handed}`);
    await page.reload({ waitUntil: 'networkidle0' });
    await shows(page, '.graphiql-tabs', 'Handed');
    await shows(page, '.graphiql-query-editor', 'query Handed');
    await shows(page, '.graphiql-editor-tool', '"one"');
    expect(complaints).toEqual([]);
  });

  test('shows the results of a subscription as they come, and stops it', async () => {
    const { page, complaints } = await open('/graphiql', { cookie: server.admin.cookie });
    await shows(page, '.bar', 'Signed in as');
    await write(page, '.graphiql-query-editor', 'subscription Probe { events { type entityName } }');
    await shows(page, '.graphiql-tabs', 'Probe');
    await page.click('.graphiql-execute-button');
    await page.waitForSelector('.graphiql-execute-button[aria-label*="Stop"]');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await createVendor(server, { name: 'Seen in GraphiQL' });
    await shows(page, '.result-window', 'Seen in GraphiQL');
    await page.click('.graphiql-execute-button');
    await page.waitForSelector('.graphiql-execute-button[aria-label*="Execute"]');
    expect(complaints).toEqual([]);
  });

  test('its examples fit the schema and run', async () => {
    const examples = parse(await readFile(path.join(__dirname, '../../src/web/graphiql/examples.gql'), 'utf8'));
    expect(validate(buildGraphQLSchema(), examples)).toEqual([]);
    const outcomes: Record<string, string | undefined> = {};
    for (const [name, operation] of Object.entries(separateOperations(examples))) {
      outcomes[name] = await server.admin.code(print(operation));
    }
    // The password in the sign-in example is made up.
    expect(outcomes).toEqual({
      Me: undefined,
      SignIn: 'UNAUTHENTICATED',
      Vendors: undefined,
      CreateVendor: undefined,
      AuditLog: undefined,
      // A stream, which this client can't read; GraphiQL can.
      Listen: 'BAD_REQUEST',
    });
  });
});

describe('files of Apollo Sandbox', () => {
  test.each(Object.entries(ASSETS))('%s can be cached forever', async (_name, path) => {
    const response = await server.stranger().fetch(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    // Unlike a browser, Node's fetch would ask for a fresh copy.
    const revisit = { 'if-none-match': response.headers.get('etag')!, 'cache-control': 'max-age=0' };
    expect((await server.stranger().fetch(path, { headers: revisit })).status).toBe(304);
  });

  test('another version of a file is not found, rather than cached under the wrong name', async () => {
    const response = await server.stranger().fetch('/explorer/000000000000/sandbox.js');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: 'File not found' });
  });
});

test.each(['/', '/graphiql'])('%s is dark if the system is', async (path) => {
  const { page } = await open(path, { dark: true });
  const [red] = /\d+/.exec(String(await page.evaluate('getComputedStyle(document.body).backgroundColor')))!;
  expect(Number(red)).toBeLessThan(64);
});

describe('Apollo Sandbox', () => {
  const FRAME = 'https://sandbox.embed.apollographql.com/sandbox/explorer';
  /** Sends the messages of Apollo's page, tries what it must not do, and shows the messages it receives. */
  const STAND_IN = `<body><script>
    const told = {};
    addEventListener('message', ({ data }) => {
      told[data.name + (data.operationId ?? '')] = data;
      document.body.textContent = JSON.stringify(told);
    });
    const say = (message) => parent.postMessage(message, '*');
    const shared = { headers: { 'x-any': '1' }, includeCookies: true };
    try { told.title = parent.document.title; } catch { told.shutOut = true; }
    say({ name: 'ExplorerListeningForHandshake' });
    say({ name: 'ExplorerRequest', operationId: 1, endpointUrl: 'https://elsewhere.example', operation: 'query A { me { email } }', operationName: 'A', ...shared });
    say({ name: 'ExplorerRequest', operationId: 2, operation: '{ nothing }', ...shared });
    say({ name: 'IntrospectionQueryWithHeaders', operationId: 3, introspectionRequestBody: '{"query":"{ __schema { queryType { name } } }"}' });
    say('not a message'); say(null); say({ name: 'TriggerLogoutInParent' });
  </script></body>`;
  const stubs = { [FRAME]: STAND_IN };
  type Told = Record<string, { response?: { data: unknown; errors?: object[]; status: number }; schema?: unknown; parentHref?: string }>;
  const told = async (page: Page, words: string): Promise<Told> => {
    const frame = await (await page.waitForSelector('iframe', { visible: true }))!.contentFrame();
    const all = ['ExplorerResponse1', 'ExplorerResponse2', 'SchemaResponse3', words];
    await frame.waitForFunction(`${JSON.stringify(all)}.every((each) => document.body.textContent.includes(each))`);
    return JSON.parse((await frame.evaluate('document.body.textContent')) as string) as Told;
  };

  test('is a frame that cannot access our page, and whose requests go only to this server', async () => {
    const { page, strays, complaints } = await open('/graphql', { stubs, cookie: server.admin.cookie });
    const answers = await told(page, 'ExplorerResponse');
    expect(answers).toMatchObject({
      shutOut: true,
      HandshakeResponse: { parentHref: `${server.url}/graphql` },
      ExplorerResponse1: { response: { data: { me: null }, status: 200 } },
      ExplorerResponse2: { response: { errors: [{}], status: 200 } },
    });
    expect(strays.map((url) => url.split('?')[0])).toEqual([FRAME]);
    expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
    expect(await page.$$eval('script', (scripts) => scripts.map(({ src }) => new URL(src).origin))).toEqual([server.url]);
    const sandbox = await page.$eval('iframe', (frame) => frame.getAttribute('sandbox'));
    expect(sandbox).not.toMatch(/allow-top-navigation/);
    const frame = (await (await page.$('iframe'))!.boundingBox())!;
    expect([frame.width, frame.height > 700]).toEqual([1280, true]);
  });

  test('uses the session only when told to', async () => {
    const { page } = await open('/graphql', { stubs, cookie: server.admin.cookie });
    expect(await told(page, '"me":null')).not.toHaveProperty('SchemaResponse3.schema.__schema');
    await page.click('#session');
    expect(await told(page, ADMIN.email)).toMatchObject({ SchemaResponse3: { schema: { __schema: { queryType: { name: 'Query' } } } } });
  });

  test('runs subscriptions, whichever protocol is chosen in it', async () => {
    const listening = STAND_IN.replace(
      `say('not a message')`,
      `say({ name: 'ExplorerSubscriptionRequest', operationId: 4, protocol: 'graphql-ws', operation: 'subscription { events(after: "start") { type } }', ...shared });
      say({ name: 'ExplorerSubscriptionRequest', operationId: 5, protocol: 'http-multipart', operation: 'subscription { events(after: "start") { type } }', ...shared });
      say('not a message')`,
    );
    const { page } = await open('/graphql', { stubs: { [FRAME]: listening }, cookie: server.admin.cookie });
    await told(page, 'UNAUTHENTICATED');
    await page.click('#session');
    await told(page, 'ExplorerSubscriptionResponse4');
    expect(await told(page, '"payload"')).toMatchObject({
      ExplorerSubscriptionResponse4: { response: { data: { data: { events: { type: expect.any(String) } } } } },
      ExplorerSubscriptionResponse5: { response: { data: { payload: { data: { events: { type: expect.any(String) } } } } } },
      ExplorerSetSocketStatus: { status: 'connected' },
    });
  });

  test('accepts messages only from its frame', async () => {
    const { page } = await open('/graphql', { stubs });
    await told(page, 'ExplorerResponse');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.evaluate(`postMessage({ name: 'ExplorerRequest', operationId: 9, operation: '{ __typename }' }, '*')`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked).toEqual([]);
  });

  test('opens a query passed on by another page', async () => {
    const handed = new URLSearchParams({ query: '{ me { name } } # a&b=c', variables: '{"a":1}' });
    const { strays } = await open(`/graphql#${handed}`, { stubs });
    const given = new URL(strays[0]!).searchParams;
    expect([given.get('defaultDocument'), given.get('defaultVariables')]).toEqual(['{ me { name } } # a&b=c', '{"a":1}']);
    expect(given.get('endpoint')).toBe(`${server.url}/graphql`);
  });

  test('says when Apollo cannot be reached, and where to go instead', async () => {
    const { page } = await open('/graphql');
    await shows(page, 'p', 'GraphiQL');
  });

  test('is for browsers; programs get GraphQL', async () => {
    const headers = { 'apollo-require-preflight': 'true' };
    const answer = await server.admin.fetch('/graphql?query={__typename}', { headers });
    expect(await answer.json()).toEqual({ data: { __typename: 'Query' } });
  });
});
