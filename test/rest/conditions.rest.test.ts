/** ETag and If-Match: of several callers who read the same version, one may change it. */
import { sql } from '../../src/database/sql';
import { Assessor } from '../kit/assessed';
import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let api: RestClient;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  api = new RestClient(await server.withKey());
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

let made = 0;
const importVendor = async (): Promise<string> => {
  const vendor = { name: `Vendor ${++made}`, contactEmail: 'a@b.example', externalId: `E-${made}` };
  return (await api.send<{ id: string }>('POST', '/v1/vendors/import', vendor)).body.id;
};
const tagOf = async (path: string) => (await api.get(path)).headers.get('etag')!;
const change = (method: string, path: string, body: object, ifMatch?: string, client = api) =>
  client.request(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
  });
const put = (id: string, body: object, ifMatch?: string, client = api) => change('PUT', `/v1/vendors/${id}`, body, ifMatch, client);
const STALE = { error: 'This has changed since you read it: read it again, then retry' };

describe('the ETag of a vendor', () => {
  test('is strong, the same at each of its URLs and for HEAD, and works for 304', async () => {
    const id = await importVendor();
    const tag = await tagOf(`/v1/vendors/${id}`);
    expect(tag).toMatch(/^"[^"]+"$/);
    expect(await tagOf(`/v1/vendors/external/E-${made}`)).toBe(tag);
    expect((await api.request(`/v1/vendors/${id}`, { method: 'HEAD' })).headers.get('etag')).toBe(tag);
    const known = await api.get(`/v1/vendors/${id}`, { 'if-none-match': `"other", ${tag}` });
    expect([known.status, known.headers.get('etag')]).toEqual([304, tag]);
  });

  test('comes with a response that must not be compressed', async () => {
    const { vendorId } = await assessor.completed();
    for (let n = 0; n < 10; n++) await assessor.sent(vendorId);
    const { headers, text } = await api.get(`/v1/vendors/${vendorId}`, { 'accept-encoding': 'gzip' });
    expect(text.length).toBeGreaterThan(1_024);
    expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual([null, 'private, no-cache, no-transform']);
  });

  test('changes with fields that are shown and with some that are not', async () => {
    const { vendorId: id } = await assessor.sent();
    const tags = [await tagOf(`/v1/vendors/${id}`)];
    const then = async (step: Promise<unknown>) => {
      await step;
      tags.push(await tagOf(`/v1/vendors/${id}`));
    };
    await then(put(id, { notes: 'shown' }));
    await then(put(id, { serviceDescription: 'not shown' }));
    await then(assessor.completed(id)); // the score
    await then(assessor.certify(id, { name: 'ISO 27001' })); // customer responsibility
    expect(new Set(tags).size).toBe(tags.length);
    await put(id, { notes: 'shown' }); // which it already has
    expect(await tagOf(`/v1/vendors/${id}`)).toBe(tags.at(-1));
  });
});

describe('PUT with If-Match', () => {
  test('200 while nothing has changed, with the ETag for the next change; then 412 with the old one', async () => {
    const id = await importVendor();
    const path = `/v1/vendors/${id}`;
    const first = await tagOf(path);
    const { status, headers } = await put(id, { tier: 'LOW' }, first);
    const second = headers.get('etag')!;
    expect([status, second]).toEqual([200, await tagOf(path)]);
    const refused = await put(id, { tier: 'HIGH' }, first);
    expect([refused.status, refused.body, refused.headers.get('etag')]).toEqual([412, STALE, null]);
    expect((await api.get(path)).body).toMatchObject({ tier: 'LOW' });
    expect((await put(id, { tier: 'HIGH' }, second)).status).toBe(200);
    expect((await api.get('/v1/audit?action=UPDATE_VENDOR&pageSize=100')).body.totalCount).toBeGreaterThanOrEqual(2);
  });

  test('the ETag covers the whole vendor, with its assessments, scores and certifications', async () => {
    const { vendorId } = await assessor.completed();
    await assessor.certify(vendorId, { name: 'ISO 27001' });
    const { headers } = await put(vendorId, { tier: 'LOW', contractValue: '$0–$50K' });
    expect(headers.get('etag')).toBe(await tagOf(`/v1/vendors/${vendorId}`));
  });

  test.each([
    ['*', 200],
    [' * ', 200],
    ['"a", TAG', 200],
    ['"a,b",TAG,"c"', 200],
    ['W/TAG', 412],
    ['"a", W/TAG', 412],
    ['"a"', 412],
    ['', 412],
    ['nonsense', 412],
    ['"*"', 412],
  ])('If-Match: %s is %i', async (header, status) => {
    const id = await importVendor();
    const tag = await tagOf(`/v1/vendors/${id}`);
    expect((await put(id, { tier: 'LOW' }, header.replace('TAG', tag))).status).toBe(status);
  });

  test('412 after a change in any other way: GraphQL, a CSV import, an assessment', async () => {
    const { vendorId: id } = await assessor.sent({ externalId: 'GUARDED' });
    const ways: (() => Promise<unknown>)[] = [
      () =>
        server.admin.data(`mutation ($id: ID!) { updateVendor(input: { id: $id, dataSensitivity: PUBLIC }) { vendor { id } } }`, { id }),
      () =>
        server.admin.data(`mutation ($csv: String!) { importVendors(input: { csv: $csv }) { updated } }`, {
          csv: 'externalId,serviceDescription\nGUARDED,Mail',
        }),
      () => assessor.completed(id),
    ];
    for (const way of ways) {
      const tag = await tagOf(`/v1/vendors/${id}`);
      await way();
      expect((await put(id, { notes: 'late' }, tag)).status).toBe(412);
    }
    expect((await put(id, { notes: 'in time' }, await tagOf(`/v1/vendors/${id}`))).status).toBe(200);
  });

  test('of many callers who read the same version, one succeeds', async () => {
    const id = await importVendor();
    const tag = await tagOf(`/v1/vendors/${id}`);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => put(id, { serviceDescription: `Number ${n}` }, tag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
    const [vendor] = await server.services.database.query(sql`select revision from vendor where id = ${id}`);
    expect(vendor).toEqual({ revision: 2 });
  });

  test('other errors are the same as without it', async () => {
    const id = await importVendor();
    expect((await put(id, { tier: 'X' }, '"a"')).status).toBe(400);
    for (const ifMatch of ['*', '"a"']) expect((await put(NOWHERE, { tier: 'LOW' }, ifMatch)).status).toBe(404);
    const taken = `E-${made}`;
    const other = await importVendor();
    expect((await put(other, { externalId: taken }, await tagOf(`/v1/vendors/${other}`))).status).toBe(409);
    const viewer = new RestClient(await server.withKey(['vendors:view']));
    expect((await put(id, { tier: 'LOW' }, '"a"', viewer)).status).toBe(403);
  });

  test('it needs only vendors:edit', async () => {
    const id = await importVendor();
    const editor = new RestClient(await server.withKey(['vendors:edit']));
    expect((await put(id, { tier: 'LOW' }, await tagOf(`/v1/vendors/${id}`), editor)).status).toBe(200);
    expect((await put(id, { tier: 'HIGH' }, '"a"', editor)).status).toBe(412);
  });

  test('without the header a change is always made, and returns the new ETag', async () => {
    const id = await importVendor();
    await put(id, { tier: 'LOW' });
    const { status, headers } = await put(id, { tier: 'HIGH' });
    expect([status, headers.get('etag')]).toEqual([200, await tagOf(`/v1/vendors/${id}`)]);
    expect(headers.get('cache-control')).toContain('no-transform'); // otherwise a proxy would make it a weak one
    const editor = new RestClient(await server.withKey(['vendors:edit']));
    expect((await put(id, { tier: 'LOW' }, headers.get('etag')!, editor)).headers.get('etag')).toBe(await tagOf(`/v1/vendors/${id}`));
  });
});

describe('an import', () => {
  const post = (body: object, headers: object = {}, client = api) =>
    client.request<{ id: string }>('/v1/vendors/import', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const vendor = { name: 'Tagged', contactEmail: 'a@b.example' };
  const whole = {
    ...vendor,
    externalId: ' TAGGED ',
    contactName: ' Ada ',
    tier: 'HIGH',
    website: 'https://tagged.example',
    notes: 'Line\r\ntwo',
    serviceDescription: 'Mail',
    dataSensitivity: 'PUBLIC',
    contractRenewalDate: '2030-01-31',
    contractValue: '$5M+',
    geographicRisk: 'GLOBAL',
    tags: ['b', 'a', 'b'],
  };

  test('returns the ETag of the vendor, with vendors:create alone', async () => {
    const creator = new RestClient(await server.withKey(['vendors:create']));
    for (const [client, given] of [[api, vendor] as const, [creator, vendor] as const, [creator, whole] as const]) {
      const { status, body, headers } = await post(given, {}, client);
      expect([status, headers.get('etag')]).toEqual([201, await tagOf(`/v1/vendors/${body.id}`)]);
    }
  });

  test('ignores If-Match, which is about an existing record', async () => {
    expect((await post(vendor, { 'if-match': '"a"' })).status).toBe(201);
  });

  test('that is repeated gets the ETag of the first response, which is no longer valid after a change', async () => {
    const creator = new RestClient(await server.withKey(['vendors:create']));
    const repeat = () => post(vendor, { 'idempotency-key': 'tagged' }, creator);
    const first = await repeat();
    const tag = first.headers.get('etag')!;
    expect(tag).toBe(await tagOf(`/v1/vendors/${first.body.id}`));
    expect((await repeat()).headers.get('etag')).toBe(tag);
    await put(first.body.id, { tier: 'LOW' });
    expect((await repeat()).headers.get('etag')).toBe(tag);
    expect((await put(first.body.id, { tier: 'HIGH' }, tag)).status).toBe(412);
  });
});

describe('DELETE with If-Match', () => {
  const remove = (id: string, ifMatch?: string, client = api) =>
    client.request(`/v1/vendors/${id}`, { method: 'DELETE', headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });

  test('412 if the vendor has changed, which then stays; 200 with its ETag, with * and without the header', async () => {
    const id = await importVendor();
    const stale = await tagOf(`/v1/vendors/${id}`);
    await put(id, { serviceDescription: 'not shown' });
    for (const ifMatch of [stale, 'W/' + (await tagOf(`/v1/vendors/${id}`)), '"a"', '']) {
      const refused = await remove(id, ifMatch);
      expect([refused.status, refused.body]).toEqual([412, STALE]);
    }
    const { headers, body, status } = await remove(id, await tagOf(`/v1/vendors/${id}`));
    expect([status, body, headers.get('etag')]).toEqual([200, { deleted: true }, null]);
    expect((await api.get(`/v1/vendors/${id}`)).status).toBe(404);
    expect((await remove(await importVendor(), '*')).status).toBe(200);
    expect((await remove(await importVendor())).status).toBe(200);
    for (const ifMatch of ['*', '"a"']) expect((await remove(NOWHERE, ifMatch)).status).toBe(404);
  });

  test('it needs only vendors:delete', async () => {
    const id = await importVendor();
    const cleaner = new RestClient(await server.withKey(['vendors:delete']));
    expect((await remove(id, '"a"', cleaner)).status).toBe(412);
    expect((await remove(id, await tagOf(`/v1/vendors/${id}`), cleaner)).status).toBe(200);
  });

  test('of concurrent changes and deletions of the same version, one succeeds', async () => {
    const id = await importVendor();
    const tag = await tagOf(`/v1/vendors/${id}`);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, n) => put(id, { serviceDescription: `Number ${n}` }, tag)),
      ...Array.from({ length: 4 }, () => remove(id, tag)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 404, 412]).toContain(status);
  });
});

describe('PATCH with If-Match', () => {
  const close = (id: string, ifMatch?: string) => change('PATCH', `/v1/findings/${id}`, { status: 'REMEDIATED' }, ifMatch);
  const findings = async () => {
    const { id } = await assessor.completed({}, {}, { 'MFA?': 'NO', 'Regions?': ['US'], '=Key length': 64 });
    const { assessment } = await server.admin.data<{ assessment: { findings: { id: string; revision: number }[] } }>(
      `query ($id: ID!) { assessment(id: $id) { findings { id revision } } }`,
      { id },
    );
    return assessment.findings;
  };

  test('the ETag is the revision in quotes: 412 with another, 200 with this one, which returns the next', async () => {
    const [one, two, three] = await findings();
    const stale = await close(one!.id, `"${one!.revision + 1}"`);
    expect([stale.status, stale.body]).toEqual([412, STALE]);
    const { status, headers } = await close(one!.id, `"${one!.revision}"`);
    expect([status, headers.get('etag')]).toEqual([200, `"${one!.revision + 1}"`]);
    expect((await close(one!.id, `"${one!.revision}"`)).status).toBe(412);
    expect((await close(one!.id, `"${one!.revision + 1}"`)).status).toBe(400); // a closed one stays closed
    expect((await close(two!.id, '*')).headers.get('etag')).toBe(`"${two!.revision + 1}"`);
    expect((await close(three!.id)).headers.get('etag')).toBe(`"${three!.revision + 1}"`);
    for (const ifMatch of ['*', '"1"']) expect((await close(NOWHERE, ifMatch)).status).toBe(404);
  });

  test('of many callers who read the same version, one succeeds', async () => {
    const [one] = await findings();
    const answers = await Promise.all(Array.from({ length: 6 }, () => close(one!.id, `"${one!.revision}"`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(412)]);
  });
});
