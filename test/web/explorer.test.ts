import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, print, separateOperations, validate } from 'graphql';
import type { Page } from 'puppeteer-core';
import { ASSETS } from '../../src/explorer/assets';
import { buildGraphQLSchema } from '../../src/graphql/build-schema';
import { startBrowser, type TestBrowser, type Visit, type VisitOptions } from '../kit/browser';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
}, 60_000);
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

/** Fills in what an editor holds. */
async function write(page: Page, editor: string, text: string): Promise<void> {
  await page.click(`${editor} .CodeMirror`);
  await page.keyboard.down('Control');
  await page.keyboard.press('KeyA');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(text);
}

async function run(page: Page, selection: string): Promise<void> {
  await write(page, '.graphiql-query-editor', `query Probe ${selection}`);
  await shows(page, '.graphiql-tabs', 'Probe'); // GraphiQL looks at what is typed after a moment
  await page.click('.graphiql-execute-button');
}

async function readDocs(page: Page): Promise<void> {
  await page.click('[aria-label="Show Documentation Explorer"]');
  await shows(page, '.graphiql-doc-explorer', 'AuditConnection');
}

describe('GraphiQL', () => {
  test('comes from this server alone and tells a stranger how to sign in', async () => {
    const { page, strays, complaints } = await open('/graphiql');
    await shows(page, '.graphiql-query-editor', 'Not signed in yet?');
    await shows(page, '.result-window', 'To see the schema, sign in above');
    expect(strays).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('signs in with its bar, reads the schema, runs a query and signs out', async () => {
    const { page, strays, complaints } = await open('/graphiql');
    await page.type('[aria-label="E-mail"]', ADMIN.email);
    await page.type('[aria-label="Password"]', 'not this one');
    await page.keyboard.press('Enter');
    await shows(page, '.bar', 'E-mail address or password is wrong');
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

  test('takes an API key from its headers, and does not keep it', async () => {
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

  test('opens a query that another page hands over, beside what was there', async () => {
    const { page, complaints } = await open('/graphiql');
    const handed = new URLSearchParams({ query: 'query Handed($one: Int) { __typename }', variables: '{ "one": 1 }' });
    await page.goto(`${server.url}/graphiql#${handed}`);
    await page.reload({ waitUntil: 'networkidle0' });
    await shows(page, '.graphiql-tabs', 'Handed');
    await shows(page, '.graphiql-query-editor', 'query Handed');
    await shows(page, '.graphiql-editor-tool', '"one"');
    expect(complaints).toEqual([]);
  });

  test('its examples fit the schema and run', async () => {
    const examples = parse(await readFile(path.join(__dirname, '../../src/web/graphiql/examples.gql'), 'utf8'));
    expect(validate(buildGraphQLSchema(), examples)).toEqual([]);
    const outcomes: Record<string, string | undefined> = {};
    for (const [name, operation] of Object.entries(separateOperations(examples))) {
      outcomes[name] = await server.admin.code(print(operation));
    }
    // The sign-in's password is made up.
    expect(outcomes).toEqual({
      Me: undefined,
      SignIn: 'UNAUTHENTICATED',
      Vendors: undefined,
      CreateVendor: undefined,
      AuditLog: undefined,
    });
  });
});

describe('files of Apollo Sandbox', () => {
  test.each(Object.entries(ASSETS))('%s may be kept for good', async (_name, path) => {
    const response = await server.stranger().fetch(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    // Node's fetch would ask for a fresh copy, unlike a browser.
    const revisit = { 'if-none-match': response.headers.get('etag')!, 'cache-control': 'max-age=0' };
    expect((await server.stranger().fetch(path, { headers: revisit })).status).toBe(304);
  });

  test('another version of a file is not found, rather than kept under the wrong name', async () => {
    const response = await server.stranger().fetch('/explorer/000000000000/sandbox.js');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: 'File not found' });
  });
});

test.each(['/', '/graphiql'])('%s is dark where the system is', async (path) => {
  const { page } = await open(path, { dark: true });
  const [red] = /\d+/.exec(String(await page.evaluate('getComputedStyle(document.body).backgroundColor')))!;
  expect(Number(red)).toBeLessThan(64);
});

describe('Apollo Sandbox', () => {
  const SCRIPT = 'https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js';
  const FRAME = 'https://sandbox.embed.apollographql.com/sandbox/explorer';
  /** Does what Apollo's script does: a frame from Apollo, for which the page itself asks the server. */
  const STAND_IN = `window.EmbeddedSandbox = class {
    constructor({ target, initialEndpoint, initialState }) {
      const frame = document.createElement('iframe');
      frame.src = '${FRAME}';
      frame.title = JSON.stringify([initialState.document, initialState.variables]);
      document.querySelector(target).append(frame);
      fetch(initialEndpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        credentials: initialState.includeCookies ? 'include' : 'omit',
        body: JSON.stringify({ query: '{ __typename }' }),
      }).then(async (response) => (document.title = await response.text()));
    }
  }`;

  const stubs = { [SCRIPT]: STAND_IN, [FRAME]: '<p>Sandbox</p>' };

  test('gets what it needs from its page and its content security policy', async () => {
    const { page, strays, complaints } = await open('/graphql', { stubs });
    expect(await page.title()).toBe('{"data":{"__typename":"Query"}}');
    expect(strays).toEqual([SCRIPT, FRAME]);
    expect(complaints).toEqual([]);
    const frame = (await (await page.$('iframe'))!.boundingBox())!;
    expect([frame.width, frame.height]).toEqual([1280, 800]);
  });

  test('takes over a query that another page hands over', async () => {
    const handed = new URLSearchParams({ query: '{ me { name } }', variables: '{"a":1}' });
    const { page } = await open(`/graphql#${handed}`, { stubs });
    expect(await page.$eval('iframe', (frame) => frame.title)).toBe('["{ me { name } }",{"a":1}]');
  });

  test('says so when Apollo is out of reach, and where to go instead', async () => {
    const { page } = await open('/graphql');
    await shows(page, 'p', 'GraphiQL');
  });

  test('is for browsers; programs get GraphQL', async () => {
    const headers = { 'apollo-require-preflight': 'true' };
    const answer = await server.admin.fetch('/graphql?query={__typename}', { headers });
    expect(await answer.json()).toEqual({ data: { __typename: 'Query' } });
  });
});
