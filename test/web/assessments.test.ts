import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { sql } from '../../src/database/sql';
import { type Assessed, Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit, type VisitOptions } from '../kit/browser';
import { PDF } from '../kit/files';
import { createAssessment, createVendor, move } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { click, expectNoSeriousViolations, fill, fillPassword, focuses, openSignedIn, press, shows } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let assessor: Assessor;
let visit: Visit | undefined;
let viewer: { email: string; password: string };
let earlier: Assessed;
let inReview: Assessed;
/** A file input; the browser's types are not available here. */
interface Uploader {
  uploadFile(path: string): Promise<void>;
}

const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-web-'));

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  assessor = await Assessor.prepare(server);
  earlier = await assessor.completed(
    { name: 'Harbor CDN' },
    { title: 'Harbor 2025' },
    { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 256 },
  );
  inReview = await assessor.submitted(earlier.vendorId, { title: 'Harbor 2026' });
  viewer = await makeViewer();
});
afterEach(async () => {
  await visit?.close();
  visit = undefined;
});
afterAll(async () => {
  await Promise.all([browser.close(), server.stop()]);
  await rm(folder, { recursive: true });
});

async function makeViewer() {
  const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  const account = { email: 'viewer@example.org', password: 'a long enough password' };
  await server.admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`, {
    input: { name: 'Vic Viewer', roleId: roles.find(({ name }) => name === 'Viewer')!.id, ...account },
  });
  return account;
}

async function open(address: string, options?: VisitOptions & { account?: typeof viewer }): Promise<Page> {
  visit = await openSignedIn(browser, server, address, options);
  return visit.page;
}

const heading = (page: Page, text: string, level = 1) => page.waitForSelector(`h${level}::-p-text(${text})`);
const valueOf = (field: unknown) => (field as { value: string }).value;
const pathOf = (page: Page) => page.url().slice(server.url.length);

/** Chooses an option of a select by the beginning of its label. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await click(page, `::-p-xpath(//input[@id = //label[starts-with(normalize-space(), "${label}")]/@for])`);
  await click(page, `[role=option]::-p-text(${option})`);
}

/** Chooses an item of the "More" menu. */
async function pressMore(page: Page, name: string): Promise<void> {
  await press(page, 'More', 'DisclosureTriangle' as 'button');
  await press(page, name);
}

async function fetchAssessment<T>(id: string, fields: string): Promise<T> {
  return (await server.admin.data<{ assessment: T }>(`query ($id: ID!) { assessment(id: $id) { ${fields} } }`, { id })).assessment;
}

async function expectClean(page: Page): Promise<void> {
  await expectNoSeriousViolations(page);
  expect(visit!.complaints).toEqual([]);
  expect(visit!.strays).toEqual([]);
}

describe('the list', () => {
  test('keeps filters, sorting and columns in the URL, and exports the same as CSV', async () => {
    const page = await open('/assessments?status=COMPLETED&columns=title,vendor,progress&sort=TITLE');
    await shows(page, 'Harbor 2025', 'table');
    expect(await page.$$eval('tbody tr', (rows) => rows.length)).toBe(1);
    await shows(page, '3 of 6', 'table');
    await expectClean(page);
    const csv = await page.$eval('a[href^="/exports/lists/assessments.csv"]', (link) => link.getAttribute('href')!);
    expect(await (await server.admin.fetch(csv)).text()).toMatch(/^id,title[^\n]*\n[^\n]*Harbor 2025[^\n]*\n$/);
    await press(page, 'Clear filters');
    await shows(page, 'Harbor 2026', 'table');
    await press(page, 'More filters');
    await page.type('input[type=date]', '01012100');
    await shows(page, 'No assessment matches');
    expect(pathOf(page)).toContain('from=2100-01-01');
  });

  test('shows users with read-only access no way to change anything', async () => {
    const page = await open('/assessments', { account: viewer });
    await shows(page, 'Harbor 2026', 'table');
    expect(await page.$$('a[href="/assessments/new"], a[href="/assessments/send"]')).toEqual([]);
    await press(page, 'Harbor 2026', 'link');
    await heading(page, 'Harbor 2026');
    await shows(page, '4 of 6 questions answered');
    expect(await page.$$('main summary::-p-text(More)')).toEqual([]);
    expect(await page.$$('main button::-p-text(Start review)')).toEqual([]);
  });
});

test('an assessment is created and sent with a message; its link is shown once, replaced and revoked', async () => {
  await createVendor(server, { name: 'Beacon Mail', contactEmail: 'trust@beacon.example' });
  const page = await open('/assessments/new');
  await heading(page, 'New assessment');
  await press(page, 'Create draft');
  await shows(page, 'Choose a vendor');
  await expectClean(page);
  await choose(page, 'Vendor', 'Beacon Mail');
  await fill(page, 'Title', 'Beacon check');
  await choose(page, 'Repeat', 'Every year');
  await press(page, 'Create draft');
  await heading(page, 'Beacon check');
  await expectClean(page);
  // The only questionnaire, and whoever makes it as its reviewer, were proposed.
  const id = pathOf(page).split('/')[2]!;
  expect(await fetchAssessment(id, 'templateName reviewer { name }')).toEqual({
    templateName: 'Security',
    reviewer: { name: 'Administrator' },
  });

  await press(page, 'Create link');
  await shows(page, 'Create link', '[role=dialog] h2');
  await shows(page, 'Nothing is e-mailed', '[role=dialog]');
  await shows(page, 'Share it separately, by phone or chat', '[role=dialog]');
  await fill(page, 'Message', 'We renew in May.');
  await fillPassword(page, 'Password', 'open sesame');
  await expectNoSeriousViolations(page);
  await (await page.waitForSelector('[role=dialog] button[type=submit]'))!.press('Enter');
  const link = await page.waitForSelector('::-p-aria([name="Link for the vendor"][role="textbox"])');
  const url = await link!.evaluate(valueOf);
  await page.waitForFunction(`document.activeElement.value?.includes('/portal/')`);
  // It is shown only once: a stray click or key doesn't close it.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  expect(await page.$('::-p-aria([name="Close"][role="button"])')).toBeNull();
  const token = url.split('/portal/')[1]!;
  await shows(page, 'Nothing was e-mailed', '[role=dialog] [role=status]');
  const portal = `query ($token: String!, $password: String) { portal(token: $token, password: $password) { comments { body } } }`;
  expect(await server.stranger().data(portal, { token, password: 'open sesame' })).toEqual({
    portal: { comments: [{ body: 'We renew in May.' }] },
  });
  await press(page, 'Done');
  await shows(page, 'Awaiting vendor', 'h1 + *');
  await shows(page, 'Issued', 'dt');
  expect(await page.$eval('main', (main) => main.textContent)).not.toMatch(/\bSent\b/);
  await shows(page, 'requires a password');
  await shows(page, 'was not sent to trust@beacon.example');
  expect(await page.content()).not.toContain(token);

  await pressMore(page, 'Create a new link');
  await page.waitForSelector('[role=dialog]');
  await page.click('[role=dialog] button[type=submit]');
  await page.waitForSelector('::-p-aria([name="Link for the vendor"][role="textbox"])');
  expect(await server.stranger().code(portal, { token, password: 'open sesame' })).toBe('UNAUTHENTICATED');
  await press(page, 'Done');
  await pressMore(page, 'Revoke the link');
  await press(page, 'Revoke');
  await shows(page, 'no working link');
  await expectClean(page);
});

test('with a mail server, the page says whether an e-mail is on its way, sent or not delivered', async () => {
  const config = server.services.config as { smtpUrl?: string };
  config.smtpUrl = 'smtp://127.0.0.1:9';
  try {
    const vendorId = await createVendor(server, { name: 'Mailed Ltd', contactEmail: 'trust@mailed.example' });
    const id = await createAssessment(server, vendorId, assessor.templateId, { title: 'By mail' });
    const page = await open(`/assessments/${id}`);
    await press(page, 'Send');
    await shows(page, 'gets the link by e-mail at trust@mailed.example', '[role=dialog]');
    await page.click('[role=dialog] button[type=submit]');
    await shows(page, 'is on its way to trust@mailed.example', '[role=dialog] [role=status]');
    await press(page, 'Done');
    await shows(page, 'is on its way to trust@mailed.example');
    const became = (status: string) => server.services.database.query(sql`update mail set status = ${status} where assessment_id = ${id}`);
    await became('SENT');
    await page.reload();
    await shows(page, 'was sent to trust@mailed.example');
    await became('FAILED');
    await page.reload();
    await shows(page, 'could not be delivered to trust@mailed.example', '[role=alert]');
    await expectClean(page);
  } finally {
    config.smtpUrl = undefined;
  }
});

test('one questionnaire is sent to many vendors, with a result for each', async () => {
  for (const name of ['Many One', 'Many Two', 'Many Three']) await createVendor(server, { name });
  const page = await open('/assessments/send?query=Many');
  await choose(page, 'Questionnaire', 'Security');
  await shows(page, 'Many Three', 'table');
  await press(page, 'Select Many One', 'checkbox' as 'button');
  await press(page, 'Select Many Two', 'checkbox' as 'button');
  await expectClean(page);
  await shows(page, 'No mail server is set up');
  await press(page, 'Create 2 links');
  await shows(page, '2 links ready, nothing was e-mailed');
  await shows(page, 'Many Two', 'table');
  await expectClean(page);
  await press(page, 'Back to the list', 'link');
  await shows(page, '2 links not copied', '[role=dialog]');
  await press(page, 'Stay');
  await page.waitForSelector('[role=dialog]', { hidden: true });
  await press(page, 'Copy all links');
  await press(page, 'Back to the list', 'link');
  await heading(page, 'Assessments');
});

describe('the review', () => {
  const reviewPath = () => `/assessments/${inReview.id}/review`;
  const decisions = async () => {
    const { questions } = await fetchAssessment<{
      questions: { text: string; response: { review: { decision: string; note: string | null } | null } | null }[];
    }>(inReview.id, 'questions { text response { review { decision note } } }');
    return Object.fromEntries(
      questions.flatMap(({ text, response }) => (response?.review ? [[text, [response.review.decision, response.review.note]]] : [])),
    );
  };

  test('can be done with the keyboard alone', async () => {
    const page = await open(reviewPath());
    await heading(page, 'MFA?', 2);
    await shows(page, 'Previous answer');
    await shows(page, 'Changed since');
    await expectClean(page);
    await page.keyboard.press('?');
    await shows(page, 'Review shortcuts', '[role=dialog]');
    await expectNoSeriousViolations(page);
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { hidden: true });

    await page.keyboard.press('a');
    await heading(page, 'Regions?', 2);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Regions?');
    await page.keyboard.press('n');
    await page.keyboard.type('Ask a reason for UK');
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await heading(page, 'Key length', 2);
    await page.keyboard.press('r');
    await heading(page, 'Rotated?', 2);
    await shows(page, '3 of 6 decided');
    await page.keyboard.press('k');
    await heading(page, 'Key length', 2);
    await page.keyboard.press('j');
    await heading(page, 'Rotated?', 2);
    await page.keyboard.press('m');
    await page.keyboard.type('Never rotated, it seems.');
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await page.waitForFunction('document.activeElement.value === ""');
    await page.waitForNetworkIdle();
    expect(await decisions()).toEqual({
      'MFA?': ['APPROVED', null],
      'Regions?': ['CLARIFICATION_REQUESTED', 'Ask a reason for UK'],
      '=Key length': ['REJECTED', null],
    });
    const { comments } = await fetchAssessment<{ comments: object[] }>(inReview.id, 'comments { body visibility }');
    expect(comments).toEqual([{ body: 'Question 4, “Rotated?”:\nNever rotated, it seems.', visibility: 'INTERNAL' }]);
    await expectClean(page);
  });

  test('ignores letters when single-key shortcuts are off', async () => {
    const page = await open(reviewPath());
    await heading(page, 'Rotated?', 2);
    await press(page, 'Shortcuts');
    await press(page, 'Use single-key shortcuts', 'checkbox' as 'button');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    await page.keyboard.press('a');
    await page.keyboard.press('j');
    await press(page, 'Next');
    await heading(page, 'Policy', 2);
    expect(Object.keys(await decisions())).toHaveLength(3);
  });

  test('shows which clarifications block finalization, sends back with them, and finalizes what it previewed', async () => {
    const page = await open(reviewPath());
    await page.keyboard.press('f');
    await shows(page, 'Clarification is still requested', '[role=dialog]');
    await shows(page, '2. Regions?', '[role=dialog]');
    expect(await page.$$('[role=dialog] button::-p-text(Finalize)')).toEqual([]);
    await expectNoSeriousViolations(page);
    await press(page, '2. Regions?', 'link');
    await heading(page, 'Regions?', 2);
    await page.keyboard.press('s');
    const message = await page.waitForSelector('[role=dialog] textarea');
    expect(await message!.evaluate(valueOf)).toBe('Please clarify:\n2. Regions?\n   Ask a reason for UK');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    await page.keyboard.press('a');
    await shows(page, 'Rotated?', 'h2');
    await page.waitForNetworkIdle();
    await page.keyboard.press('f');
    // 16 of 20: the key length failed and was rejected, and the rotation was not answered.
    await shows(page, '80% · Amber', '[role=dialog]');
    await shows(page, '2 findings will be open', '[role=dialog]');
    await click(page, '[role=dialog] button::-p-text(Finalize)');
    await shows(page, 'This assessment is completed');
    expect(await fetchAssessment(inReview.id, 'status score')).toEqual({ status: 'COMPLETED', score: 0.8 });
    await expectClean(page);
  });

  test('rolls back a decision that the server refuses', async () => {
    const made = await assessor.submitted({ name: 'Too late Ltd' }, { title: 'Too late' });
    const page = await open(`/assessments/${made.id}/review`);
    await heading(page, 'MFA?', 2);
    await move(server.admin, 'startReview', made.id);
    await move(server.admin, 'finalizeAssessment', made.id);
    await page.keyboard.press('a');
    await shows(page, 'be decided on');
    await shows(page, '0 of 6 decided');
    await shows(page, 'This assessment is completed');
  });
});

test('evidence received outside the portal is added while the vendor is still answering, and deleted again', async () => {
  const made = await assessor.sent({ name: 'Paper Ltd' }, { title: 'On paper' });
  const file = path.join(folder, 'Policy on paper.pdf');
  await writeFile(file, PDF);
  const page = await open(`/assessments/${made.id}?tab=evidence`);
  await choose(page, 'Add a file', '5. Policy');
  await ((await page.waitForSelector('input[type=file]')) as unknown as Uploader).uploadFile(file);
  await page.waitForSelector('main a::-p-text(Policy on paper.pdf)');
  expect(await fetchAssessment(made.id, 'evidence { fileName }')).toEqual({ evidence: [{ fileName: 'Policy on paper.pdf' }] });
  await expectClean(page);
  await press(page, 'Delete Policy on paper.pdf');
  await click(page, '[role=dialog] button::-p-text(Delete file)');
  await page.waitForSelector('main a::-p-text(Policy on paper.pdf)', { hidden: true });
  expect(await fetchAssessment(made.id, 'evidence { fileName }')).toEqual({ evidence: [] });
});

test('sending back gives the vendor the message', async () => {
  const made = await assessor.submitted({ name: 'Back Ltd' }, { title: 'Back and forth' });
  const page = await open(`/assessments/${made.id}`);
  await press(page, 'Start review');
  await heading(page, 'Review Back and forth');
  await press(page, 'Send back');
  await fill(page, 'Message to the vendor', 'Please look at the regions again.');
  await page.click('[role=dialog] button[type=submit]');
  await shows(page, 'In progress', 'h1 + *');
  expect(await fetchAssessment(made.id, 'status comments { body visibility }')).toEqual({
    status: 'IN_PROGRESS',
    comments: [{ body: 'Please look at the regions again.', visibility: 'SHARED' }],
  });
});

test('the comparison with the previous assessment shows what changed, and everything on demand', async () => {
  const page = await open(`/assessments/${inReview.id}/compare`);
  await heading(page, 'Compare Harbor 2026');
  await shows(page, 'Result changed', 'table');
  const rows = () => page.$$eval('tbody tr', (all) => all.map((row) => row.textContent!));
  expect(await rows()).toHaveLength(4);
  expect((await rows())[0]).toMatch(/^MFA\?.*Answer changed.*No.*Yes/);
  await press(page, 'Only changes', 'checkbox' as 'button');
  await page.waitForFunction('document.querySelectorAll("tbody tr").length === 6');
  expect(pathOf(page)).toContain('all=true');
  await expectClean(page);
});

test('the page of an assessment shows score, findings, comments and evidence, and can be edited', async () => {
  const page = await open(`/assessments/${earlier.id}`, { dark: true });
  await shows(page, '15% · Red');
  await expectClean(page);
  for (const tab of ['Answers', 'Score', 'Findings', 'Comments', 'Evidence']) {
    await click(page, `[role=tab]::-p-text(${tab})`);
    await page.waitForFunction(`document.location.search === '?tab=${tab.toLowerCase()}'`);
    await page.waitForNetworkIdle();
    await expectClean(page);
  }
  await click(page, '[role=tab]::-p-text(Comments)');
  await fill(page, 'Comment', 'A first word');
  await press(page, 'Share with the vendor', 'checkbox' as 'button');
  await press(page, 'Add comment');
  await shows(page, 'A first word', 'article');
  await press(page, 'Reply');
  await page.keyboard.type('And an answer');
  await page.click('form button[type=submit]');
  await shows(page, 'And an answer', 'article');
  await expectClean(page);
  expect(await fetchAssessment(earlier.id, 'comments { body visibility replies { body visibility } }')).toEqual({
    comments: [{ body: 'A first word', visibility: 'SHARED', replies: [{ body: 'And an answer', visibility: 'SHARED' }] }],
  });

  await pressMore(page, 'Edit');
  await fill(page, 'Title', 'Harbor, first year');
  await choose(page, 'Repeat', 'Every six months');
  await press(page, 'Save');
  await heading(page, 'Harbor, first year');
  await focuses(page, 'More');
  expect(await fetchAssessment(earlier.id, 'recurrence')).toEqual({ recurrence: 'BIANNUALLY' });
});

test('deleting asks for the title', async () => {
  const made = await assessor.sent({ name: 'Gone Ltd' }, { title: 'To go' });
  const page = await open('/assessments?query=To go');
  await press(page, 'To go', 'link');
  await heading(page, 'To go');
  await pressMore(page, 'Delete');
  await page.waitForSelector('[role=dialog] button[type=submit][disabled]');
  await page.keyboard.type('To go');
  await page.waitForSelector('[role=dialog] button[type=submit]:not([disabled])');
  await page.keyboard.press('Enter');
  await heading(page, 'Assessments');
  expect(await fetchAssessment(made.id, 'id')).toBeNull();
  await page.goBack();
  await page.goBack();
  await shows(page, 'No assessment matches');
});

test('on a phone, the review and the page are not wider than the screen', async () => {
  for (const address of ['', '?tab=score', '/review', `/compare`]
    .map((part) => `/assessments/${inReview.id}${part}`)
    .concat('/assessments')) {
    const page = await open(address, { width: 390 });
    await page.waitForSelector('h1');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await expectNoSeriousViolations(page);
    await visit!.close();
    visit = undefined;
  }
});
