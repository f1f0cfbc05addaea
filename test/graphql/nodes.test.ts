import { type GraphQLField, type GraphQLInterfaceType, type GraphQLObjectType, isLeafType, getNamedType, isObjectType } from 'graphql';
import { ALL_PERMISSIONS } from '../../src/auth/permissions';
import { rawSql, sql } from '../../src/database/sql';
import { audiencesOf } from '../../src/graphql/engine/authorize';
import { sharedGraphQLSchema } from '../../src/schema';
import { Assessor } from '../kit/assessed';
import type { GraphQLClient } from '../kit/client';
import { PDF } from '../kit/files';
import { scimClient } from '../kit/scim';
import { startTestServer, type TestServer } from '../kit/server';
import { statementsDuring } from '../kit/statements';

const schema = sharedGraphQLSchema();
const nodeTypes = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType);

/** Types whose id belongs to something else. */
const NOT_A_THING: Record<string, string> = {
  VendorRequestQuestion: 'is what requesters see of a TemplateQuestion',
  Factor: 'is what someone signs in with, which only they and administrators see',
  Session: 'is a signed-in browser, which only its user and administrators see',
  UserIdentity: 'is who somebody is elsewhere, which only they and administrators see',
  SignInProvider: 'is what strangers see of an IdentityProvider',
  OffboardingStep: 'is part of the Vendor that leaves',
  AuditApiKey: 'tells what a key was when something was done by it; what it is now is an ApiKey',
  Event: 'is an entry of the audit log, which is an AuditEntry',
  Notification: 'is what one person was told, which only they see',
  FindingResult: 'tells what became of the finding with that id, which is a Finding',
  Answer: 'is a Response where it is listed across assessments',
  AssessmentResult: 'tells what became of the assessment with that id, which is an Assessment',
  VendorResult: 'tells what became of the vendor with that id, which is a Vendor',
  PortalFinding: 'is what a vendor sees of a Finding',
  Remediation: 'is part of the Finding that was sent to the vendor',
  SavedView: 'is somebody’s, and listed for them',
  SearchResult: 'names what was found, by its own id',
  WorkItem: 'is something to do about the thing with that id',
};

/** Who may find a record of each type, deliberately stated a second time. "own": everyone, but only themselves. */
const FINDERS: Record<string, string> = {
  Vendor: 'vendors:view',
  // The administrator asked, whose keys these are.
  VendorRequest: 'vendors:create vendors:request',
  Certification: 'vendors:view',
  ResponsibilityAction: 'vendors:view',
  Attachment: 'assessments:view',
  Assessment: 'assessments:view',
  AssessmentQuestion: 'assessments:view',
  Response: 'assessments:view',
  ReviewDecision: 'assessments:view',
  Comment: 'assessments:view',
  Finding: 'assessments:view',
  RiskAcceptance: 'assessments:view',
  Dashboard: 'assessments:view',
  Framework: 'frameworks:view',
  Control: 'frameworks:view templates:view',
  LibraryItem: 'frameworks:view templates:view',
  Template: 'templates:view',
  TemplateSection: 'templates:view',
  TemplateQuestion: 'templates:view',
  User: 'users:manage vendors:view assessments:view',
  Role: 'roles:manage users:manage',
  ApiKey: 'api:manage',
  AuditEntry: 'audit:view',
  Mail: 'settings:manage',
  Portfolio: '',
  IdentityProvider: 'settings:manage',
  ScimGroup: 'settings:manage',
  ScimToken: 'settings:manage',
  Webhook: 'settings:manage',
  WebhookDelivery: 'settings:manage',
  Settings: '',
};

let server: TestServer;
/** One record of each type. */
const ids: Record<string, string> = { Settings: 'settings', Dashboard: 'dashboard', LibraryItem: 'library:framework:iso-27001-2022' };

beforeAll(async () => {
  server = await startTestServer();
  const assessor = await Assessor.prepare(server);
  const assessed = await assessor.sent();
  await assessor.attach(assessed, 'Policy', 'policy.pdf');
  await assessed.portal.answer({ 'MFA?': 'NO', 'Regions?': ['EU'], '=Key length': 128 });
  expect((await assessed.portal.submit()).errors).toBeUndefined();
  await server.admin.ask(`mutation ($input: IdInput!) { startReview(input: $input) { assessment { id } } }`, {
    input: { id: assessed.id },
  });
  await assessor.decide(assessed, 'MFA?', 'REJECTED');
  await assessor.comment(assessed.id, 'Why not?');
  const { findings } = await server.admin.data<{ findings: { nodes: { id: string }[] } }>(`{ findings { nodes { id } } }`);
  await server.admin.data(`mutation ($input: RequestRiskAcceptanceInput!) { requestRiskAcceptance(input: $input) { acceptance { id } } }`, {
    input: { findingId: findings.nodes[0]!.id, reason: 'Retired soon', until: '2040-01-01T00:00:00Z' },
  });
  await assessor.certify(assessed.vendorId, { name: 'ISO 27001', expiresDate: '2027-01-31' });
  await server.withKey(['vendors:view']);
  await server.admin.data(`mutation {
    createVendorRequest(input: { name: "Wanted", contactEmail: "wanted@x.example" }) { request { id } }
  }`);
  await server.admin.data(`mutation { createPortfolio(input: { name: "Unit" }) { portfolio { id } } }`);
  await server.admin.data(`mutation {
    createIdentityProvider(input: { name: "Acme", issuer: "https://login.example.org", clientId: "x", clientSecret: "y" }) { provider { id } }
  }`);
  await (await scimClient(server)).group('Reviewers');
  const { createWebhook } = await server.admin.data<{ createWebhook: { webhook: { id: string } } }>(
    `mutation { createWebhook(input: { name: "Tickets", url: "https://93.184.216.34/" }) { webhook { id } } }`,
  );
  await server.admin.data(`mutation ($input: ReplayWebhookInput!) { replayWebhook(input: $input) { queued } }`, {
    input: { id: createWebhook.webhook.id, after: 'start' },
  });
  const { database } = server.services;
  const tables = {
    Vendor: 'vendor',
    VendorRequest: 'vendor_request',
    Certification: 'certification',
    ResponsibilityAction: 'responsibility_action',
    Attachment: 'attachment',
    Assessment: 'assessment',
    AssessmentQuestion: 'assessment_question',
    Response: 'response',
    ReviewDecision: 'review_decision',
    Comment: 'comment',
    Finding: 'finding',
    RiskAcceptance: 'risk_acceptance',
    Framework: 'framework',
    Control: 'control',
    Template: 'template',
    TemplateSection: 'template_section',
    TemplateQuestion: 'template_question',
    User: 'app_user',
    Role: 'role',
    Portfolio: 'portfolio',
    IdentityProvider: 'identity_provider',
    ApiKey: 'api_key',
    AuditEntry: 'audit_entry',
    Mail: 'mail',
    ScimGroup: 'scim_group',
    ScimToken: 'scim_token',
    Webhook: 'webhook',
    WebhookDelivery: 'webhook_delivery',
  };
  for (const [type, table] of Object.entries(tables)) {
    const [row] = await database.query<{ id: string }>(sql`select id from ${rawSql(table)} order by id limit 1`);
    ids[type] = row!.id;
  }
});
afterAll(() => server.stop());

interface Found {
  __typename: string;
  id: string;
}
const NODES = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }`;
const find = async (client: GraphQLClient, wanted: string[]) =>
  (await client.data<{ nodes: (Found | null)[] }>(NODES, { ids: wanted })).nodes;

/** The leaf fields of a type that need neither arguments nor their own permission. */
const leavesOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter(
    (field: GraphQLField<unknown, unknown>) => isLeafType(getNamedType(field.type)) && field.args.length === 0,
  );
const ownLeaves = (type: GraphQLObjectType, permissions: readonly string[]) =>
  leavesOf(type).filter((field) => audiencesOf(type, field)!.some((one) => ['as-parent', 'signed-in', ...permissions].includes(one)));

test('every type with an id is a Node, unless there is a reason', () => {
  const withId = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !type.name.startsWith('__') && type.getFields()['id'],
  );
  expect(
    withId
      .filter((type) => !nodeTypes.includes(type as GraphQLObjectType))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(NOT_A_THING).sort());
  expect(nodeTypes.map(({ name }) => name).sort()).toEqual(Object.keys(FINDERS).sort());
});

test.each(nodeTypes.map((type) => [type.name, type] as const))('%s is found by its id, with all its fields', async (name, type) => {
  const fields = leavesOf(type)
    .map((field) => field.name)
    .join(' ');
  const query = `query ($id: ID!) { node(id: $id) { __typename id ... on ${name} { ${fields} } } }`;
  // Interpreted the first time, compiled the second.
  for (let time = 0; time < 2; time++) {
    const { node } = await server.admin.data<{ node: Found }>(query, { id: ids[name] });
    expect(node).toMatchObject({ __typename: name, id: ids[name] });
  }
});

test('every kind can be asked of the past by its id', async () => {
  const at = new Date().toISOString();
  const wanted = Object.keys(ids).map((type) => ids[type]!);
  const { nodes } = await server.admin.data<{ nodes: (Found | null)[] }>(
    'query ($ids: [ID!]!, $at: DateTime!) @asOf(at: $at) { nodes(ids: $ids) { __typename id } }',
    { ids: wanted, at },
  );
  const withoutPast = ['Mail', 'WebhookDelivery'];
  expect(nodes).toEqual(Object.entries(ids).map(([type, id]) => (withoutPast.includes(type) ? null : { __typename: type, id })));
});

test('a record found by id is the same as by its own query', async () => {
  const fields =
    'id name tier revision owner { id } ragBand assessments(first: 2) { totalCount nodes { id title } } certifications { id name }';
  const { vendor, node } = await server.admin.data<{ vendor: object; node: object }>(
    `query ($id: ID!) { vendor(id: $id) { ${fields} } node(id: $id) { ...f } } fragment f on Vendor { ${fields} }`,
    { id: ids['Vendor'] },
  );
  expect(node).toEqual(vendor);
  const question = await server.admin.data<{ node: object }>(
    `query ($id: ID!) { node(id: $id) { ... on AssessmentQuestion { text visible response { value } hiddenResponse { value } controls { code } } } }`,
    { id: ids['AssessmentQuestion'] },
  );
  expect(question.node).toMatchObject({ visible: true, hiddenResponse: null });
});

test('a record of which no column is selected does not affect the others', async () => {
  const whole = 'id name tier revision ragBand';
  const bare = ['timeline(first: 1) { kind }', 'openFindingsBySeverity { count }', '__typename'];
  for (const none of bare) {
    // Interpreted the first time, compiled the second.
    for (let time = 0; time < 2; time++) {
      const { alone } = await server.admin.data<{ alone: object }>(
        `query ($id: ID!) { alone: node(id: $id) { ... on Vendor { ${whole} } } }`,
        {
          id: ids['Vendor'],
        },
      );
      const beside = await server.admin.data<{ node: object }>(
        `query ($id: ID!) { vendor(id: $id) { ${none} } node(id: $id) { ... on Vendor { ${whole} } } }`,
        { id: ids['Vendor'] },
      );
      expect(beside.node).toEqual(alone);
    }
  }
});

test('a record without selected fields is still returned', async () => {
  for (const name of ['Vendor', 'AuditEntry']) {
    const found = await server.admin.data('query ($id: ID!, $no: Boolean!) { node(id: $id) { id @include(if: $no) } }', {
      id: ids[name],
      no: false,
    });
    expect(found).toEqual({ node: {} });
  }
});

test('records of many types are found at once, in order, twice if named twice, null if missing', async () => {
  const unknown = '00000000-0000-4000-8000-00000000dead';
  const wanted = [
    ids['Vendor']!,
    unknown,
    'settings',
    'nonsense',
    '',
    'library:framework:nothing',
    ids['Vendor']!.toUpperCase(),
    ids['Role']!,
    'settings:2',
    ids['Vendor']!,
  ];
  const types = (await find(server.admin, wanted)).map((one) => one?.__typename ?? null);
  expect(types).toEqual(['Vendor', null, 'Settings', null, null, null, 'Vendor', 'Role', null, 'Vendor']);
  expect(await server.admin.data(`{ nodes(ids: []) { id } }`)).toEqual({ nodes: [] });
});

test('at most 100 at once', async () => {
  const many = (count: number) => Array.from({ length: count }, () => ids['Vendor']!);
  expect(await find(server.admin, many(100))).toHaveLength(100);
  expect(await server.admin.fields(NODES, { ids: many(101) })).toEqual({ ids: 'has more than 100 entries' });
});

test('each of them costs as much as its selection', async () => {
  const heavy = (count: number) =>
    server.admin.fields(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Vendor { assessments(first: 100) { nodes { findings { id title controls { id code } } } } } } }`,
      { ids: Array.from({ length: count }, () => ids['Vendor']!) },
    );
  expect(await heavy(1)).toBeUndefined();
  expect(await heavy(100)).toEqual({ query: expect.stringContaining('complexity') });
});

test('the number of statements does not grow with the number of ids', async () => {
  const vendors = await Promise.all(
    [1, 2, 3].map((n) =>
      server.admin.data<{ createVendor: { vendor: { id: string } } }>(
        `mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`,
        { input: { name: `V${n}`, contactEmail: 'v@example.org' } },
      ),
    ),
  );
  const own = vendors.map(({ createVendor }) => createVendor.vendor.id);
  const count = async (wanted: string[]) => (await statementsDuring(() => find(server.admin, wanted))).length;
  await count(own); // reads that happen once
  const one = await count(own.slice(0, 1));
  expect(await count([...own, ...own])).toBe(one);
  const aliases = await statementsDuring(() =>
    server.admin.data(`{ ${own.map((id, i) => `n${i}: node(id: "${id}") { id ... on Vendor { name } }`).join(' ')} }`),
  );
  expect(aliases.length).toBe(one);
});

test('every connection, paged backwards, is the same list', async () => {
  interface Page {
    edges: { cursor: string; node: { id: string } }[];
    pageInfo: { hasPreviousPage: boolean; startCursor: string };
  }
  const { me } = await server.admin.data<{ me: { id: string } }>('{ me { id } }');
  const colleague = await server.withPermissions('vendors:create');
  for (let n = 1; n <= 4; n++) {
    await colleague.data(`mutation ($input: CreateVendorInput!) { createVendor(input: $input) { vendor { id } } }`, {
      input: { name: `Yours ${n}`, contactEmail: 'v@example.org', ownerId: me.id },
    });
  }
  const LISTS = [
    'vendors',
    'assessments',
    'findings',
    'expiringCertifications(withinDays: 3650, includeExpired: true)',
    'auditLog',
    'mails',
    'notifications',
    'answers',
    'responsibilityActions',
    'riskAcceptances',
    'vendorRequests',
  ];
  // A stream has one direction.
  const roots = Object.values(schema.getQueryType()!.getFields()).filter(
    ({ type, name }) => getNamedType(type).name.endsWith('Connection') && name !== 'events',
  );
  expect(LISTS.map((one) => one.replace(/\(.*/, '')).sort()).toEqual(roots.map(({ name }) => name).sort());
  const PAGE = '{ edges { cursor node { id } } pageInfo { hasPreviousPage startCursor } }';
  const idsOf = ({ edges }: Page) => edges.map(({ node }) => node.id);
  for (const list of LISTS) {
    const [name, more = ''] = list.replace(')', '').split('(');
    const read = async (page: string) => (await server.admin.data<Record<string, Page>>(`{ ${name}(${page} ${more}) ${PAGE} }`))[name!]!;
    const whole = idsOf(await read('last: 10'));
    expect([name, whole.length > 0]).toEqual([name, true]);
    const seen: string[] = [];
    for (let before = ''; seen.length < whole.length;) {
      const page = await read(`last: 3 ${before}`);
      seen.unshift(...idsOf(page));
      before = `before: "${page.pageInfo.startCursor}"`;
    }
    expect([name, seen.slice(-whole.length)]).toEqual([name, whole]);
  }
  // Also below several vendors, whose lists are loaded together.
  const below = `{ vendors { nodes { all: findings { edges { node { id } } } last: findings(last: 2) { edges { node { id } } pageInfo { hasPreviousPage } }
    assessments(last: 1) { edges { node { id } } } } } }`;
  const { vendors } = await server.admin.data<{ vendors: { nodes: { all: Page; last: Page }[] } }>(below);
  expect(vendors.nodes.length).toBeGreaterThan(1);
  expect(Math.max(...vendors.nodes.map(({ all }) => all.edges.length))).toBeGreaterThan(2);
  for (const { all, last } of vendors.nodes) {
    expect(idsOf(last)).toEqual(idsOf(all).slice(-2));
    expect(last.pageInfo.hasPreviousPage).toBe(all.edges.length > 2);
  }
});

describe('permissions', () => {
  const everything: Record<string, GraphQLClient> = {};
  /** For each permission, a caller with only that one, and a caller with all others. */
  beforeAll(async () => {
    for (const permission of ALL_PERMISSIONS) {
      everything[`only ${permission}`] = await server.withKey([permission]);
      everything[`all but ${permission}`] = await server.withKey(ALL_PERMISSIONS.filter((one) => one !== permission));
    }
    everything['nothing'] = await server.withKey([]);
  });

  const held = (who: string) => {
    const [, kind, permission] = /^(only|all but) (.*)$/.exec(who) ?? [];
    return kind === 'only' ? [permission!] : kind ? ALL_PERMISSIONS.filter((one) => one !== permission) : [];
  };
  const callersOf = (permissions: readonly string[]) => ['nothing', ...permissions.flatMap((one) => [`only ${one}`, `all but ${one}`])];
  const FINDING = new Set(
    Object.values(FINDERS)
      .flatMap((one) => one.split(' '))
      .filter(Boolean),
  );

  test.each(callersOf(ALL_PERMISSIONS))('%s: finds what it may find, and of the rest not even the type', async (who) => {
    const permissions = held(who) as string[];
    const mayFind = (type: string) => FINDERS[type] === '' || FINDERS[type]!.split(' ').some((one) => permissions.includes(one));
    const names = Object.keys(FINDERS);
    const expected = names.map((name) => (mayFind(name) ? { __typename: name, id: ids[name] } : null));
    expect(
      await find(
        everything[who]!,
        names.map((name) => ids[name]!),
      ),
    ).toEqual(expected);
    // Also in a fragment on the type itself.
    const spelled = `query ($ids: [ID!]!) { nodes(ids: $ids) { ${names.map((name) => `... on ${name} { __typename id }`).join(' ')} } }`;
    expect((await everything[who]!.data<{ nodes: unknown }>(spelled, { ids: names.map((name) => ids[name]) })).nodes).toEqual(expected);
  });

  test.each(callersOf([...FINDING]))('%s: reads nothing of a record it may not find, whichever id is sent', async (who) => {
    const permissions = held(who) as string[];
    const mayFind = (type: string) => FINDERS[type] === '' || FINDERS[type]!.split(' ').some((one) => permissions.includes(one));
    for (const type of nodeTypes) {
      const fields = ownLeaves(type, permissions)
        .map(({ name }) => name)
        .filter((name) => name !== 'id');
      if (fields.length === 0) continue;
      const query = `query ($id: ID!) { node(id: $id) { ... on ${type.name} { ${fields.join(' ')} } } }`;
      const { data, errors } = await everything[who]!.ask<{ node: object | null }>(query, { id: ids[type.name] });
      if (mayFind(type.name)) expect([type.name, errors, data?.node]).toEqual([type.name, undefined, expect.any(Object)]);
      else expect([type.name, data?.node ?? null]).toEqual([type.name, null]);
    }
  });

  test('a query for fields of a type that the caller may not see is refused, as for its own query', async () => {
    const viewer = everything['only vendors:view']!;
    const asked = (fragments: string) => viewer.code(`query ($id: ID!) { node(id: $id) { id ${fragments} } }`, { id: ids['Vendor'] });
    expect(await asked('... on Vendor { name }')).toBeUndefined();
    expect(await asked('... on Vendor { name } ... on Assessment { status }')).toBe('FORBIDDEN');
    expect(await asked('... on Node { ... on Node { ... on Comment { body } } }')).toBe('FORBIDDEN');
    expect(await asked('... on Response { value }')).toBe('FORBIDDEN');
    // A fragment that can't match never runs, and needs no permission.
    expect(
      await viewer.code(`query ($id: ID!) { vendor(id: $id) { ... on Node { id ... on Comment { body } } } }`, { id: ids['Vendor'] }),
    ).toBeUndefined();
    // A field with its own rule keeps it.
    expect(await viewer.code(`query ($id: ID!) { node(id: $id) { ... on User { lastSignedInAt } } }`, { id: ids['User'] })).toBe(
      'FORBIDDEN',
    );
  });

  test('users find themselves and their role, whatever their permissions', async () => {
    const person = await server.withPermissions('audit:view');
    const { me } = await person.data<{ me: { id: string; role: { id: string } } }>(`{ me { id role { id } } }`);
    expect(await find(person, [me.id, me.role.id, ids['User']!, ids['Role']!])).toEqual([
      { __typename: 'User', id: me.id },
      { __typename: 'Role', id: me.role.id },
      null,
      null,
    ]);
  });

  test('a disabled user is found only by those who manage users', async () => {
    const person = await server.withRole('Viewer');
    const { me } = await person.data<{ me: { id: string } }>(`{ me { id } }`);
    await server.admin.data(`mutation ($input: SetUserDisabledInput!) { setUserDisabled(input: $input) { user { id } } }`, {
      input: { id: me.id, disabled: true },
    });
    expect(await find(everything['only vendors:view']!, [me.id])).toEqual([null]);
    expect(await find(everything['only users:manage']!, [me.id])).toEqual([{ __typename: 'User', id: me.id }]);
  });

  test('a file is found by those who may see what it belongs to; an unattached one by its uploader', async () => {
    const form = new FormData();
    form.append('file', new Blob([PDF]), 'loose.pdf');
    const uploader = everything['only vendors:edit']!;
    const { id } = (await (await uploader.fetch('/files', { method: 'POST', body: form })).json()) as { id: string };
    expect(await find(uploader, [id])).toEqual([{ __typename: 'Attachment', id }]);
    expect(await find(server.admin, [id])).toEqual([null]);
    await server.services.database.query(sql`update attachment set vendor_id = ${ids['Vendor']} where id = ${id}`);
    expect(await find(everything['only vendors:view']!, [id])).toEqual([{ __typename: 'Attachment', id }]);
    expect(await find(everything['only assessments:view']!, [id])).toEqual([null]);
  });

  test('anonymous callers and vendors with a link find nothing', async () => {
    const stranger = server.stranger();
    expect(await stranger.code(NODES, { ids: [ids['Vendor']!] })).toBe('UNAUTHENTICATED');
    expect(await stranger.code(`{ node(id: "settings") { __typename } }`)).toBe('UNAUTHENTICATED');
    const withLink = await server.stranger().ask(`{ portal(token: "x") { title } node(id: "${ids['Assessment']}") { id } }`);
    expect(withLink).toMatchObject({ data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });
});
