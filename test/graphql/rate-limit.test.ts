/** How much a caller may query through GraphQL, and how often an API key may read the audit log, in any way. */
import { BlockLimit } from '../../src/auth/block-limit';
import { GraphQLClient } from '../kit/client';
import { createVendor, publishTemplate, question } from '../kit/portfolio';
import { startTestServer, type TestServer } from '../kit/server';

const LIMIT = 1_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ graphQLRateLimit: LIMIT, anonymousRateLimit: 50 });
});
afterAll(() => server.stop());

interface Asked {
  status: number;
  limits: (string | null)[];
  retryAfter: string | null;
  body: { errors?: { extensions: { code: string } }[]; data?: unknown };
}

async function ask(client: GraphQLClient, query: string, variables: object = {}): Promise<Asked> {
  const response = await client.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const limits = ['limit', 'remaining', 'reset'].map((name) => response.headers.get(`ratelimit-${name}`));
  return {
    status: response.status,
    limits,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Asked['body'],
  };
}

const remaining = async (...asked: Parameters<typeof ask>) => Number((await ask(...asked)).limits[1]);
const vendors = (first: number) => `{ vendors(first: ${first}) { nodes { id name tier } } }`;

describe('the limit of a caller', () => {
  test('counts each request once, and a heavy one once per hundred values that it may return', async () => {
    const key = await server.withKey(['vendors:view']);
    expect((await ask(key, '{ __typename }')).limits).toEqual(['1000', '999', expect.stringMatching(/^([1-9]|[1-5]\d|60)$/)]);
    expect(await remaining(key, vendors(10))).toBe(998); // 41 values
    expect(await remaining(key, vendors(100))).toBe(993); // 401
    const aliased = `{ ${Array.from({ length: 10 }, (_, i) => `a${i}: vendors(first: 100) { nodes { id name tier } }`).join(' ')} }`;
    expect(await remaining(key, aliased)).toBe(952); // 4010
    expect(await remaining(key, 'query ($n: Int) { vendors(first: $n) { nodes { id name tier } } }', { n: 100 })).toBe(947);
  });

  test('counts what is read for a few figures or results', async () => {
    const key = await server.withKey(['vendors:view', 'assessments:view']);
    let left = LIMIT;
    for (const query of [
      '{ search(text: "a", first: 1) { id } }',
      '{ vendorStats(by: TIER) { count } }',
      '{ findingStats(by: TIER) { count } }',
      '{ dashboardOf(filter: { tag: "a" }) { vendorCount } }',
    ]) {
      left -= 11; // 1,002 to 1,025 values
      expect([query, await remaining(key, query)]).toEqual([query, left]);
    }
  });

  test('counts a query of the past five times', async () => {
    const key = await server.withKey(['vendors:view', 'audit:view']);
    const past = (query: string) => `query @asOf(at: "${new Date().toISOString()}") ${query}`;
    expect(await remaining(key, past('{ __typename }'))).toBe(995);
    expect(await remaining(key, past(vendors(100)))).toBe(970); // 401 values
    expect(await remaining(key, past(vendors(1_000_000)))).toBe(969); // refused
  });

  test('is shown with every response, and a refused request counts once', async () => {
    const key = await server.withKey(['vendors:view']);
    for (const [query, left] of [
      ['{', 999],
      ['{ nope }', 998],
      ['{ settings { revision } }', 997],
      [vendors(1_000_000), 996],
    ] as const) {
      expect(await remaining(key, query)).toBe(left);
    }
  });

  test('refuses requests beyond it with 429 and Retry-After; lighter queries and other callers still work', async () => {
    const key = await server.withKey(['vendors:view', 'assessments:view']);
    const heavy = '{ vendors(first: 100) { nodes { assessments(first: 100) { nodes { id title } } } } }'; // about 40,000 values
    const first = await ask(key, heavy);
    expect([first.status, first.limits[0]]).toEqual([200, '1000']);
    const answers: Asked[] = [];
    for (let n = 0; n < 3; n++) answers.push(await ask(key, heavy));
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toEqual({
      errors: [{ message: 'Too many requests', extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } }],
    });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(60);
    expect((await ask(key, '{ __typename }')).status).toBe(200);
    expect((await ask(await server.withKey(['vendors:view']), '{ __typename }')).status).toBe(200);
  });

  test('is used up by a query that costs more, and no more than that: at the start of a minute anything may run', async () => {
    const key = await server.withKey(['vendors:view', 'assessments:view']);
    const aliases = Array.from({ length: 12 }, (_, i) => `a${i}: id`).join(' ');
    const heaviest = `{ vendors(first: 100) { nodes { assessments(first: 100) { nodes { ${aliases} } } } } }`; // about 120,000 values
    const first = await ask(key, heaviest);
    expect([first.status, first.limits.slice(0, 2)]).toEqual([200, ['1000', '0']]);
    expect((await ask(key, '{ __typename }')).status).toBe(429);
  });

  test('holds for concurrent requests', async () => {
    const limit = new BlockLimit(server.services.database, { limit: 600, windowSeconds: 60 });
    let used = 0;
    for (let round = 0; round < 40; round++) {
      const costs = [50, 1, 1, 1, 1, 1, 1, 1, 1, 1];
      const answers = await Promise.all(costs.map((cost) => limit.use('at:once', cost)));
      answers.forEach(({ allowed }, i) => (used += allowed ? costs[i]! : 0));
    }
    expect(used).toBe(600);
  });

  test('is per user across all sessions, and per IP address for anonymous callers', async () => {
    const user = await server.withRole('Viewer');
    const { me } = await user.data<{ me: { email: string } }>('{ me { email } }');
    const other = server.stranger();
    await other.login({ email: me.email, password: 'a long enough password' });
    const left = await remaining(user, '{ __typename }');
    expect(await remaining(other, '{ __typename }')).toBe(left - 1);
    const stranger = await ask(server.stranger(), '{ __typename }');
    expect(stranger.limits[0]).toBe('50');
    let last = stranger;
    for (let n = 0; n < 50 && last.status === 200; n++) last = await ask(server.stranger(), '{ __typename }');
    expect(last).toMatchObject({
      status: 429,
      retryAfter: expect.stringMatching(/^\d+$/),
      body: { errors: [{ extensions: { code: 'RATE_LIMITED' } }] },
    });
    expect((await ask(user, '{ __typename }')).status).toBe(200);
  });
});

describe('work that a request causes whether or not it may run', () => {
  let loose: TestServer;
  beforeAll(async () => {
    loose = await startTestServer({ graphQLRateLimit: 100_000, anonymousRateLimit: 100_000 });
  });
  afterAll(() => loose.stop());

  test("for anonymous callers, a query's fields count until it has run, and so does a long text", async () => {
    const used = async (query: string, variables: object = {}) => {
      const before = await remaining(loose.stranger(), '{ __typename }');
      return before - (await remaining(loose.stranger(), query, variables));
    };
    const fields = (n: number) => `{ setup { ${'administratorExists '.repeat(n)} } }`;
    expect(await used('{ vendors { totalCount } }')).toBe(1);
    const refused = `{ ${Array.from({ length: 40 }, (_, i) => `a${i}: vendors { nodes { id name tier notes } }`).join(' ')} }`; // 240 fields
    expect([await used(refused), await used(refused)]).toEqual([25, 25]);
    expect([await used(fields(45)), await used(fields(45))]).toEqual([5, 1]);
    const login = 'mutation ($e: String!) { login(input: { email: $e, password: "x" }) { user { id } } }';
    expect(await used(login, { e: 'e\u0301'.repeat(30_000) })).toBeGreaterThan(40);
    const left = await remaining(loose.stranger(), '{ __typename }');
    const wrong = `{ setup(${Array.from({ length: 600 }, (_, i) => `a${i}: 1`).join(' ')}) { administratorExists } }`;
    const { headers } = await loose.stranger().fetch(`/graphql?query=${encodeURIComponent(wrong)}`);
    expect(left - Number(headers.get('ratelimit-remaining'))).toBeGreaterThan(3);
  });

  test('an oversized response is refused before it is written, and a long one counts by its length', async () => {
    const admin = loose.admin;
    const notes = 'x'.repeat(20_000);
    await Promise.all(Array.from({ length: 40 }, (_, i) => createVendor(loose, { name: `Long ${i}`, notes })));
    const aliases = (n: number) => Array.from({ length: n }, (_, i) => `a${i}: notes`).join(' ');
    const asked = (n: number) => `{ vendors(first: 100) { nodes { ${aliases(n)} } } }`;
    expect((await ask(admin, asked(1))).status).toBe(200);
    const before = await remaining(admin, '{ __typename }');
    expect(before - (await remaining(admin, asked(10)))).toBeGreaterThan(3_000); // 8 MB
    const left = await remaining(admin, '{ __typename }');
    const { status, body, limits } = await ask(admin, asked(50)); // 40 MB
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [{ message: expect.stringContaining('request less at a time'), extensions: { code: 'BAD_USER_INPUT' } }],
    });
    expect(left - Number(limits[1])).toBeGreaterThan(15_000);

    const templateId = await publishTemplate(loose, 'Long', [{ title: 'One', questions: [question('MFA?')] }]);
    const { vendors } = await admin.data<{ vendors: { nodes: { id: string }[] } }>('{ vendors(first: 100) { nodes { id } } }');
    const send = `mutation ($input: SendToVendorsInput!) { sendAssessmentToVendors(input: $input) { results { assessment { vendor { ${aliases(50)} } } } } }`;
    const sent = await ask(admin, send, { input: { templateId, vendorIds: vendors.nodes.map(({ id }) => id) } });
    expect(sent.status).toBe(400);
    expect(sent.body).toMatchObject({
      errors: [{ message: expect.stringMatching(/^The changes were made, but .* request less at a time$/) }],
    });
    expect(await admin.data('{ assessments { totalCount } }')).toEqual({ assessments: { totalCount: vendors.nodes.length } });
  });

  test('takes a whole minute at most: at its start anything is read', async () => {
    const strict = await startTestServer({ anonymousRateLimit: 50, trustProxy: ['127.0.0.1', '::1'] });
    const stranger = new GraphQLClient(strict.url, { 'x-forwarded-for': '203.0.113.7' }); // an address that asked nothing yet
    try {
      const login = 'mutation ($e: EmailAddress!) { login(input: { email: $e, password: "x" }) { user { id } } }';
      const long = await ask(stranger, login, { e: 'x'.repeat(200_000) });
      expect([long.body.errors?.[0]?.extensions.code, long.limits[1]]).toEqual(['UNAUTHENTICATED', '0']);
      expect((await ask(stranger, '{ __typename }')).status).toBe(429);
    } finally {
      await strict.stop();
    }
  });
});

describe('the audit log can be read 60 times a minute with an API key', () => {
  const LOG = '{ auditLog(first: 1) { nodes { id } } }';
  const rest = async (key: GraphQLClient, path: string) => {
    const response = await key.fetch(`/api/v1/audit${path}`);
    await response.text();
    return [response.status, response.headers.get('ratelimit-limit'), response.headers.get('ratelimit-remaining')];
  };

  test('in any way, counting each time it appears in a query', async () => {
    const key = await server.withKey(['audit:view']);
    expect(await rest(key, '')).toEqual([200, '60', '59']);
    expect(await rest(key, '?format=csv')).toEqual([200, '60', '58']);
    expect((await ask(key, LOG)).limits.slice(0, 2)).toEqual(['60', '57']);
    expect(await remaining(key, '{ a: auditLog { totalCount } b: auditLog(first: 1) { edges { node { id } } } }')).toBe(55);
    expect(await remaining(key, '{ ...f ...f } fragment f on Query { auditLog(first: 1) { nodes { id } } }')).toBe(54);
    expect(
      await remaining(key, 'query ($no: Boolean!) { a: auditLog { totalCount } b: auditLog @include(if: $no) { totalCount } }', {
        no: false,
      }),
    ).toBe(53);
    const many = `{ ${Array.from({ length: 49 }, (_, i) => `a${i}: auditLog(first: 1) { totalCount }`).join(' ')} }`;
    expect(await remaining(key, many)).toBe(4);
    expect((await ask(key, many)).status).toBe(429);
    expect(await rest(key, '')).toEqual([429, '60', '0']);
    expect((await ask(key, LOG)).body.errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
    expect((await ask(key, '{ __typename }')).status).toBe(200);
  });

  test('verifying it counts as reading', async () => {
    const key = await server.withKey(['audit:view']);
    expect((await ask(key, 'mutation { a: verifyAuditLog { isIntact } b: verifyAuditLog { isIntact } }')).limits.slice(0, 2)).toEqual([
      '60',
      '58',
    ]);
    const many = `mutation { ${Array.from({ length: 49 }, (_, i) => `a${i}: verifyAuditLog { isIntact }`).join(' ')} }`;
    await ask(key, '{ auditVerification { isIntact } }');
    await ask(key, `{ ${Array.from({ length: 10 }, (_, i) => `a${i}: auditLog(first: 1) { totalCount }`).join(' ')} }`);
    expect((await ask(key, many)).status).toBe(429);
  });

  test('records found by id do not count, unless they are audit entries', async () => {
    const key = await server.withKey(['audit:view', 'vendors:view']);
    const { auditLog } = await server.admin.data<{ auditLog: { nodes: { id: string }[] } }>(LOG);
    const { id } = auditLog.nodes[0]!;
    const find = (fields: string, wanted = id) => ask(key, `query ($id: ID!) { node(id: $id) { ${fields} } }`, { id: wanted });
    expect((await find('__typename id ... on Vendor { name }', await createVendor(server))).limits[0]).toBe('1000');
    expect((await find('... on Node { __typename id } ... on AuditEntry { action }')).limits.slice(0, 2)).toEqual(['60', '59']);
    expect((await find('... on AuditEntry { entry: id name: meta }')).limits.slice(0, 2)).toEqual(['60', '58']);
    expect((await find('__typename id ... on Vendor { name }')).limits.slice(0, 2)).toEqual(['60', '57']);
    expect((await ask(key, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [id, id] })).limits.slice(0, 2)).toEqual([
      '60',
      '56',
    ]);
    const many = `query ($id: ID!) { ${Array.from({ length: 49 }, (_, i) => `a${i}: node(id: $id) { id }`).join(' ')} }`;
    await ask(key, many, { id });
    const { body, retryAfter } = await ask(key, many, { id });
    expect(body.errors?.at(-1)?.extensions.code).toBe('RATE_LIMITED');
    expect(Number(retryAfter)).toBeGreaterThan(0);
  });

  test('other keys and sessions are not affected', async () => {
    expect((await ask(await server.withKey(['audit:view']), LOG)).limits.slice(0, 2)).toEqual(['60', '59']);
    for (let n = 0; n < 2; n++) expect((await ask(server.admin, LOG)).limits[0]).toBe('1000');
  });

  test('even where nothing else is limited', async () => {
    const free = await startTestServer();
    try {
      const key = await free.withKey();
      expect((await ask(key, '{ __typename }')).limits).toEqual([null, null, null]);
      expect((await ask(key, LOG)).limits.slice(0, 2)).toEqual(['60', '59']);
    } finally {
      await free.stop();
    }
  });
});
