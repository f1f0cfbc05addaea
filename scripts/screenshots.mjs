/* global document, fetch -- in the page */
// Takes the README's screenshots, docs/web-*.png: starts the built server with the demo portfolio on a free port and a temporary
// DATA_DIR, and opens it in the browser that also prints the reports. Build first.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import puppeteer from 'puppeteer-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { findChromium } = createRequire(import.meta.url)('../dist/src/platform/pdf/chromium.js');

const ADMIN = { email: 'admin@example.org', password: 'only for the pictures' };
const DESKTOP = { width: 1280, height: 1000 };
const PHONE = { width: 390, height: 780, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const folder = await mkdtemp(path.join(tmpdir(), 'vetgraph-screenshots-'));
const server = spawn(process.execPath, [path.join(ROOT, 'dist/src/main.js')], {
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: folder,
    DEMO: 'true',
    JOBS: 'false',
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await puppeteer.launch({
  ...(await findChromium()),
  headless: 'shell',
  pipe: true,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const url = await addressOf(server);
  const page = await browser.newPage();
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await page.goto(`${url}/sign-in`);
  await ask(page, 'mutation ($input: LoginInput!) { login(input: $input) { user { id } } }', { input: ADMIN });
  const { vendorId, reviewId, portalUrl } = await chooseWhatToShow(page);
  await picture(page, 'web-dashboard', `${url}/`, DESKTOP);
  await picture(page, 'web-vendor', `${url}/vendors/${vendorId}`, DESKTOP);
  await picture(page, 'web-review', `${url}/assessments/${reviewId}/review`, DESKTOP);
  await picture(page, 'web-portal', portalUrl, PHONE);
} finally {
  await browser.close();
  if (server.kill()) await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
}

/** The address that the server reports on start. */
async function addressOf({ stdout }) {
  let output = '';
  for await (const chunk of stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += chunk;
    const [, address] = /listens on (\S+)/.exec(output) ?? [];
    if (address) {
      stdout.resume(); // discards the rest of the output
      return address;
    }
  }
  throw new Error(`The server did not start: ${output}`);
}

/** The vendor with the longest history, an assessment in review, and one that its vendor has begun to answer. */
async function chooseWhatToShow(page) {
  const { vendors, reviews, begun } = await ask(
    page,
    `{
    vendors(first: 100) { nodes { id overallScore assessmentCount } }
    reviews: assessments(first: 1, filter: { status: UNDER_REVIEW }) { nodes { id } }
    begun: assessments(first: 1, filter: { status: IN_PROGRESS }) { nodes { id } }
  }`,
  );
  const scored = vendors.nodes.filter(({ overallScore }) => overallScore !== null);
  const [vendor] = scored.sort((a, b) => b.assessmentCount - a.assessmentCount);
  const [review] = reviews.nodes;
  const [answered] = begun.nodes;
  if (!vendor || !review || !answered)
    throw new Error('The demo has no assessed vendor, no review or no questionnaire that is being answered');
  const { resendPortalLink } = await ask(
    page,
    'mutation ($input: SendAssessmentInput!) { resendPortalLink(input: $input) { portalUrl } }',
    {
      input: { id: answered.id },
    },
  );
  return { vendorId: vendor.id, reviewId: review.id, portalUrl: resendPortalLink.portalUrl };
}

/** Sends a query like the pages do, with their cookie. */
async function ask(page, query, variables) {
  const { data, errors } = await page.evaluate(async (body) => {
    const response = await fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return response.json();
  }, JSON.stringify({ query, variables }));
  if (errors) throw new Error(errors[0].message);
  return data;
}

async function picture(page, name, address, viewport) {
  await page.setViewport(viewport);
  await page.goto(address, { waitUntil: 'networkidle0' });
  await page.waitForSelector('h1');
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  await page.screenshot({ path: path.join(ROOT, 'docs', `${name}.png`) });
  process.stdout.write(`docs/${name}.png\n`);
}
