import { readFile } from 'node:fs/promises';
import path from 'node:path';
import axe from 'axe-core';
import { type ElementHandle, type Page, TimeoutError } from 'puppeteer-core';
import type { TestBrowser, Visit, VisitOptions } from './browser';
import { ADMIN, type TestServer } from './server';

/** Waits until an element with this text is visible; `place` narrows it down. */
export function shows(page: Page, text: string, place = ''): Promise<unknown> {
  return page.waitForSelector(`${place} ::-p-text(${text})`);
}

/** Waits for a message and closes it, so that a later one of the same words isn't taken for it. */
export async function showsOnce(page: Page, text: string): Promise<void> {
  await shows(page, text);
  await page.waitForFunction(`(() => {
    const message = [...document.querySelectorAll('[role=alert]')].find((one) => one.textContent.includes(${JSON.stringify(text)}));
    message?.querySelector('button[aria-label=Close]').click();
    return !message;
  })()`);
}

/** A field by its label. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  const field = await page.waitForSelector(`::-p-aria([name="${label}"][role="textbox"])`);
  await replace(page, field!, text);
}

/** Types all at once rather than letter by letter: every letter takes several messages and a re-render. */
async function replace(page: Page, field: ElementHandle, text: string): Promise<void> {
  await field.click();
  // Whatever has moved since is not what the text is meant for.
  await field.evaluate((input) => {
    const element = input as unknown as { focus(): void; select(): void };
    element.focus();
    element.select();
  });
  await page.keyboard.sendCharacter(text);
}

/**
 * Clicks on an element once it stands still: a dialog is animated at first. One that leaves the page while it is looked at would be waited
 * for until the end, so what has taken its place is looked for now and then.
 */
export async function click(page: Page, selector: string, tries = 4): Promise<void> {
  try {
    await page.locator(selector).setTimeout(15_000).click();
  } catch (error) {
    if (tries === 1 || !(error instanceof TimeoutError)) throw error;
    await click(page, selector, tries - 1);
  }
}

/** A button or link by its name. */
export async function press(page: Page, name: string, role: 'button' | 'link' = 'button'): Promise<void> {
  await click(page, `::-p-aria([name="${name}"][role="${role}"])`);
}

/** Counts the clicks of a person from now until the page is loaded anew; a triple click is one. */
export async function countClicks(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`if (window.clicks === undefined) document.addEventListener('mousedown', ({ isTrusted, detail }) => {
    if (isTrusted && detail === 1) window.clicks += 1;
  }, true); window.clicks = 0;`);
  return () => page.evaluate('window.clicks');
}

/** Signs in with the form, as people do, and waits for the page behind it. */
export async function signIn(page: Page, account: { email: string; password: string } = ADMIN): Promise<void> {
  await page.waitForSelector('::-p-aria([name="Sign in"][role="button"])'); // other pages ask for an e-mail address, too
  await fill(page, 'E-mail', account.email);
  await fillPassword(page, 'Password', account.password);
  await press(page, 'Sign in');
  await page.waitForSelector('nav[aria-label="Main"]');
}

/** Password fields have no ARIA role. */
export async function fillPassword(page: Page, label: string, text: string): Promise<void> {
  const field = await page.waitForSelector(`::-p-xpath(//input[@id = //label[normalize-space() = "${label}"]/@for])`);
  await replace(page, field!, text);
}

/** A page of the application, signed in with its own session. */
export async function openSignedIn(
  browser: TestBrowser,
  server: TestServer,
  address: string,
  { account = ADMIN, ...options }: VisitOptions & { account?: { email: string; password: string } } = {},
): Promise<Visit> {
  const client = server.stranger();
  await client.login(account);
  return browser.open(server.url + address, { ...options, cookie: client.cookie });
}

/** Waits until the element with this name or text has the focus. */
export function focuses(page: Page, name: string): Promise<unknown> {
  const words = '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent)';
  return page.waitForFunction(`${words}.startsWith(${JSON.stringify(name)}) && document.activeElement !== document.body`);
}

/** Waits for all finite animations: half-transparent text has too little contrast. */
const STANDS_STILL =
  'document.getAnimations().every(({ playState, effect }) => playState !== "running" || effect.getComputedTiming().endTime === Infinity)';

/** The serious accessibility violations that axe finds on the page. */
export async function expectNoSeriousViolations(page: Page): Promise<void> {
  const violations = await violationsOn(page);
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(told)).toEqual([]);
}

/** Expects no violations other than those that docs/accessibility.md lists for third-party pages. */
export async function expectListedViolations(page: Page, address: string): Promise<void> {
  const text = await readFile(path.join(__dirname, '../../docs/accessibility.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm)].flatMap(([, of, rule]) => (of === address ? rule! : []));
  const violations = await violationsOn(page);
  expect(violations.filter(({ id }) => !listed.includes(id)).map(told)).toEqual([]);
}

async function violationsOn(page: Page): Promise<axe.Result[]> {
  await page.waitForFunction(STANDS_STILL);
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source);
  return ((await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as axe.AxeResults).violations;
}

const told = ({ id, help, nodes }: axe.Result) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`;

/** A check box, a switch or a radio button, by its label. */
export async function tick(page: Page, label: string): Promise<void> {
  await click(page, `::-p-xpath(//*[self::label or self::span][normalize-space() = "${label}"])`);
}

/** Chooses from a select by its label, within a place if the page has several of that name. */
export async function choose(page: Page, label: string, option: string, place = ''): Promise<void> {
  await click(page, `${place} ::-p-aria([name="${label}"][role="combobox"])`.trim());
  const choice = await firstVisible(page, `[role="option"]::-p-text(${option})`);
  await choice.click();
  await page.waitForFunction((gone) => !gone.isConnected || gone.getClientRects().length === 0, {}, choice); // the list closes
}

/** A user with these permissions and a password, to sign in with the form. */
export async function makeUser(server: TestServer, email: string, permissions: string[]): Promise<{ email: string; password: string }> {
  const { createRole } = await server.admin.data<{ createRole: { role: { id: string } } }>(
    `mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }`,
    { input: { name: `Role of ${email}`, permissions } },
  );
  const account = { email, password: 'a long enough password' };
  await server.admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`, {
    input: { name: 'Pat Probe', roleId: createRole.role.id, ...account },
  });
  return account;
}

/** Closed lists stay in the page, with options of the same text. */
export async function firstVisible(page: Page, selector: string): Promise<ElementHandle> {
  const giveUp = Date.now() + 60_000;
  while (Date.now() < giveUp) {
    for (const element of await page.$$(selector)) if (await element.isVisible()) return element;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing visible matches ${selector}`);
}

/** A device with a passkey store and a fingerprint that always fits. */
export async function plugInAuthenticator(page: Page): Promise<void> {
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
