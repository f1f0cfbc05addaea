import type { Page } from 'puppeteer-core';
import { type Assessed, Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { fill, makeUser, openSignedIn, press, shows } from '../kit/web';

/** Pages show what others do without being loaded again. */
let server: TestServer;
let browser: TestBrowser;
let assessor: Assessor;
let visit: Visit | undefined;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  assessor = await Assessor.prepare(server);
});
afterEach(async () => {
  await visit?.close();
  visit = undefined;
});
afterAll(() => Promise.all([browser.close(), server.stop()]));

async function open(path: string, options?: Parameters<typeof openSignedIn>[3]): Promise<Page> {
  visit = await openSignedIn(browser, server, path, options);
  await listening();
  // Gone once the page is loaded again.
  await visit.page.evaluate('window.isSame = true');
  return visit.page;
}

const streams = async () => {
  const metrics = await server.admin.fetch('/metrics');
  return Number(/^\w*streams_open(?:{[^}]*})? (\d+)/m.exec(await metrics.text())?.[1] ?? NaN);
};

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); !(await isSo());) {
    if (Date.now() - start > 20_000) throw new Error('It never came to be');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const listening = () => until(async () => (await streams()) > 0);

/** How long until it is to be seen, on the same page. */
async function seenAfter(page: Page, text: string): Promise<number> {
  const start = Date.now();
  await shows(page, text);
  expect(await page.evaluate('window.isSame')).toBe(true);
  return Date.now() - start;
}

const update = (id: string, changes: object) =>
  server.admin.data(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
    input: { id, ...changes },
  });

test('the list of vendors and the dashboard show a new vendor', async () => {
  const page = await open('/vendors');
  await createVendor(server, { name: 'Came meanwhile' });
  expect(await seenAfter(page, 'Came meanwhile')).toBeLessThan(2_000 * 3);
  expect(visit!.complaints).toEqual([]);
  await press(page, 'Dashboard', 'link');
  await shows(page, 'Vendors');
  const before = await page.$eval('main', (main) => main.textContent);
  await createVendor(server, { name: 'Another' });
  await page.waitForFunction(`document.querySelector('main').textContent !== ${JSON.stringify(before)}`);
});

test('a vendor’s page shows what happens to it', async () => {
  const id = await createVendor(server, { name: 'Watched', notes: 'Before' });
  const page = await open(`/vendors/${id}`);
  await shows(page, 'Before');
  await update(id, { name: 'Watched and renamed' });
  await seenAfter(page, 'Watched and renamed');
});

describe('an assessment', () => {
  let made: Assessed;
  beforeEach(async () => (made = await assessor.sent({ name: 'Answering' })));

  test('shows that the vendor answered and submitted', async () => {
    const page = await open(`/assessments/${made.id}`);
    await made.portal.answer({ 'MFA?': 'YES', 'Regions?': ['EU', 'UK'], '=Key length': 256 });
    await made.portal.submit();
    await seenAfter(page, 'Submitted');
  });

  test('shows the conversation as it goes on', async () => {
    const page = await open(`/assessments/${made.id}?tab=comments`);
    await assessor.comment(made.id, 'Well answered', { visibility: 'INTERNAL' });
    await seenAfter(page, 'Well answered');
  });

  test('a note that is being written in a review stays, beside the one that somebody else saved', async () => {
    await made.portal.answer({ 'MFA?': 'NO', 'Regions?': ['EU', 'UK'], '=Key length': 256 });
    await made.portal.submit();
    await server.admin.data(`mutation ($input: IdInput!) { startReview(input: $input) { assessment { id } } }`, { input: { id: made.id } });
    const { questions } = await made.portal.view();
    const questionId = questions.find(({ text }) => text === 'MFA?')!.id;
    const page = await open(`/assessments/${made.id}/review?question=${questionId}`);
    await fill(page, 'Note', 'Mine');
    await server.admin.data(`mutation ($input: ReviewResponseInput!) { reviewResponse(input: $input) { assessment { id } } }`, {
      input: { assessmentId: made.id, questionId, decision: 'REJECTED', note: 'By somebody else' },
    });
    await seenAfter(page, 'By somebody else');
    expect(await page.$eval('::-p-aria([name="Note"][role="textbox"])', (field) => (field as unknown as { value: string }).value)).toBe(
      'Mine',
    );
  });

  test('what is being typed stays, and a form tells of what others changed', async () => {
    const page = await open(`/assessments/${made.id}`);
    await press(page, 'More', 'DisclosureTriangle' as 'button');
    await press(page, 'Edit');
    await fill(page, 'Title', 'Typed here');
    await server.admin.data(`mutation ($input: UpdateAssessmentInput!) { updateAssessment(input: $input) { assessment { id } } }`, {
      input: { id: made.id, title: 'Changed there' },
    });
    await shows(page, 'Changed there');
    expect(await page.$eval('::-p-aria([name="Title"][role="textbox"])', (field) => (field as unknown as { value: string }).value)).toBe(
      'Typed here',
    );
    await press(page, 'Save');
    await shows(page, 'changed', '[role="dialog"]');
    const { assessment } = await server.admin.data<{ assessment: { title: string } }>(`{ assessment(id: "${made.id}") { title } }`);
    expect(assessment.title).toBe('Changed there');
  });
});

describe('a questionnaire', () => {
  let made: Assessed;
  let page: Page;
  beforeEach(async () => {
    made = await assessor.sent({ name: 'Two colleagues' });
    visit = await browser.open(`${server.url}/portal/${made.portal.token}?step=2`);
    page = visit.page;
    await listening();
    await page.evaluate('window.isSame = true');
  });

  const REMARKS = 'fieldset textarea';
  const remarks = () => page.$eval(REMARKS, (field) => (field as unknown as { value: string }).value);

  test('shows what a colleague answers, and what the reviewer writes', async () => {
    await page.waitForSelector(REMARKS);
    await made.portal.answer({ Remarks: 'By a colleague' });
    await until(async () => (await remarks()) === 'By a colleague');
    await shows(page, '1 of');
    await assessor.comment(made.id, 'Are you sure?', { visibility: 'SHARED' });
    await seenAfter(page, 'Are you sure?');
    // What was taken over can be changed without a conflict.
    await page.type(REMARKS, ', and by me');
    await until(async () => {
      const { questions } = await made.portal.view();
      return questions.find(({ text }) => text === 'Remarks')?.response?.value === 'By a colleague, and by me';
    });
    await page.waitForSelector('[data-save-state="saved"]');
    expect(visit!.complaints).toEqual([]);
  });

  test('an answer that somebody is writing stays, and the other one is shown when it would be lost', async () => {
    await (await page.waitForSelector(REMARKS))!.focus();
    await made.portal.answer({ Remarks: 'By a colleague', 'Rotated?': 'YES' });
    // The rest has come.
    await page.waitForSelector('fieldset input[type=radio]:checked');
    expect(await remarks()).toBe('');
    await page.type(REMARKS, 'By me');
    await shows(page, 'Someone else answered this in the meantime');
    expect(await remarks()).toBe('By me');
    await made.portal.answer({ 'MFA?': 'YES', 'Regions?': ['EU'], '=Key length': 256 });
    await made.portal.submit();
    await seenAfter(page, 'A colleague submitted the answers in the meantime');
    expect(await remarks()).toBe('By me');
  });

  test('what is being typed survives that a colleague submits everything, and is saved once that is sent back', async () => {
    await page.type('::-p-aria([name="Write to My organisation"][role="textbox"])', 'A message, not sent');
    await made.portal.answer({ 'MFA?': 'YES', 'Regions?': ['EU'], '=Key length': 256 });
    await page.setOfflineMode(true);
    await page.type(REMARKS, 'Not saved');
    await page.waitForSelector('[data-save-state="failed"]');
    await made.portal.submit();
    await page.setOfflineMode(false);
    await shows(page, '1 answer stays on this page until you close it');
    expect(await remarks()).toBe('Not saved');
    await server.admin.data(`mutation ($input: SendBackInput!) { sendBackAssessment(input: $input) { assessment { id } } }`, {
      input: { id: made.id, message: 'Some remarks?' },
    });
    await page.waitForSelector('[data-save-state="saved"]');
    expect((await made.portal.view()).questions.find(({ text }) => text === 'Remarks')?.response?.value).toBe('Not saved');
    await made.portal.submit();
    await seenAfter(page, 'Your answers have been submitted');
    expect(
      await page.$eval(
        '::-p-aria([name="Write to My organisation"][role="textbox"])',
        (field) => (field as unknown as { value: string }).value,
      ),
    ).toBe('A message, not sent');
  });
});

test('people hear of what they may see only', async () => {
  const account = await makeUser(server, 'frameworks@example.org', ['vendors:view']);
  const page = await open('/vendors', { account });
  await createVendor(server, { name: 'To be seen' });
  await seenAfter(page, 'To be seen');
  expect(visit!.complaints).toEqual([]);
});

test('a page that nobody sees doesn’t listen, and catches up', async () => {
  const page = await open('/vendors');
  const see = (state: string) =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
      document.dispatchEvent(new Event('visibilitychange'))`);
  await see('hidden');
  await until(async () => (await streams()) === 0);
  await createVendor(server, { name: 'While away' });
  await see('visible');
  await seenAfter(page, 'While away');
});

test('the past stands still', async () => {
  await createVendor(server, { name: 'Of the past' });
  const at = new Date().toISOString();
  visit = await openSignedIn(browser, server, `/vendors?asOf=${encodeURIComponent(at)}`);
  await shows(visit.page, 'Of the past');
  expect(await streams()).toBe(0);
});
