import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser, type HTTPRequest, type Page } from 'puppeteer-core';

/** A page in a browser profile of its own, and what happened in it. */
export interface Visit {
  page: Page;
  /** Requests to anywhere but the server; none got there. */
  strays: string[];
  /** Errors on the console, among them what the content security policy refused. */
  complaints: string[];
  close(): Promise<void>;
}

export interface VisitOptions {
  dark?: boolean;
  /** Stand-ins for what lies elsewhere, by address: a script, or the HTML of a frame. */
  stubs?: Record<string, string>;
}

export interface TestBrowser {
  open(url: string, options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** The Chromium that comes as an npm package. Close it in afterAll. */
export async function startBrowser(): Promise<TestBrowser> {
  const folder = unpackedChromium();
  const browser = await puppeteer.launch({
    executablePath: path.join(folder, 'chromium'),
    headless: 'shell',
    pipe: true,
    env: { ...process.env, FONTCONFIG_FILE: path.join(folder, 'fonts.conf') },
    args: [
      '--no-sandbox', // root in CI; it sees only our own pages
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', // even what interception doesn't see stays here
    ],
  });
  return { open: (url, options) => visit(browser, url, options), close: () => browser.close() };
}

async function visit(browser: Browser, url: string, { dark, stubs = {} }: VisitOptions = {}): Promise<Visit> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const { origin } = new URL(url);
  const strays: string[] = [];
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.setDefaultTimeout(10_000); // sooner than the test's, so that the failure names the step
  await page.setRequestInterception(true);
  page.on('request', (request) => void admit(request, { origin, strays, stubs }));
  await page.setViewport({ width: 1280, height: 800 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  await page.goto(url, { waitUntil: 'networkidle0' });
  return { page, strays, complaints, close: () => context.close() };
}

interface Border {
  origin: string;
  strays: string[];
  stubs: Record<string, string>;
}

function admit(request: HTTPRequest, { origin, strays, stubs }: Border): Promise<void> {
  const url = new URL(request.url());
  if (url.origin === origin || url.protocol === 'data:') return request.continue();
  strays.push(url.href);
  const body = stubs[url.href];
  if (body === undefined) return request.abort();
  return request.respond({ contentType: request.resourceType() === 'script' ? 'text/javascript' : 'text/html', body });
}

/**
 * Unpacks the browser once a machine and user. It moves into place when it is whole: test files that run side by side
 * come here together.
 */
function unpackedChromium(): string {
  const entry = require.resolve('@sparticuz/chromium');
  const manifest = readFileSync(path.resolve(entry, '../../../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = path.join(tmpdir(), `vetgraph-chromium-${version}-${userInfo().uid}`);
  if (existsSync(folder)) return folder;
  const fresh = mkdtempSync(`${folder}-`);
  const unpack = 'require(process.argv[1]).executablePath()'; // it unpacks to the folder for temporary files
  execFileSync(process.execPath, ['-e', unpack, entry], { env: { ...process.env, TMPDIR: fresh } });
  const fonts = `<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir></fontconfig>`;
  writeFileSync(path.join(fresh, 'fonts.conf'), fonts);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
