import type { Page } from 'puppeteer-core';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { GraphQLClient } from '../kit/client';
import { startTestServer, type TestServer } from '../kit/server';
import { expectNoSeriousViolations, makeUser, openSignedIn, press, shows } from '../kit/web';

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

/** No serious axe violations, no console errors. */
async function expectSound(page: Page): Promise<void> {
  await expectNoSeriousViolations(page);
  expect(visit!.complaints).toEqual([]);
}

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

async function signedIn(account: { email: string; password: string }, userAgent: string): Promise<GraphQLClient> {
  const client = new GraphQLClient(server.url, { 'user-agent': userAgent });
  await client.login(account);
  return client;
}

describe('sessions', () => {
  test('are named in words, and end one by one or all at once', async () => {
    const account = await makeUser(server, 'sessions@example.org', ['vendors:view']);
    const [firefox, safari] = [await signedIn(account, FIREFOX), await signedIn(account, SAFARI)];
    const page = await openAs('/account', { account });
    await shows(page, 'This session');
    await shows(page, 'Safari on iPhone');
    await expectSound(page);
    await press(page, 'End session: Firefox on Windows, 127.0.0.1');
    await shows(page, 'Session ended');
    await page.waitForFunction('!document.body.textContent.includes("Firefox on Windows")');
    expect(await firefox.data('{ me { id } }')).toEqual({ me: null });
    await press(page, 'End all other sessions');
    await shows(page, '1 session ended');
    expect(await safari.data('{ me { id } }')).toEqual({ me: null });
    await shows(page, 'This session');
  });

  test('of a user are shown to administrators, who end them', async () => {
    const account = await makeUser(server, 'watched@example.org', ['vendors:view']);
    const safari = await signedIn(account, SAFARI);
    const { me } = await safari.data<{ me: { id: string } }>('{ me { id } }');
    const page = await openAs(`/settings/users/${me.id}`);
    await shows(page, 'Safari on iPhone');
    await expectSound(page);
    await press(page, 'End all sessions');
    await shows(page, 'Not signed in anywhere.');
    expect(await safari.data('{ me { id } }')).toEqual({ me: null });
  });
});
