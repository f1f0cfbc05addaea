import { type AddressInfo, createServer } from 'node:net';
import { addressFault, outgoingAddresses, type OutgoingRules } from '../../src/platform/outgoing';
import { post } from '../../src/platform/post';
import { excerptOf, outcomeOf } from '../../src/domains/webhook/webhook.outcome';
import { signatures } from '../../src/domains/webhook/webhook.secrets';

const NOT_PUBLIC = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.255.255.254 169.254.0.1 169.254.169.253 172.16.0.1
  172.31.255.255 192.0.0.1 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.168.255.255 192.175.48.1 198.18.0.1 198.19.255.255
  198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::7f00:1 ::10.0.0.1 ::808:808 ::ffff:10.0.0.1 ::ffff:127.0.0.1 ::ffff:a00:1 0:0:0:0:0:ffff:c0a8:1 ::ffff:0:10.0.0.1 ::ffff:0:8.8.8.8
  64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::10.0.0.1 64:ff9b:1::8.8.8.8 100::1 2001::1 2001:0:7f00:1:0:0:80ff:fffe 2001:2::1 2001:10::1
  2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a00:1::1 2002:808:808::1 3fff::1 5f00::1 4000::1 fc00::1 fd12:3456:789a::1 fe80::1 febf::1 fe80::1%eth0
  fec0::1 ff02::1 ff0e::1 2a00:1450:4001::5efe:10.0.0.1 2a00:1450:4001:0:200:5efe:7f00:1`
  .trim()
  .split(/\s+/);

const METADATA = `
  169.254.169.254 ::ffff:169.254.169.254 ::ffff:a9fe:a9fe 64:ff9b::169.254.169.254 64:ff9b::a9fe:a9fe ::a9fe:a9fe 2002:a9fe:a9fe::1
  2001:0:a9fe:a9fe:: 2001:0:1234:5678:0:0:5601:5601 fd00:ec2::254 fd00:0ec2:0:0:0:0:0:254 100.100.100.200 169.254.170.2 168.63.129.16`
  .trim()
  .split(/\s+/);

const PUBLIC =
  '8.8.8.8 93.184.216.34 1.1.1.1 172.15.0.1 172.32.0.1 100.128.0.1 2606:4700::1111 2a00:1450:4001::200e ::ffff:8.8.8.8 64:ff9b::8.8.8.8';

test('addresses that are not public are refused, however they are written', () => {
  expect(NOT_PUBLIC.length).toBeGreaterThan(60);
  for (const address of [...NOT_PUBLIC, 'nonsense', ''])
    expect({ address, fault: addressFault(address, []) }).toMatchObject({ fault: expect.any(String) as string });
  for (const address of PUBLIC.split(' ')) expect({ address, fault: addressFault(address, []) }).toEqual({ address, fault: undefined });
});

test('what is allowed may be reached, but a metadata service never', () => {
  const everything = ['0.0.0.0/0', '::/0'];
  for (const address of NOT_PUBLIC.filter((one) => !one.includes('%')))
    expect({ address, fault: addressFault(address, everything) }).toEqual({ address, fault: undefined });
  for (const address of METADATA)
    expect({ address, fault: addressFault(address, everything) }).toEqual({ address, fault: 'leads to a metadata service' });
  expect(addressFault('10.1.2.3', ['10.1.0.0/16'])).toBeUndefined();
  expect(addressFault('::ffff:10.1.2.3', ['10.1.0.0/16'])).toBeUndefined();
  expect(addressFault('10.2.2.3', ['10.1.0.0/16', '10.2.2.2'])).toBeDefined();
});

const rules = (given: Partial<OutgoingRules> = {}): OutgoingRules => ({
  allow: [],
  resolve: (hostname) => Promise.resolve(hostname === 'hooks.example.org' ? ['8.8.8.8'] : []),
  isOwn: () => false,
  ...given,
});
const ask = (url: string, given?: Partial<OutgoingRules>) => outgoingAddresses(new URL(url), rules(given));

test('URLs that lead inside are refused, however they are written', async () => {
  const urls = `
    https://2130706433 https://0x7f000001 https://0x7f.1 https://017700000001 https://127.1 https://127.0.1 https://0 https://①②⑦.0.0.1 https://127.0.0.1.
    https://[::1] https://[::ffff:127.0.0.1] https://[0:0:0:0:0:ffff:7f00:1] https://[64:ff9b::7f00:1] https://169.254.169.254 https://0xa9fea9fe
    https://metadata.google.internal https://METADATA.google.internal. https://metadata https://metadata.goog https://nowhere.example.org
    http://hooks.example.org ftp://hooks.example.org file:///etc/passwd data:text/plain,x https://user@hooks.example.org https://:p@hooks.example.org`;
  for (const url of urls.trim().split(/\s+/)) await expect(ask(url)).rejects.toThrow();
  await expect(ask('https://hooks.example.org')).resolves.toEqual(['8.8.8.8']);
  await expect(ask('https://hooks.example.org.:8443/x?y#z')).resolves.toEqual(['8.8.8.8']);
  await expect(ask('http://10.0.0.1:81', { allow: ['10.0.0.0/8'] })).resolves.toEqual(['10.0.0.1']);
  await expect(ask('https://hooks.example.org', { isOwn: () => true })).rejects.toThrow('this server');
  await expect(ask('https://hooks.example.org', { isOwn: ({ address }) => address === '8.8.8.8' })).rejects.toThrow('this server');
  await expect(ask('https://hooks.example.org', { resolve: () => Promise.resolve(['8.8.8.8', '10.0.0.1']) })).rejects.toThrow('not public');
  await expect(ask('https://hooks.example.org', { resolve: () => Promise.reject(new Error('no')) })).rejects.toThrow('resolve');
});

test('no spelling of this machine is connected to', async () => {
  let heard = 0;
  const canary = createServer((socket) => {
    heard++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
  const { port } = canary.address() as AddressInfo;
  const hosts = `
    127.0.0.1 127.1 127.0.1 127.0.0.2 127.255.255.254 2130706433 0x7f000001 0x7F.1 0x7f.0.0.1 017700000001 0177.0.0.1 0177.0.0.01 127.0.0.1. 0 0.0.0.0 0x0 00
    0.0.0.1 ①②⑦.0.0.1 １２７.０.０.１ 127。0。0。1 [::1] [::] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:0:127.0.0.1] [::127.0.0.1]
    [::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [fe80::1] [fc00::1] 10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 169.254.169.254 0xa9fea9fe 2852039166
    [::ffff:169.254.169.254] [fd00:ec2::254] localhost LOCALHOST localhost. LocalHost. ip6-localhost localhost.localdomain inside.example.org
    inside.example.org. both.example.org mapped.example.org turning.example.org metadata.google.internal METADATA.google.internal. metadata
    metadata.goog user@127.0.0.1 user:password@inside.example.org 127.0.0.1%2f 127.0.0.1\\@hooks.example.org hooks.example.org@127.0.0.1`
    .trim()
    .split(/\s+/);
  expect(hosts.length).toBeGreaterThanOrEqual(60);
  const turns = [['8.8.8.8'], ['127.0.0.1']];
  const names: Record<string, () => string[]> = {
    'inside.example.org': () => ['127.0.0.1'],
    'both.example.org': () => ['8.8.8.8', '127.0.0.1'],
    'mapped.example.org': () => ['::ffff:127.0.0.1'],
    // Another answer the second time.
    'turning.example.org': () => turns.shift() ?? ['127.0.0.1'],
  };
  const resolve = (hostname: string) => Promise.resolve(names[hostname.toLowerCase().replace(/\.$/, '')]?.() ?? ['127.0.0.1']);
  await expect(ask('https://turning.example.org', { resolve })).resolves.toEqual(['8.8.8.8']);
  try {
    for (const host of hosts) {
      for (const scheme of ['https', 'http']) {
        const address = `${scheme}://${host}:${port}/`;
        if (!URL.canParse(address)) continue;
        const { status, error } = await post(address, {}, '{}', { rules: rules({ resolve }), timeoutMs: 2_000, maxBytes: 1_000 });
        expect([address, status, error]).toEqual([address, null, expect.stringMatching(/^The URL /)]);
      }
    }
    expect(heard).toBe(0);
  } finally {
    canary.close();
  }
});

test('a request is signed as the specification says', () => {
  const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' };
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect(signatures([secret], signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(signatures([secret, secret], signed).split(' ')).toHaveLength(2);
});

const now = new Date('2026-11-17T12:00:00Z');
const answered = (status: number | null, retryAfter?: string) => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body: Buffer.from('x'),
  durationMs: 1,
});

test('Retry-After makes a wait longer, never shorter, by a day at most', () => {
  const wait = (retryAfter?: string) => outcomeOf(answered(503, retryAfter), now, 0, [100]).waitSeconds!;
  for (const text of [undefined, '1', '0', '-5', 'soon', '', '1e9', 'Tue, 17 Nov 2026 11:00:00 GMT', '2030'])
    expect({ text, isOurs: wait(text) >= 100 && wait(text) <= 110 }).toEqual({ text, isOurs: text !== '2030' });
  expect(wait('120')).toBe(120);
  expect(wait('999999999')).toBe(86_400);
  expect(wait('Tue, 17 Nov 2026 12:10:00 GMT')).toBe(600);
  expect(wait('Tue, 17 Nov 2099 12:10:00 GMT')).toBe(86_400);
});

test('an attempt ends in one of four ways', () => {
  for (const status of [200, 201, 204, 299])
    expect(outcomeOf(answered(status), now, 0, [1])).toMatchObject({ status: 'DELIVERED', waitSeconds: null });
  for (const status of [null, 301, 302, 307, 400, 404, 429, 500, 502]) {
    expect(outcomeOf(answered(status), now, 0, [1])).toMatchObject({
      status: 'PENDING',
      attempt: { status: 'FAILED', error: expect.any(String) as string },
    });
    expect(outcomeOf(answered(status), now, 1, [1])).toMatchObject({ status: 'FAILED' });
  }
  expect(outcomeOf(answered(410), now, 0, [1])).toMatchObject({ status: 'ABANDONED', isGone: true });
});

test('an excerpt is clean text', () => {
  expect(excerptOf(Buffer.from('a\0b\x07c\r\nd\u009fe'))).toBe('abc de');
  expect(excerptOf(Buffer.from([0xff, 0xfe, 0x41, 0xc3]))).toBe('\ufffd\ufffdA\ufffd');
  expect([...excerptOf(Buffer.from('😀'.repeat(2_000)))!]).toHaveLength(1_000);
  expect(excerptOf(Buffer.from('\0'))).toBeNull();
});
