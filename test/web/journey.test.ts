/** One company's first day, from an empty server to a closed finding, using only what people see and click. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import type { Page } from 'puppeteer-core';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { GraphQLClient } from '../kit/client';
import { TestIdentityProvider } from '../kit/identity-provider';
import { readPdf } from '../kit/pdf';
import { question } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import {
  choose,
  click,
  countClicks,
  expectNoSeriousViolations,
  fill,
  fillPassword,
  plugInAuthenticator,
  press,
  shows,
  signIn,
  tick,
} from '../kit/web';

const TEMPLATE = {
  name: 'Essentials',
  sections: [
    {
      title: 'Access',
      questions: [question('Is MFA on for all?', { riskWeight: 'CRITICAL' }), question('Are leavers locked out within a day?')],
    },
    { title: 'Backups', questions: [question('Are restores tried every quarter?', { riskWeight: 'MEDIUM' })] },
  ],
};

let server: TestServer;
let browser: TestBrowser;
let visit: Visit;
let page: Page;
const folder = mkdtempSync(path.join(tmpdir(), 'vetgraph-journey-'));

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer({ adminEmail: undefined, adminPassword: undefined }), startBrowser()]);
  visit = await browser.open(`${server.url}/`, { downloads: folder });
  ({ page } = visit);
});
afterAll(() => Promise.all([browser.close(), server.stop(), rm(folder, { recursive: true })]));
afterEach(async () => {
  await expectNoSeriousViolations(page);
  expect([visit.complaints, visit.strays]).toEqual([[], []]);
});

const heading = (text: string, level = 1) => page.waitForSelector(`h${level}::-p-text(${text})`);
const menu = async (name: string) => click(page, `nav[aria-label="Main"] a::-p-text(${name})`);
const confirm = async (name: string) => click(page, `[role=dialog] ::-p-aria([name="${name}"][role="button"])`);

async function shownIn(label: string): Promise<string> {
  const field = await page.waitForSelector(`::-p-xpath(//input[@id = //label[normalize-space() = "${label}"]/@for])`);
  return field!.evaluate((input) => (input as unknown as { value: string }).value);
}

test('the first visitor becomes the administrator, signs out and in again', async () => {
  await heading('Welcome');
  await fill(page, 'Your name', 'Grace Hopper');
  await fill(page, 'E-mail', 'grace@example.org');
  await fillPassword(page, 'Password', 'long enough for me');
  await press(page, 'Create administrator');
  await heading('Dashboard');
  await press(page, 'Grace Hopper', 'DisclosureTriangle' as 'button');
  await press(page, 'Sign out');
  await heading('Sign in');
  await fill(page, 'E-mail', 'grace@example.org');
  await fillPassword(page, 'Password', 'long enough for me');
  await press(page, 'Sign in');
  await heading('Dashboard');
});

test('an API key is created in the settings and works with the API', async () => {
  await menu('Settings');
  await press(page, 'API keys', 'link');
  await tick(page, 'Accept API keys');
  await shows(page, 'API keys are now accepted.');
  await press(page, 'Create API key', 'link');
  await fill(page, 'Name', 'First program');
  await tick(page, 'See vendors');
  await press(page, 'Create key');
  await heading('Copy your key now');
  const program = new GraphQLClient(server.url, { authorization: `Bearer ${await shownIn('API key')}` });
  const answer = await program.fetch('/api/v1/vendors');
  expect([answer.status, await answer.json()]).toEqual([200, []]);
  await press(page, 'Done', 'link');
});

test('a template is pasted, imported and published', async () => {
  await menu('Templates');
  await press(page, 'Import', 'link');
  await click(page, '::-p-aria([name="Template as JSON"][role="textbox"])');
  await page.keyboard.sendCharacter(JSON.stringify(TEMPLATE));
  await shows(page, '2 sections, 3 questions');
  await press(page, 'Import as draft');
  await heading('Essentials');
  await press(page, 'Publish');
  await confirm('Publish');
  await shows(page, 'Version 1 is published');
});

test('a vendor is created', async () => {
  await menu('Vendors');
  await press(page, 'New vendor', 'link');
  await fill(page, 'Name', 'Harbor CDN');
  await fill(page, 'Contact e-mail', 'trust@harbor.example');
  await choose(page, 'Tier', 'Critical');
  await press(page, 'Create vendor');
  await heading('Harbor CDN');
});

let link: string;
test('an assessment is created and sent', async () => {
  await menu('Assessments');
  await press(page, 'New assessment', 'link');
  await heading('New assessment');
  await page.waitForNetworkIdle();
  await choose(page, 'Vendor', 'Harbor CDN');
  await choose(page, 'Questionnaire', 'Essentials');
  await fill(page, 'Title', 'First check');
  await press(page, 'Create draft');
  await heading('First check');
  await press(page, 'Create link');
  await page.waitForSelector('[role=dialog]');
  await page.click('[role=dialog] button[type=submit]');
  link = await shownIn('Link for the vendor');
  await press(page, 'Done');
  await shows(page, 'Awaiting vendor', 'h1 + *');
});

test('the vendor answers on a phone', async () => {
  const vendor = await browser.open(server.url + new URL(link).pathname, { width: 390 });
  const phone = vendor.page;
  const answer = async (text: string, value: 'Yes' | 'No') => {
    const option = await phone.waitForSelector(`::-p-xpath(//fieldset[contains(., "${text}")]//label[normalize-space() = "${value}"])`);
    await option!.click();
  };
  await shows(phone, 'Is MFA on for all?');
  await answer('Is MFA on for all?', 'No');
  await answer('Are leavers locked out within a day?', 'Yes');
  await phone.waitForSelector('[data-save-state="saved"]');
  const policy = path.join(folder, 'access-policy.txt');
  await writeFile(policy, 'Everyone signs in with a password');
  const input = (await phone.$('input[type=file]')) as unknown as { uploadFile(path: string): Promise<void> };
  await input.uploadFile(policy);
  await shows(phone, 'access-policy.txt');
  await press(phone, 'Next section');
  await shows(phone, 'Section 2 of 2');
  await answer('Are restores tried every quarter?', 'Yes');
  await phone.waitForSelector('[data-save-state="saved"]');
  await expectNoSeriousViolations(phone);
  await press(phone, 'Review and submit');
  await press(phone, 'Submit answers');
  await press(phone, 'Submit');
  await shows(phone, 'Your answers have been submitted');
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  expect([vendor.complaints, vendor.strays]).toEqual([[], []]);
  await vendor.close();
});

test('the review is done with the keyboard, and finalized as previewed', async () => {
  // That the vendor has submitted shows by itself.
  await press(page, 'Start review');
  await heading('Is MFA on for all?', 2);
  await press(page, 'View access-policy.txt');
  await shows(page, 'Everyone signs in with a password', 'pre');
  await page.keyboard.press('Escape');
  await heading('Is MFA on for all?', 2);
  await page.keyboard.press('r');
  await heading('Are leavers locked out', 2);
  await press(page, 'Approve all that comply (2)');
  await press(page, 'Approve 2 answers');
  await shows(page, '3 of 3 decided');
  await page.waitForNetworkIdle();
  await page.keyboard.press('f');
  // Weights 10, 6, 3: nine of nineteen.
  await shows(page, '47.4% · Red', '[role=dialog]');
  await shows(page, '1 finding will be open', '[role=dialog]');
  await click(page, '[role=dialog] button::-p-text(Finalize)');
  await shows(page, 'Assessment completed', '[role=dialog]');
  await shows(page, '1 finding opened', '[role=dialog]');
  await expectNoSeriousViolations(page);
  await press(page, 'Done');
  await shows(page, 'This assessment is completed');
});

/** The text of a PDF, once the browser has saved it. */
async function downloaded(name: RegExp): Promise<string> {
  const found = () => readdirSync(folder).find((one) => name.test(one));
  for (const giveUp = Date.now() + 60_000; !found() && Date.now() < giveUp;) await sleep(50);
  const { pages } = await readPdf(await readFile(path.join(folder, found()!)));
  return pages.join(' ');
}

test('the report is downloaded', async () => {
  await press(page, 'First check', 'link');
  await heading('First check');
  await press(page, 'PDF', 'link');
  const text = await downloaded(/^Harbor-CDN-assessment\.pdf$/);
  for (const expected of ['Harbor CDN', 'First check', '47.4%', 'Is MFA on for all?']) expect(text).toContain(expected);
});

test('the finding goes to the vendor, who sends evidence, and is closed', async () => {
  const clicks = await countClicks(page);
  await menu('Risk register');
  await shows(page, '1 finding', '[role=status]');
  await press(page, 'Is MFA on for all?');
  await press(page, 'Send to the vendor');
  await press(page, 'Create link');
  const address = new URL(await shownIn('Link for the vendor')).pathname;
  await press(page, 'Done');
  await shows(page, 'Waiting for the vendor', '[role=dialog]');

  const vendor = await browser.open(server.url + address, { width: 390 });
  const phone = vendor.page;
  const taps = await countClicks(phone);
  const proof = path.join(folder, 'mfa-settings.txt');
  await writeFile(proof, 'MFA: required for everyone');
  const input = (await phone.waitForSelector('input[type=file]')) as unknown as { uploadFile(path: string): Promise<void> };
  await input.uploadFile(proof);
  await shows(phone, 'mfa-settings.txt');
  await click(phone, '::-p-aria([name="It is fixed"][role="radio"])');
  await press(phone, 'Send answer');
  await shows(phone, 'It is fixed', 'dd');
  expect(await taps()).toBeLessThanOrEqual(2); // besides choosing the file
  await expectNoSeriousViolations(phone);
  expect([vendor.complaints, vendor.strays]).toEqual([[], []]);
  await vendor.close();

  // That the vendor has answered shows by itself.
  await press(page, 'Accept and close');
  await fill(page, 'Resolution note', 'Switched on for all on Monday');
  await press(page, 'Close finding');
  await shows(page, 'Remediated', '[role=dialog]');
  expect(await clicks()).toBeLessThanOrEqual(8);
  await page.keyboard.press('Escape');
  await shows(page, 'No open findings');
  await choose(page, 'Status', 'Remediated');
  await page.waitForSelector('tbody ::-p-text(Remediated)');
});

test('the board report comes by one click', async () => {
  await menu('Dashboard');
  const clicks = await countClicks(page);
  await press(page, 'Board report', 'link');
  const text = await downloaded(/^Board-report-.*\.pdf$/);
  expect(await clicks()).toBe(1);
  for (const expected of ['board report', 'Harbor CDN', 'Accepted risks']) expect(text).toContain(expected);
});

test('the audit log has all of it, and is intact', async () => {
  await menu('Audit log');
  for (const told of ['Is MFA on for all?', 'First check']) await shows(page, told, 'tbody');
  await page.evaluate(`document.querySelector('[aria-label="List of events"]').scrollTo(0, 1e6)`); // to the oldest
  for (const told of ['Harbor CDN', 'Essentials', 'First program', 'Grace Hopper']) await shows(page, told, 'tbody');
  await press(page, 'Verify now');
  await shows(page, 'The log is intact', '[role=status]');
});

describe('she signs in each way', () => {
  const GRACE = { email: 'grace@example.org', password: 'long enough for me' };
  let own: Visit;
  const openOwn = async (path: string) => (own = await browser.open(path)).page;
  afterEach(() => own.close());

  async function signOut(at: Page): Promise<void> {
    await click(at, 'summary::-p-text(Grace Hopper)');
    await press(at, 'Sign out');
    await shows(at, 'Forgot your password?');
  }

  test('with the identity provider of the company', async () => {
    const company = await TestIdentityProvider.start();
    try {
      const at = await openOwn(`${server.url}/settings/sign-in/new`);
      await signIn(at, GRACE);
      await fill(at, 'Name', 'Acme');
      await fill(at, 'Issuer', company.issuer);
      await fill(at, 'Client ID', 'vetgraph');
      await fillPassword(at, 'Client secret', 'a secret between us');
      await press(at, 'Add');
      const redirect = await at.waitForSelector('::-p-aria([name="Redirect URI"][role="textbox"])');
      const callback = await redirect!.evaluate((field) => (field as unknown as { value: string }).value);
      await company.set({
        clients: [{ client_id: 'vetgraph', client_secret: 'a secret between us', redirect_uris: [callback] }],
        accounts: { grace: { email: GRACE.email, email_verified: true } },
      });
      await press(at, 'Test');
      await shows(at, 'Everything works');
      await signOut(at);
      await press(at, 'Sign in with Acme', 'link');
      await press(at, 'Sign in as grace', 'link');
      await at.waitForSelector('nav[aria-label="Main"]');
      await at.goto(`${server.url}/account`);
      await shows(at, 'Acme', 'td');
    } finally {
      await company.stop();
    }
  });

  test('with a passkey, alone and after the password, and with a code of her phone', async () => {
    // Browsers allow passkeys on localhost, but not at an address.
    const at = await openOwn(`${server.url.replace('127.0.0.1', 'localhost')}/sign-in?next=/account`);
    await plugInAuthenticator(at);
    await signIn(at, GRACE);
    await press(at, 'Add second factor…');
    await fill(at, 'Name', 'Work laptop');
    await press(at, 'Add a passkey');
    await press(at, 'I’ve saved these codes');
    await press(at, 'Add second factor…');
    await press(at, 'Add an authenticator app');
    const secret = (await (await at.waitForSelector('[role=dialog] code'))!.evaluate((shown) => shown.textContent ?? '')).replaceAll(
      ' ',
      '',
    );
    const phone = new TOTP({ secret });
    await fill(at, 'Code', phone.generate());
    await press(at, 'Add authenticator app');
    await shows(at, 'Authenticator app', 'td');
    await signOut(at);
    await press(at, 'Sign in with a passkey');
    await at.waitForSelector('nav[aria-label="Main"]');
    await at.goto(`${new URL(at.url()).origin}/account`);
    await shows(at, 'Passkey', 'td');
    await signOut(at);
    await fill(at, 'E-mail', GRACE.email);
    await fillPassword(at, 'Password', GRACE.password);
    await press(at, 'Sign in');
    await shows(at, 'Confirm it’s you');
    if (!(await at.$('::-p-aria([name="Code"][role="textbox"])'))) await press(at, 'Use your authenticator app');
    await fill(at, 'Code', phone.generate({ timestamp: Date.now() + 30_000 })); // each code works once
    await press(at, 'Sign in');
    await at.waitForSelector('nav[aria-label="Main"]');
  });
});
