import puppeteer, { type Browser, type BrowserContext, type HTTPRequest, type Page } from 'puppeteer-core';
import { findChromium } from '../../src/platform/pdf/chromium';

/** A page in its own browser profile, and what happened in it. */
export interface Visit {
  page: Page;
  /** Requests to anything but the server; none got through. */
  strays: string[];
  /** Console errors, including content security policy violations. */
  complaints: string[];
  close(): Promise<void>;
}

export interface VisitOptions {
  /** As a client received it, name=value. */
  cookie?: string;
  dark?: boolean;
  /** The folder for downloads. */
  downloads?: string;
  /** Width of the screen; 390 is a phone. */
  width?: number;
  /** Stubs for external resources, by URL: a script, or the HTML of a frame. */
  stubs?: Record<string, string>;
}

export interface TestBrowser {
  open(url: string, options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** Chromium from the npm package. Close it in afterAll. */
export async function startBrowser(): Promise<TestBrowser> {
  const browser = await puppeteer.launch({
    ...(await findChromium()),
    headless: 'shell',
    pipe: true,
    args: [
      '--no-sandbox', // CI runs as root; the browser only sees our own pages
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-features=PreloadTopChromeWebUI', // a system Chromium preloads its own pages, which nobody sees
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost', // blocks even what interception doesn't see
    ],
  });
  const profiles: BrowserContext[] = [];
  return { open: (url, options) => visit(browser, profiles, url, options), close: () => browser.close() };
}

/** Profiles are reused, cleared except for their cache: loading the application anew takes a second per visit. */
async function visit(
  browser: Browser,
  profiles: BrowserContext[],
  url: string,
  { cookie, dark, downloads, width = 1280, stubs }: VisitOptions = {},
): Promise<Visit> {
  const context = downloads
    ? await browser.createBrowserContext({ downloadBehavior: { policy: 'allow', downloadPath: downloads } })
    : (profiles.pop() ?? (await browser.createBrowserContext()));
  const page = await context.newPage();
  const { origin, hostname } = new URL(url);
  if (cookie) {
    const [name, value] = cookie.split('=') as [string, string];
    await context.setCookie({ name, value, domain: hostname });
  }
  const strays: string[] = [];
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.setDefaultTimeout(60_000); // shorter than the test's, so that a failure names the step
  if (stubs) await page.setRequestInterception(true); // interception keeps the browser from caching
  page.on('request', (request) => void admit(request, { origin, strays, stubs }));
  await page.setViewport({ width, height: 800 });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' }, // so that nothing has to wait for animations
  ]);
  const settled = watch(page);
  await page.goto(url);
  await settled();
  const close = async () => {
    if (downloads) return context.close();
    const session = await page.createCDPSession();
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage,indexeddb' });
    for (const one of await context.pages()) await one.close();
    profiles.push(context);
  };
  return { page, strays, complaints, close };
}

/** So many times in a row nothing must be under way. */
const LOOKS = 3;
/** A page of the application has a title, unless it takes longer than this. */
const UNTITLED_MS = 3_000;
/** Waits until the page has nothing to do, and says whether the application shows its title. */
const LOOK = `new Promise((done) => setTimeout(() => requestIdleCallback(
  () => done(!document.querySelector('#root') || document.querySelector('h1') !== null), { timeout: 1000 }), 50))`;

/** Says when a page has what it asks for at first: nothing is under way, and it does nothing by which that could change. */
function watch(page: Page): () => Promise<void> {
  const underWay = new Set<HTTPRequest>();
  let asked = 0;
  page.on('request', (request) => {
    // Streams of events never end.
    if (request.headers().accept?.includes('text/event-stream')) return;
    underWay.add(request);
    asked += 1;
  });
  const over = (request: HTTPRequest) => underWay.delete(request);
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return async () => {
    const started = Date.now();
    let quiet = 0;
    for (let before = -1; quiet < LOOKS; before = asked) {
      const hasTitle = await page.evaluate(LOOK);
      const lasts = Date.now() - started;
      if (lasts > 60_000) throw new Error(`still under way: ${[...underWay].map((request) => request.url()).join(', ')}`);
      quiet = before === asked && underWay.size === 0 && (hasTitle || lasts > UNTITLED_MS) ? quiet + 1 : 0;
    }
  };
}

interface Border {
  origin: string;
  strays: string[];
  stubs?: Record<string, string>;
}

/** Records requests to other hosts; they go nowhere, because no name resolves. */
async function admit(request: HTTPRequest, { origin, strays, stubs }: Border): Promise<void> {
  const url = new URL(request.url());
  const isOurs = url.origin === origin || url.protocol === 'data:';
  if (!isOurs) strays.push(url.href);
  if (!stubs) return;
  if (isOurs) return request.continue();
  const body = stubs[url.href] ?? stubs[url.origin + url.pathname];
  if (body === undefined) return request.abort();
  return request.respond({ contentType: request.resourceType() === 'script' ? 'text/javascript' : 'text/html', body });
}
