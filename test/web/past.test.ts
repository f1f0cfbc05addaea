import type { Page } from 'puppeteer-core';
import { Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { moment } from '../kit/past';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { click, expectNoSeriousViolations, makeUser, openSignedIn, press, shows } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;
let vendorId: string;
let assessmentId: string;
let findingId: string;
/** While the vendor was of medium tier. */
let then: string;

const mutate = (name: string, type: string, input: object) =>
  server.admin.data(`mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`, { input });

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  const assessor = await Assessor.prepare(server);
  vendorId = await createVendor(server, { name: 'Harbor CDN', tier: 'MEDIUM' });
  then = moment();
  await mutate('updateVendor', 'UpdateVendorInput', { id: vendorId, tier: 'HIGH', notes: 'A long note. '.repeat(30) });
  const { me } = await server.admin.data<{ me: { id: string } }>('{ me { id } }');
  await mutate('updateVendor', 'UpdateVendorInput', { id: vendorId, ownerId: me.id });
  ({ id: assessmentId } = await assessor.completed(vendorId, {}, { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 64 }));
  const { findings } = await server.admin.data<{ findings: { nodes: { id: string }[] } }>('{ findings(first: 1) { nodes { id } } }');
  findingId = findings.nodes[0]!.id;
  await mutate('updateFindingStatus', 'UpdateFindingStatusInput', { id: findingId, status: 'REMEDIATED', resolutionNote: 'Turned on' });
  await mutate('updateSettings', 'UpdateSettingsInput', { greenFrom: 0.75, organizationName: 'Quayside' });
});
afterEach(async () => {
  const complaints = visit?.complaints;
  await visit?.close();
  visit = undefined;
  expect(complaints).toEqual([]);
});
afterAll(() => Promise.all([browser.close(), server.stop()]));

async function open(address: string, options?: Parameters<typeof openSignedIn>[3]): Promise<Page> {
  visit = await openSignedIn(browser, server, address, options);
  return visit.page;
}

const searchOf = (page: Page) => new URL(page.url()).searchParams;
const heading = (page: Page, text: string) => page.waitForSelector(`h1::-p-text(${text})`);
const textOf = (page: Page, selector = 'main') => page.$eval(selector, (element) => element.textContent);
/** Waits until the text is somewhere in the page, across elements. */
const tells = (page: Page, text: string) => page.waitForFunction(`document.body.textContent.includes(${JSON.stringify(text)})`);
const linkNames = (page: Page, selector: string) => page.$$eval(selector, (found) => found.map(({ textContent }) => textContent.trim()));

describe('the past', () => {
  test.each([
    ['on a wide screen', { width: 1280 }],
    ['on a phone, dark', { width: 390, dark: true }],
  ])('is shown everywhere by a banner and kept by links, reload and Back, %s', async (_, options) => {
    const page = await open(`/vendors/${vendorId}?asOf=${then}`, options);
    await heading(page, 'Harbor CDN');
    await shows(page, 'As of ');
    await shows(page, 'Medium', 'main');
    await expectNoSeriousViolations(page);
    const hrefs = await page.$$eval('nav a[href^="/"]:not([href^="/graphiql"]):not([href^="/api"]), main a[href^="/vendors"]', (links) =>
      links.map((link) => link.getAttribute('href')!),
    );
    expect(hrefs.length).toBeGreaterThan(5);
    expect(hrefs.filter((href) => !href.includes('asOf=') && href !== `/vendors/${vendorId}`)).toEqual([]);
    const downloads = await page.$$eval('main a[href^="/api/"]', (links) => links.map((link) => link.getAttribute('href')!));
    expect(downloads).toContain(`/api/v1/vendors/${vendorId}/export?asOf=${encodeURIComponent(then)}`);
    expect(downloads.filter((href) => !href.endsWith(`?asOf=${encodeURIComponent(then)}`))).toEqual([]);
    await page.reload({ waitUntil: 'networkidle0' });
    await shows(page, 'Medium', 'main');
    await page.goto(`${server.url}/vendors?asOf=${then}`, { waitUntil: 'networkidle0' });
    await click(page, 'main ::-p-aria([name="Harbor CDN"][role="link"])');
    await heading(page, 'Harbor CDN');
    expect(searchOf(page).get('asOf')).toBe(then);
    await press(page, 'Back to now', 'link');
    await shows(page, 'High', 'main');
    expect(searchOf(page).has('asOf')).toBe(false);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    await page.goBack();
    await shows(page, 'Medium', 'main');
    expect(searchOf(page).get('asOf')).toBe(then);
  });

  test('is chosen in the header by date and time, not in the future, nor before the record', async () => {
    const page = await open('/vendors');
    await click(page, 'summary[aria-label="Show a past date"]');
    /** As the browser's own picker does. */
    const put = (type: string, value: string) =>
      page.evaluate(`{
        const field = document.querySelector('header input[type="${type}"]');
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${value}');
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }`);
    await page.waitForSelector('header input[type="date"][min]');
    await press(page, 'Show');
    await shows(page, 'Enter a date', 'header');
    const local = await page.evaluate(() => {
      const at = new Date();
      const two = (part: number) => String(part).padStart(2, '0');
      return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    });
    await put('date', '2999-12-31');
    await press(page, 'Show');
    await shows(page, 'This is in the future', 'header');
    await put('date', local);
    await press(page, 'Show');
    await shows(page, 'Today isn’t over: enter a time', 'header');
    await put('date', '2020-01-31');
    await press(page, 'Show');
    await shows(page, 'The record begins on', 'header [role="alert"]');
    await expectNoSeriousViolations(page);
    expect(searchOf(page).has('asOf')).toBe(false);
  });

  test('of a moment before the record is refused in words', async () => {
    const page = await open('/vendors?asOf=2020-01-31T12:00:00Z');
    await shows(page, 'The date must not be before');
    await shows(page, 'Choose another date above, or go back to now.');
    visit!.complaints.length = 0; // each refused request is one
    for (const text of ['2026-03-31', '2026-03-31T12:00', 'nonsense']) {
      await page.goto(`${server.url}/vendors?asOf=${text}`, { waitUntil: 'networkidle0' });
      await shows(page, "The date in the address can't be read");
      await shows(page, 'such as 2026-03-31T17:00:00Z. Go back to now');
    }
  });

  test('can not be changed', async () => {
    const page = await open(`/vendors/${vendorId}?asOf=${then}`);
    await heading(page, 'Harbor CDN');
    expect(await linkNames(page, 'main button, main a')).not.toEqual(expect.arrayContaining(['Edit']));
    expect(await linkNames(page, 'main button, main a')).not.toEqual(expect.arrayContaining(['Delete']));
    await page.goto(`${server.url}/vendors/${vendorId}/edit?asOf=${then}`, { waitUntil: 'networkidle0' });
    await heading(page, 'Nothing can be changed in the past');
    await page.goto(`${server.url}/settings/organisation?asOf=${then}`, { waitUntil: 'networkidle0' });
    await page.waitForSelector('main form fieldset:disabled');
    expect(await page.$eval('main form button[type="submit"]', (button) => button.matches(':disabled'))).toBe(true);
    await expectNoSeriousViolations(page);
    for (const [address, name] of [
      ['/settings/users', 'Invite user'],
      ['/settings/roles', 'Add role'],
      ['/settings/api-keys', 'Create API key'],
      ['/templates', 'New template'],
    ] as const) {
      await page.goto(`${server.url}${address}?asOf=${then}`, { waitUntil: 'networkidle0' });
      await page.waitForSelector('h1');
      expect(await textOf(page)).not.toContain(name);
    }
  });

  test('has pages for everything, and says where there is none', async () => {
    const at = moment();
    const page = await open(`/settings/mail?asOf=${at}`);
    await shows(page, 'E-mails can’t be shown as of a past date');
    const addresses = await page.$$eval('nav[aria-label="Main"] a[href*=asOf], nav[aria-label="Settings"] a', (links) =>
      links.map((link) => link.getAttribute('href')!.split('?')[0]!),
    );
    expect(addresses.length).toBeGreaterThan(30);
    const refused: string[] = [];
    page.on('response', (response) => void (response.status() < 400 || refused.push(`${page.url()}: ${response.url()}`)));
    for (const address of [
      ...addresses,
      `/findings?finding=${findingId}`,
      '/findings?group=vendor',
      `/assessments/${assessmentId}`,
      `/assessments/${assessmentId}/review`,
      `/vendors/${vendorId}?tab=certifications`,
      '/',
      '/frameworks/crosswalk',
      '/notifications',
      '/account',
    ]) {
      const url = new URL(address, server.url);
      url.searchParams.set('asOf', at);
      await page.goto(url.href, { waitUntil: 'networkidle0' });
      await page.waitForSelector('h1');
    }
    expect(refused).toEqual([]);
  });

  test('needs the permission to read the audit log', async () => {
    const account = await makeUser(server, 'no-past@example.org', ['vendors:view']);
    const page = await open(`/vendors?asOf=${then}`, { account });
    await heading(page, "You don't have access to the past");
    expect(await page.$('summary[aria-label="Show a past date"]')).toBeNull();
    await press(page, 'Go back to now', 'link');
    await shows(page, 'Harbor CDN');
  });
});

describe('history', () => {
  test('of a vendor: who, when and what, in words', async () => {
    const page = await open(`/vendors/${vendorId}?tab=history`);
    await tells(page, 'Tier: Medium → High');
    await tells(page, 'Owner: nobody → Administrator');
    await tells(page, 'by Administrator');
    expect(await textOf(page, 'ul[aria-label="History"]')).not.toContain('A long note. '.repeat(20));
    await press(page, 'Show all');
    await tells(page, 'A long note. '.repeat(29));
    await expectNoSeriousViolations(page);
    const links = await page.$$('::-p-aria([name="See it as it was then"][role="link"])');
    await links.at(-1)!.click();
    await shows(page, 'As of ');
    await shows(page, 'Medium', 'main');
  });

  test('of an assessment, with the questions', async () => {
    const page = await open(`/assessments/${assessmentId}?tab=history`, { width: 390, dark: true });
    await tells(page, 'Answer to ‘MFA?’: not answered → No');
    await tells(page, 'Status: Under review → Completed');
    await expectNoSeriousViolations(page);
  });

  test('of a finding and of the settings', async () => {
    const page = await open(`/findings?finding=${findingId}`);
    await tells(page, 'Status: Open → Remediated');
    await tells(page, 'Resolution note: none → Turned on');
    await page.goto(`${server.url}/settings/scoring`, { waitUntil: 'networkidle0' });
    await tells(page, 'Green from: 85% → 75%');
    await expectNoSeriousViolations(page);
  });

  test('is in the audit log, entry by entry', async () => {
    const page = await open(`/audit?entity=${vendorId}`);
    const buttons = await page.waitForSelector('::-p-aria([name="Details of Updated vendor Harbor CDN"][role="button"])');
    await buttons!.click();
    await tells(page, 'Owner: nobody → Administrator');
    await expectNoSeriousViolations(page);
    await press(page, 'See it as it was then', 'link');
    await heading(page, 'Harbor CDN');
    expect(searchOf(page).has('asOf')).toBe(true);
  });

  test('is not there without the permission to read the audit log', async () => {
    const account = await makeUser(server, 'no-history@example.org', ['vendors:view', 'assessments:view']);
    const page = await open(`/vendors/${vendorId}?tab=history`, { account });
    await heading(page, 'Harbor CDN');
    expect(await linkNames(page, '[role="tab"]')).not.toContain('History');
  });
});

describe('the dashboard', () => {
  test.each([
    ['light', { width: 1280 }],
    ['dark, on a phone', { width: 390, dark: true }],
  ])('shows two dates side by side, %s', async (_, options) => {
    const page = await open(`/dashboard?compare=${then}`, options);
    await shows(page, 'What changed');
    await page.waitForSelector('h2::-p-text(Now)');
    const rows = await page.$$eval('section[aria-label="What changed"] tbody tr', (found) =>
      found.map((row) => [...row.children].map(({ textContent }) => textContent)),
    );
    expect(rows).toContainEqual(['Vendors', '1', '1', '0']);
    expect(rows).toContainEqual(['Tier: High', '0', '1', '+1']);
    expect(rows).toContainEqual(['Tier: Medium', '1', '0', '−1']);
    await tells(page, 'Harbor CDN: Medium → High');
    await tells(page, 'Vendors in another band · 1');
    await expectNoSeriousViolations(page);
    await press(page, 'Stop comparing', 'link');
    await page.waitForSelector('::-p-text(Compare with…)');
    expect(searchOf(page).has('compare')).toBe(false);
  });
});
