import type { Page } from 'puppeteer-core';
import { TOTP } from 'otpauth';
import { sql } from '../../src/database/sql';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import type { GraphQLClient } from '../kit/client';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';
import {
  choose,
  click,
  expectNoSeriousViolations,
  fill,
  fillPassword,
  makeUser,
  plugInAuthenticator,
  press,
  shows,
  signIn,
} from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;
/** An API key needs no second factor. */
let key: GraphQLClient;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  key = await server.withKey();
});
afterEach(async () => {
  await visit?.close();
  visit = undefined;
});
afterAll(() => Promise.all([browser.close(), server.stop()]));

/** Browsers allow passkeys on localhost, but not at an address. */
async function open(path: string): Promise<Page> {
  visit = await browser.open(server.url.replace('127.0.0.1', 'localhost') + path);
  return visit.page;
}

const requireFactorOf = (who: 'ADMINISTRATORS' | 'NOBODY') =>
  key.data(`mutation { updateSettings(input: { requireSecondFactor: ${who} }) { settings { revision } } }`);

async function expectSound(page: Page): Promise<void> {
  await expectNoSeriousViolations(page);
  expect(visit!.complaints.filter((text) => !text.includes('401'))).toEqual([]);
}

async function enterPassword(page: Page, account: { email: string; password: string }): Promise<void> {
  await fill(page, 'E-mail', account.email);
  await fillPassword(page, 'Password', account.password);
  await press(page, 'Sign in');
}

async function signOut(page: Page): Promise<void> {
  await click(page, 'summary::-p-text(Pat Probe)');
  await press(page, 'Sign out');
  await shows(page, 'Forgot your password?');
}

test('a passkey is added, shown after the password, and works alone', async () => {
  const account = await makeUser(server, 'passkey@example.org', ['vendors:view']);
  const page = await open('/sign-in?next=/account');
  await plugInAuthenticator(page);
  await expectSound(page);
  await signIn(page, account);
  await press(page, 'Add second factor…');
  await fill(page, 'Name', 'Work laptop');
  await press(page, 'Add a passkey');
  await page.waitForSelector('[aria-label="Recovery codes"]');
  await expectSound(page);
  // The codes are shown only now: a stray key doesn't close them. The factor is there already.
  await page.keyboard.press('Escape');
  await shows(page, 'Work laptop', 'td');
  await press(page, 'I’ve saved these codes');
  await press(page, 'New recovery codes…');
  await shows(page, 'stop working');
  await expectSound(page);
  await press(page, 'Replace codes');
  await press(page, 'I’ve saved these codes');
  await signOut(page);
  await enterPassword(page, account);
  await shows(page, 'Confirm it’s you');
  await expectSound(page);
  await press(page, 'Use passkey');
  await page.waitForSelector('nav[aria-label="Main"]');
  await signOut(page);
  await press(page, 'Sign in with a passkey');
  await page.waitForSelector('nav[aria-label="Main"]');
});

test('an authenticator app is set up where it is required, and asked for from then on', async () => {
  const account = await makeUser(server, 'totp@example.org', ['vendors:view', 'settings:manage']);
  await requireFactorOf('ADMINISTRATORS');
  const page = await open('/sign-in');
  await enterPassword(page, account);
  await shows(page, 'Set up a second factor');
  await expectSound(page);
  await shows(page, 'totp@example.org');
  await press(page, 'Add an authenticator app');
  const shown = await page.waitForSelector('code');
  const grouped = await shown!.evaluate((element) => element.textContent ?? '');
  expect(grouped).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = grouped.replaceAll(' ', '');
  await fill(page, 'Code', '12345');
  await press(page, 'Add authenticator app');
  await shows(page, 'Enter the six digits that the app shows');
  await expectSound(page);
  const totp = new TOTP({ secret });
  await fill(page, 'Code', totp.generate());
  await press(page, 'Add authenticator app');
  await page.waitForSelector('[aria-label="Recovery codes"]');
  await press(page, 'I’ve saved these codes');
  await page.waitForSelector('nav[aria-label="Main"]');
  await page.goto(`${new URL(page.url()).origin}/settings/sign-in`);
  await shows(page, 'Require a second factor for');
  await expectSound(page);
  await signOut(page);
  await enterPassword(page, account);
  await fill(page, 'Code', '000000');
  await press(page, 'Sign in');
  await shows(page, 'Wrong code');
  await press(page, 'Use a recovery code');
  await page.waitForFunction('!document.body.textContent.includes("Wrong code")');
  await press(page, 'Use your authenticator app');
  await fill(page, 'Code', totp.generate({ timestamp: Date.now() + 30_000 })); // each code works once
  await press(page, 'Sign in');
  await page.waitForSelector('nav[aria-label="Main"]');
});

test('whoever opens another address is told where passkeys work', async () => {
  visit = await browser.open(`${server.url}/sign-in`);
  await press(visit.page, 'Sign in with a passkey');
  await shows(visit.page, 'Passkeys work at localhost only');
});

describe('links', () => {
  const linkIn = async (recipient: string): Promise<string> => {
    const { mails } = await server.admin.data<{ mails: { nodes: { text: string }[] } }>(
      `query ($recipient: String!) { mails(filter: { recipient: $recipient }) { nodes { text } } }`,
      { recipient },
    );
    return new URL(/http\S+\/(?:reset-password|invitation)\/\S+/.exec(mails.nodes[0]!.text)![0]).pathname;
  };

  test('let someone invited in, and someone who forgot the password', async () => {
    await requireFactorOf('NOBODY');
    const email = 'invited@example.org';
    let page = await open('/sign-in?next=/settings/users/new');
    await signIn(page, ADMIN);
    await press(page, 'Send invitation');
    await shows(page, 'Enter an e-mail address');
    await shows(page, 'Choose a role');
    await fill(page, 'Name', 'Pat Probe');
    await fill(page, 'E-mail', email);
    await choose(page, 'Role', 'Viewer');
    await expectSound(page);
    await press(page, 'Send invitation');
    await shows(page, 'Send a new link');
    await expectSound(page);
    await press(page, 'Users', 'link');
    await shows(page, 'Invited', 'td');
    await visit!.close();
    const invitation = await linkIn(email);
    page = await open(invitation);
    await fillPassword(page, 'New password', 'short');
    await press(page, 'Continue');
    await shows(page, 'Must have at least 12 characters');
    await expectSound(page);
    await fillPassword(page, 'New password', 'a long enough password');
    await press(page, 'Continue');
    await page.waitForSelector('nav[aria-label="Main"]');
    await signOut(page);
    await page.goto(new URL(invitation, page.url()).href);
    await fillPassword(page, 'New password', 'a long enough password');
    await press(page, 'Continue');
    await shows(page, 'This link no longer works', 'h1');
    await shows(page, 'Ask an administrator to send you a new invitation');
    await page.goto(new URL('/sign-in', page.url()).href);
    await press(page, 'Forgot your password?', 'link');
    await fill(page, 'E-mail', 'invited');
    await press(page, 'Send link');
    await shows(page, 'Enter your e-mail address');
    await fill(page, 'E-mail', email);
    await press(page, 'Send link');
    await shows(page, 'Check your e-mail');
    await expectSound(page);
    const link = await linkIn(email);
    await page.goto(new URL(link, page.url()).href);
    await fillPassword(page, 'New password', 'quite another password');
    await press(page, 'Change password');
    await shows(page, 'Password changed');
    await page.goto(new URL(link, page.url()).href);
    await fillPassword(page, 'New password', 'quite another password');
    await press(page, 'Change password');
    await shows(page, 'This link no longer works', 'h1');
    await expectSound(page);
    await press(page, 'Ask for a new link', 'link');
    await press(page, 'Back to sign-in', 'link');
    await signIn(page, { email, password: 'quite another password' });
  });
});

test('someone who must set up a second factor can sign out instead', async () => {
  const account = await makeUser(server, 'unwilling@example.org', ['settings:manage']);
  await requireFactorOf('ADMINISTRATORS');
  const page = await open('/sign-in');
  await press(page, 'Sign in');
  await shows(page, 'Enter your password');
  await enterPassword(page, account);
  await shows(page, 'Signed in as Pat Probe (unwilling@example.org)');
  await press(page, 'Sign out');
  await shows(page, 'Forgot your password?');
  await requireFactorOf('NOBODY');
});

test('a sensitive change asks who it is, and then goes through', async () => {
  const page = await open('/sign-in?next=/settings/roles/new');
  await signIn(page, ADMIN);
  await age();
  await fill(page, 'Name', 'Asked first');
  await press(page, 'Add role');
  await shows(page, 'Confirm it’s you');
  await expectSound(page);
  await fillPassword(page, 'Password', 'wrong');
  await press(page, 'Confirm');
  await shows(page, 'Wrong password');
  await fillPassword(page, 'Password', ADMIN.password);
  await press(page, 'Confirm');
  await shows(page, 'Role saved');
  const { roles } = await server.admin.data<{ roles: { name: string }[] }>('{ roles { name } }');
  expect(roles.map(({ name }) => name)).toContain('Asked first');
});

/** As if everybody had signed in long ago. */
async function age(): Promise<void> {
  await server.services.database.query(sql`update session set shown_at = now() - interval '1 hour'`);
}
