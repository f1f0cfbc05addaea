import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { sql } from '../../src/database/sql';
import { startBrowser, type TestBrowser, type Visit, type VisitOptions } from '../kit/browser';
import { PDF } from '../kit/files';
import { createAssessment, createVendor, type Portal, publishTemplate, question, sendAssessment } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { click, expectNoSeriousViolations, fillPassword, focuses, press, shows } from '../kit/web';

const PHONE = { width: 390 };
const SECTIONS = [
  {
    title: 'Access',
    questions: [
      question('Do you use MFA?', { helpText: 'For all who work with our data' }),
      question('For whom?', {
        type: 'MULTI_SELECT',
        options: ['Staff', 'Contractors', 'None of these'],
        expectedAnswer: ['Staff', 'Contractors'],
        conditionalLogic: { match: 'all', rules: [{ questionId: 's1q1', operator: 'equals', value: 'YES' }] },
      }),
    ],
  },
  {
    title: 'Data',
    questions: [
      question('Where is it kept?', { type: 'FREE_TEXT', expectedAnswer: null }),
      question('How many years?', { type: 'NUMERIC', expectedAnswer: 2, required: false }),
      question('Policy', { type: 'FILE_UPLOAD', expectedAnswer: null }),
    ],
  },
];

let server: TestServer;
let browser: TestBrowser;
let templateId: string;
let folder: string;
let visit: Visit | undefined;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  templateId = await publishTemplate(server, 'Security', SECTIONS);
  folder = await mkdtemp(path.join(tmpdir(), 'portal-'));
});
afterEach(async () => {
  await visit?.close();
  visit = undefined;
});
afterAll(async () => {
  await Promise.all([browser.close(), server.stop(), rm(folder, { recursive: true })]);
});

const made = async (): Promise<{ id: string; vendorId: string }> => {
  const vendorId = await createVendor(server, { name: 'Harbor CDN' });
  return { vendorId, id: await createAssessment(server, vendorId, templateId, { title: 'Yearly check' }) };
};

async function sent(password?: string): Promise<{ id: string; portal: Portal }> {
  const { id } = await made();
  return { id, portal: await sendAssessment(server, id, password) };
}

async function open({ token }: Portal, step = '', options?: VisitOptions): Promise<Page> {
  visit = await browser.open(`${server.url}/portal/${token}${step}`, options);
  return visit.page;
}

const database = () => server.services.database;
const saved = (page: Page) => page.waitForSelector('[data-save-state="saved"]');
const choose = async (page: Page, label: string) => click(page, `::-p-aria(${label})`);

/** Attaches a file to the last question of the page. */
async function attach(page: Page, name: string): Promise<void> {
  await writeFile(path.join(folder, name), PDF);
  const inputs = await page.$$<'input'>('input[type=file]' as 'input');
  await inputs.at(-1)!.uploadFile(path.join(folder, name));
}

interface Stored {
  status: string;
  questions: { text: string; response: { value: unknown; isNotApplicable: boolean; evidence: { fileName: string }[] } | null }[];
}
async function stored(id: string): Promise<Stored> {
  const { assessment } = await server.admin.data<{ assessment: Stored }>(
    `query ($id: ID!) { assessment(id: $id) { status questions { text response { value isNotApplicable notApplicableReason evidence { fileName } } } } }`,
    { id },
  );
  return assessment;
}
const valueOf = ({ questions }: Stored, text: string) => questions.find((one) => one.text === text)?.response?.value;

test('on a phone, answers are saved automatically, questions appear as needed, files are attached, and all is submitted', async () => {
  const { id, portal } = await sent();
  const page = await open(portal, '', PHONE);
  await page.waitForSelector('h1::-p-text(Yearly check)');
  expect(await page.$('::-p-text(For whom?)')).toBeNull();
  await choose(page, 'Yes');
  await shows(page, 'For whom?');
  await choose(page, 'Staff');
  await saved(page);
  await expectNoSeriousViolations(page);
  expect(valueOf(await stored(id), 'Do you use MFA?')).toBe('YES');
  expect((await stored(id)).status).toBe('IN_PROGRESS');

  await press(page, 'Next section');
  await shows(page, 'Section 2 of 2');
  await page.type('textarea', 'In Frankfurt');
  await attach(page, 'policy.pdf');
  await shows(page, 'policy.pdf');
  await saved(page);

  await press(page, 'Review and submit');
  await shows(page, 'In Frankfurt', 'p');
  await shows(page, 'policy.pdf', 'section[aria-labelledby="review-title"]');
  await expectNoSeriousViolations(page);
  // It asks once, and can be cancelled.
  await press(page, 'Submit answers');
  await shows(page, 'can’t change them afterwards', '[role=dialog]');
  await expectNoSeriousViolations(page);
  await press(page, 'Cancel');
  await page.waitForSelector('[role=dialog]', { hidden: true });
  expect((await stored(id)).status).toBe('IN_PROGRESS');
  await press(page, 'Submit answers');
  await press(page, 'Submit');
  await shows(page, 'Your answers have been submitted');
  // The thanks are in view, although the user was at the end of the page.
  await page.waitForFunction(`document.activeElement.textContent.startsWith('Thank you')`);
  await page.waitForFunction(`(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.activeElement.getBoundingClientRect())`);
  await expectNoSeriousViolations(page);
  const { status, questions } = await stored(id);
  expect(status).toBe('SUBMITTED');
  expect(questions.find(({ text }) => text === 'Policy')?.response?.evidence).toEqual([{ fileName: 'policy.pdf' }]);
  expect(await page.$('input, fieldset')).toBeNull();
  expect([visit!.strays, visit!.complaints]).toEqual([[], []]);
});

test('a reload keeps everything, and missing answers link to their questions', async () => {
  const { portal } = await sent();
  await portal.answer({ 'Do you use MFA?': 'YES' });
  const page = await open(portal, '?step=review', { dark: true });
  await shows(page, '3 required questions are not answered');
  await expectNoSeriousViolations(page);
  expect(await page.$eval('::-p-aria(Submit answers)', (button) => (button as unknown as { disabled: boolean }).disabled)).toBe(true);
  await press(page, 'Where is it kept?');
  await shows(page, 'Section 2 of 2');
  await page.reload({ waitUntil: 'networkidle0' });
  await shows(page, 'Section 2 of 2');
});

test('evidence for an answer hides nothing, and hidden answers return with their question', async () => {
  const { id, portal } = await sent();
  await portal.answer({ 'Do you use MFA?': 'YES', 'For whom?': ['Contractors'] });
  let page = await open(portal);
  await shows(page, 'For whom?');
  for (const n of [0, 1]) {
    const inputs = await page.$$<'input'>('input[type=file]' as 'input');
    await writeFile(path.join(folder, `proof-${n}.pdf`), PDF);
    await inputs[n]!.uploadFile(path.join(folder, `proof-${n}.pdf`));
    await shows(page, `proof-${n}.pdf`);
  }
  await page.reload({ waitUntil: 'networkidle0' });
  await shows(page, '2 of 5 questions answered');
  expect(valueOf(await stored(id), 'For whom?')).toEqual(['Contractors']);

  await choose(page, 'No');
  await shows(page, '1 of 4 questions answered');
  await saved(page);
  expect((await stored(id)).questions[1]).toMatchObject({ text: 'For whom?', response: null });
  await visit!.close();
  page = await open(portal);
  await shows(page, '1 of 4 questions answered');
  await choose(page, 'Yes');
  await shows(page, '2 of 5 questions answered');
  await shows(page, 'proof-1.pdf');
  expect(await page.$eval('::-p-aria(Contractors)', (box) => (box as unknown as { checked: boolean }).checked)).toBe(true);
  await choose(page, 'Staff');
  await saved(page);
  expect(valueOf(await stored(id), 'For whom?')).toEqual(['Contractors', 'Staff']);
});

test('an answer whose question is hidden before it is saved blocks nothing, and is saved when shown again', async () => {
  const { id, portal } = await sent();
  await portal.answer({ 'Do you use MFA?': 'YES', 'Where is it kept?': 'Here' });
  const page = await open(portal);
  await choose(page, 'Staff');
  await choose(page, 'No');
  await saved(page);
  expect(valueOf(await stored(id), 'Do you use MFA?')).toBe('NO');
  await choose(page, 'Yes');
  await shows(page, 'For whom?');
  await saved(page);
  expect(valueOf(await stored(id), 'For whom?')).toEqual(['Staff']);
});

test('without a connection, the answers stay on the page, which says so, and are sent when it is back', async () => {
  const { id, portal } = await sent();
  const page = await open(portal);
  await page.setOfflineMode(true);
  await choose(page, 'No');
  await page.waitForSelector('[data-save-state="failed"]');
  await shows(page, '1 answer not saved');
  await shows(page, '1 answer stays on this page and is saved automatically', '[role=alert]');
  await shows(page, 'Not saved yet', 'fieldset');
  await page.waitForSelector('nav [aria-label="Not saved:"]');
  expect(await page.$('::-p-text(try again)')).toBeNull();
  expect(valueOf(await stored(id), 'Do you use MFA?')).toBeUndefined();
  // Other steps link to it.
  await press(page, 'Next section');
  await page.type('textarea', 'In Oslo');
  await shows(page, '2 answers not saved');
  await press(page, 'Review and submit');
  await shows(page, '2 answers not saved', '[role=alert]');
  await expectNoSeriousViolations(page);
  await press(page, 'Where is it kept?');
  await page.waitForFunction(`document.activeElement.matches('fieldset textarea')`);
  await press(page, 'Show');
  await page.waitForFunction(`document.activeElement.matches('fieldset input[type=radio]')`);
  await page.setOfflineMode(false);
  await saved(page);
  expect(valueOf(await stored(id), 'Do you use MFA?')).toBe('NO');
});

test('an answer that someone else gave in the meantime is shown, and the user decides', async () => {
  const { id, portal } = await sent();
  const page = await open(portal, '?step=2', PHONE);
  await page.waitForSelector('textarea');
  await page.focus('textarea');
  await portal.answer({ 'Where is it kept?': 'In Oslo' });
  await page.type('textarea', 'In Rome');
  await shows(page, 'Someone else answered this in the meantime');
  await shows(page, 'In Oslo', 'p');
  expect(valueOf(await stored(id), 'Where is it kept?')).toBe('In Oslo');
  // Every step links to unsaved answers.
  const isReached = () =>
    page.waitForFunction(`(({ top, bottom }) => document.activeElement.matches('fieldset textarea') && top >= 0 && bottom <= innerHeight)(
      document.activeElement.getBoundingClientRect())`);
  await shows(page, 'Some answers need attention');
  await press(page, 'Review and submit');
  await shows(page, '1 answer not saved', '[role=alert]');
  await expectNoSeriousViolations(page);
  await press(page, 'Where is it kept?');
  await isReached();
  await press(page, 'Back');
  await shows(page, 'Section 1 of 2');
  await press(page, 'Show');
  await isReached();
  await press(page, 'Keep mine');
  await page.waitForFunction(`!document.body.textContent.includes('Someone else')`);
  await saved(page);
  expect(valueOf(await stored(id), 'Where is it kept?')).toBe('In Rome');
});

test('an undecided answer that no longer applies doesn’t keep the page after submitting', async () => {
  const linked = await publishTemplate(server, 'Hidden', [
    {
      title: 'Access',
      questions: [
        question('Do you use MFA?'),
        question('Since when?', {
          type: 'FREE_TEXT',
          expectedAnswer: null,
          conditionalLogic: { match: 'all', rules: [{ questionId: 's1q1', operator: 'equals', value: 'YES' }] },
        }),
      ],
    },
  ]);
  const portal = await sendAssessment(server, await createAssessment(server, await createVendor(server), linked));
  await portal.answer({ 'Do you use MFA?': 'YES' });
  const page = await open(portal);
  await (await page.waitForSelector('fieldset textarea'))!.focus();
  await portal.answer({ 'Since when?': 'May' });
  await page.type('fieldset textarea', 'June');
  await shows(page, 'Someone else answered this in the meantime');
  await choose(page, 'No');
  await saved(page);
  await press(page, 'Review and submit');
  await press(page, 'Submit answers');
  await press(page, 'Submit');
  await shows(page, 'Your answers have been submitted');
});

test('an invalid answer is not shown as saved, and numbers can be typed naturally', async () => {
  const { id, portal } = await sent();
  const page = await open(portal, '?step=2');
  const typed = () => page.$eval('input[inputmode]', (field) => (field as unknown as { value: string }).value);
  await page.type('input[inputmode]', '-');
  await shows(page, 'Must be a number');
  await page.waitForSelector('[data-save-state="partly"]');
  expect(await typed()).toBe('-');
  await page.type('input[inputmode]', '3.5');
  await saved(page);
  expect(await typed()).toBe('-3.5');
  expect(valueOf(await stored(id), 'How many years?')).toBe(-3.5);
});

test('an exclusive option clears the others, and is cleared by them', async () => {
  const { id, portal } = await sent();
  await portal.answer({ 'Do you use MFA?': 'YES', 'For whom?': ['Staff', 'Contractors'] });
  const page = await open(portal);
  const isChosen = (name: string) => page.$eval(`::-p-aria(${name})`, (box) => (box as unknown as { checked: boolean }).checked);
  await choose(page, 'None of these');
  expect([await isChosen('Staff'), await isChosen('Contractors'), await isChosen('None of these')]).toEqual([false, false, true]);
  await saved(page);
  expect(valueOf(await stored(id), 'For whom?')).toEqual(['None of these']);
  await choose(page, 'Staff');
  expect([await isChosen('Staff'), await isChosen('None of these')]).toEqual([true, false]);
  await saved(page);
  expect(valueOf(await stored(id), 'For whom?')).toEqual(['Staff']);
});

test('a link that ends during answering is not retried over and over', async () => {
  const { id, portal } = await sent();
  const page = await open(portal);
  await page.waitForSelector('h1::-p-text(Yearly check)');
  await server.admin.data(`mutation ($input: IdInput!) { revokePortalLinks(input: $input) { assessment { id } } }`, { input: { id } });
  await choose(page, 'Yes');
  await shows(page, 'ask for a new one', '[role=alert]');
  await shows(page, '1 answer stays on this page until you close it', '[role=alert]');
  expect(await page.$('::-p-text(automatically)')).toBeNull();
  expect(await page.$('::-p-aria([name="Save now"][role="button"])')).toBeNull();
});

test('a file dropped outside its field does not replace the page', async () => {
  const { portal } = await sent();
  const page = await open(portal);
  await page.waitForSelector('h1::-p-text(Yearly check)');
  const isRefused = await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'x.pdf'));
    return !document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  })()`);
  expect(isRefused).toBe(true);
});

test('not applicable takes a reason; unticking it restores the answer, even after a reload; a file can be removed', async () => {
  const { id, portal } = await sent();
  await portal.answer({ 'Where is it kept?': 'In Oslo' });
  const page = await open(portal, '?step=2');
  const held = `document.querySelector('fieldset textarea').value`;
  await choose(page, 'Not applicable to us');
  await shows(page, 'Why doesn’t it apply?');
  // The answer that unticking restores can't be deleted by mistake.
  expect(await page.$('::-p-aria([name="Delete answer to: Where is it kept?"])')).toBeNull();
  await choose(page, 'Not applicable to us');
  expect(await page.evaluate(held)).toBe('In Oslo');
  await page.waitForSelector('::-p-aria([name="Delete answer to: Where is it kept?"][role="button"])');
  await choose(page, 'Not applicable to us');
  await page.type('fieldset textarea', 'We keep nothing');
  await saved(page);
  await expectNoSeriousViolations(page);
  const kept = (await stored(id)).questions.find(({ text }) => text === 'Where is it kept?')?.response;
  expect(kept).toMatchObject({ value: null, isNotApplicable: true, notApplicableReason: 'We keep nothing' });
  await page.reload({ waitUntil: 'networkidle0' });
  expect(await page.evaluate(held)).toBe('We keep nothing');
  await choose(page, 'Not applicable to us');
  expect(await page.evaluate(held)).toBe('In Oslo');
  await saved(page);
  expect(valueOf(await stored(id), 'Where is it kept?')).toBe('In Oslo');
  await attach(page, 'other.pdf');
  await press(page, 'Remove other.pdf');
  await page.waitForFunction(`!document.body.textContent.includes('other.pdf')`);
  await focuses(page, 'Attach evidence to: Policy');
  const { questions } = await stored(id);
  expect(questions.find(({ text }) => text === 'Policy')?.response?.evidence ?? []).toEqual([]);
});

/** The contrast ratio of two colours by WCAG. */
const CONTRAST = `(one, other) => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}`;

test.each([{ dark: false }, { dark: true }])('checkboxes and radio buttons have a visible border, %o', async (options) => {
  const { portal } = await sent();
  const page = await open(portal, '', options);
  for (const box of ['input[type=radio]', 'input[type=checkbox]']) {
    await page.waitForSelector(box);
    const ratio = await page.evaluate(`(${CONTRAST})(getComputedStyle(document.querySelector('${box}')).borderTopColor,
      getComputedStyle(document.querySelector('section')).backgroundColor)`);
    expect(ratio).toBeGreaterThanOrEqual(3);
  }
});

test('a link with a password asks for it; one that no longer works says what to do', async () => {
  const { id, portal } = await sent('open sesame');
  let page = await open(portal);
  await fillPassword(page, 'Password', 'wrong');
  await press(page, 'Open the questionnaire');
  await shows(page, 'The password is wrong', '[role=alert]');
  await expectNoSeriousViolations(page);
  await fillPassword(page, 'Password', 'open sesame');
  await press(page, 'Open the questionnaire');
  await shows(page, 'Section 1 of 2');
  await visit!.close();
  await server.admin.data(`mutation ($input: IdInput!) { revokePortalLinks(input: $input) { assessment { id } } }`, { input: { id } });
  page = await open(portal);
  await shows(page, 'This link is not valid', '[role=alert]');
});

test.each(['open sesame', 'Zażółć-gęślą', '  spaces around  '])(
  'evidence is uploaded and downloaded with the password “%s”',
  async (password) => {
    const { id, portal } = await sent(password);
    const page = await open(portal, '?step=2');
    await fillPassword(page, 'Password', password);
    await press(page, 'Open the questionnaire');
    await shows(page, 'Section 2 of 2');
    await attach(page, 'policy.pdf');
    await shows(page, 'policy.pdf', 'a');
    expect((await stored(id)).questions.find(({ text }) => text === 'Policy')?.response?.evidence).toHaveLength(1);
    // What the page gives the browser to save.
    await page.evaluate(`{
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => ((window.fetched = blob.text()), make(blob));
  }`);
    await press(page, 'policy.pdf', 'link');
    await page.waitForFunction(`window.fetched`);
    expect(await page.evaluate(`window.fetched`)).toBe(PDF.toString());
  },
);

test('adding and removing files does not block the answer', async () => {
  const { id, portal } = await sent();
  const page = await open(portal, '?step=2');
  await page.type('textarea', 'In Oslo');
  await saved(page);
  const attachToFirst = async (name: string) => {
    await writeFile(path.join(folder, name), PDF);
    const [input] = await page.$$<'input'>('input[type=file]' as 'input');
    await input!.uploadFile(path.join(folder, name));
    await shows(page, name, 'a');
  };
  await attachToFirst('map.pdf');
  await page.type('textarea', ' and Rome');
  await saved(page);
  expect(valueOf(await stored(id), 'Where is it kept?')).toBe('In Oslo and Rome');
  // A colleague's file, which this page doesn't know about.
  await database().query(sql`update response set revision = revision + 1 where assessment_id = ${id}`);
  await page.type('textarea', ' and Bern');
  await page.waitForFunction(`document.querySelector('[data-save-state]').dataset.saveState !== 'saved'`);
  await saved(page);
  expect(valueOf(await stored(id), 'Where is it kept?')).toBe('In Oslo and Rome and Bern');
  expect(await page.$('::-p-text(Someone else)')).toBeNull();
});

test('beyond the limit on changes, the answers stay on the page, which says so, and are sent later', async () => {
  const { id, portal } = await sent();
  const page = await open(portal, '?step=2');
  await page.waitForSelector('textarea');
  const key = `portal-changes:${id}`;
  await database().query(sql`insert into rate_limit (key, count, resets_at) values (${key}, 3600, now() + interval '10 minutes')`);
  await page.type('textarea', 'In Oslo');
  await shows(page, 'Too many changes to this questionnaire within an hour', '[role=alert]');
  await shows(page, '1 answer not saved');
  await expectNoSeriousViolations(page);
  await attach(page, 'late.pdf');
  await shows(page, 'Try again in 10 minutes');
  expect((await stored(id)).status).toBe('SENT');
  await database().query(sql`delete from rate_limit where key = ${key}`);
  await press(page, 'Save now');
  await saved(page);
  expect(valueOf(await stored(id), 'Where is it kept?')).toBe('In Oslo');
});

test('while typing fast, answers are saved at most every two seconds', async () => {
  const { id, portal } = await sent();
  const page = await open(portal, '?step=2');
  await page.waitForSelector('textarea');
  // By the page's own clock: we hear of requests later, some sooner than others.
  await page.evaluate(`
    const send = window.fetch;
    window.saves = [];
    window.fetch = (...args) => {
      if (String(args[1]?.body).includes('portalSaveAnswers')) window.saves.push(performance.now());
      return send(...args);
    };`);
  await page.type('textarea', 'eight years', { delay: 800 });
  await saved(page);
  const saves = (await page.evaluate('window.saves')) as number[];
  expect(valueOf(await stored(id), 'Where is it kept?')).toBe('eight years');
  expect(saves.length).toBeGreaterThan(1);
  saves.slice(1).forEach((at, i) => expect(at - saves[i]!).toBeGreaterThan(1_900));
});

test('a message reaches the sender of the questionnaire', async () => {
  const { id, portal } = await sent();
  const page = await open(portal);
  await page.type('section[aria-labelledby="conversation-title"] textarea', 'Which data do you mean?');
  await press(page, 'Send message');
  await shows(page, 'Harbor CDN', 'section[aria-labelledby="conversation-title"]');
  const { assessment } = await server.admin.data<{ assessment: { comments: { body: string }[] } }>(
    `query ($id: ID!) { assessment(id: $id) { comments { body } } }`,
    { id },
  );
  expect(assessment.comments).toEqual([{ body: 'Which data do you mean?' }]);
});

test('a completed assessment accepts no more messages, and says why', async () => {
  const { id, portal } = await sent();
  await server.services.database.query(sql`update assessment set status = 'COMPLETED' where id = ${id}`);
  const page = await open(portal);
  await shows(page, 'The assessment is completed, so no more messages can be sent here.');
  await shows(page, 'has completed the assessment');
  expect(await page.$('textarea, form')).toBeNull();
  await expectNoSeriousViolations(page);
});

test('the introduction comes first, and a comment stays with its answer', async () => {
  const introduced = await server.admin.data<{ importTemplate: { template: { id: string } } }>(
    `mutation ($input: ImportTemplateInput!) { importTemplate(input: $input) { template { id } } }`,
    { input: { template: { name: 'Introduced', introduction: 'Please have your reports at hand.', sections: SECTIONS } } },
  );
  const { id: introducedId } = introduced.importTemplate.template;
  await server.admin.data(`mutation ($input: IdInput!) { publishTemplate(input: $input) { template { id } } }`, {
    input: { id: introducedId },
  });
  const vendorId = await createVendor(server, { name: 'Harbor CDN' });
  const id = await createAssessment(server, vendorId, introducedId);
  const page = await open(await sendAssessment(server, id), '', PHONE);
  await shows(page, 'Please have your reports at hand.');
  await choose(page, 'Yes');
  await choose(page, 'Add a comment to: Do you use MFA?');
  const field = (await page.waitForSelector('::-p-aria(Comment on this answer)'))!;
  await field.type('Since May');
  await saved(page);
  await expectNoSeriousViolations(page);
  const { assessment } = await server.admin.data<{ assessment: { questions: { text: string; response: { comment: string } | null }[] } }>(
    `query ($id: ID!) { assessment(id: $id) { questions { text response { comment } } } }`,
    { id },
  );
  expect(assessment.questions[0]!.response!.comment).toBe('Since May');
  await page.goto(`${page.url().split('?')[0]}?step=review`);
  await shows(page, 'Comment: Since May');
});

test.each([PHONE, {}])('a section goes to a colleague by a link, which shows it alone and doesn’t submit, %o', async (options) => {
  const { portal } = await sent();
  const page = await open(portal, '', options);
  await press(page, 'Ask a colleague to answer a part');
  await shows(page, 'Your colleague sees only these sections');
  await expectNoSeriousViolations(page);
  await choose(page, 'Data');
  expect(await page.$('input[type=email]')).toBeNull();
  await press(page, 'Create link');
  await shows(page, 'Share this link with your colleague');
  await expectNoSeriousViolations(page);
  const url = await page.$eval('::-p-aria(Link for your colleague)', (input) => (input as unknown as { value: string }).value);
  await visit!.close();
  visit = await browser.open(`${server.url}/portal/${url.split('/').at(-1)!}`, options);
  const part = visit.page;
  await shows(part, 'A part of the questionnaire: Data');
  const text = await part.evaluate('document.body.innerText');
  expect(text).toContain('Where is it kept?');
  expect(text).not.toContain('Do you use MFA?');
  expect(text).not.toContain('Ask a colleague');
  await part.goto(`${part.url().split('?')[0]}?step=review`);
  await shows(part, 'required questions are not answered');
  expect(await part.$('::-p-aria(Submit answers)')).toBeNull();
  await expectNoSeriousViolations(part);
});

test('behind a link to some sections, a question appears when an answer elsewhere makes it visible', async () => {
  const linked = await publishTemplate(server, 'Linked', [
    { title: 'Access', questions: [question('Do you use MFA?')] },
    {
      title: 'Data',
      questions: [
        question('Where is it kept?', { type: 'FREE_TEXT', expectedAnswer: null }),
        question('Since when?', {
          type: 'FREE_TEXT',
          expectedAnswer: null,
          conditionalLogic: { match: 'all', rules: [{ questionId: 's1q1', operator: 'equals', value: 'YES' }] },
        }),
      ],
    },
  ]);
  const id = await createAssessment(server, await createVendor(server), linked);
  const portal = await sendAssessment(server, id);
  const { portalDelegate } = await portal.client.data<{ portalDelegate: { portalToken: string } }>(
    `mutation ($input: PortalDelegateInput!) { portalDelegate(input: $input) { portalToken } }`,
    { input: { token: portal.token, sections: ['Data'] } },
  );
  visit = await browser.open(`${server.url}/portal/${portalDelegate.portalToken}`);
  const { page } = visit;
  await shows(page, 'Where is it kept?');
  expect(await page.evaluate('document.body.innerText')).not.toContain('Since when?');
  await portal.answer({ 'Do you use MFA?': 'YES' });
  await shows(page, 'Since when?');
  const fields = await page.$$('fieldset textarea');
  await fields[1]!.type('May');
  await saved(page);
  expect(valueOf(await stored(id), 'Since when?')).toBe('May');
  expect(visit.complaints).toEqual([]);
});

test('with a mail server, the link goes to the colleague and a copy of the answers to the contact', async () => {
  const config = server.services.config as { smtpUrl?: string };
  config.smtpUrl = 'smtp://127.0.0.1:9';
  try {
    const { portal } = await sent();
    const page = await open(portal);
    await press(page, 'Ask a colleague to answer a part');
    await choose(page, 'Data');
    const address = (await page.waitForSelector('::-p-aria(E-mail address)'))!;
    await address.type('nobody@localhost@example');
    await press(page, 'Create link');
    await page.waitForSelector('input[type=email][aria-invalid=true]');
    await expectNoSeriousViolations(page);
    await address.click({ count: 3 });
    await address.type('data@harbor.example');
    await press(page, 'Create link');
    await shows(page, 'The link was sent to data@harbor.example');
    await server.services.database.query(sql`update assessment set status = 'SUBMITTED' where title = 'Yearly check'`);
    await page.reload({ waitUntil: 'networkidle0' });
    await shows(page, 'A copy of your answers goes to your contact address');
  } finally {
    config.smtpUrl = undefined;
  }
});
