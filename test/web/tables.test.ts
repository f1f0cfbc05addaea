/** Lists on a desk, on a phone and on paper. */
import type { Page } from 'puppeteer-core';
import { startBrowser, type TestBrowser, type Visit, type VisitOptions } from '../kit/browser';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { expectNoSeriousViolations, focuses, openSignedIn, press, shows } from '../kit/web';

const LONG = 'Harbor Content Delivery Network and Associated Edge Computing Services of the Northern Hemisphere, Incorporated';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  await createVendor(server, { name: LONG, tier: 'CRITICAL', dataSensitivity: 'RESTRICTED' });
  for (let i = 10; i < 60; i++) await createVendor(server, { name: `Vendor ${i}`, tier: 'LOW' });
});
afterEach(async () => {
  await visit?.close();
  visit = undefined;
});
afterAll(() => Promise.all([browser.close(), server.stop()]));

async function open(address: string, options?: VisitOptions): Promise<Page> {
  visit = await openSignedIn(browser, server, address, options);
  return visit.page;
}

async function expectClean(page: Page): Promise<void> {
  await expectNoSeriousViolations(page);
  expect([visit!.complaints, visit!.strays]).toEqual([[], []]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

const heightOf = (page: Page, selector: string) => page.$eval(selector, (found) => found.getBoundingClientRect().height);

test('a long name stays on one line; the pointer and the focus show it whole', async () => {
  const page = await open('/vendors');
  const link = `td[data-kind=name] a::-p-text(${LONG})`;
  await page.waitForSelector(link);
  const [long, short] = [await heightOf(page, link), await heightOf(page, 'td[data-kind=name] a::-p-text(Vendor 10)')];
  expect(long).toBe(short);
  await page.hover(link);
  await page.waitForSelector(`td[data-kind=name][title="${LONG}"]`);
  await page.hover('td[data-kind=name] a::-p-text(Vendor 10)');
  expect(await page.$eval('tbody tr:nth-child(2) td[data-kind=name]', (cell) => cell.getAttribute('title'))).toBeNull();
  await page.focus('tbody input');
  await page.keyboard.press('Tab');
  await focuses(page, LONG);
  expect(await heightOf(page, link)).toBeGreaterThan(short);
});

test('a link opens without the parameters that mean nothing here', async () => {
  const page = await open('/vendors?tier=CRITICAL,GRAVE&band=&attention=false&sort=colour');
  await shows(page, '1 vendor', 'main');
  await page.goto(`${server.url}/vendors?tier=GRAVE&status=`);
  await shows(page, '51 vendors', 'main');
  await expectClean(page);
});

test('a link with a filter that can’t be applied says so', async () => {
  const gone = encodeURIComponent(JSON.stringify([{ key: 'gone', isSet: true }]));
  const page = await open(`/vendors?fields=${gone}`);
  await shows(page, 'This list can’t be filtered like this', '[role=alert]');
  await press(page, 'Clear filters');
  await shows(page, '51 vendors', 'main');
});

test('a question mark explains a word of the trade', async () => {
  const page = await open('/vendors');
  await page.waitForSelector('table');
  await (await page.waitForSelector('::-p-aria([name="What is “Inherent risk”?"][role="button"])'))!.focus();
  await shows(page, 'before its own safeguards count', '[role=tooltip]');
  await expectClean(page);
});

test.each([{ width: 360 }, { width: 360, dark: true }])('with %o rows are cards that can be sorted and selected', async (options) => {
  const page = await open('/vendors', options);
  await page.waitForSelector('tbody tr');
  const [card, cells] = await page.$eval(
    'tbody tr[aria-rowindex="2"]',
    (row) =>
      [
        row.getBoundingClientRect().width,
        [...row.querySelectorAll('td[data-label]')].map((cell) => cell.getBoundingClientRect().top),
      ] as const,
  );
  expect(card).toBeLessThanOrEqual(360);
  expect(new Set(cells).size).toBe(cells.length); // one below the other
  expect(await page.$eval('thead', (head) => head.getBoundingClientRect().height)).toBe(0);
  const label = await page.evaluate(`getComputedStyle(document.querySelector('td[data-label=Tier]'), '::before').content`);
  expect(label).toBe('"Tier"');
  await expectClean(page);

  await page.select('select[aria-label="Sort by"]', '-TIER');
  await page.waitForFunction(`location.search.includes('sort=-TIER')`);
  await page.waitForFunction(`document.querySelector('tbody tr[aria-rowindex="2"]').textContent.includes('Harbor')`);
  await press(page, 'Select all loaded rows', 'checkbox' as 'button');
  await shows(page, 'selected', '[aria-label="Selected vendors"]');
  // Scrolling to the end draws the last card.
  await page.evaluate(`document.querySelector('[aria-label="List of vendors"]').scrollTo(0, 1e6)`);
  await page.waitForSelector('tbody tr[aria-rowindex="52"]');
});

test('on paper all loaded rows are there, without menus, filters and buttons', async () => {
  const page = await open('/vendors');
  await shows(page, 'Vendor 10', 'table');
  const drawn = await page.$$eval('tbody tr[data-index]', (rows) => rows.length);
  expect(drawn).toBeLessThan(51);
  await page.emulateMediaType('print');
  await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
  await page.waitForFunction(`document.querySelectorAll('tbody tr[data-index]').length === 51`);
  for (const gone of ['header', 'nav[aria-label=Main]', '[role=search]', 'main .mantine-Button-root']) {
    expect(await page.$eval(gone, (found) => found.getBoundingClientRect().height)).toBe(0);
  }
  await page.emulateMediaType('screen');
  await page.evaluate('window.dispatchEvent(new Event("afterprint"))');
  await page.waitForFunction(`document.querySelectorAll('tbody tr[data-index]').length < 51`);
});
