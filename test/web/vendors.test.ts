import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { sql } from '../../src/database/sql';
import { type Assessed, Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { PDF } from '../kit/files';
import { createVendor } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';
import { choose, click, expectNoSeriousViolations, fill, makeUser, openSignedIn, press, shows } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let visit: Visit | undefined;
let harbor: Assessed;
let fjord: Assessed;
let templateId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  const assessor = await Assessor.prepare(server);
  templateId = assessor.templateId;
  harbor = await assessor.completed(
    { name: 'Harbor CDN', tier: 'CRITICAL', tags: ['edge'] },
    {},
    { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 64 },
  );
  fjord = await assessor.completed(
    { name: 'Fjord Facilities', tier: 'LOW' },
    {},
    { 'MFA?': 'YES', 'Regions?': ['EU', 'UK'], '=Key length': 256 },
  );
  await assessor.certify(harbor.vendorId, { name: 'ISO 27001:2022', expiresDate: '2020-01-31' });
});
afterEach(async () => {
  const complaints = visit?.complaints;
  await visit?.close();
  visit = undefined;
  expect(complaints).toEqual([]);
});
afterAll(() => Promise.all([browser.close(), server.stop()]));

async function open(address: string, options?: Parameters<typeof openSignedIn>[3]): Promise<Page> {
  visit = await openSignedIn(browser, server, address, options);
  return visit.page;
}

const pathOf = (page: Page) => page.url().slice(server.url.length);
const heading = (page: Page, text: string) => page.waitForSelector(`h1::-p-text(${text})`);
const rowCount = (page: Page) => page.$$eval('tbody tr[data-index]', (rows) => rows.length);
const nameOf = async (id: string) =>
  (await server.admin.data<{ vendor: { name: string } | null }>(`query ($id: ID!) { vendor(id: $id) { name } }`, { id })).vendor?.name;

describe('a vendor', () => {
  test('is created, after the server’s errors are shown at the fields', async () => {
    const page = await open('/vendors');
    await press(page, 'New vendor', 'link');
    await heading(page, 'New vendor');
    await expectNoSeriousViolations(page);
    await press(page, 'Create vendor');
    await shows(page, 'Enter an e-mail address');
    await fill(page, 'Contact e-mail', 'not an address');
    await press(page, 'Create vendor');
    await shows(page, 'Enter a name');
    await shows(page, 'Must be an e-mail address');
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toContain('Name');
    await fill(page, 'Name', 'Orchard Payroll');
    await fill(page, 'Contact e-mail', 'risk@orchard.example');
    await choose(page, 'Tier', 'High');
    await (await page.waitForSelector('::-p-aria([name="Tags"][role="combobox"])'))!.type('payroll\n');
    await press(page, 'Create vendor');
    await heading(page, 'Orchard Payroll');
    await shows(page, 'risk@orchard.example', 'dl');
    await shows(page, 'payroll', 'dl');
    await shows(page, 'Inherent', 'section');
    const [made] = (
      await server.admin.data<{ vendors: { nodes: object[] } }>(
        `{ vendors(filter: { query: "orchard" }) { nodes { tier tags owner { name } } } }`,
      )
    ).vendors.nodes;
    expect(made).toEqual({ tier: 'HIGH', tags: ['payroll'], owner: { name: 'Administrator' } });
  });

  test('is edited; changes saved by someone else in the meantime are not overwritten', async () => {
    const id = await createVendor(server, { name: 'Kestrel Print' });
    const page = await open(`/vendors/${id}`);
    await press(page, 'Edit', 'link');
    await heading(page, 'Edit Kestrel Print');
    await server.admin.data(`mutation ($input: UpdateVendorInput!) { updateVendor(input: $input) { vendor { id } } }`, {
      input: { id, notes: 'Saved meanwhile' },
    });
    await fill(page, 'Name', 'Kestrel Printing');
    await press(page, 'Save');
    await shows(page, 'Changed by someone else', '[role=alert]');
    await expectNoSeriousViolations(page);
    expect(await nameOf(id)).toBe('Kestrel Print');
    await press(page, 'Load current values');
    await page.waitForFunction(`[...document.querySelectorAll('textarea')].some(({ value }) => value === 'Saved meanwhile')`);
    await page.waitForFunction(`!document.querySelector('[role=alert]')`);
    await fill(page, 'Name', 'Kestrel Printing');
    await press(page, 'Save');
    await page.waitForFunction(`location.pathname === '/vendors/${id}'`);
    await heading(page, 'Kestrel Printing');
    expect(await nameOf(id)).toBe('Kestrel Printing');
  });

  test('is deleted only after its name is typed', async () => {
    const id = await createVendor(server, { name: 'Moth Archive' });
    const page = await open(`/vendors/${id}`);
    await press(page, 'Delete');
    const confirm = await page.waitForSelector(`[role=dialog] button[type=submit]`);
    await expectNoSeriousViolations(page);
    expect(await confirm!.evaluate((button) => (button as { disabled?: boolean }).disabled)).toBe(true);
    await fill(page, 'Type Moth Archive to confirm', 'Moth Archive');
    await press(page, 'Delete vendor');
    await heading(page, 'Vendors');
    expect(await nameOf(id)).toBeUndefined();
    await page.goto(`${server.url}/vendors/${id}`, { waitUntil: 'networkidle0' });
    await heading(page, 'Vendor not found');
  });
});

describe('the page of a vendor', () => {
  test('shows profile, risk, history and domains, and downloads reports', async () => {
    const page = await open(`/vendors/${harbor.vendorId}`);
    await heading(page, 'Harbor CDN');
    await page.waitForSelector('[aria-label="Score of each completed assessment"] polyline');
    await shows(page, 'Residual', 'section');
    await shows(page, 'Access', '[aria-label^="Compliance by domain of ISO 27001"]');
    await expectNoSeriousViolations(page);
    for (const [name, type] of [
      ['CSV', 'text/csv'],
      ['Report (PDF)', 'application/pdf'],
    ] as const) {
      const [response] = await Promise.all([
        page.waitForResponse((one) => (one.headers()['content-type'] ?? '').startsWith(type), { timeout: 60_000 }),
        press(page, name, 'link'),
      ]);
      expect(response.status()).toBe(200);
    }
  });

  test.each([
    ['assessments', 'Security'],
    ['findings', 'MFA?'],
    ['certifications', 'Expired'],
    ['responsibility', 'Control one'],
    ['timeline', 'Assessment completed'],
    ['files', 'Files about the vendor'],
  ])('has its own URL for %s', async (tab, text) => {
    const page = await open(`/vendors/${harbor.vendorId}?tab=${tab}`);
    await shows(page, text, '[role=tabpanel]');
    await expectNoSeriousViolations(page);
  });

  test('shows simultaneous events in their natural order', async () => {
    const vendorId = await createVendor(server, { name: 'Quick Ltd' });
    await server.admin.data(`mutation ($input: SendToVendorsInput!) { sendAssessmentToVendors(input: $input) { results { error } } }`, {
      input: { templateId, vendorIds: [vendorId] },
    });
    const page = await open(`/vendors/${vendorId}?tab=timeline`);
    await shows(page, 'Assessment issued', '[role=tabpanel]');
    const told = await page.$eval('[role=tabpanel]', (panel) => panel.textContent);
    expect(told).toMatch(/Assessment issued.*Assessment created.*Vendor created/);
  });

  test('adds certifications with evidence', async () => {
    const page = await open(`/vendors/${fjord.vendorId}?tab=certifications`);
    await press(page, 'Add certification');
    await fill(page, 'Name', 'SOC 2 Type II');
    await setDate(page, 'Issued', '2026-02-01');
    await setDate(page, 'Expires', '2026-01-01');
    await press(page, 'Add');
    await page.waitForSelector('[aria-invalid=true]');
    await expectNoSeriousViolations(page);
    await setDate(page, 'Expires', '2099-01-31');
    await press(page, 'Add');
    await shows(page, 'Valid', 'section[aria-label="SOC 2 Type II"]');

    const file = path.join(tmpdir(), 'soc-2-report.pdf');
    await writeFile(file, PDF);
    const input = (await page.waitForSelector('section[aria-label="SOC 2 Type II"] input[type=file]')) as ElementHandle<never>;
    await input.uploadFile(file);
    await shows(page, 'soc-2-report.pdf', 'section[aria-label="SOC 2 Type II"] a');
    // By the address that the browser used, whatever the server's public one.
    await page.waitForSelector('section[aria-label="SOC 2 Type II"] a[href^="/files/"]');

    await press(page, 'Edit SOC 2 Type II');
    await setDate(page, 'Expires', '2026-03-01');
    await press(page, 'Save');
    await shows(page, 'Expired', 'section[aria-label="SOC 2 Type II"]');
    await page.waitForFunction(`!document.querySelector('[role=dialog]')`);
    await press(page, 'Delete SOC 2 Type II');
    await press(page, 'Delete certification');
    await shows(page, 'No certifications', '[role=tabpanel]');
  });

  test('completes tasks of the checklist in place', async () => {
    const page = await open(`/vendors/${harbor.vendorId}?tab=responsibility`);
    await choose(page, 'Status of A.1', 'Completed');
    await shows(page, '100% done', '[role=tabpanel]');
    await choose(page, 'Assignee of A.1', 'Administrator');
    await page.waitForFunction(`[...document.querySelectorAll('[role=tabpanel] input')].some(({ value }) => value === 'Administrator')`);
    await press(page, 'Add notes: A.1');
    await fill(page, 'Notes on A.1', 'Reviewed with the team');
    await press(page, 'Save notes');
    await page.waitForFunction(`!document.querySelector('[role=tabpanel]').textContent.includes('Save notes')`);
    const { vendor } = await server.admin.data<{ vendor: { responsibilityActions: object[] } }>(
      `query ($id: ID!) { vendor(id: $id) { responsibilityActions { status notes assignee { name } } } }`,
      { id: harbor.vendorId },
    );
    expect(vendor.responsibilityActions).toEqual([
      { status: 'COMPLETED', notes: 'Reviewed with the team', assignee: { name: 'Administrator' } },
    ]);
  });
});

/** Date fields are typed part by part; a picker sets the whole value. */
async function setDate(page: Page, label: string, day: string): Promise<void> {
  const field = await page.waitForSelector(`::-p-xpath(//input[@type="date" and @id = //label[normalize-space() = "${label}"]/@for])`);
  await field!.evaluate((input, value) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!.set!.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, day);
}

describe('the list of vendors', () => {
  test('filters by tag and owner and sorts by tier, all in the URL', async () => {
    const { me } = await server.admin.data<{ me: { id: string } }>('{ me { id } }');
    await createVendor(server, { name: 'Lantern Legal', ownerId: me.id, tags: ['legal'] });
    const page = await open('/vendors');
    await choose(page, 'Tag', 'edge');
    await shows(page, '1 vendor', '[role=status]');
    expect(pathOf(page)).toBe('/vendors?tag=edge');
    await press(page, 'Clear filters');
    await press(page, 'Tier');
    await page.waitForSelector('th[aria-sort="ascending"]::-p-text(Tier)');
    expect(pathOf(page)).toBe('/vendors?sort=TIER');
    await choose(page, 'Owner', 'Administrator');
    await shows(page, 'Lantern Legal', 'tbody');
    await page.waitForFunction(`!document.querySelector('tbody').textContent.includes('Harbor CDN')`);
    expect(pathOf(page)).toBe(`/vendors?sort=TIER&owner=${me.id}`);
    await expectNoSeriousViolations(page);
  });

  test('compares selected vendors side by side', async () => {
    const page = await open('/vendors');
    const tick = async (name: string) => {
      const box = await page.waitForSelector(`::-p-xpath(//tr[td//a[normalize-space() = "${name}"]]//input[@type="checkbox"])`);
      await box!.click();
    };
    await tick('Fjord Facilities');
    await shows(page, 'Select 2 to 4');
    await tick('Harbor CDN');
    await press(page, 'Compare', 'link');
    await heading(page, 'Compare vendors');
    expect(pathOf(page)).toBe(`/vendors/compare?ids=${fjord.vendorId},${harbor.vendorId}`);
    const cells = (name: string) =>
      page.$$eval(`::-p-xpath(//tr[th[normalize-space() = "${name}"]]/td)`, (found) => found.map(({ textContent }) => textContent));
    await shows(page, 'Overall score', 'table');
    expect(await cells('Tier')).toEqual(['Low', 'Critical']);
    expect(await cells('Critical')).toEqual(['0', '1']);
    expect(await cells('Held')).toEqual(['–', 'ISO 27001:2022Expired']);
    expect(await cells('Access')).toEqual(['100%', '0%']);
    await expectNoSeriousViolations(page);
    await press(page, 'Remove Harbor CDN');
    await page.waitForFunction(`!document.querySelector('thead').textContent.includes('Harbor CDN')`);
  });

  test.each([1280, 1024, 390])('gives a checkbox no more room than it needs, at %i pixels', async (width) => {
    const page = await open('/vendors', { width });
    await shows(page, 'Harbor CDN', 'tbody');
    const [box, name] = await page.$$eval('tbody tr[aria-rowindex="2"] td', (cells) =>
      cells.map((cell) => cell.getBoundingClientRect().width),
    );
    expect(box).toBeLessThan(60);
    expect(name).toBeGreaterThanOrEqual(160);
  });

  test('draws no radar chart for vendors without data, and says so', async () => {
    const page = await open('/vendors');
    // A radar chart needs three domains: no vendor here has answers for so many.
    await page.evaluateOnNewDocument(`{
      const ask = window.fetch;
      window.fetch = async (...given) => {
        const response = await ask(...given);
        const body = await response.clone().json().catch(() => ({}));
        const vendors = Object.values(body.data ?? {}).flatMap((one) => one?.nodes ?? one ?? []).filter((one) => one?.domainBreakdown);
        if (vendors.length < 2) return response;
        const framework = { id: 'x', name: 'Three domains', version: null };
        vendors.forEach((vendor, i) => (vendor.domainBreakdown = i > 0 ? [] : ['A', 'B', 'C'].map((domain) => ({ domain, framework, complianceRatio: 0.5 }))));
        return new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } });
      };
    }`);
    await page.goto(`${server.url}/vendors/compare?ids=${fjord.vendorId},${harbor.vendorId}`, { waitUntil: 'networkidle0' });
    await shows(page, 'No data yet for Harbor CDN');
    expect(await page.$$eval('[role=img] polygon', (shapes) => shapes.length)).toBe(1);
  });

  test('is just as fast with thousands: any position can be jumped to, and only the rows in view are rendered', async () => {
    await server.services.database.query(
      sql`insert into vendor (id, name, contact_email) select gen_random_uuid(), 'Long ' || lpad(n::text, 5, '0'), 'l@x.example' from generate_series(1, 6000) n`,
    );
    const page = await open('/vendors?query=Long');
    await shows(page, '6,000 vendors', '[role=status]');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) asked.push(request.postData() ?? '');
    });
    const scrollTo = (share: number) =>
      page.evaluate(
        `(() => { const frame = document.querySelector('[role=region][aria-label="List of vendors"]'); frame.scrollTo(0, frame.scrollHeight * ${share}); })()`,
      );
    await scrollTo(1);
    await shows(page, 'Long 06000', 'tbody');
    expect(await rowCount(page)).toBeLessThan(60);
    await scrollTo(0.5);
    await shows(page, 'Long 0300', 'tbody');
    expect(await rowCount(page)).toBeLessThan(60);
    expect(await page.$eval('table', (table) => table.getAttribute('aria-rowcount'))).toBe('6001');
    expect(asked.length).toBeLessThan(12); // but not the sixty pages in between
    await scrollTo(0);
    await shows(page, 'Long 00001', 'tbody');
  });
});

describe('the import', () => {
  const CSV = `name,externalId,contactEmail,tier,colour
Kelp Insurance,IMP-1,risk@kelp.example,HIGH,green
Nettle Audit,IMP-2,not an address,HIGH,red
Moss Storage,IMP-3,risk@moss.example,,blue`;

  test('previews row by row what would happen, then imports', async () => {
    await createVendor(server, { name: 'Moss', externalId: 'IMP-3', tier: 'LOW' });
    const page = await open('/vendors');
    await press(page, 'Import CSV', 'link');
    await heading(page, 'Import vendors');
    await expectNoSeriousViolations(page);
    const file = path.join(tmpdir(), 'vendors.csv');
    await writeFile(file, CSV);
    const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<never>;
    await input.uploadFile(file);
    await page.waitForFunction(`document.querySelector('textarea').value.includes('Kelp')`);
    await press(page, 'Preview');
    await shows(page, 'Preview: 1 to create, 1 to update, 1 with errors', '[role=alert]');
    await shows(page, 'colour', '[role=alert]');
    await shows(page, 'contactEmail must be an e-mail address', 'tbody');
    await shows(page, 'name, contactEmail, tier', 'tbody');
    await expectNoSeriousViolations(page);
    const found = async () =>
      (
        await server.admin.data<{ vendors: { nodes: object[] } }>(
          `{ vendors(filter: { query: "risk@" }) { nodes { name tier externalId } } }`,
        )
      ).vendors.nodes.filter((vendor) => (vendor as { externalId: string | null }).externalId?.startsWith('IMP'));
    expect(await found()).toEqual([{ name: 'Moss', tier: 'LOW', externalId: 'IMP-3' }]);
    await press(page, 'Import 2 rows');
    await shows(page, 'Imported: 1 created, 1 updated, 1 not imported', '[role=alert]');
    expect(await found()).toEqual([
      { name: 'Kelp Insurance', tier: 'HIGH', externalId: 'IMP-1' },
      { name: 'Moss Storage', tier: null, externalId: 'IMP-3' },
    ]);
    await press(page, 'Kelp Insurance', 'link');
    await heading(page, 'Kelp Insurance');
  });

  test('asks before it creates a second vendor with the same name', async () => {
    for (const name of ['Fern One', 'Fern Two', 'Fern Three']) await createVendor(server, { name });
    const page = await open('/vendors/import');
    await fill(
      page,
      'CSV',
      'name,contactEmail\nfern  one,f@fern.example\nFERN TWO,f@fern.example\nFern Three,f@fern.example\nFern Four,f@fern.example',
    );
    await press(page, 'Preview');
    await shows(page, 'Preview: 1 to create, 3 to skip');
    await shows(page, '3 rows with a name that already exists');
    // Existing vendors are shown under their own name.
    await page.waitForSelector('td a::-p-text(Fern Two)');
    await expectNoSeriousViolations(page);
    await page.select('select[aria-label="What to do with line 2"]', 'UPDATE');
    await shows(page, 'Preview: 1 to create, 1 to update, 2 to skip');
    await page.select('select[aria-label="What to do with line 3"]', 'CREATE');
    await shows(page, 'Preview: 2 to create, 1 to update, 1 to skip');
    await press(page, 'Import 3 rows');
    await shows(page, 'Imported: 2 created, 1 updated, 1 skipped');
    const { vendors } = await server.admin.data<{ vendors: { nodes: { name: string }[] } }>(
      `{ vendors(filter: { query: "fern" }) { nodes { name } } }`,
    );
    expect(vendors.nodes.map(({ name }) => name.toLowerCase()).sort()).toEqual([
      'fern  one',
      'fern four',
      'fern three',
      'fern two',
      'fern two',
    ]);
  });

  test('refuses a file whose encoding it would have to guess', async () => {
    const page = await open('/vendors/import');
    const file = path.join(tmpdir(), 'vendors-latin1.csv');
    await writeFile(file, 'name,contactEmail\nMüller,m@example.org', 'latin1');
    const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<never>;
    await input.uploadFile(file);
    await shows(page, 'It is not text in UTF-8', '[role=alert]');
    await fill(page, 'CSV', CSV);
    await page.waitForFunction(`!document.querySelector('[role=alert]')`);
  });

  test('imports nothing if a row is invalid and that option is on; a file that is not CSV is refused with a message', async () => {
    const page = await open('/vendors/import');
    await fill(page, 'CSV', CSV.replaceAll('IMP', 'ALL').replace('Kelp Insurance', 'Kelp Two').replace('Moss Storage', 'Moss Two'));
    await click(page, '::-p-aria([name="Import nothing if any row has errors"][role="checkbox"])');
    await press(page, 'Preview');
    await shows(page, 'Preview: 2 to create, 1 with errors', '[role=alert]');
    expect(await page.$('button::-p-text(Import 2 rows)')).toBeNull();
    await page.focus('textarea');
    await page.keyboard.down('Control');
    await page.keyboard.press('KeyA');
    await page.keyboard.up('Control');
    await page.keyboard.type('tier\nLOW');
    await page.waitForFunction(`!document.querySelector('table')`); // the checked text was a different one
    await press(page, 'Preview');
    await shows(page, 'is missing from the header', '[role=alert]');
  });
});

describe('permissions', () => {
  test('a viewer sees no way to change anything', async () => {
    const account = await makeUser(server, 'viewer@example.org', ['vendors:view', 'assessments:view', 'frameworks:view']);
    const page = await open('/vendors', { account });
    await shows(page, 'Harbor CDN', 'tbody');
    const controls = () =>
      page.$$eval('main button, main a', (found) => found.map((one) => one.getAttribute('aria-label') ?? one.textContent));
    expect(await controls()).not.toContain('New vendor');
    for (const tab of ['overview', 'findings', 'certifications', 'responsibility', 'files']) {
      await page.goto(`${server.url}/vendors/${harbor.vendorId}?tab=${tab}`, { waitUntil: 'networkidle0' });
      await heading(page, 'Harbor CDN');
      const names = (await controls()).join('\n');
      expect(names).not.toMatch(/^(Edit|Delete|Add|Upload|Change status|Save)/m);
    }
    await page.goto(`${server.url}/vendors/${harbor.vendorId}/edit`, { waitUntil: 'networkidle0' });
    await shows(page, "You don't have access to this page");
  });

  test('a user who may see vendors but not assessments gets the page without them', async () => {
    const account = await makeUser(server, 'narrow@example.org', ['vendors:view']);
    const page = await open(`/vendors/${harbor.vendorId}`, { account });
    await heading(page, 'Harbor CDN');
    const tabs = await page.$$eval('[role=tab]', (found) => found.map(({ textContent }) => textContent));
    expect(tabs.map((tab) => tab?.split(' ')[0])).toEqual(['Overview', 'Assessments', 'Certifications', 'Responsibility', 'Files']);
    await page.goto(`${server.url}/vendors/compare?ids=${harbor.vendorId},${fjord.vendorId}`, { waitUntil: 'networkidle0' });
    await shows(page, 'Overall score', 'table');
  });

  test.each([{ dark: true }, { width: 390 }])('axe finds no violations with %o, and nothing overflows', async (options) => {
    const page = await open(`/vendors/${harbor.vendorId}`, options);
    await page.waitForSelector('[aria-label="Score of each completed assessment"] polyline');
    await expectNoSeriousViolations(page);
    const [shown, whole] = (await page.evaluate(
      '[document.documentElement.clientWidth, document.documentElement.scrollWidth]',
    )) as number[];
    expect(whole).toBe(shown);
  });
});
