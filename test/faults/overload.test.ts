/** More clients than the server can serve, and deliberately slow ones. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropSlowClients, PATIENCE } from '../../src/http/slow-clients';
import { createTestDatabase } from '../kit/database';
import { healthDuring } from '../kit/health';
import { ask, type Asked, graphQL, startLoad } from '../kit/load';
import { type ServerProcess, Servers } from '../kit/process';
import { until } from '../kit/processes';
import { IS_LONG, scaled } from '../kit/scale';

jest.setTimeout(scaled(900_000, 1_200_000));

const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`;
const LIST = `{ vendors(first: 50) { totalCount nodes { name tier tags owner { name } assessments(first: 5) { totalCount } } } }`;
const GIB = 1_048_576; // in the KiB of /proc

const servers = new Servers();
let database: { url: string; drop(): Promise<void> };
let server: ServerProcess;
let headers: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await servers.start({ DATABASE_URL: database.url, LOG_LEVEL: 'error', ...(IS_LONG ? {} : { REQUESTS_AT_ONCE: '50' }) }).ready();
  const client = await servers.signIn(server);
  headers = { cookie: client.cookie };
  for (let n = 0; n < 60; n++)
    await client.data(CREATE, { input: { name: `Vendor ${n}`, contactEmail: 'a@b.example', tags: ['one', 'two'] } });
});
afterAll(async () => {
  await servers.stop();
  await database.drop();
});

/** A realistic mix: mostly reads. */
function mixed(): () => Asked {
  let n = 0;
  return () => {
    switch (++n % 8) {
      case 0:
        return graphQL(headers, CREATE, { input: { name: `New ${n}`, contactEmail: 'a@b.example' } });
      case 1:
        return { path: '/api/v1/vendors', headers };
      case 2:
        return graphQL(headers, '{ dashboard { averageScore openFindings } }');
      case 3:
        return { path: '/' };
      default:
        return graphQL(headers, LIST);
    }
  };
}

function memory(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]);
}

test('clients that cannot be served are told to retry later, and the server survives', async () => {
  const load = startLoad(server.url, scaled(200, 1_000), mixed());
  const { slowest, refused } = await healthDuring(server.url, async () => {
    await sleep(scaled(2_500, 60_000));
    await until(() => load.outcomes['200']! > 20 && load.outcomes['503+']! > 0);
  });
  const peak = memory();
  const outcomes = await load.stop();
  console.info('overload', { outcomes, slowestHealth: slowest, rssMiB: Math.round(peak / 1024) });
  expect(Object.keys(outcomes).filter((key) => !['200', '429+', '503+'].includes(key))).toEqual([]);
  expect(outcomes['200']).toBeGreaterThan(20);
  expect(outcomes['503+']).toBeGreaterThan(0);
  expect(refused).toBe(0);
  expect(slowest).toBeLessThan(scaled(10_000, 1_000)); // the short form shares the machine with other tests
  expect(peak).toBeLessThan(GIB);
  await sleep(scaled(1_000, 10_000));
  for (let n = 0; n < 10; n++) expect((await ask(server.url, undefined, graphQL(headers, LIST))).status).toBe(200);
});

test('a new client is served while a thousand others keep sending requests', async () => {
  const load = startLoad(server.url, 1_000, mixed());
  const { slowest, refused } = await healthDuring(server.url, () => sleep(scaled(3_000, 5_000)));
  const outcomes = await load.stop();
  console.info('newcomers', { outcomes, slowest });
  expect(refused).toBe(0);
  expect(Object.keys(outcomes).filter((key) => !['200', '429+', '503+'].includes(key))).toEqual([]);
  // Queued behind all others it would take half a minute.
  expect(slowest).toBeLessThan(scaled(8_000, 2_000));
});

test('memory stays flat under a steady load, which is served', async () => {
  const load = startLoad(server.url, scaled(20, 100), mixed());
  const measured: number[] = [];
  for (let n = 0; n < 10; n++) {
    await sleep(scaled(200, 60_000));
    measured.push(memory());
  }
  const outcomes = await load.stop();
  console.info('steady', { outcomes, rssMiB: measured.map((kib) => Math.round(kib / 1024)) });
  expect(Object.keys(outcomes).filter((key) => !['200', '429+'].includes(key))).toEqual([]);
  expect(Math.max(...measured)).toBeLessThan(GIB);
  if (IS_LONG) expect(measured.at(-1)! / measured[2]!).toBeLessThan(1.15);
});

describe('slow clients', () => {
  const SLOW = {
    'sends its headers slowly': 'POST /graphql HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    'sends its body slowly':
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"query":"',
    'sends nothing': '',
  };

  /** A client that sends a byte per second, or doesn't read. Returns how long it was tolerated. */
  function slowly(port: number, text: string, isReading = true): { socket: Socket; dropped: Promise<number> } {
    const started = performance.now();
    const socket = connect(port, '127.0.0.1', () => text && socket.write(text));
    const adding = setInterval(() => text && isReading && !socket.destroyed && socket.write('a'), 1_000);
    if (isReading) socket.resume();
    socket.on('error', () => undefined);
    const dropped = new Promise<number>((resolve) => {
      const poll = setInterval(() => {
        // A socket that isn't read notices its end only on write.
        if (!isReading) socket.write('\r\n');
        if (!socket.destroyed && !socket.readableEnded) return;
        clearInterval(poll);
        clearInterval(adding);
        resolve(performance.now() - started);
      }, 100);
    });
    return { socket, dropped };
  }

  const portOf = (url: string) => Number(new URL(url).port);

  test('starve nobody', async () => {
    const slow = Array.from({ length: scaled(300, 2_000) }, (_, n) => slowly(portOf(server.url), Object.values(SLOW)[n % 3]!));
    await sleep(2_000);
    for (let n = 0; n < 10; n++) expect((await ask(server.url, undefined, graphQL(headers, LIST))).status).toBe(200);
    for (const { socket } of slow) socket.destroy();
  });

  /** In short runs, the same rule with shorter timeouts, on a minimal server. */
  describe('are dropped', () => {
    let http: Server | undefined;
    let port: number;
    const patience = scaled({ patienceMs: 1_000, lookMs: 200 }, PATIENCE);
    const limit = scaled(10_000, 60_000);
    const large = Buffer.alloc(30_000_000, 'x');

    beforeAll(async () => {
      http = createServer({ connectionsCheckingInterval: patience.lookMs }, (req, res) => {
        req.resume().on('end', () => res.end(req.url === '/large' ? large : 'small'));
      });
      dropSlowClients(http, patience);
      await new Promise<void>((resolve) => http!.listen(0, '127.0.0.1', resolve));
      ({ port } = http.address() as AddressInfo);
    });
    afterAll(() => http!.close());

    test.each(Object.entries(SLOW))('one that %s', async (_how, text) => {
      expect(await slowly(port, text).dropped).toBeLessThan(limit);
      if (IS_LONG) expect(await slowly(portOf(server.url), text).dropped).toBeLessThan(limit);
    });

    test('one that does not read its response', async () => {
      expect(await slowly(port, 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n', false).dropped).toBeLessThan(limit);
    });

    test('but not one whose response takes long, or who is merely not fast', async () => {
      const late = createServer({ connectionsCheckingInterval: patience.lookMs }, (req, res) => {
        req.resume().on('end', () => setTimeout(() => res.end('late'), patience.patienceMs * 2));
      });
      dropSlowClients(late, patience);
      await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(late.address() as AddressInfo).port}`;
      async function* body() {
        for (let n = 0; n < 8; n++) {
          yield Buffer.alloc(20_000);
          await sleep(patience.patienceMs / 4);
        }
      }
      const response = await fetch(url, { method: 'POST', body: ReadableStream.from(body()), duplex: 'half' } as RequestInit);
      expect(await response.text()).toBe('late');
      late.close();
    });
  });
});
