import type { Page } from 'puppeteer-core';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { createVendor, publishTemplate, question } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { choose, click, expectNoSeriousViolations, fill, makeUser, openSignedIn, press, shows, showsOnce, tick } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  await publishTemplate(server, 'Security', [{ title: 'One', questions: [question('MFA?')] }]);
  await server.admin.data(`mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { revision } } }`, {
    input: { vendorFields: [{ key: 'personalData', label: 'Handles personal data', kind: 'YES_NO' }] },
  });
  await createVendor(server, { name: 'Harbor CDN', website: 'https://harbor.example' });
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

const heading = (page: Page, text: string) => page.waitForSelector(`h1::-p-text(${text})`);
const drawer = '[role=dialog]';

interface Known {
  id: string;
  name: string;
  state: string;
  tier: string | null;
}
const requests = async () =>
  (await server.admin.data<{ vendorRequests: { nodes: Known[] } }>(`{ vendorRequests { nodes { id name state tier } } }`)).vendorRequests
    .nodes;

/** A radio button in the question with this text. */
async function answer(page: Page, text: string, value: string): Promise<void> {
  const option = await page.waitForSelector(
    `::-p-xpath(//*[@role = "group"][contains(., "${text}")]//label[normalize-space() = "${value}"])`,
  );
  await option!.click();
}

test('an intake form is written, with a field that an answer sets, and published', async () => {
  const page = await open('/templates');
  await tick(page, 'Intake forms');
  await shows(page, 'No intake forms yet');
  await expectNoSeriousViolations(page);
  await press(page, 'New intake form');
  await fill(page, 'Name', 'Vendor intake');
  await press(page, 'Create draft');
  await heading(page, 'Vendor intake');
  await fill(page, 'Introduction', 'Tell us what you need.');
  await press(page, 'Add section');
  await press(page, 'Add question');
  await fill(page, 'Question', 'Which data?');
  expect(await page.$$('::-p-aria([name="Risk weight"])')).toEqual([]);
  await choose(page, 'Answer type', 'Single choice');
  await fill(page, 'Options, one per line', 'Public\nSecret');
  await choose(page, 'Sets the vendor’s', 'Data sensitivity');
  await press(page, 'Save');
  await shows(page, 'Contains “Secret”, which is no dataSensitivity');
  await fill(page, 'Options, one per line', 'Public\nRestricted');
  await press(page, 'Add question');
  await fill(page, 'Question', 'Personal data?');
  await choose(page, 'Sets the vendor’s', 'Handles personal data');
  await press(page, 'Add question');
  await fill(page, 'Question', 'Whose data?');
  await choose(page, 'Answer type', 'Text');
  await press(page, 'Add rule');
  await choose(page, 'Question of rule 1', '1.2 Personal data?');
  await expectNoSeriousViolations(page);
  await press(page, 'Publish');
  await click(page, `${drawer} ::-p-aria([name="Publish"][role="button"])`);
  await shows(page, 'now the form for vendor requests');
  await shows(page, 'Sets the vendor’s field “Data sensitivity”');
  await shows(page, 'Sets the vendor’s field “Handles personal data”');
  await press(page, 'Intake forms', 'link');
  await shows(page, 'Vendor intake', 'table');
});

test('tier rules and plans are set', async () => {
  const page = await open('/settings/tier-rules');
  await press(page, 'Add tier rule');
  await fill(page, 'Name', 'Sensitive data');
  await choose(page, 'Tier', 'Critical');
  await press(page, 'Add rule');
  await choose(page, 'Question of rule 1', 'Data sensitivity');
  await press(page, 'Save');
  await shows(page, 'Enter a value');
  await choose(page, 'Value of rule 1', 'Restricted');
  await press(page, 'Add rule');
  await choose(page, 'Question of rule 2', 'Handles personal data');
  await choose(page, 'Value of rule 2', 'Yes');
  await expectNoSeriousViolations(page);
  await press(page, 'Save');
  await showsOnce(page, 'Settings saved');

  await page.evaluate('scrollTo(0, 0)'); // the menu is behind the header
  await press(page, 'Assessment plans', 'link');
  await heading(page, 'Assessment plans');
  await press(page, 'Add plan');
  await choose(page, 'Tier', 'Critical');
  await click(page, '::-p-aria([name="Questionnaires"][role="combobox"])');
  await click(page, '[role="option"]::-p-text(Security)');
  await page.keyboard.press('Tab'); // its list stays open for more
  await expectNoSeriousViolations(page);
  await press(page, 'Save');
  await shows(page, 'Settings saved');
  const { settings } = await server.admin.data<{ settings: object }>(
    `{ settings { tierRules { name tier conditionalLogic } assessmentPlans { tier recurrence dueDays templates { name } } } }`,
  );
  expect(settings).toEqual({
    tierRules: [
      {
        name: 'Sensitive data',
        tier: 'CRITICAL',
        conditionalLogic: {
          match: 'all',
          rules: [
            { questionId: 'dataSensitivity', operator: 'equals', value: 'RESTRICTED' },
            { questionId: 'personalData', operator: 'equals', value: 'YES' },
          ],
        },
      },
    ],
    assessmentPlans: [{ tier: 'CRITICAL', recurrence: 'ANNUALLY', dueDays: 30, templates: [{ name: 'Security' }] }],
  });
});

test('someone asks for a vendor, told of one like it; sees the own request only', async () => {
  const account = await makeUser(server, 'asks@example.org', ['vendors:request']);
  const page = await open('/', { account });
  await heading(page, 'Vendor requests');
  await shows(page, 'No requests yet');
  await expectNoSeriousViolations(page);
  await press(page, 'Request a vendor', 'link');
  await heading(page, 'Request a vendor');
  await shows(page, 'Tell us what you need.');
  await fill(page, 'Name', 'Harbor C.D.N. Ltd');
  await shows(page, 'You may already have this vendor');
  await shows(page, 'Harbor CDN (same name)');
  await fill(page, 'Name', 'Quay Storage');
  await page.waitForFunction(`!document.body.textContent.includes('You may already have this vendor')`);
  await press(page, 'Send request');
  await shows(page, 'Enter an e-mail address');
  await fill(page, 'Contact e-mail', 'hello@quay.example');
  await press(page, 'Send request');
  await shows(page, 'Required', 'main');
  await answer(page, 'Which data?', 'Restricted');
  expect(await page.$$('::-p-text(Whose data?)')).toEqual([]);
  await answer(page, 'Personal data?', 'Yes');
  await shows(page, 'Whose data?');
  await fill(page, 'Whose data?', 'Our customers');
  await expectNoSeriousViolations(page);
  await press(page, 'Send request');
  await shows(page, 'Quay Storage requested');
  await shows(page, 'Our customers', drawer);
  await shows(page, 'Sensitive data', drawer);
  expect(await page.$$(`${drawer} button::-p-text(Approve)`)).toEqual([]);
  await expectNoSeriousViolations(page);
  expect(await requests()).toMatchObject([{ name: 'Quay Storage', state: 'REQUESTED', tier: 'CRITICAL' }]);
});

test('whoever may create vendors approves it, and its plan is drafted', async () => {
  const [{ id }] = (await requests()) as [Known];
  const page = await open(`/vendor-requests?request=${id}`, { width: 360, dark: true });
  await shows(page, 'Waiting for a decision', drawer);
  await shows(page, 'Security', drawer);
  await shows(page, 'Within 30 days', drawer);
  expect(await page.$$('header')).toHaveLength(1); // a drawer is no second banner
  await expectNoSeriousViolations(page);
  await press(page, 'Reject');
  await shows(page, 'Enter a note', drawer);
  await press(page, 'Approve');
  await shows(page, 'Quay Storage approved');
  await shows(page, 'Approved', drawer);
  const { vendors } = await server.admin.data<{ vendors: { nodes: object[] } }>(
    `{ vendors(filter: { query: "Quay" }) { nodes { status tier assessments { nodes { title status } } } } }`,
  );
  expect(vendors.nodes).toEqual([{ status: 'ACTIVE', tier: 'CRITICAL', assessments: { nodes: [{ title: 'Security', status: 'DRAFT' }] } }]);
  // The vendor's page leads to what is to be sent.
  await click(page, `${drawer} a::-p-text(Quay Storage)`);
  await shows(page, 'Next: send the questionnaire');
  await expectNoSeriousViolations(page);
  await click(page, '[role=alert] a::-p-text(Security)');
  await page.waitForSelector('h1::-p-text(Security)');
});

test('a request is rejected with a note, in a list with filters', async () => {
  await server.admin.data(`mutation ($input: CreateVendorRequestInput!) { createVendorRequest(input: $input) { request { id } } }`, {
    input: {
      name: 'Wharf Wifi',
      contactEmail: 'hi@wharf.example',
      answers: await answersTo({ 'Which data?': 'Public', 'Personal data?': 'NO' }),
    },
  });
  const page = await open('/vendor-requests');
  await shows(page, '2 requests');
  await choose(page, 'Status', 'Waiting for a decision');
  await shows(page, '1 request');
  await page.waitForSelector('main a::-p-text(CSV)');
  await press(page, 'Wharf Wifi', 'link');
  await shows(page, 'No rule applies', drawer);
  await fill(page, 'Note', 'We have Wifi.');
  await press(page, 'Reject');
  await shows(page, 'Wharf Wifi rejected');
  await shows(page, 'We have Wifi.', drawer);
  await page.keyboard.press('Escape');
  await shows(page, 'No request matches');
  await expectNoSeriousViolations(page);
  expect((await requests()).map(({ name, state }) => [name, state])).toEqual([
    ['Wharf Wifi', 'REJECTED'],
    ['Quay Storage', 'APPROVED'],
  ]);
});

async function answersTo(given: Record<string, unknown>) {
  const { vendorRequestForm } = await server.admin.data<{ vendorRequestForm: { questions: { id: string; text: string }[] } }>(
    `{ vendorRequestForm { questions { id text } } }`,
  );
  return Object.entries(given).map(([text, value]) => ({
    questionId: vendorRequestForm.questions.find((one) => one.text === text)!.id,
    value,
  }));
}
