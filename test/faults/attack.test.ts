/** What an attacker tries to get in or to do damage: one test per attack. */
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { sql } from '../../src/database/sql';
import { ADMIN } from '../kit/accounts';
import { ANSWERS, Assessor } from '../kit/assessed';
import { GraphQLClient } from '../kit/client';
import { parseCsv } from '../kit/csv';
import { DOCX, PDF, PNG, zip } from '../kit/files';
import { readPdf } from '../kit/pdf';
import { createVendor, decide } from '../kit/portfolio';
import { Servers } from '../kit/process';
import { startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let assessor: Assessor;
beforeAll(async () => {
  server = await startTestServer();
  assessor = await Assessor.prepare(server);
});
afterAll(() => server.stop());

const ME = '{ me { email } }';
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { user { id } } }`;
const LIST = '{ vendors { totalCount } }';
const PASSWORD = 'a long enough password';
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

function form(fields: Record<string, string>, content: Uint8Array = PDF, name = 'policy.pdf'): FormData {
  const made = new FormData();
  for (const [field, value] of Object.entries(fields)) made.append(field, value);
  made.append('file', new Blob([new Uint8Array(content)]), name);
  return made;
}

describe('contradictory conditions', () => {
  const SECRETS = 'questions { expectedAnswer riskWeight controlCodes }';
  /** Each hides a forbidden selection inside `field` behind a contradictory condition. */
  const SHAPES: [what: string, query: (field: string, secret: string, open: string) => string, variables: object][] = [
    [
      'the field skipped, its fragment included',
      (f, secret, open) => `query ($b: Boolean!) { ${f} @include(if: $b) { ${secret} ... @skip(if: $b) { ${secret} } } ${f} { ${open} } }`,
      { b: false },
    ],
    [
      'the same with @skip',
      (f, secret, open) => `query ($b: Boolean!) { ${f} @skip(if: $b) { ${secret} ... @include(if: $b) { ${secret} } } ${f} { ${open} } }`,
      { b: true },
    ],
    [
      'with a default',
      (f, secret, open) =>
        `query ($b: Boolean = false) { ${f} @include(if: $b) { ${secret} ... @skip(if: $b) { ${secret} } } ${f} { ${open} } }`,
      {},
    ],
    [
      'inside an inline fragment',
      (f, secret, open) =>
        `query ($b: Boolean!) { ... @include(if: $b) { ${f} { ... @skip(if: $b) { ${secret} } ${secret} } } ${f} { ${open} } }`,
      { b: false },
    ],
    [
      'inside a named fragment',
      (f, secret, open) =>
        `query ($b: Boolean!) { ...f @include(if: $b) ${f} { ${open} } } fragment f on Query { ${f} { ${secret} ... @skip(if: $b) { ${secret} } } }`,
      { b: false },
    ],
    [
      'with two variables',
      (f, secret, open) =>
        `query ($a: Boolean!, $b: Boolean!) { ${f} @include(if: $a) { ... @include(if: $b) { ${secret} } } ${f} @include(if: $b) { ${open} } }`,
      { a: false, b: true },
    ],
    [
      'in an alias next to it',
      (f, secret, open) =>
        `query ($b: Boolean!) { x: ${f} @include(if: $b) { ${secret} ... @skip(if: $b) { ${secret} } } x: ${f} { ${open} } }`,
      { b: false },
    ],
  ];
  const thrice = async (client: GraphQLClient, query: string, variables: object) => {
    const answers: string[] = [];
    for (let time = 0; time < 3; time++) answers.push(JSON.stringify(await client.ask(query, variables)));
    return answers;
  };

  test.each(SHAPES)('reveal nothing to the holder of a link: %s', async (_what, make, variables) => {
    const { portal } = await assessor.sent({ name: 'Double' });
    const query = make(`portal(token: ${JSON.stringify(portal.token)})`, SECRETS, 'title');
    const answers = await thrice(server.stranger(), query, variables);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).not.toMatch(/expectedAnswer|riskWeight|controlCodes|errors/);
    expect(answers[0]).toMatch(/title/);
  });

  test.each(SHAPES)('reveal no answers, findings or comments to a user who may only see vendors: %s', async (_what, make, variables) => {
    const { vendorId } = await assessor.completed({ name: `Hidden ${Math.random()}` });
    const viewer = await server.withPermissions('vendors:view');
    const secret = 'assessments { nodes { questions { response { value } } findings { title } comments { body visibility } } }';
    const answers = await thrice(viewer, make(`vendor(id: "${vendorId}")`, secret, 'name'), variables);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).not.toMatch(/assessments|errors/);
  });

  test('an unset variable with a default has its default, every time', async () => {
    await createVendor(server);
    const query = `query ($n: Int = 1, $b: Boolean = true, $f: VendorFilter = { query: "Acme" }) { vendors(first: $n, filter: $f) { nodes { name @include(if: $b) } } }`;
    const answers = await thrice(server.admin, query, {});
    expect(answers).toEqual(Array(3).fill('{"data":{"vendors":{"nodes":[{"name":"Acme"}]}}}'));
  });

  test('an unset variable inside a literal is omitted, every time', async () => {
    const query = `query ($t: Tier, $q: String) { vendors(filter: { tier: $t, query: $q }) { totalCount } }`;
    const answers = await thrice(server.admin, query, {});
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toBe(JSON.stringify(await server.admin.ask(LIST)));
  });
});

test('text in a query is never run as code', async () => {
  const marks = ['__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d', '__MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8'];
  for (const mark of marks) {
    const query = `{ portal(token: "${mark}globalThis.attacked=1") { title } }`;
    for (let time = 0; time < 3; time++) expect(await server.stranger().code(query)).toBe('UNAUTHENTICATED');
    const search = `{ vendors(filter: { query: "${mark}globalThis.attacked=1" }) { totalCount } }`;
    for (let time = 0; time < 3; time++) expect(await server.admin.data(search)).toEqual({ vendors: { totalCount: 0 } });
  }
  expect(globalThis).not.toHaveProperty('attacked');
});

test.each(['__proto__', 'constructor', 'a_b', 'idx0', '__isNode', 'hasOwnProperty'])(
  'the alias %s is just a name, every time',
  async (alias) => {
    const query = `{ ${alias}: vendors(first: 1) { ${alias}: nodes { ${alias}: name } } a: vendors(first: 1) { b: nodes { a_b: name } } }`;
    const answers = await Promise.all([1, 2, 3].map(async () => (await server.admin.fetch('/graphql', json({ query }))).text()));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain(`"${alias}":{"${alias}":[{"${alias}":`);
  },
);

test('a user who may change a vendor but not see it learns nothing by changing it', async () => {
  const id = await createVendor(server, { name: 'Unseen', notes: 'a secret' });
  const editor = await server.withPermissions('vendors:edit');
  const update = (selection: string) => `mutation ($id: ID!) { updateVendor(input: { id: $id }) { vendor { ${selection} } } }`;
  for (const selection of [
    'name',
    'notes',
    'contactEmail',
    'overallScore',
    'owner { name }',
    'assessments { totalCount }',
    'x: notes',
    '... { notes }',
    'revision',
    'updatedAt',
  ]) {
    expect([selection, await editor.code(update(selection), { id })]).toEqual([selection, 'FORBIDDEN']);
  }
  expect((await editor.ask(update('id'), { id })).errors).toBeUndefined();
});

describe('another site in the same browser', () => {
  const FROM: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://a.evil.example' },
  ];

  test.each(FROM)('changes nothing with the cookie: %j', async (headers) => {
    const vendor = { name: 'Forged', contactEmail: 'a@b.example' };
    const id = await createVendor(server);
    const attempts: [string, RequestInit][] = [
      ['/graphql', json({ query: 'mutation { logout }' }, headers)],
      ['/api/v1/vendors/import', json(vendor, headers)],
      [`/api/v1/vendors/${id}`, { method: 'DELETE', headers }],
      [`/api/v1/vendors/${id}`, { ...json({ name: 'Forged' }, headers), method: 'PATCH' }],
      ['/files', { method: 'POST', body: form({}), headers }],
    ];
    for (const [path, init] of attempts) expect([path, (await server.admin.fetch(path, init)).status]).toEqual([path, 403]);
    expect((await server.admin.data<{ me: object }>(ME)).me).not.toBeNull();
    expect(await server.admin.data(`query ($id: ID!) { vendor(id: $id) { name } }`, { id })).toEqual({ vendor: { name: 'Acme' } });
  });

  test.each(FROM)('signs nobody in: %j', async (headers) => {
    const response = await server.stranger().fetch('/graphql', json({ query: LOGIN, variables: { input: ADMIN } }, headers));
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
  });

  test('does not matter to callers with an API key', async () => {
    const { headers } = await server.withKey();
    expect(
      (
        await fetch(
          `${server.url}/api/v1/vendors/import`,
          json({ name: 'By key', contactEmail: 'a@b.example' }, { ...headers, ...FROM[0] }),
        )
      ).status,
    ).toBe(201);
  });

  test('reads nothing: no response has CORS headers, not even to a preflight', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    for (const path of ['/graphql', '/api/v1/vendors', '/files', '/']) {
      for (const method of ['OPTIONS', 'GET']) {
        const response = await server.admin.fetch(path, { method, headers });
        expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });

  test('can change nothing by a form or a link', async () => {
    const asForm = new URLSearchParams({ query: 'mutation { logout }' });
    expect((await server.admin.fetch('/graphql', { method: 'POST', body: asForm })).status).toBe(415);
    const link = `/graphql?query=${encodeURIComponent('mutation { logout }')}`;
    expect((await server.admin.fetch(link)).status).toBeGreaterThanOrEqual(400);
    expect((await server.admin.data<{ me: object }>(ME)).me).not.toBeNull();
  });

  test('can frame no page or run scripts in one', async () => {
    for (const path of ['/', '/graphiql', '/api/docs']) {
      const { headers } = await server.stranger().fetch(path, { headers: { accept: 'text/html' } });
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*'unsafe/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('sessions', () => {
  test('a cookie planted before sign-in is useless afterwards', async () => {
    const attacker = await server.withRole('Viewer');
    for (const planted of ['vetgraph_session=planted', attacker.cookie]) {
      const victim = server.stranger();
      victim.cookie = planted;
      await victim.login(ADMIN);
      expect(victim.cookie).not.toBe(planted);
      const thief = server.stranger();
      thief.cookie = planted;
      expect((await thief.data<{ me: { email: string } | null }>(ME)).me?.email).not.toBe(ADMIN.email);
    }
  });

  test('the cookie is HttpOnly and SameSite', async () => {
    const response = await server.stranger().fetch('/graphql', json({ query: LOGIN, variables: { input: ADMIN } }));
    expect(response.headers.getSetCookie()[0]).toMatch(/HttpOnly/);
    expect(response.headers.getSetCookie()[0]).toMatch(/SameSite=Lax/);
  });

  test('a new password ends every other session', async () => {
    const person = await server.withRole('Viewer');
    const { me } = await person.data<{ me: { email: string } }>(ME);
    const thief = server.stranger();
    await thief.login({ email: me.email, password: PASSWORD });
    await person.data(`mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { user { id } } }`, {
      input: { currentPassword: PASSWORD, newPassword: 'quite another password' },
    });
    expect(await thief.data(ME)).toEqual({ me: null });
    expect(await person.data(ME)).toEqual({ me });
  });
});

describe('a forged address', () => {
  const ALLOWED = '203.0.113.7';
  const FORGED: Record<string, string>[] = [
    { 'x-forwarded-for': ALLOWED },
    { 'x-real-ip': ALLOWED },
    { forwarded: `for=${ALLOWED}` },
    { 'x-forwarded-for': `::ffff:${ALLOWED}` },
    { 'x-client-ip': ALLOWED },
    { 'true-client-ip': ALLOWED },
    { 'cf-connecting-ip': ALLOWED },
  ];

  let behind: TestServer;
  beforeAll(async () => {
    behind = await startTestServer({ databaseUrl: server.databaseUrl, trustProxy: ['127.0.0.1', '::1'] });
  });
  afterAll(() => behind.stop());

  test('does not unlock a key restricted to IP addresses, unless it comes from a trusted proxy', async () => {
    const { headers } = await server.withKey(null, { allowedIps: [ALLOWED] });
    const status = async ({ url }: { url: string }, more: Record<string, string>) =>
      (await new GraphQLClient(url, { ...headers, ...more }).fetch('/api/v1/vendors')).status;
    for (const forged of FORGED) expect([forged, await status(server, forged)]).toEqual([forged, 401]);

    expect(await status(behind, { 'x-forwarded-for': ALLOWED })).toBe(200);
    expect(await status(behind, { 'x-forwarded-for': `::ffff:${ALLOWED}` })).toBe(200);
    // An entry set by the client comes before the one added by the proxy.
    expect(await status(behind, { 'x-forwarded-for': `${ALLOWED}, 198.51.100.9` })).toBe(401);
    for (const forged of FORGED.filter((one) => !('x-forwarded-for' in one))) {
      expect([forged, await status(behind, forged)]).toEqual([forged, 401]);
    }
  });

  test('gives no further attempts', async () => {
    const codes = new Set<string | undefined>();
    for (let n = 0; n < 12; n++) {
      const guesser = new GraphQLClient(server.url, { 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}` });
      codes.add(await guesser.code(LOGIN, { input: { email: 'forged@example.org', password: 'guess' } }));
    }
    expect([...codes]).toEqual(['UNAUTHENTICATED', 'RATE_LIMITED']);
  });

  test.each<[string, (n: number) => string]>([
    ['different addresses of one IPv6 network', (n) => `2001:db8:7:7::${n.toString(16)}`],
    ['the same address in both forms', (n) => (n % 2 ? '203.0.113.50' : '::ffff:203.0.113.50')],
    ['no address at all', (n) => `${n}-${'x'.repeat(4_000)}`],
  ])('gives no further attempts behind a proxy: %s', async (_what, address) => {
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 52; n++) {
      const guesser = new GraphQLClient(behind.url, { 'x-forwarded-for': address(n) });
      codes.push(await guesser.code(LOGIN, { input: { email: `nobody-${n}@example.org`, password: 'guess' } }));
    }
    expect(codes).toEqual([...Array<string>(50).fill('UNAUTHENTICATED'), 'RATE_LIMITED', 'RATE_LIMITED']);
  });
});

describe('guessing through two servers is limited for', () => {
  let second: TestServer;
  let both: TestServer[];
  beforeAll(async () => {
    second = await startTestServer({ databaseUrl: server.databaseUrl });
    both = [server, second];
  });
  afterAll(() => second.stop());

  test('the password of an account', async () => {
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 12; n++)
      codes.push(await both[n % 2]!.stranger().code(LOGIN, { input: { email: 'prey@example.org', password: `guess ${n}` } }));
    expect(codes).toEqual([...Array<string>(10).fill('UNAUTHENTICATED'), 'RATE_LIMITED', 'RATE_LIMITED']);
  });

  test('API keys of any prefix, while a valid key still works', async () => {
    await server.services.database.query(sql`delete from rate_limit`); // other tests made attempts too
    const good = await server.withKey();
    const statuses: number[] = [];
    for (let n = 0; n < 104; n++) {
      const token = `vet_${n.toString(16).padStart(8, '0')}.${'ab'.repeat(24)}`;
      const response = await fetch(`${both[n % 2]!.url}/api/v1/vendors`, { headers: { authorization: `Bearer ${token}` } });
      statuses.push(response.status);
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(100)).toEqual([429, 429, 429, 429]);
    expect(await good.code(LIST)).toBeUndefined();
  });

  test('the password of a link', async () => {
    const { id } = await assessor.sent();
    await server.admin.data(`mutation ($input: SendAssessmentInput!) { resendPortalLink(input: $input) { portalToken } }`, {
      input: { id, portalPassword: 'open sesame' },
    });
    const { resendPortalLink } = await server.admin.data<{ resendPortalLink: { portalToken: string } }>(
      `mutation ($input: SendAssessmentInput!) { resendPortalLink(input: $input) { portalToken } }`,
      { input: { id } },
    );
    const query = `query ($token: String!, $password: String) { portal(token: $token, password: $password) { title } }`;
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 12; n++) {
      codes.push(await both[n % 2]!.stranger().code(query, { token: resendPortalLink.portalToken, password: `guess ${n}` }));
    }
    expect(codes).toEqual([...Array<string>(10).fill('UNAUTHENTICATED'), 'RATE_LIMITED', 'RATE_LIMITED']);
    expect(await second.stranger().code(query, { token: resendPortalLink.portalToken, password: 'open sesame' })).toBe('RATE_LIMITED');
  });
});

describe('ids of different owners', () => {
  test('a question, comment or file of one assessment has no effect in another', async () => {
    const [mine, theirs] = [await assessor.sent({ name: 'Mine' }), await assessor.sent({ name: 'Theirs' })];
    const [myQuestion, theirQuestion] = [await mine.portal.idOf('MFA?'), await theirs.portal.idOf('MFA?')];
    const theirComment = await assessor.comment(theirs.id, 'Between us', { visibility: 'SHARED' });
    await assessor.attach(theirs, 'Policy', 'their-policy.pdf');
    const { assessment } = await server.admin.data<{ assessment: { evidence?: { id: string }[] } & Record<string, unknown> }>(
      `query ($id: ID!) { assessment(id: $id) { questions { response { evidence { id } } } } }`,
      { id: theirs.id },
    );
    const [file] = (assessment.questions as { response: { evidence: { id: string }[] } | null }[]).flatMap(
      ({ response }) => response?.evidence ?? [],
    );

    expect((await mine.portal.save([{ questionId: theirQuestion, value: 'YES' }])).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    const upload = await mine.portal.client.fetch('/files', {
      method: 'POST',
      body: form({ portalToken: mine.portal.token, assessmentId: mine.id, questionId: theirQuestion }),
    });
    expect(upload.status).toBeGreaterThanOrEqual(400);
    expect(upload.status).toBeLessThan(500);
    const headers = { 'x-portal-token': mine.portal.token };
    expect([403, 404]).toContain((await mine.portal.client.fetch(`/files/${file!.id}`, { headers })).status);
    const add = `mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id } } }`;
    expect(await server.admin.code(add, { input: { assessmentId: mine.id, body: 'x', parentId: theirComment } })).toMatch(
      /BAD_USER_INPUT|NOT_FOUND/,
    );
    const internal = await assessor.comment(mine.id, 'Among ourselves');
    const reply = `mutation ($input: PortalCommentInput!) { portalAddComment(input: $input) { assessment { title } } }`;
    const remove = `mutation ($input: PortalRemoveFileInput!) { portalRemoveFile(input: $input) { assessment { title } } }`;
    const { token } = mine.portal;
    for (const parentId of [theirComment, internal]) {
      expect(Object.keys((await mine.portal.client.fields(reply, { input: { token, body: 'x', parentId } })) ?? {})).toEqual(['parentId']);
    }
    expect(await mine.portal.client.code(remove, { input: { token, fileId: file!.id } })).toBe('NOT_FOUND');
    const simulate = `query ($input: SimulateScoreInput!) { simulateScore(input: $input) { score } }`;
    expect(
      await server.admin.code(simulate, { input: { assessmentId: mine.id, answers: [{ questionId: theirQuestion, value: 'YES' }] } }),
    ).toBe('BAD_USER_INPUT');
    await mine.portal.answer(ANSWERS);
    await mine.portal.submit();
    const decided = await decide(server.admin, mine.id, theirQuestion, 'APPROVED');
    expect(decided.errors?.[0]?.extensions).toMatchObject({ code: expect.stringMatching(/BAD_USER_INPUT|NOT_FOUND/) as string });
    expect(myQuestion).not.toBe(theirQuestion);
    expect((await theirs.portal.view()).questions.find(({ id }) => id === theirQuestion)!.response).toBeNull();
  });

  test('a section or question of one template cannot be moved into another', async () => {
    const sections = [{ title: 'S', questions: [{ text: 'Q?', type: 'YES_NO' }] }];
    const create = `mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template { id sections { id questions { id } } } } }`;
    interface Made {
      createTemplate: { template: { id: string; sections: { id: string; questions: { id: string }[] }[] } };
    }
    const [mine, theirs] = [
      (await server.admin.data<Made>(create, { input: { name: 'Mine', sections } })).createTemplate.template,
      (await server.admin.data<Made>(create, { input: { name: 'Theirs', sections } })).createTemplate.template,
    ];
    const [section, own] = [theirs.sections[0]!, mine.sections[0]!];
    const update = `mutation ($input: UpdateTemplateInput!) { updateTemplate(input: $input) { template { id } } }`;
    for (const given of [
      { id: section.id, title: 'Taken', questions: [] },
      { id: own.id, title: 'S', questions: [{ id: section.questions[0]!.id, text: 'Taken?', type: 'YES_NO' }] },
    ]) {
      expect(await server.admin.code(update, { input: { id: mine.id, sections: [given] } })).toMatch(/BAD_USER_INPUT|NOT_FOUND/);
    }
    expect(
      await server.admin.data(`query ($id: ID!) { template(id: $id) { sections { id title questions { id text } } } }`, { id: theirs.id }),
    ).toEqual({
      template: { sections: [{ id: section.id, title: 'S', questions: [{ id: section.questions[0]!.id, text: 'Q?' }] }] },
    });
  });

  test('a link shows nothing but its assessment, whoever uses it', async () => {
    const { portal } = await assessor.sent();
    for (const query of [
      LIST,
      '{ users { email } }',
      '{ auditLog { totalCount } }',
      '{ settings { organizationName } }',
      '{ mails { totalCount } }',
    ]) {
      expect(await portal.client.code(query)).toBe('UNAUTHENTICATED');
    }
  });
});

test('read-only fields are ignored by REST and refused by GraphQL', async () => {
  const set = {
    id: '11111111-1111-4111-8111-111111111111',
    overallScore: 1,
    revision: 99,
    createdAt: '2001-01-01T00:00:00Z',
    isDisabled: false,
    assessmentCount: 9,
  };
  const vendor = { name: 'Mass', contactEmail: 'a@b.example' };
  const response = await server.admin.fetch('/api/v1/vendors/import', json({ ...vendor, ...set }));
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: string };
  expect(id).not.toBe(set.id);
  const { vendor: made } = await server.admin.data<{ vendor: Record<string, unknown> }>(
    `query ($id: ID!) { vendor(id: $id) { overallScore revision createdAt assessmentCount } }`,
    { id },
  );
  expect(made).toMatchObject({ overallScore: null, revision: 1, assessmentCount: 0 });
  expect(Date.parse(made.createdAt as string)).toBeGreaterThan(Date.now() - 3_600_000);
  const create = `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`;
  for (const field of ['id', 'revision', 'createdAt', 'overallScore']) {
    expect(await server.admin.code(create, { input: { ...vendor, [field]: set[field as keyof typeof set] } })).toBe('BAD_USER_INPUT');
  }
  // Nor can anyone grant more than they have.
  const editor = await server.withPermissions('users:manage');
  const { roles } = await server.admin.data<{ roles: { id: string; name: string }[] }>('{ roles { id name } }');
  const input = { name: 'Me', email: 'me@example.org', password: PASSWORD, roleId: roles.find(({ name }) => name === 'Admin')!.id };
  expect(await editor.code(`mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`, { input })).toBe(
    'FORBIDDEN',
  );
});

test('managing users, roles or keys does not make anyone an administrator', async () => {
  const { roles, me } = await server.admin.data<{ roles: { id: string; name: string }[]; me: { id: string } }>(
    '{ roles { id name } me { id } }',
  );
  const admin = roles.find(({ name }) => name === 'Admin')!.id;
  const users = await server.withPermissions('users:manage');
  const own = (await users.data<{ me: { id: string; role: { id: string } } }>('{ me { id role { id } } }')).me;
  const attempt = (client: GraphQLClient, name: string, type: string, input: object, payload: string) =>
    client.code(`mutation ($input: ${type}!) { ${name}(input: $input) { ${payload} } }`, { input });
  expect(await attempt(users, 'resetUserPassword', 'ResetUserPasswordInput', { id: me.id, password: PASSWORD }, 'user { id }')).toBe(
    'FORBIDDEN',
  );
  expect(await attempt(users, 'updateUser', 'UpdateUserInput', { id: me.id, email: 'taken@example.org' }, 'user { id }')).toBe('FORBIDDEN');
  expect(await attempt(users, 'setUserDisabled', 'SetUserDisabledInput', { id: me.id, disabled: true }, 'user { id }')).toBe('FORBIDDEN');
  expect(await attempt(users, 'deleteUser', 'DeleteInput', { id: me.id }, 'deletedId')).toBe('FORBIDDEN');
  expect(await attempt(users, 'changeUserRole', 'ChangeUserRoleInput', { id: me.id, roleId: own.role.id }, 'user { id }')).toBe(
    'FORBIDDEN',
  );
  expect(await attempt(users, 'changeUserRole', 'ChangeUserRoleInput', { id: own.id, roleId: admin }, 'user { id }')).toBe('FORBIDDEN');

  const rolesOnly = await server.withPermissions('roles:manage');
  const role = (await rolesOnly.data<{ me: { role: { id: string } } }>('{ me { role { id } } }')).me.role.id;
  expect(
    await attempt(
      rolesOnly,
      'updateRole',
      'UpdateRoleInput',
      { id: role, permissions: ['roles:manage', 'settings:manage'] },
      'role { id }',
    ),
  ).toBe('FORBIDDEN');
  expect(await attempt(rolesOnly, 'createRole', 'CreateRoleInput', { name: 'More', permissions: ['audit:view'] }, 'role { id }')).toBe(
    'FORBIDDEN',
  );

  const keys = await server.withPermissions('api:manage');
  for (const permissions of [null, ['audit:view']]) {
    expect(await attempt(keys, 'createApiKey', 'CreateApiKeyInput', { name: 'More', permissions }, 'token')).toBe('FORBIDDEN');
  }
});

describe('paths and names', () => {
  test.each([
    '/files/..%2f..%2fetc%2fpasswd',
    '/files/%2e%2e/%2e%2e/etc/passwd',
    '/explorer/..%2f..%2f..%2fpackage.json',
    '/explorer/%2e%2e%2fpages.ts',
    '/api/docs/..%2f..%2fpackage.json',
    '/api/docs/%2e%2e/%2e%2e/package.json',
    '/..%5c..%5cetc%5cpasswd',
    '/files/%00',
    '/portal/..%2f..%2fpackage.json',
  ])('the path %s leads nowhere', async (path) => {
    const response = await server.admin.fetch(path);
    const text = await response.text();
    expect(text).not.toMatch(/root:|"dependencies"|import /);
    if (response.status === 200)
      expect(response.headers.get('content-type')).toMatch(/^text\/html/); // one of our own pages
    else expect([400, 404]).toContain(response.status);
  });

  test('a file is never stored under a name chosen by its sender', async () => {
    for (const name of [
      '../../../etc/cron.d/x.pdf',
      '..\\..\\boot.pdf',
      '/etc/passwd.pdf',
      'a\r\nSet-Cookie: x=1.pdf',
      'CON.pdf',
      '\u202efdp.exe.pdf',
    ]) {
      const response = await server.admin.fetch('/files', { method: 'POST', body: form({}, PDF, name) });
      expect(response.status).toBe(201);
      const { id, fileName } = (await response.json()) as { id: string; fileName: string };
      expect(fileName).not.toMatch(/[\\/\p{Cc}\u202e]/u);
      const download = await server.admin.fetch(`/files/${id}`);
      expect(download.headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(download.headers.getSetCookie()).toEqual([]);
    }
  });

  test('no vendor name breaks a header', async () => {
    for (const name of ['a\r\nSet-Cookie: x=1', 'a"; filename="b.exe', 'Zoë 東京 \u202e', 'a\u0085b', '%0d%0aSet-Cookie: x=1']) {
      const { createVendor: made } = await server.admin.data<{ createVendor: { vendor: { id: string } } }>(
        `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`,
        { input: { name, contactEmail: 'a@b.example' } },
      );
      const response = await server.admin.fetch(`/api/v1/vendors/${made.vendor.id}/export`);
      expect(response.status).toBe(200);
      expect(response.headers.getSetCookie()).toEqual([]);
      const header = response.headers.get('content-disposition')!;
      expect(header).toMatch(/^attachment; filename="[^"\\]*(?:\\.[^"\\]*)*"(; filename\*=UTF-8''[\w.%!#$&+^`|~-]+)?$/);
    }
  });
});

describe('files that are not what they say', () => {
  const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  test.each([
    ['HTML as PNG', HTML, 'a.png'],
    ['SVG as PNG', SVG, 'a.png'],
    ['SVG', SVG, 'a.svg'],
    ['HTML as PDF', HTML, 'a.pdf'],
    ['HTML as text', HTML, 'a.txt'],
    ['PNG and HTML', Buffer.concat([HTML, PNG]), 'a.png'],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), 'a.pdf'],
    ['an archive', zip({ 'a.txt': 'x' }), 'a.zip'],
    ['an archive as document', zip({ 'a.txt': 'x' }), 'a.docx'],
  ])('%s is refused', async (_what, content, name) => {
    expect((await server.admin.fetch('/files', { method: 'POST', body: form({}, content, name) })).status).toBe(415);
  });

  test('a document that unpacks to a thousand times its size is refused', async () => {
    const bomb = Buffer.from(DOCX);
    // The size of the first entry according to the directory: 4 GB.
    bomb.writeUInt32LE(0xf0000000, bomb.indexOf('PK\x01\x02') + 24);
    const response = await server.admin.fetch('/files', { method: 'POST', body: form({}, bomb, 'a.docx') });
    expect([response.status, await response.text()]).toEqual([415, expect.stringContaining('unpacks')]);
    expect((await server.admin.fetch('/files', { method: 'POST', body: form({}, DOCX, 'a.docx') })).status).toBe(201);
  });

  test('a small body that would unpack to a large one is refused, not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, ' '), { level: 9 });
    expect(bomb.length).toBeLessThan(1_048_576);
    const before = process.memoryUsage().rss;
    for (const path of ['/graphql', '/api/v1/vendors/import']) {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      // A client that is still sending the body may see the connection reset instead of the response.
      const outcome = await server.admin.fetch(path, { method: 'POST', headers, body: bomb }).then(
        ({ status }) => status,
        ({ cause }: { cause: { code: string } }) => cause.code,
      );
      expect([413, 415, 'ECONNRESET', 'EPIPE']).toContain(outcome);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
});

describe('user input', () => {
  const FORMULAS = [
    '=HYPERLINK("http://evil.example","x")',
    '+1+cmd|calc',
    '-2+3+cmd',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '＝1+1',
    '＠SUM(A1)',
  ];
  const MARKUP = '<img src="file:///etc/passwd"><script>document.write("ran")</script><iframe src="http://169.254.169.254/"></iframe>';

  test('never runs in a spreadsheet', async () => {
    for (const formula of FORMULAS) {
      const id = await createVendor(server, {
        name: `x${formula}`,
        contactName: formula,
        serviceDescription: formula,
        tags: [formula.trim()],
      });
      const text = await (await server.admin.fetch(`/api/v1/vendors/${id}/export`)).text();
      expect(
        parseCsv(text)
          .flat()
          .filter((cell) => /^[=+\-@\t\r\n＝＠]/.test(cell)),
      ).toEqual([]);
    }
  });

  test('never runs in a report', async () => {
    const id = await createVendor(server, { name: 'Injected', notes: MARKUP });
    const { id: assessmentId } = await assessor.submitted(
      id,
      { title: MARKUP.slice(0, 190) },
      { 'MFA?': 'YES', 'Regions?': ['EU'], '=Key length': 1, Remarks: MARKUP },
    );
    const response = await server.admin.fetch(`/api/assessments/${assessmentId}/pdf`);
    expect(response.status).toBe(200);
    const { letters } = await readPdf(new Uint8Array(await response.arrayBuffer()));
    expect(letters).toContain('<imgsrc="file:///etc/passwd"><script>document.write("ran")');
    expect(letters).not.toMatch(/root:x:0/);
  });
});

test('the log contains no secrets or personal addresses, even at the most verbose level', async () => {
  const { portal } = await assessor.sent({ name: 'Logged', contactEmail: 'logged@example.org' });
  const { headers } = await server.withKey();
  const servers = new Servers();
  const verbose = await servers.start({ DATABASE_URL: server.databaseUrl, LOG_LEVEL: 'trace' }).ready();
  const client = new GraphQLClient(verbose.url);
  await client.login(ADMIN);
  await client.code(LOGIN, { input: { email: 'logged@example.org', password: 'a guess of mine' } });
  for (const path of [
    `/portal/${portal.token}`,
    `//portal/${portal.token}`,
    `/Portal/${portal.token}`,
    `/portal%2F${portal.token}`,
    `/portal/${portal.token}/more`,
  ]) {
    await client.fetch(path, { headers: { accept: 'text/html' } });
  }
  await client.fetch(`/graphql?query=${encodeURIComponent(`{ portal(token: "${portal.token}") { title } }`)}`, {
    headers: { 'apollo-require-preflight': 'true' },
  });
  await client.fetch('/files/none', { headers: { 'x-portal-token': portal.token, 'x-portal-password': 'a guess of mine' } });
  await client.fetch('/api/v1/vendors', { headers });
  await verbose.kill('SIGTERM');
  const { output } = verbose;
  await servers.stop();
  expect(output).toContain('/portal/…');
  for (const secret of [
    portal.token,
    ADMIN.password,
    ADMIN.email,
    'logged@example.org',
    'a guess of mine',
    headers.authorization!.slice(7),
    client.cookie.split('=')[1]!,
  ]) {
    expect(output).not.toContain(secret);
  }
});

test('a database dump contains no usable secret', async () => {
  const key = await server.withKey();
  const person = await server.withRole('Viewer');
  const { id } = await assessor.sent({ name: 'Dumped' });
  const { resendPortalLink } = await server.admin.data<{ resendPortalLink: { portalToken: string } }>(
    `mutation ($input: SendAssessmentInput!) { resendPortalLink(input: $input) { portalToken } }`,
    { input: { id, portalPassword: 'link password' } },
  );
  const token = key.headers.authorization!.replace('Bearer ', '');
  const cookie = person.cookie.split('=')[1]!;
  const inside = (JSON.parse(Buffer.from(cookie.split('.')[1]!, 'base64url').toString()) as { key: string }).key;
  const secrets = {
    password: PASSWORD,
    admin: ADMIN.password,
    link: resendPortalLink.portalToken,
    linkPassword: 'link password',
    cookie,
    inside,
    key: token,
    keySecret: token.split('.')[1]!,
    session: server.services.sessionSecret,
  };

  const db = new Client({ connectionString: server.databaseUrl });
  await db.connect();
  const { rows: tables } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  let dump = '';
  for (const { name } of tables) {
    const { rows } = await db.query<{ row: string }>(`select t::text as row from "${name}" t`);
    dump += rows.map(({ row }) => row).join('\n');
  }
  await db.end();
  expect(dump.length).toBeGreaterThan(10_000);
  for (const [what, secret] of Object.entries(secrets)) {
    for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')]) {
      expect([what, dump.includes(form)]).toEqual([what, false]);
    }
  }
  // Part of the secret is stored outside the database: the table alone can't decrypt mails.
  expect(dump).toContain('session');
});
