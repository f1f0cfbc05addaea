import type { Page } from 'puppeteer-core';
import { readDefinition } from '../../rest-facade/definition';
import { startBrowser, type TestBrowser } from '../kit/browser';
import { startTestServer, type TestServer } from '../kit/server';
import { expectListedViolations } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
beforeAll(async () => {
  server = await startTestServer();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('/api/openapi.json is the definition, for everyone', async () => {
  const response = await server.stranger().fetch('/api/openapi.json');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(readDefinition());
});

test('/api/docs shows every route, asks no other server and runs no inline script', async () => {
  const { page, strays, complaints, close } = await browser.open(`${server.url}/api/docs`);
  await page.waitForSelector('.opblock');
  expect(await page.$$('.opblock')).toHaveLength(24);
  expect({ strays, complaints }).toEqual({ strays: [], complaints: [] });
  const { headers } = await server.stranger().fetch('/api/docs');
  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
  await close();
});

async function tryListVendors(page: Page): Promise<string | null> {
  await page.waitForSelector('#operations-Vendors-listVendors .execute');
  await page.click('#operations-Vendors-listVendors .execute');
  const status = await page.waitForSelector('.live-responses-table tbody .response-col_status');
  return status!.evaluate((cell) => cell.textContent);
}

test('/api/docs tries a request with a key', async () => {
  const { headers } = await server.withKey();
  const { page, complaints, close } = await browser.open(`${server.url}/api/docs#/Vendors/listVendors`);
  await page.click('.btn.authorize');
  await page.type('.auth-container input', headers.authorization!.replace('Bearer ', ''));
  await page.click('.auth-btn-wrapper .authorize');
  await page.click('.auth-btn-wrapper .btn-done');
  expect(await tryListVendors(page)).toContain('200');
  expect(complaints).toEqual([]);
  await close();
});

test('/api/docs tries a request with the session of whoever is signed in', async () => {
  const { page, close } = await browser.open(`${server.url}/api/docs#/Vendors/listVendors`);
  expect(await tryListVendors(page)).toContain('401');
  const [name, value] = server.admin.cookie.split('=') as [string, string];
  await page.setCookie({ name, value, url: server.url });
  await page.reload({ waitUntil: 'networkidle0' });
  expect(await tryListVendors(page)).toContain('200');
  await close();
});

const DARK_CHOICE = `localStorage.setItem('mantine-color-scheme-value', 'dark')`;
const background = (page: Page) => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');

test('/api/docs is as dark as the application, and leads back to it', async () => {
  const light = await browser.open(`${server.url}/api/docs`);
  await light.page.waitForSelector('.opblock');
  const day = await background(light.page);
  await light.page.evaluate(DARK_CHOICE);
  await light.page.reload({ waitUntil: 'networkidle0' });
  const night = await background(light.page);
  expect(night).not.toBe(day);
  await light.close();
  const { page, close } = await browser.open(`${server.url}/api/docs`, { dark: true });
  expect(await background(page)).toBe(night);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await page.waitForFunction(`!document.documentElement.classList.contains('dark-mode')`);
  expect(await background(page)).toBe(day);
  await page.click('header a');
  await page.waitForSelector('::-p-text(Sign in)');
  await close();
});

test.each([false, true])('/api/docs has no fault of accessibility but the listed ones, dark: %s', async (dark) => {
  const { page, close } = await browser.open(`${server.url}/api/docs#/Vendors/listVendors`, { dark });
  await page.waitForSelector('#operations-Vendors-listVendors .execute');
  await expectListedViolations(page, '/api/docs');
  await close();
});
