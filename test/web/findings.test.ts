import type { Page } from 'puppeteer-core';
import { type Assessed, Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { importFramework } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import {
  choose,
  click,
  expectNoSeriousViolations,
  fill,
  firstVisible,
  focuses,
  makeUser,
  openSignedIn,
  press,
  shows,
  tick,
} from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;
let assessor: Assessor;
let harbor: Assessed;

/** Four findings each: MFA? (critical), Regions? (high), =Key length (medium), Rotated? (low). */
const BAD = { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 64, 'Rotated?': 'NO' };

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  assessor = await Assessor.prepare(server);
  await importFramework(server, { name: 'Other', controls: [{ code: 'O.1', title: 'Of no concern' }] });
  harbor = await assessor.completed({ name: 'Harbor CDN' }, {}, BAD);
  await assessor.completed({ name: 'Beacon Mail' }, {}, BAD);
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

/** One of several, in a list that stays open. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  await click(page, `::-p-aria([name="${label}"][role="combobox"])`);
  await (await firstVisible(page, `[role="option"]::-p-text(${option})`)).click();
  await page.keyboard.press('Escape');
}

const pathOf = (page: Page) => page.url().slice(server.url.length);

interface Found {
  id: string;
  title: string;
  status: string;
  resolutionNote: string | null;
  controlCodes: string[];
}
async function findings(filter: object = { vendorId: harbor.vendorId }): Promise<Found[]> {
  const { findings: found } = await server.admin.data<{ findings: { nodes: Found[] } }>(
    `query ($filter: FindingFilter) { findings(filter: $filter, orderBy: { field: CREATED_AT }) { nodes {
      id title status resolutionNote controlCodes } } }`,
    { filter },
  );
  return found.nodes;
}
const byTitle = async (title: string) => (await findings()).find((one) => one.title === title)!;

test('the register opens on what is open, and filters by vendor, framework, severity and control, all in the URL', async () => {
  const page = await open('/findings');
  await shows(page, '8 findings', '[role=status]');
  await expectNoSeriousViolations(page);
  await (await page.waitForSelector('::-p-aria([name="Vendor"][role="combobox"])'))!.type('harb');
  await click(page, '[role="option"]::-p-text(Harbor CDN)');
  await shows(page, '4 findings', '[role=status]');
  await press(page, 'More filters');
  await choose(page, 'Framework', 'ISO 27001');
  await shows(page, '3 findings', '[role=status]');
  await expectNoSeriousViolations(page);
  await pick(page, 'Severity', 'Critical');
  await shows(page, '1 finding', '[role=status]');
  await shows(page, 'MFA?', 'tbody');
  expect(pathOf(page)).toMatch(new RegExp(`^/findings\\?vendor=${harbor.vendorId}&framework=[0-9a-f-]{36}&severity=CRITICAL$`));
  await page.reload({ waitUntil: 'networkidle0' });
  await shows(page, '1 finding', '[role=status]');
  await page.goto(`${server.url}/findings`, { waitUntil: 'networkidle0' });
  await press(page, 'More filters');
  await (await page.waitForSelector('::-p-aria([name="Control"][role="combobox"])'))!.type('control three');
  await click(page, '[role="option"]::-p-text(Control three)');
  await shows(page, '2 findings', '[role=status]');
  expect(pathOf(page)).toBe('/findings?control=A.3');
  await choose(page, 'Framework', 'Other');
  await shows(page, 'No finding matches');
  await page.goto(`${server.url}/findings?raisedFrom=2000-01-01&raisedTo=2000-12-31`, { waitUntil: 'networkidle0' });
  await shows(page, 'More filters (2)', 'button');
  await shows(page, 'No finding matches');
  await press(page, 'Clear filters');
  await shows(page, '8 findings', '[role=status]');
});

test('a finding is closed in its row, with a note', async () => {
  const page = await open(`/findings?vendor=${harbor.vendorId}&status=ALL`);
  await press(page, 'Open: change status of MFA?');
  // A critical one is not remediated without a word.
  await press(page, 'Save');
  await shows(page, 'Enter a note');
  await expectNoSeriousViolations(page);
  await click(page, '::-p-aria([name="Risk accepted"][role="radio"])');
  await fill(page, 'Resolution note', 'Until the spring release');
  await expectNoSeriousViolations(page);
  await press(page, 'Save');
  await page.waitForSelector('tbody ::-p-text(Risk accepted)');
  expect(await byTitle('MFA?')).toMatchObject({ status: 'RISK_ACCEPTED', resolutionNote: 'Until the spring release' });
  expect(await page.$('::-p-aria([name="Open: change status of MFA?"][role="button"])')).toBeNull();
  await focuses(page, 'List of findings');
});

test('many are closed at once, and those refused are named with the reason', async () => {
  const page = await open(`/findings?vendor=${harbor.vendorId}&status=OPEN`);
  await shows(page, '3 findings', '[role=status]');
  await click(page, '::-p-aria([name="Select all loaded rows"][role="checkbox"])');
  await shows(page, '3 findings selected');
  const { id } = await byTitle('Regions?');
  await server.admin.data(`mutation ($input: UpdateFindingStatusInput!) { updateFindingStatus(input: $input) { finding { id } } }`, {
    input: { id, status: 'RISK_ACCEPTED' },
  });
  await press(page, 'Change status');
  await fill(page, 'Resolution note', 'Fixed in the last release');
  await press(page, 'Save');
  await shows(page, '2 findings changed, 1 refused', '[role=alert]');
  await shows(page, 'Regions?', '[role=alert]');
  await shows(page, "can't be moved", '[role=alert]');
  await page.waitForFunction(`!document.querySelector('[role=dialog]')`);
  await focuses(page, '2 findings changed, 1 refused');
  await expectNoSeriousViolations(page);
  expect((await findings()).map(({ title, status }) => [title, status]).sort()).toEqual([
    ['=Key length', 'REMEDIATED'],
    ['MFA?', 'RISK_ACCEPTED'],
    ['Regions?', 'RISK_ACCEPTED'],
    ['Rotated?', 'REMEDIATED'],
  ]);
});

test('many get an owner and a due date at once, which the list shows and filters by', async () => {
  const page = await open('/findings?query=Rotated&status=ALL');
  await shows(page, '2 findings', '[role=status]');
  await click(page, '::-p-aria([name="Select all loaded rows"][role="checkbox"])');
  await press(page, 'Edit owner or due date');
  await tick(page, 'Change the owner');
  await choose(page, 'Owner', 'Administrator', '[role=dialog]');
  await tick(page, 'Change the due date');
  await (await page.waitForSelector('[role=dialog] input[type=date]'))!.type('01022020');
  await expectNoSeriousViolations(page);
  await press(page, 'Save');
  await shows(page, '1 finding changed, 1 refused', '[role=alert]'); // the other is closed
  await shows(page, 'closed', '[role=alert]');
  await page.goto(`${server.url}/findings?overdue=true`, { waitUntil: 'networkidle0' });
  await shows(page, '1 finding', '[role=status]');
  await shows(page, '(overdue)', 'tbody');
  await shows(page, 'Administrator', 'tbody');
  await choose(page, 'Owner', 'No owner');
  await shows(page, 'No finding matches');
  expect(pathOf(page)).toBe('/findings?overdue=true&owner=none');
});

test('findings are counted by vendor and by control, and each group leads to its findings', async () => {
  const page = await open('/findings?group=vendor&status=ALL');
  await shows(page, '2 vendors', '[role=status]');
  await shows(page, 'Mean time to remediate', 'th');
  await expectNoSeriousViolations(page);
  await click(page, 'label::-p-text(By control)');
  await shows(page, 'A.2', 'tbody');
  await press(page, 'A.2 · Control two', 'link');
  await shows(page, '4 findings', '[role=status]');
  expect(pathOf(page)).toBe('/findings?status=ALL&control=A.2');
});

test('the CSV has what the filters show', async () => {
  const page = await open('/findings?severity=CRITICAL&status=ALL');
  const href = await page.$eval('::-p-aria([name="CSV"][role="link"])', (link) => link.getAttribute('href')!);
  const rows = (await (await server.admin.fetch(href)).text()).trim().split('\n');
  expect(rows).toHaveLength(3);
  expect(rows.slice(1).every((row) => row.includes('MFA?'))).toBe(true);
});

test('a finding gets an owner, a date and a plan, and whoever is late sees that', async () => {
  const { id } = (await findings({ query: 'MFA', status: 'OPEN' }))[0]!;
  const page = await open(`/findings?finding=${id}`);
  await shows(page, 'Answered', '[role=dialog] dt');
  await shows(page, 'Expected', '[role=dialog] dt');
  await press(page, 'Edit');
  await choose(page, 'Owner', 'Administrator', '[role=dialog]');
  await choose(page, 'Treatment', 'Mitigate', '[role=dialog]');
  await fill(page, 'Plan', 'Roll out security keys');
  await expectNoSeriousViolations(page);
  await server.admin.data(`mutation ($input: UpdateFindingInput!) { updateFinding(input: $input) { finding { id } } }`, {
    input: { id, plan: 'Ask the vendor' },
  });
  await press(page, 'Save');
  await shows(page, 'Check the current values', '[role=alert]');
  await page.keyboard.press('Escape'); // closes the dialog, not the finding
  await shows(page, 'Ask the vendor', '[role=dialog] dd');
  await press(page, 'Edit');
  await fill(page, 'Plan', 'Roll out security keys');
  await press(page, 'Save');
  await shows(page, 'Roll out security keys', '[role=dialog] dd');
  await expectNoSeriousViolations(page);
});

test('a finding is discussed among the team or with the vendor, and has files', async () => {
  const { id } = (await findings({ query: 'MFA', status: 'OPEN' }))[0]!;
  const page = await open(`/findings?finding=${id}`);
  await fill(page, 'Comment', 'Who knows more?');
  await page.mouse.click(5, 5); // a stray click doesn't lose what was typed
  await press(page, 'Add comment');
  await shows(page, 'Who knows more?', 'article');
  await press(page, 'Reply');
  await fill(page, 'Reply to Administrator', 'I do');
  await click(page, 'form button[type=submit]::-p-text(Reply)');
  await shows(page, 'I do', 'article');
  const { finding } = await server.admin.data<{
    finding: { comments: { body: string; visibility: string; replies: { body: string }[] }[] };
  }>(`query ($id: ID!) { finding(id: $id) { comments { body visibility replies { body } } } }`, { id });
  expect(finding.comments).toEqual([{ body: 'Who knows more?', visibility: 'INTERNAL', replies: [{ body: 'I do' }] }]);
  await expectNoSeriousViolations(page);
});

test('a finding opens next to the list, with its controls, question and assessment', async () => {
  const page = await open('/findings?query=MFA');
  const [title] = await page.$$('tbody button::-p-text(MFA?)');
  await title!.click();
  await shows(page, 'Control one', '[role=dialog]');
  const { id } = (await findings({ query: 'MFA', status: 'OPEN' }))[0]!;
  expect(pathOf(page)).toBe(`/findings?query=MFA&finding=${id}`);
  const links = await page.$$eval('[role=dialog] a', (found) => found.map((one) => one.getAttribute('href') ?? ''));
  expect(links.some((link) => /^\/assessments\/[0-9a-f-]{36}$/.test(link))).toBe(true);
  expect(links.some((link) => /^\/assessments\/[0-9a-f-]{36}\/review\?question=[0-9a-f-]{36}$/.test(link))).toBe(true);
  await expectNoSeriousViolations(page);
  await page.keyboard.press('Escape');
  await page.waitForFunction(`!location.search.includes('finding=')`);
  await focuses(page, 'MFA?');
});

test('a finding tells which assessments found it, and its history when', async () => {
  const { vendorId } = await assessor.completed({ name: 'Seen twice' }, {}, { ...BAD, 'MFA?': 'YES' });
  await assessor.completed(vendorId, {}, { ...BAD, 'MFA?': 'YES' });
  const { id } = (await findings({ vendorId, query: 'Rotated' }))[0]!;
  const page = await open(`/findings?vendor=${vendorId}&finding=${id}`);
  await shows(page, '2 assessments since', '[role=dialog] dd');
  await shows(page, 'Assessment that also found it', '[role=dialog] [aria-label=History]');
  await expectNoSeriousViolations(page);
});

test('a new finding without a vendor shows an error at the field', async () => {
  const page = await open('/findings/new');
  await press(page, 'Create finding');
  await shows(page, 'Choose a vendor', '[role=alert], p');
  expect(await page.$eval('::-p-aria([name="Vendor"][role="combobox"])', (field) => field.getAttribute('aria-invalid'))).toBe('true');
  await expectNoSeriousViolations(page);
});

test('a finding is added manually', async () => {
  const page = await open(`/findings?vendor=${harbor.vendorId}`);
  await press(page, 'New finding', 'link');
  await page.waitForSelector('h1::-p-text(New finding)');
  await choose(page, 'Assessment', 'Security');
  await press(page, 'Create finding');
  await shows(page, 'Enter a title');
  await expectNoSeriousViolations(page);
  await fill(page, 'Title', 'No exit plan');
  await choose(page, 'Severity', 'High');
  const codes = await page.waitForSelector('::-p-aria([name="Control codes"][role="combobox"])');
  await codes!.type('X.9\n');
  await codes!.type('two');
  await (await page.waitForSelector('[role=option]::-p-text(Control two)', { visible: true }))!.click();
  await press(page, 'Create finding');
  await shows(page, 'Control two', '[role=dialog]');
  expect(await byTitle('No exit plan')).toMatchObject({ status: 'OPEN', controlCodes: ['X.9', 'A.2'] });
});

test('a viewer can read but not change findings', async () => {
  const account = await makeUser(server, 'viewer@example.org', ['vendors:view', 'assessments:view', 'frameworks:view']);
  const page = await open('/findings', { account });
  await shows(page, 'MFA?', 'tbody');
  expect(await page.$$('tbody input[type=checkbox]')).toEqual([]);
  const names = await page.$$eval('main button, main a', (found) => found.map((one) => one.getAttribute('aria-label') ?? one.textContent));
  expect(names.join('\n')).not.toMatch(/change status|New finding/);
  await page.goto(`${server.url}/findings/new`, { waitUntil: 'networkidle0' });
  await shows(page, "You don't have access to this page");
});

test.each([{ dark: true }, { width: 390 }])('axe finds no violations with %o, and nothing overflows', async (options) => {
  const page = await open('/findings', options);
  await shows(page, 'MFA?', 'tbody');
  if (options.width) await shows(page, 'Severity, most severe first', 'select[aria-label="Sort by"]');
  await expectNoSeriousViolations(page);
  const [shown, whole] = (await page.evaluate('[document.documentElement.clientWidth, document.documentElement.scrollWidth]')) as number[];
  expect(whole).toBe(shown);
});
