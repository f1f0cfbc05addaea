import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { startTestServer, type TestServer } from '../kit/server';
import { choose, click, expectNoSeriousViolations, fill, makeUser, openSignedIn, press, shows } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit;
let page: Page;
const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-web-'));

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  visit = await openSignedIn(browser, server, '/templates');
  page = visit.page;
  page.on('dialog', (dialog) => void dialog.accept()); // leaving a failed test's changes behind
});
afterAll(() => Promise.all([browser.close(), server.stop(), rm(folder, { recursive: true })]));
afterEach(() => {
  expect(visit.complaints.splice(0)).toEqual([]);
  expect(visit.strays).toEqual([]);
});

const heading = (text: string) => page.waitForSelector(`h1::-p-text(${text})`);

async function open(address: string): Promise<void> {
  await page.goto(server.url + address, { waitUntil: 'networkidle0' });
}

async function named(name: string, role: string): Promise<ElementHandle> {
  return (await page.waitForSelector(`::-p-aria([name="${name}"][role="${role}"])`)) as ElementHandle;
}

async function upload(name: string, content: string): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const input = (await page.waitForSelector('input[type=file]')) as ElementHandle;
  await (input as never as { uploadFile(path: string): Promise<void> }).uploadFile(file);
}

/** Pastes text. */
async function paste(label: string, text: string): Promise<void> {
  await (await named(label, 'textbox')).click({ count: 3 });
  await page.keyboard.down('Control');
  await page.keyboard.press('KeyA');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(text);
}

/** The URL of a link, on the server. */
async function hrefOf(selector: string): Promise<string> {
  const href = await (await page.waitForSelector(selector))!.evaluate((link) => link.getAttribute('href')!);
  return href.replace(server.url, '');
}

/** Sets a date field like a date picker, whatever the local date format. */
async function fillDate(label: string, day: string): Promise<void> {
  const id = await (await page.waitForSelector(`::-p-xpath(//label[normalize-space() = "${label}"])`))!.evaluate((one) =>
    one.getAttribute('for')!,
  );
  await page.evaluate(`(() => {
    const field = document.getElementById(${JSON.stringify(id)});
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${day}');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
}

/** The texts of the questions in the builder, in order. */
const questions = () =>
  page.$$eval('ol li button[aria-expanded]', (buttons) => buttons.map((button) => button.firstElementChild!.textContent.trim()));

const firstQuestion = (text: string) => page.waitForFunction(`document.querySelector('ol li').textContent.startsWith('1.1 ${text}')`);

async function templateIdNow(): Promise<string> {
  await page.waitForFunction('/templates.[0-9a-f-]{36}/.test(location.pathname)');
  return /templates\/([^?]+)/.exec(page.url())![1]!;
}

const question = (text: string, more: object = {}) => ({ text, type: 'YES_NO', expectedAnswer: 'YES', required: true, ...more });
const TWO = {
  name: 'Two',
  sections: [
    { title: 'First', questions: [question('Alpha?'), question('Beta?')] },
    { title: 'Second', questions: [question('Gamma?')] },
  ],
};

async function importTemplate(template: object): Promise<string> {
  const { importTemplate: made } = await server.admin.data<{ importTemplate: { template: { id: string } } }>(
    `mutation ($template: JSON!) { importTemplate(input: { template: $template }) { template { id } } }`,
    { template },
  );
  return made.template.id;
}

async function importFramework(framework: object): Promise<string> {
  const { importFramework: made } = await server.admin.data<{ importFramework: { framework: { id: string } } }>(
    `mutation ($framework: JSON!) { importFramework(input: { framework: $framework }) { framework { id } } }`,
    { framework },
  );
  return made.framework.id;
}

interface Saved {
  template: {
    name: string;
    revision: number;
    status: string;
    sections: {
      title: string;
      questions: {
        text: string;
        type: string;
        options: string[];
        expectedAnswer: unknown;
        riskWeight: string;
        controls: { code: string }[];
      }[];
    }[];
    export: { sections: { questions: { conditionalLogic: unknown }[] }[] };
  };
}

const stored = async (id: string) =>
  (
    await server.admin.data<Saved>(
      `query ($id: ID!) { template(id: $id) { name revision status export
        sections { title questions { text type options expectedAnswer riskWeight controls { code } } } } }`,
      { id },
    )
  ).template;

test('an empty installation links to the library, and installs from it', async () => {
  await heading('Templates');
  await shows(page, 'No templates yet');
  await expectNoSeriousViolations(page);
  await open('/frameworks');
  await shows(page, 'No frameworks yet');
  await press(page, 'Install from the library', 'link');
  await heading('Library');
  await expectNoSeriousViolations(page);
  await press(page, 'Install Essential Eight');
  await shows(page, '“Essential Eight” installed');
  await press(page, 'Install Essential Eight maturity assessment');
  await shows(page, '“Essential Eight maturity assessment” installed');
  await press(page, 'Essential Eight maturity assessment', 'link');
  await heading('Essential Eight maturity assessment');
  await shows(page, 'Published');
  await shows(page, 'E8-AC-ML1');
  await open('/templates?status=PUBLISHED');
  await shows(page, '87', 'table');
  await expectNoSeriousViolations(page);
});

describe('the import form', () => {
  test('shows errors with their line and place, before anything is sent', async () => {
    await open('/templates/import');
    await paste('Template as JSON', '{"name": "Broken",\n"sections": [\n}');
    await shows(page, 'Line 3', '[role=alert]');
    await shows(page, 'This is not JSON', '[role=alert]');
    await paste(
      'Template as JSON',
      JSON.stringify(
        { name: 'Faulty', sections: [{ title: 'S', questions: [question('Fine?'), { text: 'Which?', type: 'COMBOBOX' }] }] },
        null,
        1,
      ),
    );
    await shows(page, 'Section 1, question 2, options:', '[role=alert]');
    await shows(page, 'needs at least one option for a question of type COMBOBOX', '[role=alert]');
    await expectNoSeriousViolations(page);
    expect(await page.$('::-p-aria([name="Import as draft"][role="button"])')).toBeNull();
    await click(page, '[role=alert] button');
    const selected = await page.evaluate(
      '(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)',
    );
    expect(selected).toBe('    {');
  });

  test('shows the contents of a file, and imports it as a draft', async () => {
    await open('/templates/import');
    await upload(
      'two.json',
      JSON.stringify({ ...TWO, sections: [{ title: 'First', questions: [question('Alpha?', { controlCodes: ['NONE-1'] })] }] }),
    );
    await shows(page, '1 section, 1 question');
    await shows(page, 'Alpha?');
    await shows(page, 'Expected: Yes');
    await press(page, 'Import as draft');
    await shows(page, '“Two” imported as a draft. 1 control code will be mapped once you import a framework that has it.');
    const id = await templateIdNow();
    expect(await stored(id)).toMatchObject({ name: 'Two', status: 'DRAFT' });
  });
});

describe('the builder', () => {
  test('creates a questionnaire from scratch, with all fields of a question', async () => {
    await open('/templates');
    await press(page, 'New template');
    await fill(page, 'Name', 'From scratch');
    await press(page, 'Create draft');
    const id = await templateIdNow();
    await press(page, 'Add section');
    await fill(page, 'Title of section 1', 'Access');
    await press(page, 'Add question');
    await fill(page, 'Question', 'Is access logged?');
    await press(page, 'Add question');
    await fill(page, 'Question', 'Where are logs kept?');
    await fill(page, 'Help text for the vendor', 'The region counts');
    await choose(page, 'Answer type', 'Single choice');
    await (await named('Options, one per line', 'textbox')).type('EU\nUS\nElsewhere');
    await choose(page, 'Risk weight', 'Critical');
    await (await named('Expected answer', 'combobox')).click();
    await (await page.waitForSelector('[role=option]::-p-text(EU)', { visible: true }))!.click();
    await page.keyboard.press('Escape');
    await press(page, 'Add rule');
    await choose(page, 'Operator of rule 1', 'is not');
    await choose(page, 'Value of rule 1', 'No');
    await (await named('Search controls by code or keyword', 'textbox')).type('E8-MFA-ML1');
    await (await page.waitForSelector('[role=option]::-p-text(E8-MFA-ML1)', { visible: true }))!.click();
    await shows(page, '(Essential Eight)');
    await expectNoSeriousViolations(page);
    await shows(page, '2 questions, 1 conditional', 'h1 + *');
    await shows(page, 'Unsaved changes');
    await press(page, 'Save');
    await shows(page, 'All changes saved');
    expect((await stored(id)).sections).toEqual([
      {
        title: 'Access',
        questions: [
          { text: 'Is access logged?', type: 'YES_NO', options: [], expectedAnswer: 'YES', riskWeight: 'MEDIUM', controls: [] },
          {
            text: 'Where are logs kept?',
            type: 'MULTIPLE_CHOICE',
            options: ['EU', 'US', 'Elsewhere'],
            expectedAnswer: 'EU',
            riskWeight: 'CRITICAL',
            controls: [{ code: 'E8-MFA-ML1' }],
          },
        ],
      },
    ]);
    expect((await stored(id)).export.sections[0]!.questions[1]!.conditionalLogic).toEqual({
      match: 'all',
      rules: [{ questionId: 's1q1', operator: 'notEquals', value: 'NO' }],
    });
  });

  test('previews what vendors see, with working conditions', async () => {
    await press(page, 'Preview');
    const preview = '[aria-label=Preview]';
    await shows(page, '2 of 2 questions shown', preview);
    await click(page, `${preview} ::-p-aria([name="No"][role="radio"])`);
    await shows(page, '1 of 2 questions shown', preview);
    await expectNoSeriousViolations(page);
    await press(page, 'Preview');
  });

  test('errors are shown at their place, and nothing is sent until they are fixed', async () => {
    await press(page, 'Add section');
    await press(page, 'Save');
    await shows(page, 'All changes saved');
    await fill(page, 'Title of section 2', ' ');
    await press(page, 'Save');
    await shows(page, 'Not saved: 1 problem to fix', '[role=alert]');
    await shows(page, 'Section 2: Enter a title', '[role=alert]');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Title of section 2');
    await press(page, 'Delete section 2');
    await press(page, 'Save');
    await shows(page, 'All changes saved');
  });

  test('questions can be moved by button and by keyboard, also between sections', async () => {
    await open(`/templates/${await importTemplate(TWO)}`);
    await page.waitForSelector('ol li');
    await press(page, 'Move question 1.2 down');
    expect(await questions()).toEqual(['1.1 Alpha?', '2.1 Beta?', '2.2 Gamma?']);
    await press(page, 'Move section 2 up');
    expect(await questions()).toEqual(['1.1 Beta?', '1.2 Gamma?', '2.1 Alpha?']);
    await (await named('Move question 1.1', 'button')).focus();
    await page.keyboard.press('Space');
    await shows(page, 'Picked up question 1.1.');
    await page.keyboard.press('ArrowDown');
    await shows(page, 'is over question 1.2');
    await page.keyboard.press('Space');
    await firstQuestion('Gamma?');
    expect(await questions()).toEqual(['1.1 Gamma?', '1.2 Beta?', '2.1 Alpha?']);
  });

  test('a question can be dragged with the pointer', async () => {
    const [from, to] = [
      (await (await named('Move question 1.1', 'button')).boundingBox())!,
      (await (await named('Move question 1.2', 'button')).boundingBox())!,
    ];
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    for (let step = 1; step <= 8; step++) await page.mouse.move(from.x + 10, from.y + 10 + ((to.y - from.y + 20) * step) / 8);
    await page.mouse.up();
    await firstQuestion('Beta?');
    expect(await questions()).toEqual(['1.1 Beta?', '1.2 Gamma?', '2.1 Alpha?']);
  });

  test('circular conditions are shown at the question, with the server’s message', async () => {
    const rule = (questionId: string) => ({
      conditionalLogic: { match: 'all', rules: [{ questionId, operator: 'equals', value: 'YES' }] },
    });
    await leave();
    await open(
      `/templates/${await importTemplate({ name: 'Round', sections: [{ title: 'S', questions: [question('One?'), question('Two?', rule('s1q1'))] }] })}`,
    );
    await page.waitForSelector('ol li');
    await press(page, 'Move question 1.2 up');
    await click(page, 'button[id="sections.0.questions.1"]');
    await press(page, 'Add rule');
    await shows(page, 'is circular: s1q1 → s1q2 → s1q1');
    await press(page, 'Save');
    await shows(page, 'Not saved', '[role=alert]');
    await leave();
  });

  test('saves one at a time: a save during another follows with the latest content', async () => {
    const id = await importTemplate(TWO);
    await open(`/templates/${id}`);
    await page.waitForSelector('ol li');
    // The first save is held up until it is released.
    const network = await page.createCDPSession();
    const revisions: number[] = [];
    const letGo = new Promise<() => Promise<unknown>>((resolve) => {
      network.on('Fetch.requestPaused', ({ requestId, request }) => {
        // A query that is fetched again is cancelled first.
        const goOn = () => network.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
        const [, revision] = /"expectedRevision":(\d+)/.exec(request.postData ?? '') ?? [];
        if (revision) revisions.push(Number(revision));
        if (revision && revisions.length === 1) resolve(goOn);
        else void goOn();
      });
    });
    await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/graphql*' }] });
    const save = await named('Save', 'button');
    const name = await named('Name', 'textbox');
    await fill(page, 'Name', 'One');
    await save.click();
    await shows(page, 'Saving…', '[role=status]');
    await name.type(', two');
    await save.click();
    await name.type(', three');
    await page.keyboard.down('Control');
    await page.keyboard.press('KeyS');
    await page.keyboard.up('Control');
    expect(revisions).toEqual([1]);
    await (
      await letGo
    )();
    await shows(page, 'All changes saved');
    await network.detach();
    expect(revisions).toEqual([1, 2]);
    expect(await page.$('[role=alert]')).toBeNull();
    expect(await stored(id)).toMatchObject({ name: 'One, two, three', revision: 3 });
  });

  test('a draft that someone else saved is not overwritten without asking', async () => {
    const id = await importTemplate(TWO);
    await open(`/templates/${id}`);
    await page.waitForSelector('ol li');
    await server.admin.data(`mutation ($input: UpdateTemplateInput!) { updateTemplate(input: $input) { template { id } } }`, {
      input: { id, sections: [{ title: 'Theirs', questions: [{ text: 'Theirs?', type: 'FREE_TEXT' }] }] },
    });
    await fill(page, 'Name', 'Mine');
    await press(page, 'Save');
    await shows(page, 'Someone else saved this template in the meantime', '[role=alert]');
    expect((await stored(id)).name).toBe('Two');
    await press(page, 'Overwrite with mine');
    await shows(page, 'All changes saved');
    expect(await stored(id)).toMatchObject({ name: 'Mine', revision: 3, sections: [{ title: 'First' }, { title: 'Second' }] });
    visit.complaints.splice(0); // the refused save, as the browser logs it
  });

  test('a draft is published, copied to a new version, exported, archived and deleted', async () => {
    await press(page, 'Publish');
    await click(page, '[role=dialog] ::-p-aria([name="Publish"][role="button"])');
    await shows(page, 'Version 1 is published');
    await page.waitForSelector('::-p-aria([name="New version"][role="button"])');
    expect(await page.$('::-p-aria([name="Save"][role="button"])')).toBeNull();
    const published = await templateIdNow();
    const file = await server.admin.fetch(await hrefOf('a[href$="/export"]'));
    expect([file.headers.get('content-disposition'), ((await file.json()) as { name: string }).name]).toEqual([
      expect.stringContaining('Mine.json'),
      'Mine',
    ]);
    await press(page, 'New version');
    await shows(page, 'Version 2 created as a draft');
    await page.waitForFunction(`!location.pathname.endsWith('${published}')`);
    await page.waitForSelector('ol li button[aria-expanded]');
    await press(page, 'Publish');
    await click(page, '[role=dialog] ::-p-aria([name="Publish"][role="button"])');
    await shows(page, 'Version 2 is published');
    expect((await stored(published)).status).toBe('ARCHIVED');
    const latest = await templateIdNow();
    await page.waitForSelector('::-p-aria([name="New version"][role="button"])');
    await click(page, 'summary::-p-text(More)');
    await click(page, 'details[open] button::-p-text(Archive)');
    await click(page, '[role=dialog] ::-p-aria([name="Archive template"][role="button"])');
    await shows(page, 'Version 2 archived');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    await click(page, 'summary::-p-text(More)');
    await click(page, 'details[open] button::-p-text(Delete)');
    await fill(page, 'Type Mine to confirm', 'Mine');
    await press(page, 'Delete template');
    await heading('Templates');
    expect(await stored(latest)).toBeNull();
  });

  /** Leaves without saving, after confirming. */
  async function leave(): Promise<void> {
    await press(page, 'Library', 'link');
    await shows(page, 'Leave without saving?');
    await press(page, 'Leave');
    await heading('Library');
  }

  test('says in one sentence when a question is shown', async () => {
    const rule = (value: string) => ({ questionId: 's1q1', operator: 'equals', value });
    const which = question('Which?', { type: 'COMBOBOX', options: ['X', 'Y', 'Z', 'None'], expectedAnswer: null });
    const more = question('More?', { conditionalLogic: { match: 'any', rules: ['X', 'Y', 'Z'].map(rule) } });
    const id = await importTemplate({ name: 'Conditions', sections: [{ title: 'All', questions: [which, more] }] });
    await server.admin.data(`mutation ($input: IdInput!) { publishTemplate(input: $input) { template { id } } }`, { input: { id } });
    await open(`/templates/${id}`);
    await shows(page, 'Shown if 1.1 is X, Y or Z');
  });

  test('marks exclusive options; the mark stays when one is renamed, and the preview respects it', async () => {
    const options = ['Laptops', 'Phones', 'None'];
    const id = await importTemplate({
      name: 'Marks',
      sections: [{ title: 'All', questions: [question('What?', { type: 'MULTI_SELECT', options, expectedAnswer: null })] }],
    });
    await open(`/templates/${id}?preview=true`);
    await press(page, '1.1 What? Multiple choice, required');
    const group = 'main ol li';
    const isTicked = (name: string) =>
      page.$eval(`${group} ::-p-aria([name="${name}"][role="checkbox"])`, (box) => (box as unknown as { checked: boolean }).checked);
    await shows(page, 'Options that exclude the others', group);
    // Derived from the text of the options.
    expect([await isTicked('Phones'), await isTicked('None')]).toEqual([false, true]);
    await click(page, `${group} ::-p-aria([name="Phones"][role="checkbox"])`);
    await (await named('Options, one per line', 'textbox')).click();
    await page.keyboard.down('Control');
    await page.keyboard.press('End');
    await page.keyboard.up('Control');
    await page.keyboard.type(' at all');
    expect(await isTicked('None at all')).toBe(true);
    await expectNoSeriousViolations(page);
    const preview = '[aria-label=Preview]';
    const shown = async (name: string) => (await page.waitForSelector(`${preview} ::-p-aria([name="${name}"][role="checkbox"])`))!;
    await (await shown('Laptops')).click();
    await (await shown('None at all')).click();
    expect(await (await shown('Laptops')).evaluate((box) => (box as unknown as { checked: boolean }).checked)).toBe(false);
    await press(page, 'Save');
    await shows(page, 'All changes saved');
    const { template } = await server.admin.data<{ template: { sections: { questions: object[] }[] } }>(
      `query ($id: ID!) { template(id: $id) { sections { questions { options exclusiveOptions } } } }`,
      { id },
    );
    expect(template.sections[0]!.questions).toEqual([
      { options: ['Laptops', 'Phones', 'None at all'], exclusiveOptions: ['Phones', 'None at all'] },
    ]);
  });

  test('supports an exact, minimum, maximum or range of numbers and dates, and a minimum rating', async () => {
    const unscored = (text: string, type: string) => question(text, { type, expectedAnswer: null });
    const sections = [
      {
        title: 'Fixing',
        questions: [unscored('Within how many days?', 'NUMERIC'), unscored('Audited when?', 'DATE'), unscored('How well?', 'RATING')],
      },
    ];
    const id = await importTemplate({ name: 'Ranges', sections });
    const expected = async () => (await stored(id)).sections[0]!.questions.map(({ expectedAnswer }) => expectedAnswer);
    const save = async () => {
      await press(page, 'Save');
      await shows(page, 'All changes saved');
    };
    await open(`/templates/${id}`);
    // The button bar may cover it.
    const edit = async (place: number) =>
      (await page.waitForSelector(`ol li:nth-child(${place}) button[aria-expanded]`))!.evaluate((button) =>
        (button as unknown as { click(): void }).click(),
      );
    await edit(1);
    await choose(page, 'Expected answer', 'At most');
    await fill(page, 'Maximum', '14');
    await expectNoSeriousViolations(page);
    await save();
    expect(await expected()).toEqual([{ max: 14 }, null, null]);
    await choose(page, 'Expected answer', 'Between');
    await fill(page, 'Minimum', '20');
    await press(page, 'Save');
    await shows(page, 'Question 1.1, expected answer: Has a minimum (20) greater than its maximum (14)', '[role=alert]');
    await fill(page, 'Minimum', '1');
    await save();
    expect(await expected()).toEqual([{ min: 1, max: 14 }, null, null]);

    await edit(2);
    await choose(page, 'Expected answer', 'On or after');
    await fillDate('Earliest date', '2026-01-31');
    await save();
    await edit(3);
    await choose(page, 'Expected answer', '3');
    await save();
    expect(await expected()).toEqual([{ min: 1, max: 14 }, { min: '2026-01-31' }, 3]);

    await edit(1);
    await shows(page, 'Minimum');
    await choose(page, 'Expected answer', 'Exactly');
    await save();
    expect((await expected())[0]).toBe(1);
    // An incomplete range isn't saved as something else.
    await choose(page, 'Expected answer', 'At least');
    await fill(page, 'Minimum', '\b');
    await press(page, 'Save');
    await shows(page, 'at least one of them is required', '[role=alert]');
    expect((await expected())[0]).toBe(1);
    await choose(page, 'Expected answer', 'None (not scored)');
    await save();
    expect((await expected())[0]).toBeNull();
  });
});

describe('frameworks', () => {
  test('a CSV file is imported; its errors are shown by line', async () => {
    await open('/frameworks/import');
    await upload('Our own.csv', 'code,title,domain,shared\nX-1,One,Alpha,yes\nX-1,,Alpha,maybe\n');
    await shows(page, 'Line 3', '[role=alert]');
    await shows(page, 'must be yes or no', '[role=alert]');
    await expectNoSeriousViolations(page);
    await upload('Our own.csv', 'code,title,domain,shared,colour\nX-1,One,Alpha,yes,red\nX-2,Two,Beta,no,blue\n');
    await shows(page, 'CSV: 2 controls in 2 domains, 1 shared with the customer; columns not used: colour');
    await fill(page, 'Version', '7');
    await press(page, 'Import');
    await shows(page, '“Our own” imported with 2 controls');
    await heading('Our own · 7');
    await shows(page, 'Shared');
    await expectNoSeriousViolations(page);
    await (await page.waitForSelector('input[type=search]'))!.type('beta');
    await page.waitForFunction('document.querySelectorAll("main li").length === 1');
    await shows(page, 'X-2');
    expect(page.url()).toContain('query=beta');
  });

  test('an OSCAL catalog is previewed before it is imported; the server’s errors are shown', async () => {
    const catalog = {
      metadata: { title: 'Catalog', version: '1' },
      groups: [{ title: 'Access', controls: [{ id: 'ac-1', title: 'Accounts' }] }],
    };
    await open('/frameworks/import');
    await upload(
      'catalog.json',
      JSON.stringify({ catalog: { ...catalog, groups: [{ title: 'Access', controls: [{ id: 'ac-1' }] }] } }, null, 1),
    );
    await shows(page, 'catalog › groups › 0 › controls › 0 › title', '[role=alert]');
    await upload('catalog.json', JSON.stringify({ catalog }));
    await shows(page, 'OSCAL: 1 control in 1 domain');
    await press(page, 'Import');
    await heading('Catalog · 1');
    await open('/frameworks/import');
    await upload('catalog.json', JSON.stringify({ catalog }));
    await press(page, 'Import');
    await shows(page, 'A framework with this name and version already exists', '[role=alert]');
    visit.complaints.splice(0); // the refusal, as the browser logs it
  });

  test('a crosswalk is shown in both directions and filtered, with the coverage of one by the other', async () => {
    const control = (code: string) => ({ code, title: `Control ${code}`, domain: 'All' });
    const one = await importFramework({ name: 'Left', controls: [control('L-1'), control('L-2')] });
    const other = await importFramework({ name: 'Right', controls: [control('R-1'), control('R-2'), control('R-3')] });
    await server.admin.data(`mutation ($input: ImportCrosswalkInput!) { importCrosswalk(input: $input) { relationCount } }`, {
      input: {
        fromFrameworkId: one,
        toFrameworkId: other,
        relations: [
          { from: 'L-1', to: 'R-1', relation: 'EQUAL' },
          { from: 'L-2', to: 'R-2', relation: 'SUBSET' },
        ],
      },
    });
    await open('/frameworks/crosswalk');
    await choose(page, 'From', 'Left');
    await choose(page, 'To', 'Right');
    await shows(page, '2 mappings');
    await shows(page, 'Left', 'thead');
    await shows(page, 'is part of', 'table');
    await expectNoSeriousViolations(page);
    await press(page, 'Swap the frameworks');
    await shows(page, 'contains', 'table');
    await choose(page, 'Relation', 'is equal to');
    await shows(page, '1 mapping');
    await open(`/frameworks/crosswalk?from=${one}&to=${other}&view=coverage`);
    await shows(page, 'Coverage of Right by Left');
    await shows(page, '1 of 3');
    await shows(page, 'Not covered', 'table');
    await expectNoSeriousViolations(page);
  });

  test('a framework is renamed, exported and deleted with its name typed', async () => {
    const id = await importFramework({ name: 'Short-lived', controls: [{ code: 'SL-1', title: 'Only one' }] });
    await open(`/frameworks/${id}`);
    const typeOf = async (selector: string) => (await server.admin.fetch(await hrefOf(selector))).headers.get('content-type');
    expect(await typeOf('a[href$=".csv"]')).toContain('text/csv');
    expect(await typeOf('a[href$="oscal.json"]')).toContain('json');
    await click(page, 'summary::-p-text(More)');
    await click(page, 'details[open] button::-p-text(Edit details)');
    await fill(page, 'Version', '2');
    await press(page, 'Save');
    await heading('Short-lived · 2');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    await click(page, 'summary::-p-text(More)');
    await click(page, 'details[open] button::-p-text(Delete)');
    await fill(page, 'Type Short-lived to confirm', 'Short-lived');
    await press(page, 'Delete framework');
    await heading('Frameworks');
    await page.waitForFunction("!document.querySelector('main').textContent.includes('Short-lived')");
    await expectNoSeriousViolations(page);
  });
});

test('users with read-only access see no way to change anything', async () => {
  const draft = await importTemplate(TWO);
  const account = await makeUser(server, 'looker@example.org', ['templates:view', 'frameworks:view']);
  const looker = await openSignedIn(browser, server, '/templates', { account, width: 390, dark: true });
  const names = () =>
    looker.page.$$eval('main button, main a[role=button], main summary', (all) =>
      all.map((one) => one.getAttribute('aria-label') ?? one.textContent),
    );
  await looker.page.waitForSelector('table');
  expect(await names()).not.toEqual(expect.arrayContaining(['New template']));
  await expectNoSeriousViolations(looker.page);
  for (const address of [`/templates/${draft}`, '/frameworks', '/library']) {
    await looker.page.goto(server.url + address, { waitUntil: 'networkidle0' });
    const shown = (await names()).join('|');
    expect(shown).not.toMatch(/Save|Publish|New version|Import|Install|More|Delete/);
    await expectNoSeriousViolations(looker.page);
  }
  await looker.page.goto(`${server.url}/templates/import`, { waitUntil: 'networkidle0' });
  await looker.page.waitForSelector("h1::-p-text(You don't have access to this page)");
  expect(looker.complaints).toEqual([]);
  await looker.close();
});

test('a question has the title of its findings, and the template an introduction that vendors read first', async () => {
  const draft = await importTemplate(TWO);
  await open(`/templates/${draft}?preview=true`);
  await fill(page, 'Introduction', 'Thank you for answering.');
  await shows(page, 'Thank you for answering.', 'section[aria-label="Preview"]');
  await click(page, '[id="sections.0.questions.0"]');
  await fill(page, 'Finding title', 'Accounts have no second factor');
  await expectNoSeriousViolations(page);
  await press(page, 'Save');
  await shows(page, 'All changes saved');
  const { template } = await server.admin.data<{
    template: { introduction: string; sections: { questions: { findingTitle: string }[] }[] };
  }>(`query ($id: ID!) { template(id: $id) { introduction sections { questions { findingTitle } } } }`, { id: draft });
  expect(template.introduction).toBe('Thank you for answering.');
  expect(template.sections[0]!.questions[0]!.findingTitle).toBe('Accounts have no second factor');
});
