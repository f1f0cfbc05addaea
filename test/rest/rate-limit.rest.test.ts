import { sql } from '../../src/database/sql';
import { startServer } from '../../src/server';
import { GraphQLClient } from '../kit/client';
import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';
import { statementsDuring } from '../kit/statements';

const LIMIT = 130;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ restRateLimit: LIMIT });
});
afterAll(() => server.stop());

const limits = ({ headers }: { headers: Headers }) => ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));

describe('the limit of a caller over all routes', () => {
  test('every response says how many requests are left, whatever its status', async () => {
    const api = new RestClient(await server.withKey(['vendors:view']));
    const answers = [
      await api.get('/v1/vendors'),
      await api.get(`/v1/vendors/${NOWHERE}`),
      await api.get('/v1/audit'),
      await api.get('/v1/vendors?tier=X'),
      await api.get('/v1/nothing'),
      await api.delete('/v1/vendors'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 403, 400, 404, 405]);
    const remaining = answers.map((answer) => limits(answer)[1]);
    expect(remaining).toEqual(['129', '128', '59', '127', '126', '125']); // audit has its own limit
    expect(limits(answers[0]!)).toEqual(['130', '129', expect.stringMatching(/^([1-9]|[1-5]\d|60)$/)]);
  });

  test('429 beyond it, until the window ends; others are not affected', async () => {
    const api = new RestClient(await server.withKey(['vendors:view', 'audit:view']));
    const answers = await Promise.all(Array.from({ length: LIMIT + 5 }, () => api.get('/v1/vendors')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toEqual({ error: 'Too many requests' });
    expect(limits(refused).slice(0, 2)).toEqual(['130', '0']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);

    expect((await api.get('/v1/audit')).status).toBe(200);
    const other = new RestClient(await server.withKey(['vendors:view']));
    expect((await other.get('/v1/vendors')).status).toBe(200);
  });

  test('it counts sessions per user, and anonymous requests not at all', async () => {
    const admin = new RestClient(server.admin);
    expect(limits(await admin.get('/v1/audit'))[0]).toBe('130');
    const { status, headers } = await new RestClient(server.stranger()).get('/v1/vendors');
    expect([status, headers.get('ratelimit-limit')]).toEqual([401, null]);
  });

  test('it costs one statement per block of requests, not one each', async () => {
    const api = new RestClient(await server.withKey(['vendors:view']));
    const sent = await statementsDuring(async () => {
      for (let n = 0; n < 12; n++) await api.get('/v1/vendors');
    });
    expect(sent.filter((text) => text.includes('rate_limit'))).toHaveLength(4); // blocks of 130 / 60
  });

  test('servers on one database share it, up to a block each', async () => {
    const second = await startServer({ ...server.services.config, port: 0, databaseUrl: server.databaseUrl });
    try {
      const client = await server.withKey(['vendors:view']);
      const here = new RestClient(client);
      const there = new RestClient(new GraphQLClient(second.url, client.headers));
      const answers = await Promise.all(Array.from({ length: LIMIT }, () => [here.get('/v1/vendors'), there.get('/v1/vendors')]).flat());
      const served = answers.filter(({ status }) => status === 200).length;
      expect(served).toBeLessThanOrEqual(LIMIT);
      expect(served).toBeGreaterThanOrEqual(LIMIT - 3);
    } finally {
      await second.stop();
    }
  });

  test('a new window starts when the last one has ended', async () => {
    const { database } = server.services;
    const api = new RestClient(await server.withKey(['vendors:view']));
    await database.query(sql`
      insert into rate_limit (key, count, resets_at)
      select 'rest:' || id, ${LIMIT}, now() + interval '1 second' from api_key order by created_at desc limit 1`);
    expect((await api.get('/v1/vendors')).status).toBe(429);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(limits(await api.get('/v1/vendors')).slice(0, 2)).toEqual(['130', '129']);
  });
});

test('0 turns it off, but not that of the audit log', async () => {
  const free = await startTestServer({ restRateLimit: 0 });
  try {
    const api = new RestClient(await free.withKey());
    expect(limits(await api.get('/v1/vendors'))).toEqual([null, null, null]);
    expect(limits(await api.get('/v1/audit')).slice(0, 2)).toEqual(['60', '59']);
  } finally {
    await free.stop();
  }
});
