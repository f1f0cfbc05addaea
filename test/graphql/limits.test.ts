import { getIntrospectionQuery } from 'graphql';
import { request } from 'node:http';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const refusal = async (query: string, variables = {}) => (await server.admin.ask(query, variables)).errors?.[0];

/** With a body, which fetch doesn't send. */
function getting(path: string, body = ''): Promise<{ status?: number; text: string }> {
  const headers = { 'apollo-require-preflight': '1', ...(body && { 'content-type': 'application/json', 'content-length': body.length }) };
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { headers }, (response) => {
      let text = '';
      response.on('data', (piece) => (text += piece)).on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject).end(body);
  });
}

describe('a query over a limit is refused before it runs, and names the limit', () => {
  const DOUBLED = Array.from({ length: 25 }, (_, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`).join(' ');
  const many = (count: number, selection: (i: number) => string) => Array.from({ length: count }, (_, i) => selection(i)).join(' ');

  test.each([
    ['depth', `{ __schema { types { fields { type { ${'ofType { '.repeat(14)} name ${'}'.repeat(14)} } } } } }`],
    ['aliases', `{ ${many(51, (i) => `a${i}: settings { organizationName }`)} }`],
    ['aliases', `{ ...f0 } ${DOUBLED} fragment f25 on Query { a: settings { organizationName } }`],
    ['directives', `{ settings { ${many(51, () => 'organizationName @include(if: true)')} } }`],
    ['complexity', `{ ${many(40, (i) => `a${i}: vendors(first: 100) { nodes { assessments(first: 100) { nodes { id title } } } }`)} }`],
    [
      'complexity',
      `{ vendors(first: 100) { nodes { ${many(40, (i) => `a${i}: coverage(fromFrameworkId: "x", toFrameworkId: "y") { covered }`)} } } }`,
    ],
    ['complexity', `{ ${many(30, (i) => `a${i}: assessments(first: 100) { nodes { progress { answered } } }`)} }`],
    [
      'complexity',
      `{ ${many(3, (i) => `a${i}: assessments(first: 100) { nodes { questions { ${'id text type section order required riskWeight options visible helpText '} } } }`)} }`,
    ],
    ['complexity', `{ ${many(40, (i) => `a${i}: vendors(last: 100) { nodes { assessments(last: 100) { nodes { id title } } } }`)} }`],
  ])('%s', async (what, query) => {
    const started = performance.now();
    expect(await refusal(query)).toMatchObject({
      message: expect.stringContaining(`${what} limit`),
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('fragments that double, even within the limits', async () => {
    expect((await refusal(`{ ...f0 } ${DOUBLED} fragment f25 on Query { settings { organizationName } }`))?.extensions.code).toBe(
      'BAD_USER_INPUT',
    );
  });

  test('tokens', async () => {
    const error = await refusal(`{ ${'settings { organizationName } '.repeat(2_000)} }`);
    expect(error).toMatchObject({ message: expect.stringContaining('token'), extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('lines', async () => {
    expect(await refusal(`${'\r\n'.repeat(9_990)}{ settings { organizationName } }`)).toBeUndefined();
    const error = await refusal(`${'\n'.repeat(10_000)}{ settings { organizationName } }`);
    expect(error).toMatchObject({ message: expect.stringContaining('lines limit of 10000'), extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('a fragment that contains itself', async () => {
    const error = await refusal(`{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }`);
    expect(error).toMatchObject({
      message: 'Cannot spread fragment "a" within itself via "b".',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
  });

  test.each([
    'subscription ($a: Boolean!) { events @skip(if: $a) { id } }',
    'subscription ($a: Boolean!) { ...a } fragment a on Subscription { ... { events @include(if: $a) { id } } }',
    'subscription { events @skip { id } }',
  ])('a subscription that may have no field: %s', async (query) => {
    expect(await refusal(query)).toMatchObject({
      message: 'The field of a subscription can\'t have the directives "@skip" and "@include".',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
  });

  test.each([
    '{ frameworks { controls { framework { controls { id } } } } }',
    '{ templates { versions { versions { id } } } }',
    '{ frameworks { ...f } } fragment f on Framework { controls { framework { ...g } } } fragment g on Framework { controls { id } }',
    '{ __schema { types { fields { type { fields { name } } } } } }',
  ])('a list inside itself: %s', async (query) => {
    expect(await refusal(query)).toMatchObject({ message: expect.stringContaining('inside'), extensions: { code: 'BAD_USER_INPUT' } });
  });

  test.each([
    ['', undefined],
    ['', '{"query":"{ __typename }"}'],
    ['', '{"query":1}'],
    ['a&'.repeat(1_001), undefined],
  ])('by GET, with %.4s before it and %s in the body', async (before, body) => {
    const query = `{ ${many(51, (i) => `a${i}: __typename`)} } # ${before.length} ${body}`;
    expect(await getting(`/graphql?${before}query=${encodeURIComponent(query)}`, body)).toEqual({
      status: 400,
      text: expect.stringContaining('aliases limit'),
    });
  });

  test('and answers with HTTP 400', async () => {
    for (const [query, variables] of [
      [`{ ${many(40, (i) => `a${i}: vendors(first: 100) { nodes { assessments(first: 100) { nodes { id title } } } }`)} }`, {}],
      [`query ($q: String) { vendors(filter: { query: $q }) { totalCount } }`, { q: 'a\u0000' }],
    ] as const) {
      const response = await server.admin.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      expect(response.status).toBe(400);
    }
  });

  test('several queries in one request', async () => {
    const response = await server.admin.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ query: '{ me { id } }' }, { query: '{ me { id } }' }]),
    });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { errors: object[] }).errors[0]).toMatchObject({ extensions: { code: 'BAD_REQUEST' } });
  });

  test.each([
    [{ first: 0 }, 'first'],
    [{ first: 101 }, 'first'],
    [{ first: -1 }, 'first'],
    [{ offset: -1 }, 'offset'],
    [{ after: 'x' }, 'after'],
    [{ after: Buffer.from('["a"]').toString('base64url') }, 'after'],
    [{ after: Buffer.from('["a","b"]').toString('base64url') }, 'after'],
    [{ after: Buffer.from('{"length":2}').toString('base64url') }, 'after'],
    [{ after: 'WyJhIiwiYjJhZmFhNDktM2QyMy00YzJkLThlMmQtZWIwZDQxMTlhZTY4Il0', offset: 1 }, 'offset'],
    [{ last: 0 }, 'last'],
    [{ last: 101 }, 'last'],
    [{ first: 2, last: 2 }, 'last'],
    [{ last: 2, offset: 1 }, 'offset'],
    [{ before: 'WyJhIiwiYjJhZmFhNDktM2QyMy00YzJkLThlMmQtZWIwZDQxMTlhZTY4Il0', offset: 1 }, 'offset'],
    [{ before: 'x' }, 'before'],
    [{ before: 'x'.repeat(16_001) }, 'before'],
  ])('a page %o', async (page, field) => {
    const query = `query ($first: Int, $after: String, $last: Int, $before: String, $offset: Int) {
      vendors(first: $first, after: $after, last: $last, before: $before, offset: $offset) { totalCount } }`;
    const error = await refusal(query, page);
    expect(error?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: expect.any(String) } });
  });

  test('the introspection query of the usual tools is within the limits', async () => {
    expect((await server.admin.ask(getIntrospectionQuery())).errors).toBeUndefined();
  });
});

describe('invalid requests', () => {
  const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    server.admin.fetch('/graphql', { method: 'POST', headers, body });

  test.each([
    '',
    '{',
    'null',
    '"x"',
    '[]',
    '{}',
    '{"query": 5}',
    '{"query": ""}',
    '{"query": "{ a", "variables": 3}',
    '{"query":"{me{id}}","variables":[]}',
  ])('a body of %s', async (body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
    expect(errors[0]?.extensions.code).toBe('BAD_REQUEST');
  });

  test.each([300, 320, 340])('an anonymous value with the text of a suggestion and %i letters', async (letters) => {
    const name = 'v'.repeat(60);
    const { errors } = await server
      .stranger()
      .ask(`query ($${name}: Int) { vendors(first: $${name}) { totalCount } }`, { [name]: ` Did you mean ${'x'.repeat(letters)}?` });
    expect(errors?.[0]).toMatchObject({ message: expect.stringContaining('got invalid value'), extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('a body beyond 1 MiB', async () => {
    const response = await post(JSON.stringify({ query: '{ me { id } }', variables: { x: 'x'.repeat(1_100_000) } }));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'PAYLOAD_TOO_LARGE' } }] });
  });

  test('a mutation by GET', async () => {
    const response = await server.admin.fetch('/graphql?query=mutation{logout}', { headers: { 'apollo-require-preflight': '1' } });
    expect(response.status).toBe(405);
  });

  test.each(['YES', '{ name: YES }', '[[YES]]'])('JSON written as %s', async (literal) => {
    const error = await refusal(`mutation { importTemplate(input: { template: ${literal} }) { template { id } } }`);
    expect(error?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(error?.message).toContain('JSON has no value YES: write "YES"');
  });

  test('no message shows anything internal', async () => {
    for (const query of ['{ nope }', '{ vendor(id: 5.5) { id } }', 'subscription { x }', '{ vendor(id: "\\u0000") { id } }']) {
      const error = await refusal(query);
      expect(error?.extensions.code).toMatch(/^(GRAPHQL_VALIDATION_FAILED|OPERATION_RESOLUTION_FAILURE|BAD_USER_INPUT)$/);
      expect(JSON.stringify(error)).not.toMatch(/\.ts|node_modules|select |stack/i);
    }
  });
});

describe('text', () => {
  const CREATE = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { name notes tags } } }`;
  const valid = { name: 'Text', contactEmail: 'a@b.example' };

  test.each([
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['name', { name: 'a\u0000b' }],
    ['name', { name: 'a\ud800b' }],
    ['contactEmail', { contactEmail: 'nope' }],
    ['contactEmail', { contactEmail: `${'x'.repeat(300)}@b.example` }],
    ['notes', { notes: 'x'.repeat(20_001) }],
    ['notes', { notes: 'x'.repeat(900_000) }],
    ['tags', { tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }],
    ['tags.1', { tags: ['ok', 'x'.repeat(65)] }],
    ['tags.0', { tags: ['\udfff'] }],
    ['contractRenewalDate', { contractRenewalDate: '2026-02-30' }],
    ['contractRenewalDate', { contractRenewalDate: 'tomorrow' }],
    ['contractRenewalDate', { contractRenewalDate: '0000-01-01' }],
    ['tier', { tier: 'HUGE' }],
    ['ownerId', { ownerId: 'nobody' }],
    ['ownerId', { ownerId: '00000000-0000-4000-8000-000000000000' }],
    ['externalId', { externalId: 'x'.repeat(201) }],
    ['website', { website: 'x'.repeat(2_001) }],
  ])('an invalid %s is refused with the field named: %.40j', async (field, bad) => {
    const answer = await server.admin.ask(CREATE, { input: { ...valid, ...bad } });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: expect.any(String) } });
    expect(JSON.stringify(answer).length).toBeLessThan(2_000);
  });

  test('a missing or unknown field is named, in variables and in the query', async () => {
    expect(await server.admin.fields(CREATE.replaceAll('$input', '$i'), { i: { contactEmail: 'a@b.example' } })).toHaveProperty('name');
    expect(await server.admin.fields(CREATE, { input: { ...valid, foo: 1 } })).toHaveProperty('foo');
    expect(await server.admin.fields(`mutation { createVendor(input: { name: "x" }) { vendor { id } } }`)).toHaveProperty('contactEmail');
  });

  test('a name has visible characters', async () => {
    expect(await server.admin.fields(CREATE, { input: { ...valid, name: '\u200b' } })).toHaveProperty('name');
  });

  test('a website is any text: whether it becomes a link is decided where it is shown', async () => {
    for (const website of ['https://acme.example', 'acme.example', 'ask Grace', 'javascript:alert(1)']) {
      expect(await server.admin.code(CREATE, { input: { ...valid, website } })).toBeUndefined();
    }
  });

  test('text within the limits is stored unchanged', async () => {
    const input = {
      ...valid,
      name: '字'.repeat(200),
      notes: '😀\n'.repeat(5_000),
      tags: Array.from({ length: 50 }, (_, i) => `${i}${'x'.repeat(60)}`),
    };
    const { createVendor } = await server.admin.data<{ createVendor: { vendor: object } }>(CREATE, { input });
    expect(createVendor.vendor).toEqual({ name: input.name, notes: input.notes, tags: input.tags });
  });

  test('filters take any text', async () => {
    for (const query of ['%', '_', '\\', "'", '";--', '😀'.repeat(200), 'x'.repeat(200)]) {
      expect(await server.admin.code(`query ($q: String) { vendors(filter: { query: $q }) { totalCount } }`, { q: query })).toBeUndefined();
    }
    expect(await server.admin.code(`query ($q: String) { vendors(filter: { query: $q }) { totalCount } }`, { q: 'a\u0000' })).toBe(
      'BAD_USER_INPUT',
    );
  });
});

describe('the filters of a list are limited', () => {
  const LONG = 'x'.repeat(201);
  const FILTERS: [string, string, object][] = [
    ['vendors', 'VendorFilter', { query: LONG }],
    ['vendors', 'VendorFilter', { tag: LONG }],
    ['vendors', 'VendorFilter', { externalId: LONG }],
    ['vendors', 'VendorFilter', { query: '😀'.repeat(201) }],
    ['assessments', 'AssessmentFilter', { query: LONG }],
    ['findings', 'FindingFilter', { query: LONG }],
    ['findings', 'FindingFilter', { controlCode: LONG }],
    ['mails', 'MailFilter', { recipient: LONG }],
    ['mails', 'MailFilter', { kind: LONG }],
    ['auditLog', 'AuditFilter', { action: LONG }],
    ['auditLog', 'AuditFilter', { entityType: LONG }],
  ];

  test.each(FILTERS)('%s: %s %.20j', async (list, type, filter) => {
    const query = `query ($filter: ${type}) { ${list}(filter: $filter) { nodes { id } } }`;
    expect(await refusal(query, { filter })).toMatchObject({
      extensions: { code: 'BAD_USER_INPUT', fields: { [`filter.${Object.keys(filter)[0]}`]: 'is longer than 200 characters' } },
    });
  });

  test('in the query text and below a parent too', async () => {
    const { createVendor } = await server.admin.data<{ createVendor: { vendor: { id: string } } }>(
      `mutation { createVendor(input: { name: "Parent", contactEmail: "a@b.example" }) { vendor { id } } }`,
    );
    const inVendor = (list: string) =>
      `{ vendor(id: "${createVendor.vendor.id}") { ${list}(filter: { query: "${LONG}" }) { totalCount } } }`;
    for (const query of [inVendor('assessments'), inVendor('findings'), `{ vendors(filter: { query: "${LONG}" }) { totalCount } }`]) {
      expect((await refusal(query))?.extensions.fields).toEqual({ 'filter.query': 'is longer than 200 characters' });
    }
  });

  test('controls, by text and by codes', async () => {
    const { importFramework } = await server.admin.data<{ importFramework: { framework: { id: string } } }>(
      `mutation ($input: ImportFrameworkInput!) { importFramework(input: $input) { framework { id } } }`,
      { input: { framework: { name: 'Searched', controls: [{ code: 'A', title: 'A' }] } } },
    );
    const within = `query ($s: String) { framework(id: "${importFramework.framework.id}") { controls(search: $s) { code } } }`;
    for (const query of [within, `query ($s: String) { controls(search: $s) { code } }`]) {
      expect((await refusal(query, { s: LONG }))?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { search: 'is longer than 200 characters' },
      });
      expect(await refusal(query, { s: 'x'.repeat(200) })).toBeUndefined();
    }
    expect((await refusal(`query ($c: [String!]) { controls(codes: $c) { code } }`, { c: ['A', LONG] }))?.extensions.fields).toEqual({
      'codes.1': 'is longer than 200 characters',
    });
  });

  test('cursors and lists of values', async () => {
    expect(
      (await refusal(`query ($c: String) { vendors(after: $c) { totalCount } }`, { c: 'x'.repeat(16_001) }))?.extensions.fields,
    ).toEqual({ after: 'is longer than 16,000 characters' });
    const status = Array<string>(101).fill('SENT');
    expect(
      (await refusal(`query ($f: AssessmentFilter) { assessments(filter: $f) { totalCount } }`, { f: { status } }))?.extensions.fields,
    ).toEqual({ 'filter.status': 'has more than 100 entries' });
  });

  test('an external id beyond the maximum length matches nothing', async () => {
    expect(await server.admin.data(`{ vendorByExternalId(externalId: "${LONG}") { id } }`)).toEqual({ vendorByExternalId: null });
  });
});
