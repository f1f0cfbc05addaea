import type { Page } from 'puppeteer-core';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { createVendor } from '../kit/portfolio';
import { scimClient } from '../kit/scim';
import { startTestServer, type TestServer } from '../kit/server';
import { choose, click, expectNoSeriousViolations, fill, makeUser, openSignedIn, press, shows, tick } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;
let north: string;
let south: string;
let southgate: string;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  north = await portfolio('North');
  south = await portfolio('South');
  await portfolio('West');
  await createVendor(server, { name: 'Northwind', portfolioId: north });
  southgate = await createVendor(server, { name: 'Southgate', portfolioId: south });
  await createVendor(server, { name: 'Nowhere Ltd' });
});
afterEach(async () => {
  await visit?.close();
  visit = undefined;
});
afterAll(() => Promise.all([browser.close(), server.stop()]));

async function portfolio(name: string): Promise<string> {
  const { createPortfolio } = await server.admin.data<{ createPortfolio: { portfolio: { id: string } } }>(
    `mutation ($input: CreatePortfolioInput!) { createPortfolio(input: $input) { portfolio { id } } }`,
    { input: { name } },
  );
  return createPortfolio.portfolio.id;
}

async function openAs(path: string, options?: Parameters<typeof openSignedIn>[3]): Promise<Page> {
  visit = await openSignedIn(browser, server, path, options);
  return visit.page;
}

async function expectSound(page: Page): Promise<void> {
  await expectNoSeriousViolations(page);
  expect(visit!.complaints).toEqual([]);
}

const PERMISSIONS = ['vendors:view', 'vendors:create', 'vendors:edit', 'assessments:view', 'audit:view', 'api:manage'];

/** Someone whose role applies to some portfolios only. */
async function someoneOf(email: string, portfolioIds: string[]): Promise<{ email: string; password: string }> {
  const account = await makeUser(server, email, PERMISSIONS);
  const { users } = await server.admin.data<{ users: { id: string; email: string; role: { id: string } }[] }>(
    `{ users { id email role { id } } }`,
  );
  const { id, role } = users.find((user) => user.email === email)!;
  await server.admin.data(`mutation ($input: AssignRoleInput!) { assignRole(input: $input) { user { id } } }`, {
    input: { userId: id, roleId: role.id, portfolioIds },
  });
  return account;
}

/** The list stays open for more; leaving the field closes it. */
async function addPortfolio(page: Page, name: string): Promise<void> {
  await click(page, '::-p-aria([name="Portfolios"][role="combobox"])');
  await click(page, `[role="option"]::-p-text(${name})`);
  await page.keyboard.press('Tab');
  await shows(page, name, '.mantine-Pill-root');
}

async function valueOf(page: Page, label: string): Promise<string> {
  const field = await page.waitForSelector(`::-p-aria([name="${label}"][role="combobox"])`);
  return field!.evaluate((input) => (input as unknown as { value: string }).value);
}

const portfolioOf = async (name: string) => {
  const { vendors } = await server.admin.data<{ vendors: { nodes: { portfolio: { name: string } | null }[] } }>(
    `query ($filter: VendorFilter) { vendors(filter: $filter) { nodes { portfolio { name } } } }`,
    { filter: { query: name } },
  );
  return vendors.nodes.map((vendor) => vendor.portfolio?.name);
};

test('someone is invited to one portfolio, then gets several, and all vendors', async () => {
  const page = await openAs('/settings/users/new');
  await fill(page, 'Name', 'Pia Park');
  await fill(page, 'E-mail', 'pia@example.org');
  await choose(page, 'Role', 'Reviewer');
  await tick(page, 'Vendors of some portfolios only');
  await addPortfolio(page, 'North');
  await expectSound(page);
  await press(page, 'Send invitation');
  await shows(page, 'pia@example.org · Reviewer · North · invited');

  await addPortfolio(page, 'South');
  await press(page, 'Change role');
  await shows(page, 'pia@example.org · Reviewer · North, South · invited');
  await shows(page, 'North → North, South', 'ul[aria-label="History"]');
  await expectSound(page);

  await tick(page, 'All vendors');
  await press(page, 'Change role');
  await shows(page, 'pia@example.org · Reviewer · invited');
  await shows(page, 'North, South → all vendors', 'ul[aria-label="History"]');
});

test('a role that administers applies to all vendors or to none: the field says so', async () => {
  await someoneOf('promoted@example.org', [north]);
  const page = await openAs('/settings/users');
  await shows(page, 'North', 'td');
  await expectSound(page);
  await press(page, 'Pat Probe', 'link');
  await shows(page, 'promoted@example.org');
  await choose(page, 'Role', 'Admin');
  await press(page, 'Change role');
  await shows(page, 'a role that manages users, roles or settings holds everywhere');
  await expectNoSeriousViolations(page);
});

describe('someone of one portfolio', () => {
  let account: { email: string; password: string };
  beforeAll(async () => {
    account = await someoneOf('one@example.org', [north]);
  });

  test('sees its vendors on the dashboard, in the list and by search, and no others', async () => {
    const page = await openAs('/dashboard', { account });
    await page.waitForSelector('::-p-aria([name="Vendors 1"][role="link"])');
    await expectSound(page);

    await press(page, 'Vendors', 'link');
    await shows(page, 'Northwind', 'table');
    await shows(page, '1 vendor');
    expect(await page.$('::-p-aria([name="Portfolio"][role="combobox"])')).toBeNull();
    await expectSound(page);
    await (await page.waitForSelector('input[aria-label="Name or e-mail address"]'))!.type('gate');
    await shows(page, 'No vendor matches');

    for (const path of [`/vendors/${southgate}`, `/vendors/${southgate}/edit`]) {
      await page.goto(server.url + path);
      await shows(page, 'Vendor not found', 'h1');
    }
    await expectSound(page);
  });

  test('creates vendors there', async () => {
    const page = await openAs('/vendors/new', { account });
    await fill(page, 'Name', 'Newnorth');
    await fill(page, 'Contact e-mail', 'risk@newnorth.example');
    expect(await valueOf(page, 'Portfolio')).toBe('North');
    await expectSound(page);
    await press(page, 'Create vendor');
    await shows(page, 'Newnorth', 'h1');
    expect(await portfolioOf('Newnorth')).toEqual(['North']);
    await page.goto(`${server.url}/vendors/import`);
    const place = await page.waitForSelector('::-p-aria([name="Portfolio of new vendors"][role="combobox"])');
    expect(await place!.evaluate((field) => (field as unknown as { value: string }).value)).toBe('North');
    await expectSound(page);
  });

  test('reads the log of those vendors, which only others can verify', async () => {
    const page = await openAs('/audit', { account });
    await shows(page, 'Who did what with the vendors of your portfolios');
    await shows(page, 'Northwind', 'table');
    expect(await page.$('button::-p-text(Verify now)')).toBeNull();
    expect(await page.$('table ::-p-text(Southgate)')).toBeNull();
    await expectSound(page);
  });

  test('makes keys that see as much; keys that see more are out of reach', async () => {
    await server.withKey(['vendors:view']);
    const page = await openAs('/settings/api-keys/new', { account });
    await shows(page, 'The key sees what you see: the vendors of North only.');
    await fill(page, 'Name', 'Sync of the north');
    await tick(page, 'See vendors');
    await expectSound(page);
    await press(page, 'Create key');
    await press(page, 'Done', 'link');
    await page.waitForSelector('button[aria-label="Revoke Sync of the north"]');
    await page.waitForSelector('::-p-xpath(//tr[td[contains(., "Sync of the north")]]/td[normalize-space() = "North"])');
    expect(await page.$$('button[aria-label^="Revoke"]')).toHaveLength(1);
    await expectSound(page);
    await press(page, 'Edit Sync of the north');
    await shows(page, 'Portfolios: North.');
  });
});

test('someone of several portfolios chooses where a vendor goes', async () => {
  const account = await someoneOf('several@example.org', [north, south]);
  const page = await openAs('/vendors', { account });
  await choose(page, 'Portfolio', 'South');
  await page.waitForFunction(`!document.querySelector('table').innerText.includes('Northwind')`);
  await shows(page, 'Southgate', 'table');
  await press(page, 'New vendor', 'link');
  await fill(page, 'Name', 'Chosen');
  await fill(page, 'Contact e-mail', 'risk@chosen.example');
  await press(page, 'Create vendor');
  await shows(page, 'Choose a portfolio');
  await expectSound(page);
  await choose(page, 'Portfolio', 'South');
  await press(page, 'Create vendor');
  await shows(page, 'Chosen', 'h1');
  expect(await portfolioOf('Chosen')).toEqual(['South']);
  await page.goto(`${server.url}/vendors/import`);
  await fill(page, 'CSV', 'name,contactEmail\nFrom a file,risk@file.example');
  await press(page, 'Preview');
  await shows(page, 'Choose a portfolio: the file has new vendors');
  await expectSound(page);
  await choose(page, 'Portfolio of new vendors', 'North');
  await press(page, 'Preview');
  await press(page, 'Import 1 row');
  await shows(page, 'Created', 'table');
  expect(await portfolioOf('From a file')).toEqual(['North']);
});

test('someone of no portfolio is told so, and offered nothing', async () => {
  const account = await someoneOf('none@example.org', []);
  const page = await openAs('/vendors', { account, width: 390 });
  await shows(page, 'You don’t have access to any vendors yet');
  await shows(page, 'No vendors', 'h2');
  expect(await page.$('a::-p-text(New vendor)')).toBeNull();
  await expectSound(page);
  await page.goto(`${server.url}/vendors/new`);
  await shows(page, "You don't have access to this page");
});

test('an identity provider gives a role in some portfolios', async () => {
  const { createIdentityProvider } = await server.admin.data<{ createIdentityProvider: { provider: { id: string } } }>(
    `mutation ($input: CreateIdentityProviderInput!) { createIdentityProvider(input: $input) { provider { id } } }`,
    { input: { name: 'Acme', issuer: 'https://login.example.org', clientId: 'vetgraph', clientSecret: 'a secret between us' } },
  );
  const page = await openAs(`/settings/sign-in/${createIdentityProvider.provider.id}`);
  await fill(page, 'Role claim', 'groups');
  await press(page, 'Add role mapping');
  await fill(page, 'Value 1', 'shops');
  await choose(page, 'Role for value 1', 'Reviewer');
  await tick(page, 'Vendors of some portfolios only');
  await addPortfolio(page, 'North');
  await addPortfolio(page, 'West');
  await expectSound(page);
  await press(page, 'Save');
  await shows(page, 'shops: Reviewer (North, West)', 'ul[aria-label="History"]');
  await page.reload();
  await shows(page, 'West', '.mantine-Pill-root');
  await expectSound(page);
});

test('a SCIM group gives a role in some portfolios', async () => {
  await (await scimClient(server)).group('Shops');
  const page = await openAs('/settings/provisioning');
  await press(page, 'Change role of Shops');
  await choose(page, 'Role', 'Reviewer');
  await tick(page, 'Vendors of some portfolios only');
  await addPortfolio(page, 'South');
  await expectSound(page);
  await press(page, 'Save');
  await shows(page, 'Reviewer (South)', 'td');
  await page.reload(); // the notification covers the button
  await press(page, 'Change role of Shops');
  await shows(page, 'South', '.mantine-Pill-root');
  await tick(page, 'All vendors');
  await press(page, 'Save');
  await page.waitForFunction(`!document.querySelector('main').innerText.includes('Reviewer (South)')`);
  await expectSound(page);
});
