import type { Page } from 'puppeteer-core';
import { type Assessed, Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { choose, click, countClicks, expectNoSeriousViolations, fill, focuses, makeUser, openSignedIn, press, shows } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let assessor: Assessor;
let visit: Visit | undefined;
let harbor: Assessed;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  assessor = await Assessor.prepare(server);
  harbor = await assessor.completed(
    { name: 'Harbor CDN', tier: 'CRITICAL', tags: ['edge'] },
    { title: 'Harbor 2026' },
    { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 64 },
  );
  await assessor.completed({ name: 'Fjord Facilities', tier: 'LOW' }, {}, { 'MFA?': 'YES', 'Regions?': ['EU', 'UK'], '=Key length': 256 });
  await assessor.certify(harbor.vendorId, { name: 'ISO 27001:2022', expiresDate: '2020-01-31' });
});
afterEach(closed);
afterAll(() => Promise.all([browser.close(), server.stop()]));

async function closed(): Promise<void> {
  const complaints = visit?.complaints ?? [];
  await visit?.close();
  visit = undefined;
  expect(complaints).toEqual([]);
}

async function open(address: string, options?: Parameters<typeof openSignedIn>[3]): Promise<Page> {
  visit = await openSignedIn(browser, server, address, options);
  return visit.page;
}

const pathOf = (page: Page) => page.url().slice(server.url.length);
const heading = (page: Page, text: string) => page.waitForSelector(`h1::-p-text(${text})`);
const openViews = (page: Page, name = 'Views') => press(page, name, 'DisclosureTriangle' as 'button');
const tickRow = async (page: Page, name: string) =>
  click(page, `::-p-xpath(//tr[td//a[normalize-space() = "${name}"]]//input[@type="checkbox"])`);

async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.waitForSelector('[role=dialog] [role=combobox]');
  await focuses(page, 'Search for anything');
  await page.keyboard.type(text);
}

describe('the search', () => {
  test('finds who fails MFA, with keys alone', async () => {
    const page = await open('/');
    const clicks = await countClicks(page);
    await searchFor(page, 'mfa');
    await shows(page, 'Harbor CDN', '[role=group][aria-labelledby] [role=option]');
    await expectNoSeriousViolations(page);
    const groups = await page.$$eval('[role=listbox] [role=presentation]', (headings) => headings.map(({ textContent }) => textContent));
    expect(groups).toContain('Findings');
    const finding = await page.$$eval('[role=option]', (options) =>
      options.findIndex(({ textContent }) => textContent.includes('MFA?') && textContent.includes('Harbor CDN')),
    );
    for (let i = 0; i < finding; i++) await page.keyboard.press('ArrowDown');
    const chosen = await page.$eval('[role=option][aria-selected=true]', ({ id, textContent }) => ({ id, textContent }));
    expect(chosen.textContent).toContain('MFA?');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-activedescendant")')).toBe(chosen.id);
    await page.keyboard.press('Enter');
    await heading(page, 'Risk register');
    await shows(page, 'MFA?', '[role=dialog]');
    expect(pathOf(page)).toMatch(/^\/findings\?finding=/);
    expect(await clicks()).toBe(0);
  });

  test('offers the lists that show something, which read words as it does', async () => {
    const page = await open('/');
    await searchFor(page, 'who fails MFA');
    await shows(page, 'Risk register: “who fails MFA”', '[role=option]');
    await shows(page, 'Non-compliant answers: “who fails MFA”', '[role=option]');
    expect(await page.$$('[role=option]::-p-text(Vendors:)')).toEqual([]);
    await click(page, '[role=option]::-p-text(Risk register:)');
    await heading(page, 'Risk register');
    expect(pathOf(page)).toBe('/findings?query=who+fails+MFA');
    await shows(page, '1 finding', '[role=status]');
    await searchFor(page, 'harbor');
    await shows(page, 'Vendors: “harbor”', '[role=option]');
    expect(await page.$$('[role=option]::-p-text(Risk register:)')).toEqual([]);
  });

  test('opens the best match with Enter, even before it is shown, and Escape returns to where one was', async () => {
    const page = await open('/assessments');
    await searchFor(page, 'harbor cdn');
    await page.keyboard.press('Enter');
    await heading(page, 'Harbor CDN');
    expect(pathOf(page)).toBe(`/vendors/${harbor.vendorId}`);
    await press(page, 'Search');
    await page.waitForSelector('[role=dialog] [role=combobox]');
    await page.keyboard.press('Escape');
    await focuses(page, 'Search');
  });

  test('offers what a role may do', async () => {
    const page = await open('/');
    await searchFor(page, 'new t');
    await shows(page, 'New template', '[role=option]');
    await page.keyboard.press('Enter');
    await heading(page, 'Templates');
    await shows(page, 'New template', '[role=dialog]');
    await closed();
    const account = await makeUser(server, 'reader@example.org', ['vendors:view']);
    const other = await open('/vendors', { account });
    await searchFor(other, 'vendor');
    await shows(other, 'Vendors', '[role=option]');
    expect(await other.$$('[role=option]::-p-text(New vendor)')).toEqual([]);
  });

  test('works on a phone, in the dark', async () => {
    const page = await open('/', { width: 360, dark: true });
    await press(page, 'Search');
    await shows(page, 'New vendor', '[role=option]');
    await page.keyboard.type('fjord');
    await shows(page, 'Fjord Facilities', '[role=option]');
    await expectNoSeriousViolations(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await click(page, '[role=option]::-p-text(Fjord Facilities)');
    await heading(page, 'Fjord Facilities');
  });
});

describe('a view', () => {
  test('is saved, shared, opened by another person, changed and deleted', async () => {
    const page = await open('/vendors?tier=CRITICAL,HIGH&sort=-TIER&columns=name,tier,renewal');
    await shows(page, '1 vendor', '[role=status]');
    const clicks = await countClicks(page);
    await openViews(page);
    await press(page, 'Save as new view');
    await expectNoSeriousViolations(page);
    await press(page, 'Save');
    await shows(page, 'Enter a name');
    await fill(page, 'Name', 'Top tiers');
    await click(page, '[role=dialog] input[type=checkbox]');
    await press(page, 'Save');
    await shows(page, 'Top tiers', 'summary');
    expect(await clicks()).toBeLessThanOrEqual(6); // of which one is refused
    const [, id] = /view=([\w-]+)/.exec(pathOf(page))!;
    await closed();

    const account = await makeUser(server, 'other@example.org', ['vendors:view']);
    const other = await open('/vendors', { account });
    await openViews(other);
    await press(other, 'Top tiers Administrator', 'link');
    await shows(other, '1 vendor', '[role=status]');
    // Some have a question mark that explains them.
    expect(await other.$$eval('th', (cells) => cells.slice(1).map(({ textContent }) => textContent.replace(/\?$/, '')))).toEqual([
      'Name',
      'Tier',
      'Renewal',
    ]);
    await expectNoSeriousViolations(other);
    await openViews(other, 'Top tiers');
    expect(await other.$$('button::-p-text(Delete this view)')).toEqual([]);
    await closed();

    const again = await open(`/vendors?view=${id}`);
    await again.waitForFunction(`location.search.includes('tier=CRITICAL,HIGH')`);
    await press(again, 'Clear filters');
    await shows(again, 'Views', 'summary');
    await openViews(again);
    await press(again, 'Top tiers shared', 'link');
    await press(again, 'Name');
    await shows(again, '(changed)', 'summary');
    await openViews(again, 'Top tiers (changed)');
    await press(again, 'Update this view');
    await again.waitForFunction(`!document.querySelector('main').textContent.includes('(changed)')`);
    await openViews(again, 'Top tiers');
    await press(again, 'Delete this view');
    await press(again, 'Delete view');
    await shows(again, 'Views', 'summary');
    expect(await server.admin.data('{ savedViews { name } }')).toEqual({ savedViews: [] });
  });

  test.each([
    ['/assessments?reviewer=none', 'ASSESSMENTS', { reviewerId: null }],
    ['/findings?severity=CRITICAL&owner=none', 'FINDINGS', { status: 'OPEN', severities: ['CRITICAL'], ownerId: null }],
    ['/tasks?status=PENDING', 'ACTIONS', { status: ['PENDING'] }],
    ['/certifications?within=90&expired=true', 'CERTIFICATIONS', { withinDays: 90, includeExpired: true }],
    ['/answers?value=no&compliant=no', 'ANSWERS', { value: 'NO', isCompliant: false }],
    [
      '/audit?action=CREATE_VENDOR,UPDATE_VENDOR&query=harbor',
      'AUDIT_LOG',
      { actions: ['CREATE_VENDOR', 'UPDATE_VENDOR'], query: 'harbor' },
    ],
  ])('of %s is saved as its list takes it', async (address, list, filter) => {
    const page = await open(address);
    await openViews(page);
    await press(page, 'Save as new view');
    await fill(page, 'Name', `Mine of ${list}`);
    await press(page, 'Save');
    await shows(page, `Mine of ${list}`, 'summary');
    const { savedViews } = await server.admin.data<{ savedViews: object[] }>(
      `query ($list: ListKind) { savedViews(list: $list) { filter isShared } }`,
      { list },
    );
    expect(savedViews).toEqual([{ filter, isShared: false }]);
    await expectNoSeriousViolations(page);
  });
});

describe('lists', () => {
  test('vendors are filtered by what analysts ask, and the CSV has the same rows', async () => {
    const page = await open('/vendors?assessed=yes&scoreTo=50');
    await shows(page, '1 vendor', '[role=status]');
    await shows(page, 'Harbor CDN', 'tbody');
    await shows(page, 'More filters (2)', 'button');
    await expectNoSeriousViolations(page);
    const csv = await page.$eval('a[href^="/exports/lists/vendors.csv"]', (link) => link.getAttribute('href')!);
    expect((await (await server.admin.fetch(csv)).text()).trim().split('\n')).toHaveLength(2);
    await page.goto(`${server.url}/vendors?owner=none`, { waitUntil: 'networkidle0' });
    await shows(page, 'Fjord Facilities', 'tbody');
  });

  test('several vendors are edited at once; those that are refused stay selected', async () => {
    const gone = await createVendor(server, { name: 'Moth Archive' });
    const page = await open('/vendors');
    await tickRow(page, 'Moth Archive');
    await tickRow(page, 'Fjord Facilities');
    await press(page, 'Edit');
    await server.admin.data(`mutation ($input: DeleteInput!) { deleteVendor(input: $input) { deletedId } }`, { input: { id: gone } });
    await (await page.waitForSelector('::-p-aria([name="Add tags"][role="combobox"])'))!.type('seen\n');
    await expectNoSeriousViolations(page);
    await press(page, 'Save');
    await shows(page, '1 vendor changed, 1 refused', '[role=alert]');
    await shows(page, 'Moth Archive', '[role=alert]');
    await shows(page, 'seen', 'tbody');
  });

  test('several assessments get a due date, and their vendors a reminder', async () => {
    const sent = await assessor.sent({ name: 'Beacon Mail' }, { title: 'Beacon 2026' });
    const page = await open('/assessments?sort=WAITING_SINCE&columns=title,status,waiting,due');
    await tickRow(page, 'Beacon 2026');
    await tickRow(page, 'Harbor 2026');
    await press(page, 'Send reminder');
    await fill(page, 'Message', 'Please answer by Friday');
    await expectNoSeriousViolations(page);
    await press(page, 'Send');
    await shows(page, '1 assessment reminded, 1 refused', '[role=alert]');
    await shows(page, 'Harbor 2026, Harbor CDN', '[role=alert]');
    const { assessment } = await server.admin.data<{ assessment: { mails: { kind: string; text: string }[] } }>(
      `query ($id: ID!) { assessment(id: $id) { mails { kind text } } }`,
      { id: sent.id },
    );
    expect(assessment.mails.find(({ kind }) => kind === 'REMINDER')!.text).toContain('Please answer by Friday');
  });

  test('answers and counts lead to what is behind them', async () => {
    const page = await open('/answers?question=MFA&compliant=no');
    await shows(page, '1 answer', '[role=status]');
    await shows(page, 'Harbor CDN', 'tbody');
    await expectNoSeriousViolations(page);
    await press(page, 'Analysis', 'link');
    await heading(page, 'Analysis');
    await shows(page, 'Critical', 'tbody');
    await expectNoSeriousViolations(page);
    await press(page, 'Critical', 'link');
    await heading(page, 'Vendors');
    expect(pathOf(page)).toBe('/vendors?tier=CRITICAL');
    await page.goto(`${server.url}/analysis?count=findings&severity=CRITICAL`, { waitUntil: 'networkidle0' });
    await press(page, 'Critical', 'link');
    await heading(page, 'Risk register');
    expect(pathOf(page)).toBe('/findings?status=ALL&severity=CRITICAL');
    await shows(page, '1 finding', '[role=status]');
  });

  test('a task is assigned and completed in the list of all', async () => {
    const page = await open('/tasks');
    await shows(page, 'A.1', 'tbody');
    await expectNoSeriousViolations(page);
    await choose(page, 'Status of A.1 of Harbor CDN', 'Completed');
    await shows(page, 'A.1 saved');
    expect(await server.admin.data(`{ responsibilityActions(filter: { status: [COMPLETED] }) { nodes { controlCode } } }`)).toEqual({
      responsibilityActions: { nodes: [{ controlCode: 'A.1' }] },
    });
  });
});

describe('the dashboard', () => {
  test('shows a group of vendors, and the board report of the same', async () => {
    const page = await open('/dashboard?tier=CRITICAL');
    await shows(page, 'Vendors by band');
    expect(await page.$eval('main a[href^="/vendors?tier=CRITICAL"] p:last-child', ({ textContent }) => textContent)).toBe('1');
    await expectNoSeriousViolations(page);
    const report = await page.waitForSelector('::-p-aria([name="Board report"][role="link"])');
    expect(await report!.evaluate((link) => link.getAttribute('href'))).toContain('filter=');
    await page.goto(`${server.url}/dashboard?tier=CRITICAL&reportFrom=2025-01-01&reportTo=2025-03-31`, { waitUntil: 'networkidle0' });
    await shows(page, 'Board report from', '[role=search]');
    await page.waitForSelector('a[href*="&from=2025-01-01&to=2025-03-31"]::-p-text(Board report)');
    await expectNoSeriousViolations(page);
    await press(page, 'Clear filters');
    await page.waitForFunction(`location.search === ''`);
    await shows(page, 'Open findings', 'main a');
  });
});
