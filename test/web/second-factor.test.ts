import type { Page } from 'puppeteer-core';
import { TOTP } from 'otpauth';
import { sql } from '../../src/database/sql';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';
import { choose, expectNoSeriousViolations, fill, fillPassword, makeUser, press, shows, signIn } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
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

async function expectSound(page: Page): Promise<void> {
  await expectNoSeriousViolations(page);
  expect(visit!.complaints.filter((text) => !text.includes('401'))).toEqual([]);
}

/** A device with a passkey store and a fingerprint that always fits. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function enterPassword(page: Page, account: { email: string; password: string }): Promise<void> {
  await fill(page, 'E-mail', account.email);
  await fillPassword(page, 'Password', account.password);
  await press(page, 'Sign in');
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'Pat Probe');
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
  await press(page, 'Add a passkey');
  await page.waitForSelector('[aria-label="Recovery codes"]');
  await expectSound(page);
  await press(page, 'I have kept them');
  await shows(page, 'Passkey', 'td');
  await signOut(page);
  await enterPassword(page, account);
  await shows(page, 'Confirm that it is you');
  await expectSound(page);
  await press(page, 'Use passkey');
  await page.waitForSelector('nav[aria-label="Main"]');
  await signOut(page);
  await press(page, 'Sign in with a passkey');
  await page.waitForSelector('nav[aria-label="Main"]');
});

test('an authenticator app is set up where it is required, and asked for from then on', async () => {
  const account = await makeUser(server, 'totp@example.org', ['vendors:view', 'settings:manage']);
  await server.admin.data(`mutation { updateSettings(input: { requireSecondFactor: ADMINISTRATORS }) { settings { revision } } }`);
  const page = await open('/sign-in');
  await enterPassword(page, account);
  await shows(page, 'Set up a second factor');
  await expectSound(page);
  await press(page, 'Add an authenticator app');
  const field = await page.waitForSelector('::-p-aria([name="Key"][role="textbox"])');
  const secret = await field!.evaluate((input) => (input as unknown as { value: string }).value);
  await expectSound(page);
  const totp = new TOTP({ secret });
  await fill(page, 'Code', totp.generate({ timestamp: Date.now() - 30_000 }));
  await press(page, 'Add authenticator app');
  await page.waitForSelector('[aria-label="Recovery codes"]');
  await press(page, 'I have kept them');
  await page.waitForSelector('nav[aria-label="Main"]');
  await page.goto(`${new URL(page.url()).origin}/settings/sign-in`);
  await shows(page, 'Who must have a second factor');
  await expectSound(page);
  await signOut(page);
  await enterPassword(page, account);
  await fill(page, 'Code', '000000');
  await press(page, 'Sign in');
  await shows(page, 'That didn’t fit');
  await fill(page, 'Code', totp.generate());
  await press(page, 'Sign in');
  await page.waitForSelector('nav[aria-label="Main"]');
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
    await server.admin.data(`mutation { updateSettings(input: { requireSecondFactor: NOBODY }) { settings { revision } } }`);
    const email = 'invited@example.org';
    let page = await open('/sign-in?next=/settings/users/new');
    await signIn(page, ADMIN);
    await fill(page, 'Name', 'Pat Probe');
    await fill(page, 'E-mail', email);
    await choose(page, 'Role', 'Viewer');
    await expectSound(page);
    await press(page, 'Send invitation');
    await shows(page, 'Send a new link');
    await expectSound(page);
    await visit!.close();
    page = await open(await linkIn(email));
    await fillPassword(page, 'New password', 'short');
    await press(page, 'Continue');
    await shows(page, 'Must have at least 12 characters');
    await expectSound(page);
    await fillPassword(page, 'New password', 'a long enough password');
    await press(page, 'Continue');
    await page.waitForSelector('nav[aria-label="Main"]');
    await signOut(page);
    await press(page, 'Forgot your password?', 'link');
    await fill(page, 'E-mail', email);
    await press(page, 'Send link');
    await shows(page, 'a link is on its way');
    await expectSound(page);
    const link = await linkIn(email);
    await page.goto(new URL(link, page.url()).href);
    await fillPassword(page, 'New password', 'quite another password');
    await press(page, 'Change password');
    await shows(page, 'Password changed');
    await page.goto(new URL(link, page.url()).href);
    await fillPassword(page, 'New password', 'quite another password');
    await press(page, 'Change password');
    await shows(page, 'This link no longer works');
    await expectSound(page);
    await press(page, 'Ask for a new link', 'link');
    await press(page, 'Back to sign-in', 'link');
    await signIn(page, { email, password: 'quite another password' });
  });
});

test('a sensitive change asks who it is, and then goes through', async () => {
  const page = await open('/sign-in?next=/settings/roles/new');
  await signIn(page, ADMIN);
  await age();
  await fill(page, 'Name', 'Asked first');
  await press(page, 'Add role');
  await shows(page, 'Confirm that it is you');
  await expectSound(page);
  await fillPassword(page, 'Password', 'wrong');
  await press(page, 'Confirm');
  await shows(page, 'That didn’t fit');
  await fillPassword(page, 'Password', ADMIN.password);
  await press(page, 'Confirm');
  await shows(page, 'Asked first');
  const { roles } = await server.admin.data<{ roles: { name: string }[] }>('{ roles { name } }');
  expect(roles.map(({ name }) => name)).toContain('Asked first');
});

/** As if everybody had signed in long ago. */
async function age(): Promise<void> {
  await server.services.database.query(sql`update session set shown_at = now() - interval '1 hour'`);
}
