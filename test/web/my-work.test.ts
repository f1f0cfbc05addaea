/** The page of one's own work: what waits, what to do next and until when. */
import type { Page } from 'puppeteer-core';
import { Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit, type VisitOptions } from '../kit/browser';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { click, expectNoSeriousViolations, openSignedIn, press, shows } from '../kit/web';

const RITA = { email: 'rita@example.org', password: 'a long enough password' };
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let server: TestServer;
let browser: TestBrowser;
let assessor: Assessor;
let ritaId: string;
let visit: Visit | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  assessor = await Assessor.prepare(server);
  const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  const { createUser } = await server.admin.data<{ createUser: { user: { id: string } } }>(
    `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
    { input: { name: 'Rita Review', roleId: roles.find(({ name }) => name === 'Reviewer')!.id, ...RITA } },
  );
  ritaId = createUser.user.id;
});
afterEach(async () => {
  await visit?.close();
  visit = undefined;
});
afterAll(() => Promise.all([browser.close(), server.stop()]));

async function open(address: string, options: VisitOptions & { account?: typeof RITA } = { account: RITA }): Promise<Page> {
  visit = await openSignedIn(browser, server, address, options);
  return visit.page;
}

async function expectClean(page: Page): Promise<void> {
  await expectNoSeriousViolations(page);
  expect([visit!.complaints, visit!.strays]).toEqual([[], []]);
}

test('it is where people who aren’t administrators start, and says when there is nothing to do', async () => {
  const page = await open('/');
  await page.waitForSelector('h1::-p-text(My work)');
  await shows(page, 'You’re all caught up');
  expect(new URL(page.url()).pathname).toBe('/my-work');
  expect(await page.$eval('nav[aria-label=Main] a', (link) => link.textContent)).toBe('My work');
  await expectClean(page);
});

test('what comes appears without reloading: counted by due, with the next step and where it leads', async () => {
  const page = await open('/my-work');
  await shows(page, 'You’re all caught up');
  const harbor = await createVendor(server, { name: 'Harbor CDN', ownerId: ritaId, contractRenewalDate: dayIn(-3) });
  await assessor.certify(harbor, { name: 'SOC 2', issuedDate: dayIn(-900), expiresDate: dayIn(40) });
  await assessor.submitted(harbor, { title: 'Harbor 2026', reviewerId: ritaId, dueDate: `${dayIn(2)}T12:00:00Z` });
  await page.waitForSelector('nav[aria-label="By due date"]');
  await shows(page, 'Harbor 2026', 'li');
  await shows(page, 'Start the review', 'li');
  await shows(page, '3 days ago (overdue)', 'section[aria-label=Overdue] li');
  await shows(page, 'Ask the vendor for the new certificate', 'section[aria-label=Later] li');
  const tiles = await page.$$eval('nav[aria-label="By due date"] a', (links) => links.map(({ textContent }) => textContent));
  expect(tiles[0]).toBe('Overdue1');
  await expectClean(page);

  await press(page, 'Harbor 2026', 'link');
  await page.waitForSelector('h1::-p-text(Review Harbor 2026)');
});

test('filters by due date and kind stay in the URL', async () => {
  const page = await open('/my-work');
  await press(page, 'Overdue 1', 'link');
  await shows(page, '1 item', '[role=status]');
  expect(new URL(page.url()).search).toBe('?due=OVERDUE');
  await shows(page, 'Decide whether to renew the contract', 'li');
  await press(page, 'Clear filters');
  await click(page, 'input[aria-label="Kind"]');
  await click(page, '[role=option]::-p-text(Certification expiring)');
  await shows(page, '1 item', '[role=status]');
  expect(new URL(page.url()).search).toBe('?kind=CERTIFICATION_ENDING');
  await press(page, 'SOC 2', 'link');
  await page.waitForSelector('[role=tab][aria-selected=true]::-p-text(Certifications)');
});

test('administrators start with the dashboard, which has the counts once there are any', async () => {
  const page = await open('/', {});
  await page.waitForSelector('h1::-p-text(Dashboard)');
  await shows(page, 'Vendors by band');
  expect(await page.$('main a[href="/my-work"]')).toBeNull();
  const { me } = await server.admin.data<{ me: { id: string } }>('{ me { id } }');
  await createVendor(server, { name: 'Fjord Mail', ownerId: me.id, contractRenewalDate: dayIn(-1) });
  await press(page, 'My work 1 1 overdue 0 this week', 'link');
  await page.waitForSelector('h1::-p-text(My work)');
  await expectClean(page);
});

test.each([{ width: 360 }, { width: 360, dark: true }])('with %o it fits and axe finds nothing', async (options) => {
  const page = await open('/my-work', { ...options, account: RITA } as VisitOptions & { account: typeof RITA });
  await shows(page, 'Harbor 2026', 'li');
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await expectClean(page);
});
