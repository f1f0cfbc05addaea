import type { Page } from 'puppeteer-core';
import { Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { expectNoSeriousViolations, focuses, makeUser, openSignedIn, press, shows, tick } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;
let assessor: Assessor;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  assessor = await Assessor.prepare(server);
});
afterEach(async () => {
  await visit?.close();
  visit = undefined;
});
afterAll(() => Promise.all([browser.close(), server.stop()]));

const PERMISSIONS = ['vendors:view', 'assessments:view', 'assessments:review'];

async function somebody(email: string) {
  const account = await makeUser(server, email, PERMISSIONS);
  const client = server.stranger();
  await client.login(account);
  const { me } = await client.data<{ me: { id: string } }>('{ me { id } }');
  return { account, client, id: me.id };
}

async function openAs(address: string, options?: Parameters<typeof openSignedIn>[3]): Promise<Page> {
  visit = await openSignedIn(browser, server, address, options);
  return visit.page;
}

/** No serious axe violations, no console errors. */
async function expectSound(page: Page): Promise<void> {
  await expectNoSeriousViolations(page);
  expect(visit!.complaints).toEqual([]);
}

const bell = (page: Page, name: string) => page.waitForSelector(`::-p-aria([name="${name}"][role="link"])`);

test('the bell counts what is unread and leads to the list; whoever follows a link has read it', async () => {
  const ann = await somebody('ann@example.org');
  const { id } = await assessor.submitted({ name: 'Acme', ownerId: ann.id }, { title: 'SIG Lite 2025', reviewerId: ann.id });
  const page = await openAs('/vendors', { account: ann.account });
  await bell(page, 'Notifications, 3 unread');
  await press(page, 'Notifications, 3 unread', 'link');
  await shows(page, 'Acme submitted SIG Lite 2025');
  await focuses(page, 'Notifications');
  await shows(page, '3 notifications, 3 unread');
  await expectSound(page);
  await press(page, 'Acme submitted SIG Lite 2025', 'link');
  await page.waitForFunction(`location.pathname === '/assessments/${id}'`);
  await bell(page, 'Notifications, 2 unread');
  await press(page, 'Notifications, 2 unread', 'link');
  await tick(page, 'Unread only');
  await shows(page, '2 notifications');
  expect(page.url()).toContain('unread');
  await press(page, 'Mark all as read');
  await shows(page, 'Nothing unread');
  await bell(page, 'Notifications');
  await expectSound(page);
});

test('the count is asked again when the window gets the focus', async () => {
  const bob = await somebody('bob@example.org');
  const page = await openAs('/notifications', { account: bob.account });
  await shows(page, 'No notifications yet');
  await expectSound(page);
  await createVendor(server, { name: 'Late', ownerId: bob.id });
  await page.evaluate('window.dispatchEvent(new Event("focus"))');
  await bell(page, 'Notifications, 1 unread');
  await shows(page, 'Administrator assigned you the vendor Late');
});

test.each([
  ['a phone', { width: 390 }],
  ['the dark', { dark: true }],
])('on %s', async (where, options) => {
  const carl = await somebody(`carl-${where.replace(' ', '-')}@example.org`);
  await assessor.submitted(
    { name: 'A vendor with a rather long name, Limited', ownerId: carl.id },
    { title: 'Due diligence questionnaire' },
  );
  const page = await openAs('/notifications', { account: carl.account, ...options });
  await shows(page, '2 notifications, 2 unread');
  await expectSound(page);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(overflow).toBe(0);
  await page.goto(`${server.url}/account#notifications`);
  await shows(page, 'Notifications by e-mail');
  await page.waitForSelector('::-p-aria([name="An assessment is overdue: Daily"][role="radio"])');
  await expectSound(page);
});

test('everyone chooses how to hear of each kind', async () => {
  const dora = await somebody('dora@example.org');
  const page = await openAs('/account', { account: dora.account });
  const choice = (name: string) => page.waitForSelector(`::-p-aria([name="${name}"][role="radio"])`);
  await (await choice('An assessment is overdue: Never'))!.click();
  await page.waitForFunction('document.querySelector("[name=notification-OVERDUE][aria-label$=Never]").checked');
  const settings = async () => {
    const { notificationSettings } = await dora.client.data<{ notificationSettings: { kind: string; email: string }[] }>(
      '{ notificationSettings { kind email } }',
    );
    return notificationSettings.find(({ kind }) => kind === 'OVERDUE')!.email;
  };
  for (let tries = 0; (await settings()) !== 'NEVER' && tries < 50; tries++) await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await settings()).toBe('NEVER');
  await page.reload();
  await choice('An assessment is overdue: Never');
  await page.waitForFunction('document.querySelector("[name=notification-OVERDUE][aria-label$=Never]").checked');
  await expectSound(page);
});

test('the header fits on a phone, with everything that an administrator has there', async () => {
  const page = await openAs('/notifications', { width: 360 });
  await bell(page, 'Notifications');
  const right = await page.evaluate(
    'Math.max(...[...document.querySelectorAll("header summary, header a")].map((e) => e.getBoundingClientRect().right))',
  );
  expect(right).toBeLessThanOrEqual(360);
});

test('a session that has ended doesn’t take the page away', async () => {
  const eve = await somebody('eve@example.org');
  const page = await openAs('/vendors', { account: eve.account });
  await bell(page, 'Notifications');
  await eve.client.data('mutation { revokeOtherSessions { revokedCount } }');
  const asked = page.waitForResponse((response) => response.url().endsWith('/graphql'));
  await page.evaluate('window.dispatchEvent(new Event("focus"))');
  await asked;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(new URL(page.url()).pathname).toBe('/vendors');
});
