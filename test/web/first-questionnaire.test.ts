import type { Page } from 'puppeteer-core';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { publishTemplate, question } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { click, countClicks, expectNoSeriousViolations, fill, openSignedIn, press, shows } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  const templateId = await publishTemplate(server, 'Security baseline', [{ title: 'One', questions: [question('MFA?')] }]);
  await publishTemplate(server, 'Another one', [{ title: 'One', questions: [question('SSO?')] }]);
  await server.admin.data(`mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { id } } }`, {
    input: { assessmentPlans: [{ tier: 'HIGH', templateIds: [templateId], recurrence: 'ANNUALLY', dueDays: 21 }] },
  });
  visit = await openSignedIn(browser, server, '/');
  page = visit.page;
});
afterEach(() => expect(visit.complaints).toEqual([]));
afterAll(() => Promise.all([browser.close(), server.stop()]));

const heading = (text: string) => page.waitForSelector(`h1::-p-text(${text})`);

test('a new installation says what to do first', async () => {
  await heading('Dashboard');
  await shows(page, '0 of 5 done', 'section[aria-label="Get started"]');
  await expectNoSeriousViolations(page);
  await press(page, 'Name your organisation', 'link');
  await fill(page, 'Organisation name', 'Acme');
  await press(page, 'Save');
  await shows(page, 'Settings saved');
  await press(page, 'Dashboard', 'link');
  await shows(page, '1 of 5 done');
});

test('a vendor is created and gets its first questionnaire in at most 8 clicks', async () => {
  const clicks = await countClicks(page);
  await press(page, 'Vendors', 'link');
  await heading('Vendors'); // the dashboard, which is still there, has such a link, too
  await click(page, 'main a::-p-text(New vendor)');
  await heading('New vendor');
  await page.waitForFunction(`document.activeElement.labels?.[0]?.textContent.startsWith('Name')`);
  await page.keyboard.type('Harbor CDN');
  await page.keyboard.press('Tab');
  await page.keyboard.type('risk@harbor.example');
  await click(page, '::-p-aria([name="Tier"][role="combobox"])');
  await click(page, '[role="option"]::-p-text(High)');
  await press(page, 'Create vendor');
  await heading('Harbor CDN');
  await shows(page, 'The plan of its tier begins with “Security baseline”.');
  await expectNoSeriousViolations(page);
  await press(page, 'Send the first questionnaire', 'link');
  await heading('New assessment');
  // The plan's questionnaire, due date and recurrence are proposed.
  await page.waitForFunction(`document.querySelector('input[data-path="dueDate"]').value === ${JSON.stringify(dayIn(21))}`);
  await expectNoSeriousViolations(page);
  await press(page, 'Create link');
  await shows(page, 'The link is ready.');
  expect(await clicks()).toBeLessThanOrEqual(8);
  await expectNoSeriousViolations(page);
  await press(page, 'Done');
  await heading('Security baseline');
  await shows(page, 'Awaiting vendor', 'h1 + *');
  const { assessments } = await server.admin.data<{ assessments: { nodes: object[] } }>(
    `{ assessments { nodes { title status recurrence vendor { name } } } }`,
  );
  expect(assessments.nodes).toEqual([
    { title: 'Security baseline', status: 'SENT', recurrence: 'ANNUALLY', vendor: { name: 'Harbor CDN' } },
  ]);
  await press(page, 'Dashboard', 'link');
  await shows(page, '3 of 5 done');
});

test('without a plan, the security baseline and a due date are proposed', async () => {
  await page.goto(`${server.url}/vendors/new`, { waitUntil: 'networkidle0' });
  await fill(page, 'Name', 'Fjord');
  await fill(page, 'Contact e-mail', 'risk@fjord.example');
  await press(page, 'Create vendor');
  await heading('Fjord');
  await press(page, 'Send the first questionnaire', 'link');
  await heading('New assessment');
  await page.waitForFunction(`document.querySelector('input[data-path="templateId"]').value.startsWith('Security baseline')`);
  expect(await page.$eval('input[data-path="dueDate"]', (field) => (field as unknown as { value: string }).value)).toBe(dayIn(30));
});

/** The day so many days from today, in the browser's time zone, which is the test's. */
function dayIn(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
