import { gzipSync } from 'node:zlib';
import type { Page } from 'puppeteer-core';
import { Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit, type VisitOptions } from '../kit/browser';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';
import { click, expectNoSeriousViolations, fill, fillPassword, focuses, makeUser, openSignedIn, press, shows, signIn } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let assessor: Assessor;
let visit: Visit | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  assessor = await Assessor.prepare(server);
  await assessor.completed({ name: 'Harbor CDN', tier: 'CRITICAL' }, {}, { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 64 });
  await assessor.sent({ name: 'Beacon Mail', tier: 'LOW' }, { dueDate: '2026-01-10T00:00:00Z' });
  const { vendorId } = await assessor.completed(
    { name: 'Fjord Facilities' },
    {},
    { 'MFA?': 'YES', 'Regions?': ['EU', 'UK'], '=Key length': 256 },
  );
  await assessor.certify(vendorId, { name: 'ISO 27001:2022' });
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

async function openAs(path: string, options?: Parameters<typeof openSignedIn>[3]): Promise<Visit> {
  visit = await openSignedIn(browser, server, path, options);
  return visit;
}

const pathOf = (page: Page) => page.url().slice(server.url.length);
const heading = (page: Page, text: string) => page.waitForSelector(`h1::-p-text(${text})`);

describe('signing in', () => {
  test('a wrong password is refused with a message, the right one opens the requested page', async () => {
    const { page, strays, complaints } = await open('/vendors?tier=CRITICAL');
    await heading(page, 'Sign in');
    await fill(page, 'E-mail', ADMIN.email);
    await fillPassword(page, 'Password', 'not this one');
    await press(page, 'Sign in');
    await shows(page, 'Wrong e-mail address or password', '[role=alert]');
    await expectNoSeriousViolations(page);
    await signIn(page);
    await heading(page, 'Vendors');
    expect(pathOf(page)).toBe('/vendors?tier=CRITICAL');
    await shows(page, 'Harbor CDN', 'table');
    expect(strays).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the link in the e-mail with the board report leads to it', async () => {
    const { page } = await open('/board-report?from=2026-07-01&to=2026-09-30');
    await heading(page, 'Sign in');
    await signIn(page);
    await heading(page, 'Board report');
    await page.waitForSelector('[role=region][aria-label="Content of Board report"] canvas');
    await page.waitForSelector('a[href="/exports/board-report.pdf?from=2026-07-01&to=2026-09-30"]::-p-text(Download)');
    await expectNoSeriousViolations(page);
  });

  test('does not redirect to another site', async () => {
    const { page } = await open('/sign-in?next=//elsewhere.example');
    await signIn(page);
    await heading(page, 'Dashboard');
    expect(pathOf(page)).toBe('/dashboard');
  });

  test('signing out ends the session and leaves nothing to go back to', async () => {
    const { page } = await openAs('/');
    await press(page, 'Administrator', 'DisclosureTriangle' as 'button');
    await press(page, 'Sign out');
    await heading(page, 'Sign in');
    await page.goBack();
    await heading(page, 'Sign in');
  });

  test('if the session ends elsewhere, the next step asks to sign in and then returns', async () => {
    const account = await makeUser(server, 'ended@example.org', ['vendors:view', 'assessments:view']);
    const { page } = await openAs('/', { account });
    const { users } = await server.admin.data<{ users: { id: string; email: string }[] }>('{ users { id email } }');
    const { id } = users.find(({ email }) => email === account.email)!;
    await server.admin.data(`mutation ($input: ResetUserPasswordInput!) { resetUserPassword(input: $input) { user { id } } }`, {
      input: { id, password: account.password },
    });
    await press(page, 'Vendors', 'link');
    await heading(page, 'Sign in');
    await signIn(page, account);
    await heading(page, 'Vendors');
  });

  test('if it ends before something is saved, the input stays', async () => {
    const account = await makeUser(server, 'writing@example.org', ['vendors:view', 'vendors:create']);
    const { page } = await openAs('/vendors/new', { account });
    await fill(page, 'Name', 'A name that took long to find');
    const { users } = await server.admin.data<{ users: { id: string; email: string }[] }>('{ users { id email } }');
    await server.admin.data(`mutation ($input: ResetUserPasswordInput!) { resetUserPassword(input: $input) { user { id } } }`, {
      input: { id: users.find(({ email }) => email === account.email)!.id, password: account.password },
    });
    await press(page, 'Create vendor');
    await page.waitForSelector('[role=alert] a[href="/sign-in"][target=_blank]');
    await expectNoSeriousViolations(page);
    expect(await page.$eval('input', (field) => (field as unknown as { value: string }).value)).toBe('A name that took long to find');
  });

  test('the password is changed, after errors are shown at their fields', async () => {
    const account = await makeUser(server, 'changer@example.org', ['vendors:view']);
    const { page, complaints } = await openAs('/account', { account });
    await fillPassword(page, 'Current password', 'wrong one');
    await fillPassword(page, 'New password', 'another long password');
    await press(page, 'Change password');
    await shows(page, "Isn't your current password");
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toBe('Current password');
    await fillPassword(page, 'Current password', account.password);
    await press(page, 'Change password');
    await shows(page, 'Password changed');
    await expectNoSeriousViolations(page);
    expect(
      await server.stranger().code(`mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`, { input: account }),
    ).toBe('UNAUTHENTICATED');
    expect(complaints).toEqual([]);
  });
});

describe('first run', () => {
  let fresh: TestServer;
  beforeAll(async () => {
    fresh = await startTestServer({ adminEmail: undefined, adminPassword: undefined });
  });
  afterAll(() => fresh.stop());

  test('the first visitor creates the administrator and is signed in; then the page is closed', async () => {
    visit = await browser.open(`${fresh.url}/`);
    const { page, complaints } = visit;
    await heading(page, 'Welcome');
    await expectNoSeriousViolations(page);
    await fill(page, 'Your name', 'Grace Hopper');
    await fill(page, 'E-mail', 'grace@example.org');
    await fillPassword(page, 'Password', 'short');
    await press(page, 'Create administrator');
    await page.waitForSelector('[aria-invalid="true"]');
    await fillPassword(page, 'Password', 'long enough for me');
    await press(page, 'Create administrator');
    await heading(page, 'Dashboard');
    await shows(page, 'Grace Hopper', 'header');
    await page.goto(`${fresh.url}/setup`, { waitUntil: 'networkidle0' });
    await heading(page, 'Sign in');
    expect(complaints).toEqual([]);
  });
});

describe('dashboard', () => {
  test('shows the portfolio, and every part links to the list behind it', async () => {
    const { page, strays, complaints } = await openAs('/');
    await heading(page, 'Dashboard');
    await page.waitForSelector('[aria-label="Vendors by band"] path');
    const links = await page.$$eval('main a[href]', (anchors) => anchors.map((anchor) => anchor.getAttribute('href')!));
    for (const link of [
      '/vendors',
      '/vendors?attention=true',
      '/assessments?overdue=true',
      '/findings?status=OPEN',
      '/vendors?band=GREEN',
      '/vendors?band=AMBER',
      '/vendors?band=RED',
      '/vendors?band=UNSCORED',
      '/vendors?tier=CRITICAL',
      '/vendors?tier=NONE',
      '/assessments?status=COMPLETED',
      '/findings?status=OPEN&severity=CRITICAL',
      '/findings?control=A.1&status=ALL',
      '/vendors?actions=true',
    ])
      expect(links).toContain(link);
    expect(links.filter((link) => /^\/assessments\/[0-9a-f-]{36}$/.test(link))).toHaveLength(1); // the overdue one
    await expectNoSeriousViolations(page);

    // The first slice, just right of the top.
    const ring = (await (await page.waitForSelector('[aria-label="Vendors by band"] svg'))!.boundingBox())!;
    await page.mouse.move(ring.x + ring.width / 2 + 5, ring.y + ring.height / 2 - 74);
    await shows(page, 'Green: 1', '[aria-label="Vendors by band"]');

    await press(page, 'Red', 'link');
    await heading(page, 'Vendors');
    expect(pathOf(page)).toBe('/vendors?band=RED');
    await shows(page, '1 vendor');
    await shows(page, 'Harbor CDN', 'table');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Vendors');
    expect(strays).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['/vendors?attention=true', 'Harbor CDN'],
    ['/vendors?tier=NONE', 'Fjord Facilities'],
    ['/vendors?actions=true', 'Fjord Facilities'],
    ['/assessments?overdue=true', 'Beacon Mail'],
    ['/findings?control=A.1&status=ALL', 'Harbor CDN'],
  ])('%s lists %s, and axe finds no violations', async (path, name) => {
    const { page, complaints } = await openAs(path);
    await shows(page, name, 'table');
    await expectNoSeriousViolations(page);
    expect(complaints).toEqual([]);
  });

  test.each([{ dark: true }, { width: 390 }])('axe finds no violations with %o', async (options) => {
    const { page } = await openAs('/', options);
    await page.waitForSelector('[aria-label="Vendors by band"] path');
    await expectNoSeriousViolations(page);
    const [shown, whole] = (await page.evaluate(
      '[document.documentElement.clientWidth, document.documentElement.scrollWidth]',
    )) as number[];
    expect(whole).toBe(shown);
  });

  test('its script weighs less than 300 kB, compressed', async () => {
    const { page } = await openAs('/');
    const weights: Record<string, number> = {};
    const read: Promise<void>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      read.push(response.buffer().then((body) => void (weights[new URL(response.url()).pathname] = gzipSync(body).length)));
    });
    await page.reload({ waitUntil: 'networkidle0' });
    await page.waitForSelector('[aria-label="Vendors by band"] path');
    await Promise.all(read);
    const sum = Object.values(weights).reduce((all, weight) => all + weight, 0);
    expect(Object.keys(weights).length).toBeGreaterThan(2);
    expect(sum).toBeLessThan(300_000);
  });
});

describe('lists', () => {
  test('sorting, filters and columns are in the URL and survive a reload', async () => {
    const { page, complaints } = await openAs('/vendors');
    await press(page, 'Score');
    await page.waitForSelector('th[aria-sort="ascending"]::-p-text(Score)');
    await press(page, 'Score');
    await page.waitForSelector('th[aria-sort="descending"]::-p-text(Score)');
    await press(page, 'Columns');
    await click(page, '::-p-aria([name="Contact"][role="checkbox"])');
    await page.keyboard.press('Escape');
    await (await page.waitForSelector('input[type=search]'))!.type('cdn');
    await shows(page, '1 vendor');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      query: 'cdn',
      sort: '-OVERALL_SCORE',
      columns: 'name,tier,score,inherent,tags,owner,assessed,email',
    });
    await page.reload({ waitUntil: 'networkidle0' });
    await shows(page, 'risk@acme.example', 'table');
    await press(page, 'Clear filters');
    await shows(page, '3 vendors');
    expect(complaints).toEqual([]);
  });

  test('a long list loads page by page as the user scrolls, and only the rows in view are rendered', async () => {
    for (let from = 0; from < 250; from += 50) {
      const made = Array.from({ length: 50 }, (_, i) => {
        const number = String(from + i).padStart(3, '0');
        return `v${i}: createVendor(input: { name: "Long ${number}", contactEmail: "l${number}@x.example" }) { vendor { id } }`;
      });
      await server.admin.data(`mutation { ${made.join('\n')} }`);
    }
    const { page } = await openAs('/vendors?query=Long');
    await shows(page, '250 vendors');
    const rows = () => page.$$eval('tbody tr[data-index]', (found) => found.length);
    expect(await rows()).toBeLessThan(60);
    for (let step = 0; step < 40 && !(await page.$('tbody ::-p-text(Long 249)')); step++) {
      await page.evaluate(`document.querySelector('[role=region]').scrollBy(0, 2000)`);
      await page.waitForNetworkIdle({ idleTime: 50 });
    }
    await shows(page, 'Long 249', 'tbody');
    expect(await rows()).toBeLessThan(60);
  });
});

describe('the keyboard', () => {
  test('starts at the heading of a page, even if the page has to load first', async () => {
    const { page } = await openAs('/vendors?query=Harbor');
    await press(page, 'Harbor CDN', 'link');
    await heading(page, 'Harbor CDN');
    await focuses(page, 'Harbor CDN');
    await page.goto(`${server.url}/templates`, { waitUntil: 'networkidle0' });
    const name = await page.$eval('tbody a', (link) => link.textContent!);
    await press(page, name, 'link');
    await page.waitForSelector('main ol'); // the questions: the heading of the loading page has been replaced
    await focuses(page, name);
  });

  test('reaches a menu at the edge of a phone screen', async () => {
    const { page } = await openAs('/', { width: 390 });
    await press(page, 'Open this query', 'DisclosureTriangle' as 'button');
    await page.waitForFunction(
      `(({ left, right }) => left >= 0 && right <= 390)(document.querySelector('main details[open] > div').getBoundingClientRect())`,
    );
  });
});

describe('permissions', () => {
  test('the menu and the start page match the permissions, and a page without access says so', async () => {
    const account = await makeUser(server, 'narrow@example.org', ['vendors:view']);
    const { page, complaints } = await openAs('/', { account });
    await heading(page, 'My work');
    expect(await page.$$eval('nav[aria-label=Main] a', (links) => links.map((link) => link.textContent))).toEqual([
      'My work',
      'Vendors',
      'Certifications',
      'Shared responsibility',
      'Analysis',
      'GraphQL',
      'REST',
    ]);
    await page.goto(`${server.url}/assessments`, { waitUntil: 'networkidle0' });
    await heading(page, "You don't have access to this page");
    expect(await page.$('::-p-aria([name="Try again"][role="button"])')).toBeNull();
    await expectNoSeriousViolations(page);
    expect(complaints).toEqual([]);
  });
});

describe('the server', () => {
  test('an unknown page says so and links back; programs get JSON', async () => {
    const { page } = await openAs('/nowhere/at/all');
    await heading(page, 'Page not found');
    await expectNoSeriousViolations(page);
    await press(page, 'Go to the start page', 'link');
    await heading(page, 'Dashboard');
    const response = await server.stranger().fetch('/nowhere', { headers: { accept: 'application/json' } });
    expect([response.status, await response.json()]).toEqual([404, { error: 'Page not found' }]);
  });

  test.each(['/api/nowhere', '/files/nowhere/x', '/assets/nowhere.js', '/explorer/1/x', '/healthz/x', '/metrics/x'])(
    '%s is not a page of the application, even to a browser',
    async (path) => {
      const response = await server.admin.fetch(path, { headers: { accept: 'text/html' } });
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  test('the page is never cached; its files are cached forever and compressed', async () => {
    const page = await server.stranger().fetch('/vendors', { headers: { accept: 'text/html' } });
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    const files = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      for (const encoding of ['br', 'gzip']) {
        const { status, headers } = await server.stranger().fetch(file, { headers: { 'accept-encoding': encoding } });
        expect([status, headers.get('content-encoding')]).toEqual([200, encoding]);
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(headers.get('vary')).toContain('Accept-Encoding');
      }
      expect(
        (await server.stranger().fetch(file, { headers: { 'accept-encoding': 'identity' } })).headers.get('content-encoding'),
      ).toBeNull();
    }
  });
});

test('a vendor’s link opens without a session', async () => {
  const { portal } = await assessor.sent({ name: 'Portal Probe', externalId: 'P-1' });
  const { page, complaints } = await open(`/portal/${portal.token}`);
  await heading(page, 'Security');
  await expectNoSeriousViolations(page);
  expect(complaints).toEqual([]);
});
