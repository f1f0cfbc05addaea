import { sql } from '../../src/database/sql';
import { forgetOldKeys } from '../../src/http/idempotency';
import { startServer } from '../../src/server';
import { GraphQLClient } from '../kit/client';
import { RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let api: RestClient;
beforeAll(async () => {
  // Many requests wait for one here, which must not wait for them.
  server = await startTestServer({ databasePool: 4 });
  api = new RestClient(await server.withKey(['vendors:create', 'vendors:view', 'audit:view']));
});
afterAll(() => server.stop());

const vendor = (name: string, more: object = {}) => ({ name, contactEmail: 'a@b.example', ...more });

const post = (key: string, body: unknown, as = api) =>
  as.request('/v1/vendors/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });

const countOf = async (name: string) => {
  const [row] = await server.services.database.query<{ n: number }>(sql`
    select count(*) as n from vendor where name = ${name}`);
  return row!.n;
};

describe('Idempotency-Key on POST /api/v1/vendors/import', () => {
  test('201 again, with the same body, and one vendor', async () => {
    const first = await post('key 1', vendor('One', { tier: 'LOW' }));
    expect(first.status).toBe(201);
    await server.services.database.query(sql`update vendor set notes = 'changed since' where name = 'One'`);
    // The order of fields, white space and unknown fields don't make it a different body.
    const again = await post('key 1', { contactEmail: 'a@b.example', tier: 'LOW', nonsense: 1, name: 'One' });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await countOf('One')).toBe(1);
    const { body } = await api.get<{ totalCount: number }>('/v1/audit?action=CREATE_VENDOR');
    expect(body.totalCount).toBe(1);
  });

  test('one vendor and one response even for many concurrent requests to two servers', async () => {
    const second = await startServer({ ...server.services.config, port: 0, databaseUrl: server.databaseUrl });
    const client = await server.withKey(['vendors:create']);
    const [here, there] = [client, new GraphQLClient(second.url, client.headers)].map((one) => new RestClient(one));
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => post('at once', vendor('Sixteen'), n % 2 ? here : there)),
    ).finally(() => second.stop());
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(await countOf('Sixteen')).toBe(1);
  });

  test('requests with different keys do not wait for each other', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => post(`many ${n}`, vendor('Many'))));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await countOf('Many')).toBe(20);
  });

  test('409 with another body', async () => {
    await post('key 2', vendor('Two'));
    const { status, body } = await post('key 2', vendor('Two!'));
    expect([status, body]).toEqual([409, { error: 'This idempotency key was used with another body' }]);
    expect(await countOf('Two!')).toBe(0);
  });

  test('the same key of another caller is a different key, and requests without one are independent', async () => {
    const other = new RestClient(await server.withKey(['vendors:create']));
    const session = new RestClient(server.admin);
    for (const client of [api, other, session]) {
      expect((await post('shared', vendor('Three'), client)).status).toBe(201);
    }
    await api.send('POST', '/v1/vendors/import', vendor('Three'));
    await api.send('POST', '/v1/vendors/import', vendor('Three'));
    expect(await countOf('Three')).toBe(5);
  });

  test('a failed request is not remembered', async () => {
    expect((await post('key 4', vendor('Four', { tier: 'X' }))).status).toBe(400);
    await api.send('POST', '/v1/vendors/import', vendor('Holder', { externalId: 'TAKEN' }));
    expect((await post('key 4', vendor('Four', { externalId: 'TAKEN' }))).status).toBe(400);
    expect((await post('key 4', vendor('Four'))).status).toBe(201);
    expect(await countOf('Four')).toBe(1);
  });

  test('if the first of two concurrent requests fails, the second is served', async () => {
    const body = vendor('Five', { externalId: 'FIVE' });
    const statuses = (await Promise.all([post('key 5', body), post('key 6', body), post('key 5', body)])).map(({ status }) => status);
    expect(await countOf('Five')).toBe(1);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
  });

  test('after 24 hours the key is free', async () => {
    await post('old', vendor('Old'));
    await server.services.database.query(sql`
      update idempotency_key set created_at = now() - interval '24 hours 1 second' where key = 'old'`);
    expect((await post('old', vendor('Older'))).status).toBe(201);
    expect((await post('old', vendor('Older'))).status).toBe(201);
    expect([await countOf('Old'), await countOf('Older')]).toEqual([1, 1]);
    await server.services.database.query(sql`update idempotency_key set created_at = now() - interval '25 hours'`);
    await forgetOldKeys(server.services.database);
    expect(await server.services.database.query(sql`select 1 from idempotency_key`)).toEqual([]);
  });

  test.each(['', 'ä', 'x'.repeat(256), 'a\tb'])('400 with the key %j', async (key) => {
    const { status, body } = await post(key, vendor('Odd'));
    expect([status, body]).toEqual([400, { error: 'Idempotency-Key must be 1 to 255 printable ASCII characters' }]);
  });

  test.each(['x'.repeat(255), '~', "'; drop table vendor; --", '__proto__'])('201 with the key %j', async (key) => {
    expect((await post(key, vendor('Fine'))).status).toBe(201);
  });

  test('401 and 403 come first', async () => {
    expect((await post('ä', vendor('No'), new RestClient(server.stranger()))).status).toBe(401);
    const weak = new RestClient(await server.withKey(['vendors:view']));
    expect((await post('key 1', vendor('One', { tier: 'LOW' }), weak)).status).toBe(403);
  });

  test('other routes ignore the key', async () => {
    const { id } = (await post('delete me', vendor('Gone'))).body;
    const all = new RestClient(await server.withKey());
    const headers = { 'idempotency-key': 'delete' };
    const remove = () => all.request(`/v1/vendors/${id}`, { method: 'DELETE', headers });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  });
});
