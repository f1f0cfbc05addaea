/** A finding goes to the vendor and comes back with evidence: both sides, each in a browser of its own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { type Assessed, Assessor } from '../kit/assessed';
import { startBrowser, type TestBrowser, type Visit, type VisitOptions } from '../kit/browser';
import { PDF } from '../kit/files';
import { startTestServer, type TestServer } from '../kit/server';
import { click, expectNoSeriousViolations, fill, fillPassword, openSignedIn, press, shows, tick } from '../kit/web';

const PHONE = { width: 390 };
/** Findings: MFA? (critical), Regions? (high), =Key length (medium), Rotated? (low). */
const BAD = { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 64, 'Rotated?': 'NO' };

let server: TestServer;
let browser: TestBrowser;
let folder: string;
let harbor: Assessed;
const visits: Visit[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  folder = await mkdtemp(path.join(tmpdir(), 'remediation-'));
  const assessor = await Assessor.prepare(server);
  harbor = await assessor.completed({ name: 'Harbor CDN' }, {}, BAD);
});
afterEach(async () => {
  const open = visits.splice(0);
  await Promise.all(open.map((visit) => visit.close()));
  expect(open.map(({ strays, complaints }) => [strays, complaints])).toEqual(open.map(() => [[], []]));
});
afterAll(() => Promise.all([browser.close(), server.stop(), rm(folder, { recursive: true })]));

async function asTeam(address: string): Promise<Page> {
  const visit = await openSignedIn(browser, server, address);
  visits.push(visit);
  return visit.page;
}
async function asVendor(address: string, options?: VisitOptions): Promise<Page> {
  const visit = await browser.open(server.url + address, options);
  visits.push(visit);
  return visit.page;
}

interface Found {
  id: string;
  status: string;
  resolutionNote: string | null;
  evidence: { fileName: string }[];
  remediation: { state: string; answer: string | null; plan: string | null } | null;
}
async function finding(title: string): Promise<Found> {
  const { findings } = await server.admin.data<{ findings: { nodes: Found[] } }>(
    `query ($filter: FindingFilter) { findings(filter: $filter) { nodes {
      id status resolutionNote evidence { fileName } remediation { state answer plan } } } }`,
    { filter: { query: title, vendorId: harbor.vendorId } },
  );
  return findings.nodes[0]!;
}

/** The path of the link that the dialog shows. */
async function linkOn(page: Page): Promise<string> {
  const field = await page.waitForSelector('::-p-aria([name="Link for the vendor"][role="textbox"])');
  return new URL((await field!.evaluate((input) => input.getAttribute('value')))!).pathname;
}

const radio = async (page: Page, name: string) => click(page, `::-p-aria([name="${name}"][role="radio"])`);

test('the vendor gets a finding by link, answers on a phone with evidence, and the team closes it', async () => {
  const { id } = await finding('MFA?');
  const team = await asTeam(`/findings?finding=${id}`);
  await press(team, 'Send to the vendor');
  await shows(team, 'No mail server is set up', '[role=dialog]');
  await fill(team, 'Message', 'Please fix this before the renewal.');
  await expectNoSeriousViolations(team);
  await press(team, 'Create link');
  const link = await linkOn(team);
  expect(link).toMatch(/^\/portal\/findings\/.{20,}$/);
  await expectNoSeriousViolations(team);
  await press(team, 'Done');
  await shows(team, 'Waiting for the vendor', '[role=dialog]');

  const vendor = await asVendor(link, PHONE);
  await shows(vendor, 'Please fix this before the renewal.');
  await shows(vendor, '1 finding is waiting for your answer.');
  await expectNoSeriousViolations(vendor);
  const [shown, whole] = (await vendor.evaluate(
    '[document.documentElement.clientWidth, document.documentElement.scrollWidth]',
  )) as number[];
  expect(whole).toBe(shown);
  await press(vendor, 'Send answer');
  await shows(vendor, 'Enter a plan');
  await shows(vendor, 'Enter a date');
  await expectNoSeriousViolations(vendor);
  await writeFile(path.join(folder, 'mfa.pdf'), PDF);
  await (await vendor.waitForSelector<'input'>('input[type=file]' as 'input'))!.uploadFile(path.join(folder, 'mfa.pdf'));
  await shows(vendor, 'mfa.pdf');
  await radio(vendor, 'It is fixed');
  await fill(vendor, 'Comment', 'Turned on for everyone.');
  await press(vendor, 'Send answer');
  await shows(vendor, 'Nothing is waiting for your answer.');
  await shows(vendor, 'It is fixed', 'dd');
  await expectNoSeriousViolations(vendor);

  // The team sees it without reloading, and wants more.
  await shows(team, 'Answered by the vendor', '[role=dialog]');
  await shows(team, 'mfa.pdf', '[role=dialog]');
  await shows(team, 'Turned on for everyone.', 'article');
  await press(team, 'Send back');
  await fill(team, 'Message to the vendor', 'For the service accounts, too?');
  await expectNoSeriousViolations(team);
  await click(team, '[role=dialog] form button[type=submit]::-p-text(Send back)');
  await shows(team, 'Sent back to the vendor', '[role=dialog]');

  await vendor.reload({ waitUntil: 'networkidle0' });
  await shows(vendor, 'Sent back to you');
  await shows(vendor, 'For the service accounts, too?');
  await radio(vendor, 'It is fixed');
  await fill(vendor, 'Comment', 'Yes, since Monday.');
  await press(vendor, 'Send answer');
  await shows(vendor, 'Nothing is waiting for your answer.');

  // A critical gap is not closed without a word.
  await press(team, 'Accept and close');
  await press(team, 'Close finding');
  await shows(team, 'Enter a note');
  await fill(team, 'Resolution note', 'Checked with their administrator');
  await expectNoSeriousViolations(team);
  await press(team, 'Close finding');
  await shows(team, 'Remediated', '[role=dialog]');
  expect(await finding('MFA?')).toMatchObject({
    status: 'REMEDIATED',
    resolutionNote: 'Checked with their administrator',
    evidence: [{ fileName: 'mfa.pdf' }],
    remediation: { state: 'ACCEPTED', answer: 'DONE' },
  });
  await vendor.reload({ waitUntil: 'networkidle0' });
  await shows(vendor, 'Remediated');
  expect(await vendor.$('form, input')).toBeNull();
});

test('several findings are sent at once behind a password, with a plan or disagreement in return', async () => {
  const team = await asTeam(`/findings?vendor=${harbor.vendorId}`);
  await shows(team, '3 findings', '[role=status]');
  await click(team, '::-p-aria([name="Select all loaded rows"][role="checkbox"])');
  await press(team, 'Send to the vendor');
  await shows(team, 'Regions?', '[role=dialog] li');
  await fillPassword(team, 'Password', 'tell nobody else');
  await press(team, 'Create link');
  const link = await linkOn(team);
  await press(team, 'Done');

  const vendor = await asVendor(link, { ...PHONE, dark: true });
  await shows(vendor, 'This link is protected by a password');
  await expectNoSeriousViolations(vendor);
  await fillPassword(vendor, 'Password', 'tell nobody else');
  await press(vendor, 'Open the findings');
  await shows(vendor, '3 findings are waiting for your answer.');
  await expectNoSeriousViolations(vendor);
  const answer = async (title: string, act: (form: string) => Promise<void>) => {
    const form = `form[aria-label="Answer to ${title}"]`;
    await act(form);
    await click(vendor, `${form} button[type=submit]`);
    await vendor.waitForSelector(form, { hidden: true });
  };
  await answer('Regions?', async (form) => {
    await vendor.type(`${form} textarea`, 'Move to the EU');
    await vendor.type(`${form} input[type=date]`, '03312030');
  });
  await answer('=Key length', async (form) => {
    await click(vendor, `${form} input[value=DISAGREE]`);
    await vendor.type(`${form} textarea`, 'It is an elliptic curve.');
  });
  await shows(vendor, '1 finding is waiting for your answer.');
  expect(await finding('Regions?')).toMatchObject({ status: 'OPEN', remediation: { answer: 'PLANNED', plan: 'Move to the EU' } });
  expect(await finding('Key length')).toMatchObject({ remediation: { state: 'ANSWERED', answer: 'DISAGREE' } });
});

test('what is typed stays when a colleague answers meanwhile', async () => {
  const { id } = await finding('Rotated?');
  const { sendRemediation } = await server.admin.data<{ sendRemediation: { portalUrl: string; portalToken: string } }>(
    `mutation ($input: SendRemediationInput!) { sendRemediation(input: $input) { portalUrl portalToken } }`,
    { input: { vendorId: harbor.vendorId, findingIds: [id] } },
  );
  const vendor = await asVendor(new URL(sendRemediation.portalUrl).pathname);
  await fill(vendor, 'Plan', 'Rotate monthly');
  const answer = `mutation ($input: PortalAnswerFindingInput!) { portalAnswerFinding(input: $input) { remediation { vendorName } } }`;
  await server.stranger().data(answer, { input: { token: sendRemediation.portalToken, findingId: id, answer: 'DONE' } });
  await writeFile(path.join(folder, 'keys.pdf'), PDF);
  await (await vendor.waitForSelector<'input'>('input[type=file]' as 'input'))!.uploadFile(path.join(folder, 'keys.pdf'));
  await shows(vendor, 'keys.pdf');
  await shows(vendor, 'Nothing is waiting for your answer.');
  expect(await vendor.$eval('form textarea', (field) => (field as unknown as { value: string }).value)).toBe('Rotate monthly');
  await press(vendor, 'Cancel');
  await shows(vendor, 'It is fixed', 'dd');
});

test('a finding is taken off its links, and a link that was revoked says so', async () => {
  const { id } = await finding('Rotated?');
  const { sendRemediation } = await server.admin.data<{ sendRemediation: { portalUrl: string } }>(
    `mutation ($input: SendRemediationInput!) { sendRemediation(input: $input) { portalUrl } }`,
    { input: { vendorId: harbor.vendorId, findingIds: [id] } },
  );
  const { pathname } = new URL(sendRemediation.portalUrl);
  const team = await asTeam(`/findings?finding=${id}`);
  await tick(team, 'Visible to the vendor');
  await team.waitForFunction(`document.querySelector('[role=dialog] input[role=switch]:not(:checked):not(:disabled)')`);
  const vendor = await asVendor(pathname);
  await shows(vendor, 'no longer shows any findings here');
  await expectNoSeriousViolations(vendor);
  await press(team, 'Revoke links');
  await click(team, `::-p-xpath(//*[@role="dialog"][contains(., "stop working")]//button[normalize-space() = "Revoke links"])`);
  await shows(team, 'Links revoked');
  await vendor.reload({ waitUntil: 'networkidle0' });
  await shows(vendor, 'Links expire and can be revoked.');
  await expectNoSeriousViolations(vendor);
});
