import { readFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import zlib from 'node:zlib';
import type { Page } from 'puppeteer-core';
import { readDefinition } from '../../rest-facade/definition';
import { startBrowser, type TestBrowser } from '../kit/browser';
import { startTestServer, type TestServer } from '../kit/server';
import { click, expectListedViolations } from '../kit/web';

/** Which functions of zlib that compress are called until the end; jest can't spy on those that can't be assigned. */
function countCompressions(): { end(): string[] } {
  const called: string[] = [];
  const undo = ['createGzip', 'createDeflate', 'createBrotliCompress', 'gzip', 'brotliCompress'].map((way) => {
    const own = Object.getOwnPropertyDescriptor(zlib, way)!;
    const value = (...args: unknown[]): unknown => (called.push(way), (own.value as (...args: unknown[]) => unknown)(...args));
    Object.defineProperty(zlib, way, { ...own, value });
    return () => Object.defineProperty(zlib, way, own);
  });
  return { end: () => (undo.forEach((restore) => restore()), called) };
}

let server: TestServer;
let browser: TestBrowser;
beforeAll(async () => {
  server = await startTestServer();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

interface Located {
  servers: { url: string }[];
  paths: Record<string, { servers?: { url: string }[] }>;
}

/** The document as received by a client that used this host. */
async function fetchDocument(headers: Record<string, string> = {}, from = server) {
  const { status, headers: got, text } = await ask(`${from.url}/api/openapi.json`, headers);
  return { status, cache: got['cache-control'], document: JSON.parse(text) as Located };
}

/** fetch() can't set the Host header. */
function ask(url: string, headers: Record<string, string>) {
  return new Promise<{ status?: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    get(
      url,
      { headers },
      (res) => void text(res).then((body) => resolve({ status: res.statusCode, headers: res.headers, text: body }), reject),
    ).on('error', reject);
  });
}

describe('/api/openapi.json', () => {
  test('is the definition, public, with absolute URLs', async () => {
    const { status, document } = await fetchDocument();
    const { servers, paths, ...rest } = readDefinition();
    expect(status).toBe(200);
    expect(document).toMatchObject(JSON.parse(JSON.stringify(rest)));
    expect(Object.keys(document.paths)).toEqual(Object.keys(paths!));
    expect(document.servers.map(({ url }) => url)).toEqual([`${server.url}/api`]);
    expect(servers![0]!.url).toBe('/api');
    expect(document.paths['/files']!.servers!.map(({ url }) => url)).toEqual([server.url]);
  });

  test('uses the address that the caller used, and is not cached', async () => {
    const { cache, document } = await fetchDocument({ host: 'risk.internal:8080' });
    expect([document.servers[0]!.url, cache]).toEqual(['http://risk.internal:8080/api', 'no-store']);
  });

  test.each(['a b', 'x"><script>', 'user@elsewhere', 'elsewhere/path'])('does not repeat the host %s', async (host) => {
    const { status, document } = await fetchDocument({ host });
    if (status === 200) expect(document.servers[0]!.url).toBe(`${server.url}/api`);
    else expect(status).toBe(400);
  });

  test('ignores X-Forwarded-Host from untrusted clients', async () => {
    const { document } = await fetchDocument({ 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'https' });
    expect(document.servers[0]!.url).toBe(`${server.url}/api`);
  });

  test('uses PUBLIC_URL, whatever the caller sends', async () => {
    const other = await startTestServer({ publicUrl: 'https://risk.example' });
    const { cache, document } = await fetchDocument({ host: 'elsewhere.example' }, other);
    await other.stop();
    expect([document.servers[0]!.url, cache]).toEqual(['https://risk.example/api', 'no-cache']);
    expect(document.paths['/files/{fileId}']!.servers![0]!.url).toBe('https://risk.example');
  });

  test('the routes outside /api are not served under it', async () => {
    const answers = await Promise.all(
      ['/api/files', '/api/files/x', '/api/exports/frameworks/x/oscal.json'].map((path) => server.admin.fetch(path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

test('/api/docs shows every route, contacts no other server and runs no inline script', async () => {
  const { page, strays, complaints, close } = await browser.open(`${server.url}/api/docs`);
  await page.waitForSelector('.opblock');
  expect(await page.$$('.opblock')).toHaveLength(31);
  expect({ strays, complaints }).toEqual({ strays: [], complaints: [] });
  const { headers } = await server.stranger().fetch('/api/docs');
  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
  await close();
});

async function tryListVendors(page: Page): Promise<string | null> {
  await click(page, '#operations-Vendors-listVendors .execute');
  const status = await page.waitForSelector('.live-responses-table tbody .response-col_status');
  return status!.evaluate((cell) => cell.textContent);
}

test('/api/docs can send a request with a key', async () => {
  const { headers } = await server.withKey();
  const { page, complaints, close } = await browser.open(`${server.url}/api/docs#/Vendors/listVendors`);
  await page.click('.btn.authorize');
  await page.type('.auth-container input', headers.authorization!.replace('Bearer ', ''));
  await page.click('.auth-btn-wrapper .authorize');
  await page.click('.auth-btn-wrapper .btn-done');
  expect(await tryListVendors(page)).toContain('200');
  expect(complaints).toEqual([]);
  await close();
});

test('/api/docs can send a request with the session of the signed-in user', async () => {
  const { page, close } = await browser.open(`${server.url}/api/docs#/Vendors/listVendors`);
  expect(await tryListVendors(page)).toContain('401');
  const [name, value] = server.admin.cookie.split('=') as [string, string];
  await page.setCookie({ name, value, url: server.url });
  await page.reload({ waitUntil: 'networkidle0' });
  expect(await tryListVendors(page)).toContain('200');
  await close();
});

const DARK_CHOICE = `localStorage.setItem('mantine-color-scheme-value', 'dark')`;
const background = (page: Page) => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');

test('/api/docs follows the colour scheme of the application, and links back to it', async () => {
  const light = await browser.open(`${server.url}/api/docs`);
  await light.page.waitForSelector('.opblock');
  const day = await background(light.page);
  await light.page.evaluate(DARK_CHOICE);
  await light.page.reload({ waitUntil: 'networkidle0' });
  const night = await background(light.page);
  expect(night).not.toBe(day);
  await light.close();
  const { page, close } = await browser.open(`${server.url}/api/docs`, { dark: true });
  expect(await background(page)).toBe(night);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await page.waitForFunction(`!document.documentElement.classList.contains('dark-mode')`);
  expect(await background(page)).toBe(day);
  await page.click('header a');
  await page.waitForSelector('::-p-text(Sign in)');
  await close();
});

test.each([false, true])('/api/docs has no accessibility violations except the listed ones, dark: %s', async (dark) => {
  const { page, close } = await browser.open(`${server.url}/api/docs#/Vendors/listVendors`, { dark });
  await page.waitForSelector('#operations-Vendors-listVendors .execute');
  await expectListedViolations(page, '/api/docs');
  await close();
});

test.each([
  ['br', 'br', zlib.brotliDecompressSync],
  ['gzip, deflate', 'gzip', zlib.gunzipSync],
  ['deflate', undefined, (content: Buffer) => content],
  ['identity', undefined, (content: Buffer) => content],
])('the files of Swagger UI are not compressed again for each request (%s)', async (accepted, encoding, unpack) => {
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    const original = readFileSync(require.resolve(`swagger-ui-dist/${file}`));
    const fetched = (headers: Record<string, string> = {}) =>
      new Promise<{ status?: number; headers: IncomingHttpHeaders; content: Buffer }>((resolve, reject) => {
        get(`${server.url}/api/docs/${file}`, { headers: { 'accept-encoding': accepted, ...headers } }, (res) => {
          buffer(res).then((content) => resolve({ status: res.statusCode, headers: res.headers, content }), reject);
        }).on('error', reject);
      });
    await fetched();
    const compressions = countCompressions();
    for (const { headers, content } of [await fetched(), await fetched()]) {
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: expect.stringContaining('Accept-Encoding') });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['content-type']).toMatch(file.endsWith('.css') ? 'text/css' : 'text/javascript');
      expect(unpack(content).equals(original)).toBe(true);
    }
    const { etag } = (await fetched()).headers;
    expect((await fetched({ 'if-none-match': etag! })).status).toBe(304);
    expect(compressions.end()).toEqual([]);
  }
});

test('a file of Swagger UI that could not be compressed is tried again', async () => {
  const other = await startTestServer();
  const fetched = async () => (await ask(`${other.url}/api/docs/swagger-ui.css`, { 'accept-encoding': 'gzip' })).status;
  jest.spyOn(zlib, 'gzip').mockImplementationOnce(() => {
    throw new Error('no room');
  });
  expect([await fetched(), await fetched()]).toEqual([500, 200]);
  await other.stop();
});
