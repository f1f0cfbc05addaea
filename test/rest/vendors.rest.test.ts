import { sql } from '../../src/database/sql';
import { Assessor } from '../kit/assessed';
import { archive } from '../kit/offboarded';
import { NOWHERE, RestClient } from '../kit/rest';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let api: RestClient;
beforeAll(async () => {
  server = await startTestServer();
  api = new RestClient(await server.withKey());
});
afterAll(() => server.stop());

let made = 0;

async function importVendor(fields: object = {}): Promise<{ id: string; name: string }> {
  const vendor = { name: `Vendor ${++made}`, contactEmail: 'contact@vendor.example', ...fields };
  const { status, body } = await api.send<{ id: string; name: string }>('POST', '/v1/vendors/import', vendor);
  expect(status).toBe(201);
  return body;
}

const FULL = {
  name: 'Full Ltd',
  contactEmail: 'full@vendor.example',
  externalId: 'FULL-1',
  contactName: 'Ada Lovelace',
  tier: 'HIGH',
  website: 'https://full.example',
  notes: 'Two\nlines',
  serviceDescription: 'Hosting',
  dataSensitivity: 'CONFIDENTIAL',
  contractRenewalDate: '2027-06-30',
  contractValue: '$50K–$250K',
  geographicRisk: 'HIGH_RISK_JURISDICTION',
  tags: ['cloud', 'eu'],
};

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('POST /api/v1/vendors/import', () => {
  test('201 with exactly the created vendor', async () => {
    const { status, body } = await api.send('POST', '/v1/vendors/import', FULL);
    expect(status).toBe(201);
    const { externalId: _, ...shown } = FULL;
    expect(body).toEqual({
      ...shown,
      id: expect.any(String),
      contractRenewalDate: '2027-06-30T00:00:00.000Z',
      ownerId: null,
      overallScore: null,
      lastAssessedAt: null,
      createdAt: MOMENT,
      updatedAt: MOMENT,
    });
  });

  test('201 with only a name and an e-mail address: the rest is null', async () => {
    const none = { tier: null, contractValue: null, contractRenewalDate: null, tags: [] };
    expect(await importVendor()).toMatchObject(none);
  });

  const CONTRACT_VALUES = ['$0–$50K', '$50K–$250K', '$250K–$1M', '$1M–$5M', '$5M+'];
  test.each(CONTRACT_VALUES)('201 with the contract value %s', async (contractValue) => {
    const { id, ...created } = await importVendor({ contractValue });
    expect(created).toMatchObject({ contractValue });
    expect((await api.get(`/v1/vendors/${id}`)).body).toMatchObject({ contractValue });
  });

  test('201 treats null in an optional field as omitted', async () => {
    const { name: _, contactEmail: __, ...optional } = FULL;
    const nulls = Object.fromEntries(Object.keys(optional).map((field) => [field, null]));
    const { externalId: ___, ...shown } = nulls;
    expect(await importVendor(nulls)).toMatchObject({ ...shown, tags: [] });
  });

  test('201 ignores unknown fields, and is recorded as an import by the key', async () => {
    const fields = { ownerId: NOWHERE, id: NOWHERE, overallScore: 1, constructor: 1, nonsense: {} };
    const vendor = await importVendor(fields);
    expect(vendor).toMatchObject({ ownerId: null, overallScore: null });
    expect(vendor.id).not.toBe(NOWHERE);
    const { body } = await api.get<{ entries: object[] }>('/v1/audit?action=CREATE_VENDOR&pageSize=1');
    expect(body.entries[0]).toMatchObject({ entityName: vendor.name, userName: expect.stringMatching(/^API key /) });
  });

  test.each([{ tier: 'X' }, { name: null }, { name: '' }, { name: '  ' }, { name: '\u200b' }])('400 without a name: %j', async (fields) => {
    const { status, body } = await api.send('POST', '/v1/vendors/import', { contactEmail: 'a@b.example', ...fields });
    expect([status, body]).toEqual([400, { error: 'Vendor name is required' }]);
  });

  test.each([
    [{ name: 5 }, 'name must be text'],
    [{ contactEmail: undefined }, 'contactEmail is required'],
    [{ contactEmail: 'nobody' }, 'contactEmail must be an e-mail address'],
    [{ tier: 'URGENT' }, 'tier must be one of LOW, MEDIUM, HIGH, CRITICAL'],
    [{ contactEmail: null }, 'contactEmail is required'],
    [{ dataSensitivity: 'SECRET' }, 'dataSensitivity must be one of PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED'],
    [{ contractValue: '$0-$50K' }, 'contractValue must be one of $0–$50K, $50K–$250K, $250K–$1M, $1M–$5M, $5M+'],
    [{ contractValue: 'UP_TO_50K' }, 'contractValue must be one of'],
    [{ geographicRisk: 'MARS' }, 'geographicRisk must be one of'],
    [{ contractRenewalDate: '2027-02-30' }, 'contractRenewalDate must be a date (YYYY-MM-DD)'],
    [{ contractRenewalDate: '2027-06-30T00:00:00Z' }, 'contractRenewalDate must be a date'],
    [{ contractRenewalDate: '0000-01-01' }, 'contractRenewalDate must be a date'],
    [{ tags: 'cloud' }, 'tags must be a list'],
    [{ tags: ['a', 5] }, 'tags.1 must be text'],
    [{ notes: 'a\u0000b' }, 'notes contains a NUL character'],
    [{ website: '\ud800' }, 'website contains half of a surrogate pair'],
    [{ name: 'x'.repeat(201) }, 'name is longer than 200 characters'],
    [{ tier: 'X', tags: 1 }, 'tier must be one of LOW, MEDIUM, HIGH, CRITICAL; tags must be a list'],
  ])('400 with invalid data names the field: %j', async (fields, message) => {
    const vendor = { name: 'Acme', contactEmail: 'a@b.example', ...fields };
    const { status, body } = await api.send('POST', '/v1/vendors/import', vendor);
    expect([status, body]).toEqual([400, { error: expect.stringContaining(`Invalid vendor data: ${message}`) }]);
  });

  test('400 with the external id of another vendor', async () => {
    await importVendor({ externalId: 'TAKEN' });
    const vendor = { name: 'Other', contactEmail: 'a@b.example', externalId: 'TAKEN' };
    const { status, body } = await api.send('POST', '/v1/vendors/import', vendor);
    expect([status, body]).toEqual([400, { error: 'A vendor with this external ID already exists' }]);
  });

  test('it needs only vendors:create', async () => {
    const creator = new RestClient(await server.withKey(['vendors:create']));
    const vendor = { name: 'A', contactEmail: 'a@b.example' };
    expect((await creator.send('POST', '/v1/vendors/import', vendor)).status).toBe(201);
  });
});

describe('GET /api/v1/vendors', () => {
  const names = async (query: string) => {
    const { status, body } = await api.get<{ name: string }[]>(`/v1/vendors?${query}`);
    expect(status).toBe(200);
    return body.map(({ name }) => name);
  };

  test('200 with exactly the fields of a list entry', async () => {
    const { body } = await api.get<object[]>('/v1/vendors?externalId=FULL-1');
    expect(body).toEqual([
      {
        id: expect.any(String),
        name: 'Full Ltd',
        externalId: 'FULL-1',
        contactName: 'Ada Lovelace',
        contactEmail: 'full@vendor.example',
        tier: 'HIGH',
        website: 'https://full.example',
        overallScore: null,
        lastAssessedAt: null,
        assessmentCount: 0,
        tags: ['cloud', 'eu'],
      },
    ]);
  });

  test('200 with each filter alone and combined', async () => {
    const contactEmail = 'z@stripes.example';
    await importVendor({ name: 'Zebra Überwachung', contactEmail, tier: 'LOW', tags: ['zoo', '100%'] });
    await importVendor({ name: 'Zebra Two', contactEmail, tier: 'CRITICAL', tags: ['zoo'] });
    expect(await names('query=ZEBRA')).toEqual(['Zebra Two', 'Zebra Überwachung']);
    expect(await names('query=Stripes.EXAMPLE')).toHaveLength(2);
    expect(await names(`query=${encodeURIComponent('überw')}`)).toEqual(['Zebra Überwachung']);
    expect(await names('query=%25')).toEqual([]);
    expect(await names('tier=CRITICAL')).toEqual(['Zebra Two']);
    expect(await names('tag=zoo')).toHaveLength(2);
    expect(await names('tag=ZOO')).toEqual([]);
    expect(await names('tag=100%25&tier=LOW&query=zebra')).toEqual(['Zebra Überwachung']);
    expect(await names('externalId=full-1')).toEqual([]);
  });

  test('200 ignores unknown parameters and empty searches', async () => {
    expect(await names('query=&tag=&page=x&tire=X&tire=%ff')).toContain('Full Ltd');
    expect(await names('tier=&query=&externalId=&tag')).toContain('Full Ltd');
    expect(await names('tier=&tier=HIGH&externalId=FULL-1')).toEqual(['Full Ltd']);
  });

  test('200 with all of them, in order, however many', async () => {
    const { database } = server.services;
    await database.query(sql`
      insert into vendor (name, contact_email, tags)
      select 'Mass ' || lpad(n::text, 5, '0'), 'mass@vendor.example', array['mass']
      from generate_series(1, 2500) as n`);
    const all = await names('tag=mass');
    expect(all).toHaveLength(2_500);
    expect(all).toEqual([...all].sort());
    const head = await api.request('/v1/vendors?tag=mass', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    await database.query(sql`delete from vendor where tags = array['mass']`);
  });

  test.each([
    ['tier=high', 'tier must be one of LOW, MEDIUM, HIGH, CRITICAL'],
    ['query=a&query=b', 'query is given more than once'],
    ['query=caf%E9', 'query is not valid UTF-8'],
    ['tag=%ff', 'tag is not valid UTF-8'],
    ['query=%00', 'query contains a NUL character'],
    [`query=${'x'.repeat(201)}`, 'query is longer than 200 characters'],
    [`tag=${'%F0%9F%98%80'.repeat(201)}`, 'tag is longer than 200 characters'],
    [`externalId=${'x'.repeat(201)}`, 'externalId is longer than 200 characters'],
  ])('400 names the parameter: %s', async (query, error) => {
    const { status, body } = await api.get(`/v1/vendors?${query}`);
    expect([status, body]).toEqual([400, { error }]);
  });
});

describe('GET /api/v1/vendors/{vendorId}', () => {
  test('200 with exactly the detail', async () => {
    const [{ id }] = (await api.get<[{ id: string }]>('/v1/vendors?externalId=FULL-1')).body;
    const { status, body } = await api.get(`/v1/vendors/${id}`);
    expect(status).toBe(200);
    const { serviceDescription: _, dataSensitivity: __, contractRenewalDate: ___, ...shown } = FULL;
    expect(body).toEqual({
      ...shown,
      id,
      overallScore: null,
      lastAssessedAt: null,
      assessments: [],
      domainBreakdown: [],
      history: [],
      customerResponsibilityCompliance: null,
    });
  });

  test('200 also for the id in upper case and with a trailing slash', async () => {
    const { id } = await importVendor();
    expect((await api.get(`/v1/vendors/${id.toUpperCase()}/`)).body).toMatchObject({ id });
  });

  const HOSTILE = ["'; drop table vendor; --", '../../etc/passwd', 'x'.repeat(300)].map(encodeURIComponent);
  test.each([NOWHERE, 'nonsense', '1', '%00', '%zz', '%ff', ...HOSTILE])('404 for the id %s', async (id) => {
    const { status, body } = await api.get(`/v1/vendors/${id}`);
    expect([status, body]).toEqual([404, { error: 'Not found' }]);
  });
});

describe('GET /api/v1/vendors/external/{externalId}', () => {
  const ODD = ['EXT 1', 'EXT 1 ', ' EXT 1', 'ext 1', 'a/b?c#d', '100%', 'Zürich–1', 'assessments', 'score', '__proto__'];
  test.each(ODD)('200 for %s', async (externalId) => {
    const { id } = await importVendor({ externalId });
    const { status, body } = await api.get(`/v1/vendors/external/${encodeURIComponent(externalId)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, externalId, assessments: [] });
  });

  test('it is compared exactly, spaces included, here and in the list', async () => {
    const ids = [' S 1', 'S 1', 'S 1 ', 's 1'];
    for (const externalId of ids) await importVendor({ name: `[${externalId}]`, externalId });
    for (const externalId of ids) {
      const found = [expect.objectContaining({ name: `[${externalId}]`, externalId })];
      expect((await api.get(`/v1/vendors?externalId=${encodeURIComponent(externalId)}`)).body).toEqual(found);
      expect((await api.get(`/v1/vendors/external/${encodeURIComponent(externalId)}`)).body).toMatchObject({ externalId });
    }
    expect((await api.get('/v1/vendors?externalId=S%201%20%20')).body).toEqual([]);
    expect((await api.get('/v1/vendors/external/%20S%201%20')).status).toBe(404);
  });

  test.each(['unknown', 'full-1', '%zz', '%E9'])('404 for %s', async (externalId) => {
    const { status, body } = await api.get(`/v1/vendors/external/${externalId}`);
    expect([status, body]).toEqual([404, { error: 'Not found' }]);
  });
});

describe('GET /api/v1/vendors/{vendorId}/score', () => {
  test('200 with exactly the summary', async () => {
    const { id, name } = await importVendor({ tier: 'LOW' });
    const { status, body } = await api.get(`/v1/vendors/${id}/score`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      name,
      tier: 'LOW',
      overallScore: null,
      lastAssessedAt: null,
      assessmentCount: 0,
      latestScore: null,
      domainBreakdown: [],
    });
  });

  test('404', async () => {
    expect((await api.get(`/v1/vendors/${NOWHERE}/score`)).status).toBe(404);
  });
});

describe('PUT /api/v1/vendors/{vendorId}', () => {
  const put = (id: string, body: unknown) => api.send('PUT', `/v1/vendors/${id}`, body);

  test('200 with the fields of a created vendor and the external id; omitted fields keep their value', async () => {
    const { id, ...before } = await importVendor({ ...FULL, externalId: 'PUT-1' });
    const { status, body } = await put(id, { tier: 'CRITICAL', contactName: 'Grace Hopper' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      id,
      externalId: 'PUT-1',
      tier: 'CRITICAL',
      contactName: 'Grace Hopper',
      updatedAt: MOMENT,
    });
  });

  test('200 with every field of the import body, and an owner', async () => {
    const { id } = await importVendor();
    const { me } = await server.admin.data<{ me: { id: string } }>('{ me { id } }');
    const { status, body } = await put(id, { ...FULL, externalId: 'PUT-2', ownerId: me.id });
    expect(status).toBe(200);
    const contractRenewalDate = '2027-06-30T00:00:00.000Z';
    expect(body).toMatchObject({ ...FULL, externalId: 'PUT-2', contractRenewalDate, ownerId: me.id });
  });

  test('200 with the body that import, update, list or detail returned, which changes nothing', async () => {
    const { me } = await server.admin.data<{ me: { id: string } }>('{ me { id } }');
    const created = await importVendor({ ...FULL, externalId: 'PUT-BACK' });
    const { id } = created;
    const { body: updated } = await put(id, { ...created, ownerId: me.id });
    const { body: detail } = await api.get(`/v1/vendors/${id}`);
    const {
      body: [entry],
    } = await api.get<object[]>('/v1/vendors?externalId=PUT-BACK');
    for (const shown of [updated, detail, entry]) expect(await put(id, shown)).toMatchObject({ status: 200, body: updated });
  });

  test.each([
    ['2028-02-29', '2028-02-29'],
    ['2028-02-29T00:00:00.000Z', '2028-02-29'],
    ['2028-02-29T23:59:59Z', '2028-02-29'],
    ['2028-02-29T00:30:00+01:00', '2028-02-28'],
  ])('200 reads the renewal date %s as the day %s', async (contractRenewalDate, day) => {
    const { id } = await importVendor();
    expect((await put(id, { contractRenewalDate })).body).toMatchObject({ contractRenewalDate: `${day}T00:00:00.000Z` });
  });

  test('200: null clears', async () => {
    const { id } = await importVendor({ ...FULL, externalId: 'PUT-3' });
    const { name: _, contactEmail: __, ...clearable } = FULL;
    const cleared = Object.fromEntries(Object.keys(clearable).map((field) => [field, null]));
    expect((await put(id, { ...cleared, ownerId: null })).body).toMatchObject({ ...cleared, tags: [] });
  });

  test('200 changes nothing without fields, or with unknown ones', async () => {
    const { id, ...before } = await importVendor();
    expect((await put(id, {})).body).toEqual({ ...before, id, externalId: null });
    expect((await put(id, { id: NOWHERE, revision: 9, expectedRevision: 9 })).body).toMatchObject({ id });
  });

  test('200 keeps its own external id', async () => {
    const { id } = await importVendor({ externalId: 'MINE' });
    expect((await put(id, { externalId: 'MINE', tier: 'LOW' })).status).toBe(200);
  });

  test('it needs only vendors:edit', async () => {
    const { id } = await importVendor();
    const editor = new RestClient(await server.withKey(['vendors:edit']));
    const changes = { notes: 'by an editor' };
    expect((await editor.send('PUT', `/v1/vendors/${id}`, changes)).body).toMatchObject(changes);
  });

  test('but an update without changes returns no data, because it would leave no trace', async () => {
    const { id, name } = await importVendor();
    const editor = new RestClient(await server.withKey(['vendors:edit']));
    for (const body of [{}, { name }]) {
      expect(await editor.send('PUT', `/v1/vendors/${id}`, body)).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
    }
    expect((await api.send('PUT', `/v1/vendors/${id}`, {})).status).toBe(200);
  });

  test.each([
    [{ name: '' }, 'Vendor name is required'],
    [{ name: null }, 'Vendor name is required'],
    [{ contactEmail: null }, 'Invalid vendor data: contactEmail is required'],
    [
      { contractRenewalDate: 'soon' },
      'Invalid vendor data: contractRenewalDate must be a date (2026-11-15) or a date-time with an offset (2026-11-15T09:30:00Z)',
    ],
    [{ tier: 'X' }, 'Invalid vendor data: tier must be one of LOW, MEDIUM, HIGH, CRITICAL'],
    [{ ownerId: NOWHERE }, 'Invalid vendor data: ownerId does not match a user'],
    [{ ownerId: 'me' }, 'Invalid vendor data: ownerId does not match a user'],
  ])('400 with %j', async (changes, error) => {
    const { id } = await importVendor();
    const { status, body } = await put(id, changes);
    expect([status, body]).toEqual([400, { error }]);
  });

  test('spaces around a name, an address or a tag are trimmed and do not count', async () => {
    const [name, contactName] = ['n'.repeat(200), 'c'.repeat(200)];
    const contactEmail = `${'a'.repeat(241)}@acme.example`;
    const given = { name: `${name} `, contactName: ` ${contactName}`, contactEmail: ` ${contactEmail} `, tags: [`\t${'t'.repeat(64)} `] };
    const kept = { name, contactName, contactEmail, tags: ['t'.repeat(64)] };
    const { id } = await importVendor();
    expect((await put(id, given)).body).toMatchObject(kept);
    expect((await api.send('POST', '/v1/vendors/import', given)).body).toMatchObject(kept);
    expect((await put(id, { name: `${name} x` })).body).toEqual({ error: 'Invalid vendor data: name is longer than 200 characters' });
    expect((await put(id, { name: ' ' })).body).toEqual({ error: 'Vendor name is required' });
    for (const tags of [[''], [' ']]) expect((await put(id, { tags })).body).toEqual({ error: 'Invalid vendor data: tags.0 is required' });
    expect((await put(id, { externalId: `${'e'.repeat(200)} ` })).status).toBe(400); // which is stored as it is
  });

  test('404', async () => {
    expect((await put(NOWHERE, { tier: 'LOW' })).body).toEqual({ error: 'Not found' });
    expect((await put('nonsense', { tier: 'LOW' })).status).toBe(404);
  });

  test('409 with the external id of another vendor', async () => {
    const { id } = await importVendor();
    await importVendor({ externalId: 'THEIRS' });
    const { status, body } = await put(id, { externalId: 'THEIRS' });
    expect([status, body]).toEqual([409, { error: 'A vendor with this external ID already exists' }]);
  });
});

describe('a website', () => {
  test.each(['acme.example', 'ftp://acme.example', 'javascript:alert(1)', ' see the\nwiki ', 'http://'])(
    'is any text, returned as it was sent: %j',
    async (website) => {
      const { id } = await importVendor({ website });
      expect((await api.get(`/v1/vendors/${id}`)).body).toMatchObject({ website });
      expect((await api.send('PUT', `/v1/vendors/${id}`, { website: `${website}!` })).body).toMatchObject({ website: `${website}!` });
    },
  );
});

describe('DELETE /api/v1/vendors/{vendorId}', () => {
  test('200, then 404', async () => {
    const { id } = await importVendor();
    const { status, body } = await api.delete(`/v1/vendors/${id}`);
    expect([status, body]).toEqual([200, { deleted: true }]);
    expect((await api.get(`/v1/vendors/${id}`)).status).toBe(404);
    expect((await api.delete(`/v1/vendors/${id}`)).body).toEqual({ error: 'Not found' });
  });

  test('404 for a malformed id', async () => {
    expect((await api.delete('/v1/vendors/nonsense')).status).toBe(404);
  });
});

describe('vendors that we don’t work with', () => {
  let archived: { vendorId: string; id: string };
  let findingId: string;
  beforeAll(async () => {
    const assessor = await Assessor.prepare(server);
    archived = await assessor.completed({ name: 'Rest archived', externalId: 'REST-ARCHIVED', tags: ['rest-archived'] });
    const found = await api.get<{ entries: { id: string }[] }>(`/v1/findings?vendorId=${archived.vendorId}`);
    findingId = found.body.entries[0]!.id;
    await archive(server, archived.vendorId);
  });
  const names = async (query: string) => (await api.get<{ name: string }[]>(`/v1/vendors?${query}`)).body.map(({ name }) => name);

  test('are listed by status or external id only', async () => {
    expect(await names('')).not.toContain('Rest archived');
    expect(await names('query=Rest archived')).toEqual([]);
    expect(await names('tag=rest-archived')).toEqual([]);
    expect(await names('status=ARCHIVED')).toEqual(['Rest archived']);
    expect(await names('tag=rest-archived&status=REQUESTED,ARCHIVED')).toEqual(['Rest archived']);
    expect(await names('externalId=REST-ARCHIVED')).toEqual(['Rest archived']);
    expect(await names('externalId=REST-ARCHIVED&status=ACTIVE')).toEqual([]);
    expect(await names('status=')).not.toContain('Rest archived');
  });

  test.each(['GONE', 'archived', 'ACTIVE,', 'ACTIVE,GONE', 'ACTIVE&status=ARCHIVED'])('400 for the status %s', async (status) => {
    const answer = await api.get(`/v1/vendors?status=${status}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain('status');
  });

  test('take their assessments and findings along, unless the vendor is asked for', async () => {
    const list = async (path: string) => (await api.get<{ entries: { id: string }[]; totalCount: number }>(path)).body;
    const ids = async (path: string) => (await list(path)).entries.map(({ id }) => id);
    expect(await ids('/v1/assessments')).not.toContain(archived.id);
    expect(await ids(`/v1/assessments?vendorId=${archived.vendorId}`)).toEqual([archived.id]);
    expect(await ids(`/v1/vendors/${archived.vendorId}/assessments`)).toEqual([archived.id]);
    expect(await ids('/v1/findings')).not.toContain(findingId);
    expect(await ids(`/v1/findings?vendorId=${archived.vendorId}`)).toContain(findingId);
    const { totalCount } = await list('/v1/findings');
    const { body } = await api.get<{ vendorCount?: number; openFindings?: number }>('/v1/dashboard');
    expect(JSON.stringify(body)).not.toContain('Rest archived');
    expect(totalCount).toBe((await list('/v1/findings')).entries.length);
    expect((await api.get(`/v1/vendors/${archived.vendorId}`)).status).toBe(200);
    expect((await api.get(`/v1/assessments/${archived.id}`)).status).toBe(200);
  });
});
