import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'puppeteer-core';
import { readConfig } from '../../src/kernel/config';
import { startBrowser, type TestBrowser, type Visit } from '../kit/browser';
import { createVendor } from '../kit/portfolio';
import { until } from '../kit/processes';
import { startTestServer, type TestServer } from '../kit/server';
import { click, expectNoSeriousViolations, fill, openSignedIn, press, shows } from '../kit/web';

let server: TestServer;
let browser: TestBrowser;
let receiver: Server;
let visit: Visit | undefined;
let status = 200;
const received: { type: string }[] = [];

beforeAll(async () => {
  receiver = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      received.push(JSON.parse(body) as { type: string });
      res.writeHead(status).end('Heard');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { webhooks } = readConfig({ WEBHOOK_ALLOW: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '3600' });
  [server, browser] = await Promise.all([startTestServer({ jobs: true, webhooks }), startBrowser()]);
});
afterEach(async () => {
  await visit?.close();
  visit = undefined;
});
afterAll(async () => {
  await Promise.all([browser.close(), server.stop()]);
  receiver.close();
});

async function open(path: string, options?: Parameters<typeof openSignedIn>[3]): Promise<Page> {
  visit = await openSignedIn(browser, server, path, options);
  return visit.page;
}

const expectSound = async (page: Page) => {
  await expectNoSeriousViolations(page);
  expect(visit!.complaints).toEqual([]);
};

const heard = (type: string) => received.filter((one) => one.type === type).length;

const valueOf = (page: Page, label: string) =>
  page.$eval(`::-p-aria([name="${label}"][role="textbox"])`, (field) => (field as unknown as { value: string }).value);

test('a webhook is added, tested, hears of what happens, and its deliveries can be looked at and sent again', async () => {
  const page = await open('/settings/webhooks');
  await shows(page, 'No webhooks yet');
  await expectSound(page);
  await press(page, 'Add webhook', 'link');
  await fill(page, 'Name', 'Tickets');
  await fill(page, 'URL', 'http://10.1.2.3/');
  await expectSound(page);
  await press(page, 'Add webhook');
  await shows(page, 'not public');
  await fill(page, 'URL', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
  await press(page, 'Add webhook');
  await shows(page, 'This is the only time the secret is shown');
  expect(await valueOf(page, 'Secret')).toMatch(/^whsec_/);
  await expectSound(page);
  await press(page, 'Done', 'link');

  await press(page, 'Send a test');
  await shows(page, 'The test arrived: 200');
  expect(heard('webhook.test')).toBe(1);
  await createVendor(server, { name: 'Heard of' });
  await shows(page, 'vendor.created: Heard of');
  await expectSound(page);

  await press(page, 'Show delivery of vendor.created');
  await shows(page, 'webhook-id', '[role=dialog]');
  await shows(page, 'Heard', '[role=dialog]');
  await expectSound(page);
  await press(page, 'Send again');
  await shows(page, 'Queued again');
  await page.keyboard.press('Escape');
  await until(() => heard('vendor.created') === 2);
});

test('a new secret, a replay, disabling and deleting', async () => {
  const page = await open('/settings/webhooks');
  await press(page, 'Tickets', 'link');
  await press(page, 'New secret');
  await press(page, 'Make a new secret');
  await shows(page, 'This is the only time the secret is shown');
  await press(page, 'Done');
  await press(page, 'Replay');
  await click(page, '[role=dialog] button[type=submit]');
  await shows(page, 'There was nothing to send');
  status = 500;
  await press(page, 'Send a test');
  await shows(page, 'The test failed');
  await shows(page, 'The receiver answered 500', 'td');
  await press(page, 'Show delivery of webhook.test');
  await shows(page, 'The receiver answered 500: Heard', '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[role=dialog]', { hidden: true });
  await press(page, 'Disable');
  await shows(page, 'Webhook disabled');
  await press(page, 'Delete');
  await fill(page, 'Type Tickets to confirm', 'Tickets');
  await press(page, 'Delete webhook');
  await shows(page, 'No webhooks yet');
});

test('on a phone, in the dark', async () => {
  await server.admin.data(`mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }`, {
    input: { name: 'Small', url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, types: ['vendor.created'] },
  });
  const page = await open('/settings/webhooks', { width: 390, dark: true });
  await shows(page, 'Small');
  await expectSound(page);
  await press(page, 'Small', 'link');
  await shows(page, 'Deliveries');
  await expectSound(page);
});
