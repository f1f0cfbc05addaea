import type { Page } from 'puppeteer-core';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { ScimClient } from '../kit/scim';
import { startTestServer, type TestServer } from '../kit/server';
import { choose, expectNoSeriousViolations, fill, makeUser, openSignedIn, press, shows } from '../kit/web';

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

async function openAs(path: string, options?: Parameters<typeof openSignedIn>[3]): Promise<Page> {
  visit = await openSignedIn(browser, server, path, options);
  return visit.page;
}
async function expectSound(page: Page): Promise<void> {
  await expectNoSeriousViolations(page);
  expect(visit!.complaints).toEqual([]);
}

test('a token is created, shown once and used; a group gets a role; the user shows who keeps it; the token is revoked', async () => {
  const page = await openAs('/settings/provisioning');
  await shows(page, 'No tokens yet');
  await shows(page, 'No groups yet');
  await expectSound(page);
  await press(page, 'Create token');
  await fill(page, 'Name', 'Entra ID');
  await press(page, 'Create');
  await shows(page, 'This is the only time the token is shown');
  const field = await page.waitForSelector('::-p-xpath(//input[@id = //label[normalize-space() = "Token Entra ID"]/@for])');
  const token = await field!.evaluate((input) => (input as unknown as { value: string }).value);
  expect(token).toMatch(/^vetscim_/);
  await expectSound(page);
  await press(page, 'Done');
  const scim = new ScimClient(server.url, token);
  const { id } = await scim.user({ userName: 'ada@example.org', displayName: 'Ada Lovelace' });
  await scim.group('Risk team', [id]);

  await page.reload();
  await shows(page, 'Risk team');
  await press(page, 'Change role of Risk team');
  await choose(page, 'Role', 'Reviewer');
  await press(page, 'Save');
  await shows(page, 'Role changed');
  await shows(page, 'Reviewer', 'td');
  await expectSound(page);
  await press(page, 'Change default role');
  await shows(page, 'For provisioned users who get no role from a group');
  await press(page, 'Cancel');

  await page.goto(`${server.url}/settings/users`);
  await shows(page, 'Ada Lovelace');
  expect(await page.$('td ::-p-text(Invited)')).toBeNull(); // nobody has sent her an invitation
  await page.goto(`${server.url}/settings/users/${id}`);
  await shows(page, 'Managed by SCIM');
  await shows(page, 'Reviewer');
  await expectSound(page);

  await page.goto(`${server.url}/settings/provisioning`);
  await press(page, 'Revoke Entra ID');
  await press(page, 'Revoke token');
  await shows(page, 'Revoked');
  expect((await scim.get('/Users')).status).toBe(401);
  await expectSound(page);
});

test('someone without every permission sees it, and may only revoke', async () => {
  const account = await makeUser(server, 'settings@example.org', ['settings:manage']);
  const page = await openAs('/settings/provisioning', { account });
  await shows(page, 'Risk team');
  expect(await page.$('button::-p-text(Create token)')).toBeNull();
  expect(await page.$('button[aria-label^="Change role"]')).toBeNull();
  await expectSound(page);
});
