/** Accepting a risk takes two: one asks, another approves. */
import type { Page } from 'puppeteer-core';
import { type Assessed, Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { startTestServer, type TestServer } from '../kit/server';
import { choose, click, countClicks, expectNoSeriousViolations, fill, makeUser, openSignedIn, press, shows } from '../kit/web';

const BAD = { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 64, 'Rotated?': 'NO' };

let server: TestServer;
let browser: TestBrowser;
let harbor: Assessed;
let analyst: { email: string; password: string };
const visits: Visit[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  const assessor = await Assessor.prepare(server);
  harbor = await assessor.completed({ name: 'Harbor CDN' }, {}, BAD);
  await server.admin.data(`mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { fourEyesFor } } }`, {
    input: { fourEyesFor: ['CRITICAL', 'HIGH'] },
  });
  analyst = await makeUser(server, 'analyst@example.org', ['vendors:view', 'assessments:view', 'assessments:review']);
});
afterEach(async () => {
  const open = visits.splice(0);
  await Promise.all(open.map((visit) => visit.close()));
  expect(open.map(({ complaints }) => complaints)).toEqual(open.map(() => []));
});
afterAll(() => Promise.all([browser.close(), server.stop()]));

async function open(address: string, options?: Parameters<typeof openSignedIn>[3]): Promise<Page> {
  const visit = await openSignedIn(browser, server, address, options);
  visits.push(visit);
  return visit.page;
}

interface Found {
  id: string;
  status: string;
  resolutionNote: string | null;
  acceptance: { state: string; requestedByName: string; decidedByName: string | null; decisionNote: string | null } | null;
}
async function finding(title: string): Promise<Found> {
  const { findings } = await server.admin.data<{ findings: { nodes: Found[] } }>(
    `query ($filter: FindingFilter) { findings(filter: $filter) { nodes {
      id status resolutionNote acceptance { state requestedByName decidedByName decisionNote } } } }`,
    { filter: { query: title, vendorId: harbor.vendorId } },
  );
  return findings.nodes[0]!;
}

const radio = async (page: Page, name: string) => click(page, `::-p-aria([name="${name}"][role="radio"])`);
const typeDay = async (page: Page, keys: string) => (await page.waitForSelector('[role=dialog] input[type=date]'))!.type(keys);

test('accepting a critical risk leads to a request, which a second person approves', async () => {
  const asking = await open(`/findings?vendor=${harbor.vendorId}`, { account: analyst });
  await press(asking, 'Open: change status of MFA?');
  await radio(asking, 'Risk accepted');
  await shows(asking, 'A second person has to accept the risk');
  await expectNoSeriousViolations(asking);
  await press(asking, 'Request acceptance');
  await press(asking, 'Request');
  await shows(asking, 'Choose a date', '[role=dialog]');
  await fill(asking, 'Reason', 'They move to another product in May');
  await asking.mouse.click(5, 5); // a stray click doesn't lose what was typed
  await typeDay(asking, '05312031');
  await expectNoSeriousViolations(asking);
  await press(asking, 'Request');
  await shows(asking, 'Acceptance requested');
  expect(await finding('MFA?')).toMatchObject({ status: 'OPEN', acceptance: { state: 'REQUESTED' } });

  // Not by who asked.
  await asking.goto(`${server.url}/acceptances`, { waitUntil: 'networkidle0' });
  await shows(asking, 'Waiting for approval', 'tbody');
  await shows(asking, 'Withdraw', 'tbody');
  expect(await asking.$('tbody button::-p-text(Approve)')).toBeNull();

  const deciding = await open('/');
  const clicks = await countClicks(deciding);
  await press(deciding, 'Risk acceptances', 'link');
  await shows(deciding, 'They move to another product in May', 'tbody');
  await expectNoSeriousViolations(deciding);
  await press(deciding, 'Approve MFA?');
  await fill(deciding, 'Note', 'Until then we watch it');
  await expectNoSeriousViolations(deciding);
  await press(deciding, 'Accept the risk');
  await shows(deciding, 'Approved', 'tbody');
  expect(await clicks()).toBeLessThanOrEqual(4);
  expect(await finding('MFA?')).toMatchObject({
    status: 'RISK_ACCEPTED',
    resolutionNote: 'They move to another product in May',
    acceptance: { state: 'APPROVED', decidedByName: 'Administrator', decisionNote: 'Until then we watch it' },
  });
  await shows(asking, 'Approved', 'tbody'); // without reloading
});

test('a request is rejected with a reason in the finding, and another one withdrawn', async () => {
  const { id } = await finding('Regions?');
  const asking = await open(`/findings?finding=${id}`, { account: analyst });
  const ask = async (reason: string) => {
    await press(asking, 'Request acceptance');
    await fill(asking, 'Reason', reason);
    await typeDay(asking, '05312031');
    await press(asking, 'Request');
    await shows(asking, 'Waiting for approval', '[role=dialog]');
  };
  await ask('Nobody is hurt');
  const deciding = await open(`/findings?finding=${id}`);
  await shows(deciding, 'Nobody is hurt', '[role=dialog]');
  await press(deciding, 'Reject Regions?');
  await press(deciding, 'Reject request');
  await shows(deciding, 'Enter a note', '[role=dialog]');
  await fill(deciding, 'Note', 'The regulator objects');
  await press(deciding, 'Reject request');
  await shows(asking, 'The regulator objects', '[role=dialog] dd'); // without reloading
  expect(await finding('Regions?')).toMatchObject({ status: 'OPEN', acceptance: { state: 'REJECTED' } });
  await ask('They have an exemption');
  await press(asking, 'Withdraw Regions?');
  await expectNoSeriousViolations(asking);
  await press(asking, 'Withdraw request');
  await shows(asking, 'Withdrawn', '[role=dialog] dd');
  expect(await finding('Regions?')).toMatchObject({ acceptance: { state: 'WITHDRAWN' } });
});

test('the list shows what is current, filters, and comes as CSV', async () => {
  const page = await open('/acceptances', { width: 390, dark: true });
  await shows(page, '1 acceptance', '[role=status]');
  await expectNoSeriousViolations(page);
  const [shown, whole] = (await page.evaluate('[document.documentElement.clientWidth, document.documentElement.scrollWidth]')) as number[];
  expect(whole).toBe(shown);
  await choose(page, 'Status', 'All');
  await shows(page, '3 acceptances', '[role=status]');
  await choose(page, 'Status', 'Rejected');
  await shows(page, '1 acceptance', '[role=status]');
  const href = await page.$eval('::-p-aria([name="CSV"][role="link"])', (link) => link.getAttribute('href')!);
  const rows = (await (await server.admin.fetch(href)).text()).trim().split('\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain('Nobody is hurt');
});
