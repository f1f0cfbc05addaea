import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { sql } from '../../src/database/sql';
import { Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { GraphQLClient } from '../kit/client';
import { PNG } from '../kit/files';
import { startTestServer, type TestServer } from '../kit/server';
import { click, expectNoSeriousViolations, fill, fillPassword, makeUser, openSignedIn, press, shows, tick } from '../kit/web';
import { Witness } from '../kit/witness';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;
let beacon: Awaited<ReturnType<Assessor['sent']>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  const assessor = await Assessor.prepare(server);
  await assessor.completed({ name: 'Harbor CDN' }, {}, { 'MFA?': 'YES', 'Regions?': ['EU', 'UK'], '=Key length': 64 });
  beacon = await assessor.sent({ name: 'Beacon Mail', contactEmail: 'trust@beacon.example' });
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

const heading = (page: Page, text: string) => page.waitForSelector(`h1::-p-text(${text})`);
const pathOf = (page: Page) => page.url().slice(server.url.length);
const fieldOf = async (page: Page, label: string) =>
  (await page.waitForSelector(`::-p-xpath(//input[@id = //label[normalize-space() = "${label}"]/@for])`))!;

async function choose(page: Page, label: string, option: string): Promise<void> {
  await click(page, `input[aria-label="${label}"], ::-p-xpath(//input[@id = //label[normalize-space() = "${label}"]/@for])`);
  await click(page, `[role=option]::-p-text(${option})`);
}

/** Sets a date field, whatever the browser's language. */
async function setDay(page: Page, label: string, day: string): Promise<void> {
  await (
    await fieldOf(page, label)
  ).evaluate((field, value) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, day);
}

test('an API key is created, shown once, used, revoked and deleted', async () => {
  const page = await openAs('/settings/api-keys');
  await shows(page, 'No API keys yet');
  await expectSound(page);
  await tick(page, 'Accept API keys');
  await shows(page, 'API keys are now accepted.');

  await press(page, 'Create API key', 'link');
  await heading(page, 'Create API key');
  await fill(page, 'Name', 'Nightly export');
  await tick(page, 'See vendors');
  await (await fieldOf(page, 'Allowed IP addresses')).type('nonsense,127.0.0.1,');
  await setDay(page, 'Expires', '2999-12-31');
  await press(page, 'Create key');
  await shows(page, 'Must be an address or a CIDR range');
  await expectSound(page);
  await (await fieldOf(page, 'Allowed IP addresses')).focus();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('127.0.0.0/8,');
  await press(page, 'Create key');

  await heading(page, 'Copy your key now');
  await expectSound(page);
  const token = await (await fieldOf(page, 'API key')).evaluate((field) => (field as unknown as { value: string }).value);
  const line = await (await fieldOf(page, 'Try it')).evaluate((field) => (field as unknown as { value: string }).value);
  expect(line).toContain(`curl -s ${server.url}/graphql -H 'Authorization: Bearer ${token}'`);
  const query = (JSON.parse(/-d '(.*)'$/.exec(line)![1]!) as { query: string }).query;
  const program = new GraphQLClient(server.url, { authorization: `Bearer ${token}` });
  expect(await program.data(query)).toEqual({ settings: { organizationName: 'My organisation' } });
  expect((await program.fetch('/api/v1/vendors')).status).toBe(200);
  expect((await program.fetch('/api/v1/audit')).status).toBe(403);

  await press(page, 'Done', 'link');
  await shows(page, `vet_${token.slice(4, 12)}`, 'table');
  await shows(page, '127.0.0.0/8', 'table');
  expect(await page.content()).not.toContain(token);
  await expectSound(page);
  await press(page, 'Revoke Nightly export');
  await press(page, 'Revoke key');
  await shows(page, 'Revoked', 'table');
  expect((await program.fetch('/api/v1/vendors')).status).toBe(401);
  await press(page, 'Delete Nightly export');
  await fill(page, 'Type Nightly export to confirm', 'Nightly export');
  await press(page, 'Delete key');
  await shows(page, 'No API keys yet');
  expect(visit!.complaints).toEqual([]);
});

test('an API key is edited in a dialog, and only what was changed is sent', async () => {
  const program = await server.withKey(['vendors:view'], {
    name: 'Sync',
    allowedIps: ['127.0.0.0/8'],
    expiresAt: '2999-12-31T12:34:56.000Z',
  });
  const page = await openAs('/settings/api-keys');
  // The actions on a key are in view, whatever the width of the screen.
  for (const width of [1280, 1024, 390]) {
    await page.setViewport({ width, height: 800 });
    const { x, width: own } = (await (await page.waitForSelector('::-p-aria([name="Delete Sync"][role="button"])'))!.boundingBox())!;
    expect(x + own).toBeLessThanOrEqual(width);
  }
  await page.setViewport({ width: 1280, height: 800 });
  await press(page, 'Edit Sync');
  await fill(page, 'Name', 'Nightly sync');
  await tick(page, 'See vendors');
  await tick(page, 'See questionnaire templates');
  await expectSound(page);
  await press(page, 'Save');
  await shows(page, 'Nightly sync', 'table');
  expect((await program.fetch('/api/v1/vendors')).status).toBe(403);
  const { apiKeys } = await server.admin.data<{ apiKeys: object[] }>('{ apiKeys { permissions allowedIps expiresAt } }');
  expect(apiKeys).toEqual([{ permissions: ['templates:view'], allowedIps: ['127.0.0.0/8'], expiresAt: '2999-12-31T12:34:56.000Z' }]);

  await tick(page, 'Allow organisation keys');
  await press(page, 'Hand over Nightly sync');
  await shows(page, 'becomes an organisation key');
  await expectSound(page);
  await press(page, 'Hand over to the organisation');
  await shows(page, 'Organisation key: not tied to its creator', 'table');
});

test('portfolios are added, chosen for a vendor, renamed and deleted', async () => {
  const page = await openAs('/settings/portfolios');
  await shows(page, 'No portfolios yet');
  await expectSound(page);
  await press(page, 'Add portfolio');
  await fill(page, 'Name', 'Payments');
  await fill(page, 'Description', 'Cards and terminals');
  await expectSound(page);
  await press(page, 'Add');
  await shows(page, 'Cards and terminals', 'table');
  const { portfolios } = await server.admin.data<{ portfolios: { id: string }[] }>('{ portfolios { id } }');
  await server.admin.data(`mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`, {
    input: { name: 'Cardmaker', contactEmail: 'c@cardmaker.example', portfolioId: portfolios[0]!.id },
  });
  await page.reload();
  await press(page, '1 vendor of Payments', 'link');
  await shows(page, 'Cardmaker', 'table');
  await press(page, 'Cardmaker', 'link');
  await shows(page, 'Payments');
  await press(page, 'Edit', 'link');
  await heading(page, 'Edit Cardmaker');
  expect(await (await fieldOf(page, 'Portfolio')).evaluate((field) => (field as unknown as { value: string }).value)).toBe('Payments');

  await page.goto(`${server.url}/settings/portfolios`);
  await press(page, 'Edit Payments');
  await fill(page, 'Name', 'Cards');
  await press(page, 'Save');
  await shows(page, 'Cards', 'table');
  await expectSound(page);
  await press(page, 'Delete Cards');
  await shows(page, 'Its 1 vendor will belong to no portfolio.');
  await fill(page, 'Type Cards to confirm', 'Cards');
  await press(page, 'Delete portfolio');
  await shows(page, 'No portfolios yet');
  expect(visit!.complaints).toEqual([]);
});

test('the scoring shows what would change before it is saved', async () => {
  const page = await openAs('/settings/scoring');
  await shows(page, 'No vendor would change band.');
  await expectSound(page);
  await fill(page, 'Amber from (%)', '90');
  await shows(page, 'Must not be higher than the green threshold');
  await fill(page, 'Green from (%)', '95');
  await shows(page, '1 vendor would change');
  await shows(page, 'Harbor CDN', 'table');
  await expectSound(page);
  await press(page, 'Save scoring');
  await shows(page, 'Scoring saved');
  await shows(page, 'No vendor would change band.');
  const { settings } = await server.admin.data<{ settings: object }>('{ settings { amberFrom greenFrom weightHigh } }');
  expect(settings).toEqual({ amberFrom: 0.9, greenFrom: 0.95, weightHigh: 6 });

  // Someone else changes the settings in the meantime: their changes are not lost.
  await server.admin.data('mutation { updateSettings(input: { weightHigh: 7 }) { settings { revision } } }');
  await fill(page, 'Critical', '20');
  await press(page, 'Save scoring');
  await shows(page, 'was changed by someone else', '[role=alert]');
});

test('a logo is uploaded, shown to vendors, and removed', async () => {
  const page = await openAs('/settings/organisation');
  const input = (await page.waitForSelector<'input'>('input[type=file]' as 'input'))!;
  const folder = await mkdtemp(path.join(tmpdir(), 'logo-'));
  const choosing = async (name: string, content: Buffer | string) => {
    await writeFile(path.join(folder, name), content);
    await input.uploadFile(path.join(folder, name));
  };
  await choosing('large.png', Buffer.alloc(262_145));
  await shows(page, '“large.png” is larger than 256 KiB');
  await choosing('logo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await shows(page, 'PNG, JPEG or WebP picture', '[role=alert]');
  await expectNoSeriousViolations(page);
  await choosing('logo.png', PNG);
  await shows(page, 'Logo saved');
  await page.waitForFunction(`document.querySelector('main img[src^="/logo/"]')?.naturalWidth === 1`);
  await expectSound(page);
  await rm(folder, { recursive: true });

  const vendor = await browser.open(`${server.url}/portal/${beacon.portal.token}`);
  await vendor.page.waitForFunction(`document.querySelector('header img[src^="/logo/"]')?.naturalWidth === 1`);
  await expectNoSeriousViolations(vendor.page);
  expect(vendor.complaints).toEqual([]);
  await vendor.close();

  // The form beside it can still be saved.
  await fill(page, 'Organisation name', 'With a logo');
  await press(page, 'Save');
  await shows(page, 'Settings saved');
  await press(page, 'Remove logo');
  await shows(page, 'Logo removed');
  await shows(page, 'Upload logo', 'main button');
});

test('the organisation is renamed', async () => {
  const page = await openAs('/settings');
  await heading(page, 'Organisation');
  expect(pathOf(page)).toBe('/settings/organisation');
  await fill(page, 'Organisation name', ' ');
  await press(page, 'Save');
  await page.waitForSelector('[aria-invalid=true]');
  await fill(page, 'Organisation name', 'Zoë & Co');
  await press(page, 'Save');
  await shows(page, 'Settings saved');
  await expectSound(page);
  expect(await server.admin.data('{ settings { organizationName } }')).toEqual({ settings: { organizationName: 'Zoë & Co' } });
});

test('the audit log gets a witness and somebody to keep its checkpoints', async () => {
  const page = await openAs('/settings/audit-log');
  await heading(page, 'Audit log');
  await press(page, 'Add witness');
  await fill(page, 'Name', 'Notary');
  await fill(page, 'Address', 'http://127.0.0.1:9/w');
  await fill(page, 'Key', 'nonsense');
  await press(page, 'Save');
  await shows(page, 'Is not a valid vkey');
  const { vkey } = new Witness('notary.example', () => '');
  await fill(page, 'Key', vkey);
  await click(page, '::-p-aria([name="Recipients"])');
  await page.keyboard.type('keeper@example.org');
  await page.keyboard.press('Enter');
  await press(page, 'Save');
  await shows(page, 'Settings saved');
  await expectSound(page);
  expect(await server.admin.data('{ settings { auditCheckpointRecipients auditWitnesses { name vkey address } } }')).toEqual({
    settings: {
      auditCheckpointRecipients: ['keeper@example.org'],
      auditWitnesses: [{ name: 'Notary', vkey, address: 'http://127.0.0.1:9/w' }],
    },
  });
  await press(page, 'Remove witness 1');
  await press(page, 'Save');
  const witnesses = async () =>
    (await server.admin.data<{ settings: { auditWitnesses: object[] } }>('{ settings { auditWitnesses { name } } }')).settings
      .auditWitnesses;
  while ((await witnesses()).length > 0) await page.waitForNetworkIdle({ idleTime: 100 });
});

test('a custom role is created in the grid, given to a new user, and can’t be deleted while in use', async () => {
  const page = await openAs('/settings/roles');
  await shows(page, 'Read the audit log', 'table');
  await expectSound(page);
  await press(page, 'Viewer', 'link');
  await shows(page, 'System roles can’t be changed or deleted');
  expect(await page.$$('main form, main button[type=submit]')).toEqual([]);
  await expectSound(page);
  await press(page, 'Roles', 'link');

  await press(page, 'Add role', 'link');
  await fill(page, 'Name', 'Auditor');
  await tick(page, 'Read the audit log');
  await tick(page, 'See vendors');
  await expectSound(page);
  await press(page, 'Add role');
  await press(page, 'Auditor', 'link');
  await heading(page, 'Auditor');
  await tick(page, 'See vendors');
  await press(page, 'Save role');
  await heading(page, 'Roles');

  await press(page, 'Users', 'link');
  await shows(page, 'You', 'table');
  await press(page, 'Invite user', 'link');
  await fill(page, 'Name', 'Ada Byron');
  await fill(page, 'E-mail', 'ada@example.org');
  await choose(page, 'Role', 'Auditor');
  await expectSound(page);
  await press(page, 'Send invitation');
  await shows(page, 'ada@example.org · Auditor · invited');
  const ada = server.stranger();
  await ada.data(`mutation ($input: ResetPasswordInput!) { acceptInvitation(input: $input) { user { id } } }`, {
    input: { token: await invitationTo('ada@example.org'), password: 'analytical engine' },
  });
  expect(await ada.data('{ me { role { name permissions } } }')).toEqual({
    me: { role: { name: 'Auditor', permissions: ['audit:view'] } },
  });

  await press(page, 'Roles', 'link');
  await press(page, 'Auditor', 'link');
  await press(page, 'Delete role…');
  await fill(page, 'Type Auditor to confirm', 'Auditor');
  await press(page, 'Delete role');
  await shows(page, 'Users still have this role', '[role=alert]');
  expect(visit!.complaints).toEqual([]);
});

/** The token in the newest invitation. */
async function invitationTo(recipient: string): Promise<string> {
  const { mails } = await server.admin.data<{ mails: { nodes: { text: string }[] } }>(
    `query ($filter: MailFilter) { mails(filter: $filter) { nodes { text } } }`,
    { filter: { recipient, kind: 'USER_INVITATION' } },
  );
  return /\/invitation\/([\w-]+)/.exec(mails.nodes[0]!.text)![1]!;
}

test('a user is edited, given another role, disabled, enabled, given a password and deleted', async () => {
  await makeUser(server, 'pat@example.org', ['vendors:view']);
  const page = await openAs('/settings/users');
  await press(page, 'Pat Probe', 'link');
  await heading(page, 'Pat Probe');
  await fill(page, 'Name', 'Pat Prober');
  await press(page, 'Save profile');
  await heading(page, 'Pat Prober');
  await choose(page, 'Role', 'Viewer');
  await press(page, 'Change role');
  await shows(page, 'pat@example.org · Viewer');
  await press(page, 'Disable user');
  await shows(page, 'pat@example.org · Viewer · disabled');
  await expectSound(page);
  await press(page, 'Enable user');
  await page.waitForSelector('button::-p-text(Disable user)');
  await fillPassword(page, 'New password', 'short');
  await press(page, 'Set password');
  await page.waitForSelector('[aria-invalid=true]');
  await fillPassword(page, 'New password', 'a new long password');
  await press(page, 'Set password');
  await shows(page, 'Password set');
  await server.stranger().login({ email: 'pat@example.org', password: 'a new long password' });
  await page.reload({ waitUntil: 'networkidle0' }); // toasts cover the button for a while
  await press(page, 'Delete user…');
  await fill(page, 'Type Pat Prober to confirm', 'Pat Prober');
  await press(page, 'Delete user');
  await heading(page, 'Users');
  await page.waitForFunction(`!document.querySelector('table').textContent.includes('Pat Prober')`);
  expect(visit!.complaints).toEqual([]);
});

test('a user is erased once the name is typed; a deleted one, by the ID in the audit log', async () => {
  for (const email of ['ira@example.org', 'ivo@example.org']) await makeUser(server, email, ['vendors:view']);
  const { users } = await server.admin.data<{ users: { id: string; name: string; email: string }[] }>('{ users { id name email } }');
  const [ira, ivo] = ['ira@example.org', 'ivo@example.org'].map((email) => users.find((user) => user.email === email)!);
  const page = await openAs(`/settings/users/${ira!.id}`);
  await heading(page, ira!.name);
  await press(page, 'Erase user…');
  await shows(page, 'Free text is not changed');
  await expectSound(page);
  await fill(page, `Type ${ira!.name} to confirm`, ira!.name);
  await press(page, 'Erase user');
  await heading(page, 'Users');
  await server.admin.data(`mutation ($input: DeleteInput!) { deleteUser(input: $input) { deletedId } }`, { input: { id: ivo!.id } });
  await page.reload({ waitUntil: 'networkidle0' });
  await press(page, 'Erase a deleted user…');
  await fill(page, 'User ID', ivo!.id);
  await fill(page, 'Name, to confirm', 'Somebody Else');
  await press(page, 'Erase user');
  await shows(page, "Doesn't match the user's name");
  await expectSound(page);
  await fill(page, 'Name, to confirm', ivo!.name);
  await press(page, 'Erase user');
  await shows(page, 'User erased');
  await page.goto(`${server.url}/audit?action=ERASE_USER`, { waitUntil: 'networkidle0' });
  await shows(page, 'Erased user', 'table');
  const { auditLog } = await server.admin.data<{ auditLog: { totalCount: number; nodes: { entityName: string }[] } }>(
    `{ auditLog(filter: { action: "ERASE_USER" }) { totalCount nodes { entityName } } }`,
  );
  expect(auditLog).toEqual({ totalCount: 2, nodes: [{ entityName: 'Erased' }, { entityName: 'Erased' }] });
  expect(visit!.complaints).toEqual([]);
});

test('the last administrator can’t be removed, and the page says why', async () => {
  const page = await openAs('/settings/users');
  await press(page, 'Administrator', 'link');
  await shows(page, 'your own account');
  await press(page, 'Disable user');
  await shows(page, "The last enabled administrator can't be disabled", '[role=alert]');
  await shows(page, 'Make someone else an administrator first.', '[role=alert]');
  await choose(page, 'Role', 'Viewer');
  await press(page, 'Change role');
  await shows(page, "can't be given another role", '[role=alert]');
  await expectSound(page);
});

test('e-mails are listed by state, read and retried', async () => {
  const page = await openAs('/settings/mail');
  await shows(page, 'No mail server is set up');
  await shows(page, 'trust@beacon.example', 'table');
  await server.services.database.query(sql`
    update mail set status = 'FAILED', last_error = 'The mailbox is full' where recipient = 'trust@beacon.example'`);
  await choose(page, 'State', 'Failed');
  await shows(page, 'The mailbox is full', 'table');
  expect(pathOf(page)).toBe('/settings/mail?status=FAILED');
  await expectSound(page);
  await click(page, 'tbody a');
  await shows(page, '/portal/', 'pre');
  await expectSound(page);
  await press(page, 'Try again');
  await shows(page, 'Waiting', 'dl');
  expect(await page.$eval('dl', (list) => list.textContent)).not.toContain('Next attempt');
  expect(visit!.complaints).toEqual([]);
});

test('downloads are recorded unless the settings say otherwise', async () => {
  const page = await openAs('/settings/organisation');
  await click(page, '::-p-aria([name="Record downloads in the audit log"][role="checkbox"])');
  await press(page, 'Save');
  await shows(page, 'Settings saved');
  expect(await server.admin.data(`{ settings { auditReads } }`)).toEqual({ settings: { auditReads: false } });
  await server.admin.data(`mutation { updateSettings(input: { auditReads: true }) { settings { revision } } }`);
});

test('users who may not send assessments see e-mails without the link', async () => {
  const { mails } = await server.admin.data<{ mails: { nodes: { id: string }[] } }>(
    `{ mails(filter: { recipient: "trust@beacon.example" }) { nodes { id } } }`,
  );
  const reader = await server.withPermissions('settings:manage');
  visit = await browser.open(`${server.url}/settings/mail/${mails.nodes[0]!.id}`, { cookie: reader.cookie });
  const { page } = visit;
  await shows(page, 'Link hidden', 'pre');
  expect(await page.$eval('pre', (text) => text.textContent)).not.toContain('/portal/');
});

describe('the audit log', () => {
  test('is filtered by the URL, shows details, and is exported as CSV with the same filters', async () => {
    const page = await openAs('/audit?action=CREATE_VENDOR');
    await shows(page, '3 events');
    await press(page, 'Harbor CDN', 'link');
    await shows(page, '1 event');
    await setDay(page, 'From', '2020-01-01');
    await page.waitForFunction(`location.search.includes('from=2020-01-01')`);
    await setDay(page, 'Until', '2019-01-01');
    await shows(page, '“From” is after “Until”', '[role=alert]');
    await setDay(page, 'Until', '');
    await page.waitForFunction(`!location.search.includes('to=')`);
    await press(page, 'Details of Created vendor Harbor CDN');
    await shows(page, 'CREATE_VENDOR', '[role=dialog]');
    await expectSound(page);
    await page.keyboard.press('Escape');
    const address = await page.$eval('a[href^="/exports/lists/auditLog.csv"]', (link) => link.getAttribute('href')!);
    const csv = await (await server.admin.fetch(address)).text();
    expect(csv.trim().split('\n')).toHaveLength(2);
    expect(csv).toContain('CREATE_VENDOR');
    const changes = await page.$eval('a[href^="/exports/audit-changes.csv"]', (link) => link.getAttribute('href')!);
    expect(await (await server.admin.fetch(changes)).text()).toContain(',name,,Harbor CDN\n');
    await press(page, 'Clear filters');
    await shows(page, 'Signed in', 'table');
    expect(pathOf(page)).toBe('/audit');
    await expectSound(page);
  });

  test('is verified on demand, and says which entry is broken', async () => {
    const page = await openAs('/audit');
    await shows(page, 'The log has not been verified yet');
    await press(page, 'Verify now');
    await shows(page, 'The log is intact', '[role=status]');
    await server.services.database.query(sql`
      update audit_entry set user_name = 'Nobody' where id = (select id from audit_entry where action = 'CREATE_VENDOR' limit 1)`);
    await press(page, 'Verify now');
    await shows(page, 'The log was tampered with', '[role=alert]');
    await shows(page, 'of chain', '[role=alert]');
    await expectSound(page);
  });
});

describe('permissions', () => {
  const menu = (page: Page, name: string) =>
    page.$$eval(`nav[aria-label="${name}"] a`, (links) =>
      links.map((link) => link.textContent).filter((text) => text !== 'GraphQL' && text !== 'REST'),
    );

  test('a viewer finds neither settings nor the audit log', async () => {
    const account = await makeUser(server, 'viewer@example.org', ['vendors:view']);
    const page = await openAs('/settings/users', { account });
    await shows(page, "You don't have access to this page");
    expect(await menu(page, 'Main')).toEqual(['My work', 'Vendors', 'Certifications', 'Shared responsibility', 'Analysis']);
  });

  test('a user who manages users sees only that, and can’t edit administrators', async () => {
    const account = await makeUser(server, 'people@example.org', ['users:manage']);
    const page = await openAs('/settings', { account });
    await heading(page, 'Users');
    expect(await menu(page, 'Main')).toEqual(['Settings']);
    expect(await menu(page, 'Settings')).toEqual(['Users']);
    expect(await page.$$eval('tbody a', (links) => links.map((link) => link.textContent))).toEqual(['Pat Probe']);
  });

  test('a user who manages keys can grant no more than they have, and can’t turn API keys on', async () => {
    const account = await makeUser(server, 'keys@example.org', ['api:manage', 'vendors:view']);
    const page = await openAs('/settings/api-keys', { account });
    await shows(page, 'Access', 'section');
    expect(await page.$('[role=switch]')).toBeNull();
    await press(page, 'Create API key', 'link');
    await heading(page, 'Create API key');
    expect(await page.$$eval('main label', (labels) => labels.map((label) => label.textContent))).toEqual([
      'Name',
      'See vendors',
      'Manage API keys',
      'Allowed IP addresses',
      'Expires',
    ]);
  });
});

test.each([
  ['/settings/scoring', { width: 390 }],
  ['/settings/roles', { dark: true, width: 390 }],
  ['/settings/api-keys/new', { dark: true }],
  ['/audit', { width: 390 }],
])('%s has no violations with %o', async (path, options) => {
  const page = await openAs(path, options);
  await page.waitForSelector('main h1');
  await expectSound(page);
  const [shown, whole] = (await page.evaluate('[document.documentElement.clientWidth, document.documentElement.scrollWidth]')) as number[];
  expect(whole).toBe(shown);
});
