import type { Page } from 'puppeteer-core';
import { sql } from '../../src/database/sql';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { TestIdentityProvider } from '../kit/identity-provider';
import { ADMIN, startTestServer, type TestServer } from '../kit/server';
import { click, expectNoSeriousViolations, fill, fillPassword, press, shows, signIn } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let provider: TestIdentityProvider;
let visit: Visit | undefined;
let providerId: string;

beforeAll(async () => {
  [server, browser, provider] = await Promise.all([startTestServer(), startBrowser(), TestIdentityProvider.start()]);
});
afterEach(async () => {
  await visit?.close();
  visit = undefined;
});
afterAll(() => Promise.all([browser.close(), server.stop(), provider.stop()]));

async function open(path: string): Promise<Page> {
  visit = await browser.open(server.url + path);
  return visit.page;
}

const expectSound = (page: Page) => expectNoSeriousViolations(page);

async function signOut(page: Page, name: string): Promise<void> {
  await click(page, `summary::-p-text(${name})`);
  await press(page, 'Sign out');
  await shows(page, 'Forgot your password?');
}

test('a provider is set up and tested in the application', async () => {
  const page = await open('/settings/sign-in');
  await signIn(page);
  await press(page, 'Add identity provider', 'link');
  await fill(page, 'Name', 'Acme');
  await fill(page, 'Issuer', 'http://login.example.org');
  await fill(page, 'Client ID', 'vetgraph');
  await fillPassword(page, 'Client secret', 'a secret between us');
  await press(page, 'Add');
  await shows(page, 'Must begin with https://');
  await expectSound(page);
  await fill(page, 'Issuer', provider.issuer);
  await press(page, 'Add');
  await shows(page, 'Register at the provider');
  const redirect = await page.waitForSelector('::-p-aria([name="Redirect URI"][role="textbox"])');
  const callback = await redirect!.evaluate((field) => (field as unknown as { value: string }).value);
  providerId = /oidc\/(.*)\/callback/.exec(callback)![1]!;
  await provider.set({
    clients: [
      {
        client_id: 'vetgraph',
        client_secret: 'a secret between us',
        redirect_uris: [callback],
        backchannel_logout_uri: callback.replace('callback', 'backchannel-logout'),
      },
    ],
    accounts: {
      boss: { email: ADMIN.email, email_verified: true, name: 'The Boss' },
      ida: { email: 'ida@example.org', email_verified: true, name: 'Ida' },
      stranger: { email: 'stranger@example.org', email_verified: true, name: 'Stranger' },
    },
  });
  await press(page, 'Test');
  await shows(page, 'Everything works');
  await expectSound(page);
  await provider.set({ manner: 'down' });
  await press(page, 'Test');
  await shows(page, 'Something is wrong');
  await shows(page, 'can’t be reached');
  await provider.set({ manner: 'well' });
  await press(page, 'Test');
  await shows(page, 'Everything works');
});

test('people sign in by it, and are offered to sign out there too', async () => {
  const page = await open('/vendors');
  await shows(page, 'Sign in with Acme');
  await expectSound(page);
  await press(page, 'Sign in with Acme', 'link');
  await press(page, 'Sign in as boss', 'link');
  await page.waitForSelector('nav[aria-label="Main"]');
  expect(new URL(page.url()).pathname).toBe('/vendors');
  await page.goto(`${server.url}/account`);
  await shows(page, 'Acme', 'td');
  await signOut(page, 'Administrator');
  await shows(page, 'You are signed out of Vetgraph');
  await expectSound(page);
  await press(page, 'Sign out there too', 'link');
  await page.waitForFunction(`location.origin === ${JSON.stringify(provider.issuer)}`);
});

test('someone nobody knows reads why, and what to do', async () => {
  const page = await open('/sign-in');
  await press(page, 'Sign in with Acme', 'link');
  await press(page, 'Sign in as stranger', 'link');
  await shows(page, 'You have no account here');
  await shows(page, 'Ask an administrator to invite you as stranger@example.org');
  await expectSound(page);
  await press(page, 'Back to sign-in', 'link');
  await shows(page, 'Forgot your password?');
});

test('a sensitive change asks at the provider, and leads back', async () => {
  const page = await open('/settings/roles/new');
  await press(page, 'Sign in with Acme', 'link');
  await press(page, 'Sign in as boss', 'link');
  await page.waitForSelector('::-p-aria([name="Name"][role="textbox"])');
  await server.services.database.query(sql`update session set shown_at = now() - interval '1 hour' where method = 'PROVIDER'`);
  await fill(page, 'Name', 'Made after asking');
  await press(page, 'Add role');
  await press(page, 'Sign in again with Acme', 'link');
  await press(page, 'Sign in as boss', 'link');
  await page.waitForSelector('::-p-aria([name="Name"][role="textbox"])');
  expect(new URL(page.url()).pathname).toBe('/settings/roles/new');
  await fill(page, 'Name', 'Made after asking');
  await press(page, 'Add role');
  await page.waitForFunction(`!location.pathname.endsWith('/new')`);
});

test('whoever signed in with a provider is told how to choose a password; roles have their names in the history', async () => {
  const { roles } = await server.admin.data<{ roles: { id: string }[] }>(`{ roles { id } }`);
  await server.admin.data(`mutation ($input: UpdateIdentityProviderInput!) { updateIdentityProvider(input: $input) { provider { id } } }`, {
    input: { id: providerId, roleMappings: [{ value: 'bosses', roleId: roles[0]!.id }], defaultRoleId: roles[0]!.id },
  });
  const page = await open(`/settings/sign-in/${providerId}`);
  await press(page, 'Sign in with Acme', 'link');
  await press(page, 'Sign in as boss', 'link');
  await page.waitForFunction(`document.body.innerText.includes('bosses: Admin')`);
  await page.goto(`${server.url}/account`);
  await shows(page, 'No password yet?');
  await expectSound(page);
});

test('an invitation leads to the providers where a password is of no use', async () => {
  const allow = (passwordSignIn: string) =>
    server.admin.data(`mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { settings { revision } } }`, {
      input: { passwordSignIn },
    });
  const link = await invitation('ida@example.org');
  let page = await open(link);
  await shows(page, 'Sign in with Acme');
  await allow('ADMINISTRATORS');
  await fillPassword(page, 'New password', 'a long enough password');
  await press(page, 'Continue');
  await shows(page, 'You don’t need a password');
  await shows(page, 'Sign in with Acme');
  expect(await page.$('input[type="password"]')).toBeNull();
  await expectSound(page);
  await visit!.close();
  await allow('NOBODY');
  page = await open(link);
  await shows(page, 'You don’t need a password');
  expect(await page.$('input[type="password"]')).toBeNull();
  await press(page, 'Sign in with Acme', 'link');
  await press(page, 'Sign in as ida', 'link');
  await page.waitForSelector('nav[aria-label="Main"]');
  await page.goto(`${server.url}/account`);
  await shows(page, 'Sessions');
  expect(await page.$('input[type="password"]')).toBeNull();
  await allow('EVERYONE');
});

/** The link that somebody who is invited gets. */
async function invitation(email: string): Promise<string> {
  const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>(`{ roles { id name } }`);
  await server.admin.data(`mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } } }`, {
    input: { name: 'Ida Invited', email, roleId: roles.find(({ name }) => name === 'Viewer')!.id },
  });
  const { mails } = await server.admin.data<{ mails: { nodes: { recipient: string; text: string | null }[] } }>(
    `{ mails(first: 20) { nodes { recipient text } } }`,
  );
  return /\/invitation\/[\w-]+/.exec(mails.nodes.find(({ recipient }) => recipient === email)!.text!)![0];
}

test('where nobody signs in by password, only the other ways are shown', async () => {
  await server.admin.data(`mutation { updateSettings(input: { passwordSignIn: NOBODY }) { settings { revision } } }`);
  const page = await open('/sign-in');
  await shows(page, 'Sign in with Acme');
  expect(await page.$('input[type="password"]')).toBeNull();
  await expectSound(page);
  await press(page, 'Sign in with Acme', 'link');
  await press(page, 'Sign in as boss', 'link');
  await page.waitForSelector('nav[aria-label="Main"]');
  await page.goto(`${server.url}/settings/sign-in/${providerId}`);
  await press(page, 'Remove…');
  await press(page, 'Remove Acme');
  await shows(page, 'Let administrators sign in with a password first');
});
