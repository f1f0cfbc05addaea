import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { post } from '../../src/platform/post';
import { resolveHost } from '../../src/platform/outgoing';

describe('a receiver that answers strangely', () => {
  let server: Server;
  beforeAll(() => new Promise<void>((resolve) => (server = createServer()).listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const send = () => {
    const { port } = server.address() as AddressInfo;
    const rules = { allow: ['127.0.0.0/8'], isOwn: () => false };
    return post(`http://127.0.0.1:${port}/`, {}, 'x', { rules, timeoutMs: 1_000, maxBytes: 100 });
  };

  test('switching the protocol is an answer like any other', async () => {
    server.removeAllListeners('request');
    server.on('request', ({ socket }) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'));
    await expect(send()).resolves.toMatchObject({ status: 101, error: undefined });
  });

  test('saying nothing ends in time', async () => {
    server.removeAllListeners('request');
    server.on('request', () => undefined);
    await expect(send()).resolves.toMatchObject({ status: null, error: 'No complete answer within 1 seconds' });
  });

  test('closing the connection is told as that', async () => {
    server.removeAllListeners('request');
    server.on('request', ({ socket }) => socket.destroy());
    await expect(send()).resolves.toMatchObject({ status: null, error: expect.stringMatching(/closed the connection/) as string });
  });
});

describe('names', () => {
  /** A name server that knows one name, denies others, and is silent about the rest. */
  let server: UdpSocket;
  let resolver: dns.Resolver;
  beforeAll(async () => {
    server = createSocket('udp4');
    server.on('message', (query, { port, address }) => {
      const name = query.toString('latin1', 13, 13 + query[12]!);
      if (name === 'silent') return;
      const isKnown = name === 'known' && query.readUInt16BE(query.indexOf(0, 12) + 1) === 1;
      const head = Buffer.from(query.subarray(0, query.indexOf(0, 12) + 5));
      head.writeUInt16BE(isKnown || name === 'known' ? 0x8180 : 0x8183, 2);
      head.writeUInt16BE(isKnown ? 1 : 0, 6);
      head.writeUInt16BE(0, 8);
      head.writeUInt16BE(0, 10);
      const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
      server.send(isKnown ? Buffer.concat([head, answer]) : head, port, address);
    });
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    resolver = new dns.Resolver({ timeout: 300, tries: 1 });
    resolver.setServers([`127.0.0.1:${server.address().port}`]);
  });
  afterAll(() => server.close());

  test('are asked of the name servers', async () => {
    await expect(resolveHost('known.example.org', resolver)).resolves.toEqual(['192.0.2.7']);
  });

  test('that they are silent about take no thread of the system', async () => {
    const began = performance.now();
    const all = await Promise.all(Array.from({ length: 20 }, () => resolveHost('silent.example.org', resolver)));
    expect(all.flat()).toEqual([]);
    // Others are found meanwhile and afterwards, at once: two threads would be busy for minutes.
    await expect(dns.lookup('localhost')).resolves.toMatchObject({ address: expect.any(String) as string });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('that they don’t have may be in the hosts file', async () => {
    await expect(resolveHost('localhost', resolver)).resolves.toContain('127.0.0.1');
  });
});
