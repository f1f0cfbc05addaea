import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { PDF } from '../kit/files';
import { archive } from '../kit/offboarded';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import {
  choose,
  click,
  expectNoSeriousViolations,
  fill,
  firstVisible,
  makeUser,
  openSignedIn,
  press,
  shows,
  showsOnce,
  tick,
} from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;
const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-web-'));

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
});
afterEach(async () => {
  const complaints = visit?.complaints;
  await visit?.close();
  visit = undefined;
  expect(complaints).toEqual([]);
});
afterAll(() => Promise.all([browser.close(), server.stop(), rm(folder, { recursive: true })]));

async function open(address: string, options?: Parameters<typeof openSignedIn>[3]): Promise<Page> {
  visit = await openSignedIn(browser, server, address, options);
  return visit.page;
}

const heading = (page: Page, text: string) => page.waitForSelector(`h1::-p-text(${text})`);

describe('custom fields', () => {
  test('are added, ordered and changed in the settings; their key and kind stay', async () => {
    const page = await open('/settings/custom-fields');
    await shows(page, 'There are no custom fields yet.');
    await press(page, 'Add field');
    await fill(page, 'Label', 'Cost centre');
    await tick(page, 'Required');
    await press(page, 'Save');
    await shows(page, 'Settings saved');
    await press(page, 'Add field');
    const second = 'section[aria-label*="(field 2)"]';
    await click(page, `${second} input[data-path$="label"]`);
    await page.keyboard.sendCharacter('Hosting');
    await click(page, `${second} input[data-path$="kind"]`);
    await (await firstVisible(page, '[role="option"]::-p-text(Choice)')).click();
    await press(page, 'Save');
    await shows(page, 'Are required');
    await fill(page, 'Options, one per line', 'EU\nUS');
    await expectNoSeriousViolations(page);
    await press(page, 'Move field 2 up');
    await press(page, 'Save');
    await page.waitForFunction(`!document.querySelector('section input[data-path$="key"]:not([readonly])')`);
    const { settings } = await server.admin.data<{ settings: object }>(
      `{ settings { vendorFields { key label kind isRequired options helpText } } }`,
    );
    expect(settings).toEqual({
      vendorFields: [
        { key: 'hosting', label: 'Hosting', kind: 'CHOICE', isRequired: false, options: ['EU', 'US'], helpText: null },
        { key: 'costCentre', label: 'Cost centre', kind: 'TEXT', isRequired: true, options: [], helpText: null },
      ],
    });
  });

  test('are filled in with a vendor, shown on its page, and filter the list', async () => {
    await createVendor(server, { name: 'Beacon Mail', fields: { costCentre: 'B-2', hosting: 'US' } });
    const page = await open('/vendors/new');
    await fill(page, 'Name', 'Harbor CDN');
    await fill(page, 'Contact e-mail', 'risk@harbor.example');
    await choose(page, 'Hosting', 'EU');
    await press(page, 'Create vendor');
    await shows(page, 'Enter a value');
    await fill(page, 'Cost centre', 'A-1');
    await expectNoSeriousViolations(page);
    await press(page, 'Create vendor');
    await heading(page, 'Harbor CDN');
    await shows(page, 'A-1', 'dl');
    await shows(page, 'EU', 'dl');
    await press(page, 'Edit', 'link');
    await fill(page, 'Cost centre', 'A-9');
    await press(page, 'Save');
    await shows(page, 'A-9', 'dl');

    await press(page, 'Vendors', 'link');
    await shows(page, '2 vendors');
    await press(page, 'Custom fields');
    await choose(page, 'Hosting', 'EU');
    await shows(page, '1 vendor');
    await shows(page, 'Harbor CDN', 'table');
    await expectNoSeriousViolations(page);
    await fill(page, 'Cost centre', 'b-');
    await shows(page, 'No vendor matches');
    expect(new URL(page.url()).searchParams.get('fields')).toBe('[{"key":"hosting","equals":"EU"},{"key":"costCentre","contains":"b-"}]');
    await page.keyboard.press('Escape');
    await press(page, 'Clear filters');
    await shows(page, '2 vendors');
  });
});

test('a vendor is offboarded with evidence, archived, found by status and reactivated', async () => {
  const id = await createVendor(server, { name: 'Fjord Facilities', fields: { costCentre: 'F' } });
  const page = await open(`/vendors/${id}`);
  await shows(page, 'Active', 'h1 + *');
  await press(page, 'Offboard');
  await fill(page, 'Reason', 'Contract ended');
  await expectNoSeriousViolations(page);
  await press(page, 'Start offboarding');
  await shows(page, 'Offboarding of Fjord Facilities started');
  await shows(page, 'Contract ended', 'section[aria-label="Offboarding"]');
  expect(await isDisabled(page, 'Archive')).toBe(true);

  await tick(page, 'Access revoked');
  await shows(page, 'by Administrator', 'section[aria-label="Offboarding"]');
  expect(await page.$eval('::-p-aria([name="Data returned or destroyed"][role="checkbox"])', (box) => box.matches(':disabled'))).toBe(true);
  const file = path.join(folder, 'certificate.pdf');
  await writeFile(file, PDF);
  const inputs = await page.$$('section[aria-label="Offboarding"] input[type=file]');
  await (inputs[1] as never as { uploadFile(path: string): Promise<void> }).uploadFile(file);
  await shows(page, 'certificate.pdf', 'section[aria-label="Offboarding"]');
  await tick(page, 'Data returned or destroyed');
  await press(page, 'Add note: Contract ended');
  await fill(page, 'Note', 'Terminated by letter');
  await press(page, 'Save');
  await shows(page, 'Terminated by letter');
  await page.waitForFunction(`document.querySelectorAll('section[aria-label="Offboarding"] input:checked').length === 2`);
  await tick(page, 'Contract ended');
  await page.waitForFunction(`document.querySelectorAll('section[aria-label="Offboarding"] input:checked').length === 3`);
  await expectNoSeriousViolations(page);
  await press(page, 'Archive');
  await click(page, '[role=dialog] ::-p-aria([name="Archive vendor"][role="button"])');
  await shows(page, 'Fjord Facilities archived');
  await shows(page, 'Nothing can be sent to it.');

  await press(page, 'Vendors', 'link');
  await shows(page, '2 vendors');
  await press(page, 'More filters');
  await choose(page, 'Status', 'Archived');
  await page.keyboard.press('Escape'); // its list stays open for more
  await shows(page, '1 vendor');
  await press(page, 'Fjord Facilities', 'link');
  await press(page, 'Reactivate');
  await click(page, '[role=dialog] ::-p-aria([name="Reactivate"][role="button"])');
  await shows(page, 'Fjord Facilities is active again');
  await shows(page, 'Active', 'h1 + *');
});

test('whoever may only see vendors sees where they are, and changes nothing', async () => {
  const id = await createVendor(server, { name: 'Gone Ltd', fields: { costCentre: 'G' } });
  await archive(server, id);
  const account = await makeUser(server, 'sees@example.org', ['vendors:view']);
  const page = await open(`/vendors/${id}`, { account, width: 360, dark: true });
  await shows(page, 'Archived', 'h1 + *');
  await shows(page, 'Access revoked');
  expect(await page.$$('main button::-p-text(Reactivate), main button::-p-text(Offboard), main button::-p-text(Upload)')).toEqual([]);
  await expectNoSeriousViolations(page);
});

test('days until findings are due, severities for two people, and synonyms are set', async () => {
  const page = await open('/settings/findings');
  const field = await page.waitForSelector('input[data-path="remediationDays.low"]');
  await field!.click({ count: 3 });
  await page.keyboard.press('Backspace');
  await fill(page, 'Critical', '7');
  await click(page, '::-p-aria([name="High"][role="checkbox"])');
  await expectNoSeriousViolations(page);
  await press(page, 'Save');
  await showsOnce(page, 'Settings saved');
  await press(page, 'Search', 'link');
  await heading(page, 'Search synonyms');
  await press(page, 'Add group');
  await page.type('::-p-aria([name="Words and phrases"][role="combobox"])', 'penguin\n');
  await press(page, 'Save');
  await shows(page, 'Must have at least two words or phrases');
  await page.type('::-p-aria([name="Words and phrases"][role="combobox"])', 'tux\n');
  await expectNoSeriousViolations(page);
  await press(page, 'Save');
  await shows(page, 'Settings saved');
  const { settings } = await server.admin.data<{ settings: object }>(
    `{ settings { remediationDays { critical high medium low } fourEyesFor searchSynonyms } }`,
  );
  expect(settings).toEqual({
    remediationDays: { critical: 7, high: 30, medium: 90, low: null },
    fourEyesFor: ['HIGH'],
    searchSynonyms: [['penguin', 'tux']],
  });
});

async function isDisabled(page: Page, name: string): Promise<boolean> {
  return (await page.waitForSelector(`::-p-aria([name="${name}"][role="button"])`))!.evaluate((button) => button.matches(':disabled'));
}
