import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { ALL_PERMISSIONS, BEFORE_SETUP, SENSITIVE } from '../../src/auth/permissions';
import { alsoNeededBy, audiencesOf } from '../../src/graphql/engine/authorize';
import { sharedGraphQLSchema } from '../../src/schema';
import { type GraphQLClient } from '../kit/client';
import { startTestServer, type TestServer } from '../kit/server';

const schema = sharedGraphQLSchema();

/** For those who decide who can do what: every permission there is. */
const EVERYTHING = ALL_PERMISSIONS.map((one) => ` & ${one}`).join('');

/**
 * Who may use each root field, deliberately stated a second time: a rule must be changed in two places. One of those in a row is
 * enough; what follows & is needed, too.
 */
const RULES: Record<string, string> = {
  'Query.node': 'signed-in',
  'Query.nodes': 'signed-in',
  'Query.me': 'anyone',
  'Query.setup': 'anyone',
  'Query.users': 'users:manage',
  'Query.assignees': 'vendors:view assessments:view',
  'Query.permissions': 'signed-in',
  'Query.signInOptions': 'anyone',
  'Query.identityProvider': 'settings:manage',
  'Query.identityProviders': 'settings:manage',
  'Query.portfolio': 'signed-in',
  'Query.portfolios': 'signed-in',
  'Query.roles': 'roles:manage users:manage',
  'Query.apiKeys': 'api:manage',
  'Query.savedViews': 'signed-in',
  'Query.scimGroups': 'settings:manage',
  'Query.scimTokens': 'settings:manage',
  'Query.webhook': 'settings:manage',
  'Query.webhooks': 'settings:manage',
  'Query.settings': 'signed-in',
  'Query.vendor': 'vendors:view',
  'Query.vendorByExternalId': 'vendors:view',
  'Query.vendors': 'vendors:view',
  'Query.vendorTags': 'vendors:view',
  'Query.vendorRequestForm': 'vendors:request vendors:create',
  'Query.vendorRequests': 'vendors:request vendors:create',
  'Query.similarVendors': 'vendors:request vendors:create',
  'Query.intakeTemplates': 'templates:view',
  'Query.frameworks': 'frameworks:view',
  'Query.framework': 'frameworks:view',
  'Query.controls': 'frameworks:view templates:view',
  'Query.library': 'frameworks:view templates:view',
  'Query.templates': 'templates:view',
  'Query.template': 'templates:view',
  // Each event needs the permission for what it is about.
  'Query.eventTypes': 'signed-in',
  'Query.events': 'signed-in',
  'Query.expiringCertifications': 'vendors:view',
  'Query.responsibilityActions': 'vendors:view',
  'Query.answers': 'assessments:view',
  'Query.vendorStats': 'vendors:view',
  'Query.findingStats': 'assessments:view',
  'Query.dashboardOf': 'assessments:view & vendors:view',
  'Query.auditLog': 'audit:view',
  'Query.notifications': 'signed-in',
  // Each type needs what its list needs.
  'Query.search': 'signed-in',
  'Query.notificationSettings': 'signed-in',
  'Mutation.markNotificationsRead': 'signed-in',
  'Mutation.updateNotificationSettings': 'signed-in',
  'Query.mails': 'settings:manage',
  'Query.mail': 'settings:manage',
  'Query.assessment': 'assessments:view',
  'Query.assessments': 'assessments:view',
  'Query.explainScore': 'assessments:view',
  'Query.simulateScore': 'assessments:view',
  'Query.compareAssessments': 'assessments:view',
  'Query.previewFinalization': 'assessments:review',
  'Query.portal': 'link',
  'Query.finding': 'assessments:view',
  'Query.findings': 'assessments:view',
  'Query.dashboard': 'assessments:view',
  'Query.myWork': 'signed-in',
  'Query.boardReportUrl': 'vendors:view & assessments:view',
  'Mutation.createAssessment': 'assessments:create',
  'Mutation.updateApiKey': 'api:manage',
  'Mutation.updateAssessment': 'assessments:edit',
  'Mutation.sendAssessment': 'assessments:create',
  'Mutation.sendAssessmentToVendors': 'assessments:create',
  'Mutation.resendPortalLink': 'assessments:create',
  'Mutation.revokePortalLinks': 'assessments:create',
  'Mutation.deleteAssessment': 'assessments:delete',
  'Mutation.startReview': 'assessments:review',
  'Mutation.reviewResponse': 'assessments:review',
  'Mutation.sendBackAssessment': 'assessments:review',
  'Mutation.finalizeAssessment': 'assessments:review',
  'Mutation.addComment': 'assessments:review assessments:edit',
  'Mutation.createFinding': 'assessments:review',
  'Mutation.updateFindingStatus': 'assessments:review',
  'Mutation.updateFindingsStatus': 'assessments:review',
  'Mutation.updateFinding': 'assessments:review',
  'Mutation.updateFindings': 'assessments:review',
  'Mutation.addFindingComment': 'assessments:review',
  'Mutation.sendRemediation': 'assessments:review',
  'Mutation.decideRemediation': 'assessments:review',
  'Mutation.revokeRemediationLinks': 'assessments:review',
  'Query.portalRemediation': 'link',
  'Mutation.portalAnswerFinding': 'link',
  'Query.riskAcceptances': 'assessments:view',
  'Mutation.requestRiskAcceptance': 'assessments:review',
  'Mutation.approveRiskAcceptance': 'risks:accept',
  'Mutation.rejectRiskAcceptance': 'risks:accept',
  'Mutation.withdrawRiskAcceptance': 'assessments:review',
  'Mutation.approveCompliantResponses': 'assessments:review',
  'Mutation.portalSaveAnswers': 'link',
  'Mutation.portalSubmit': 'link',
  'Mutation.portalDelegate': 'link',
  'Mutation.portalAddComment': 'link',
  'Mutation.portalRemoveFile': 'link',
  'Query.previewScoring': 'settings:manage',
  'Query.recordedSince': 'audit:view',
  'Query.changesBetween': 'audit:view & vendors:view & assessments:view',
  'Query.auditVerification': 'audit:view',
  'Mutation.verifyAuditLog': 'audit:view',
  'Mutation.login': 'anyone',
  'Mutation.logout': 'anyone',
  'Mutation.completeLogin': 'anyone',
  'Mutation.beginPasskeyLogin': 'anyone',
  'Mutation.requestPasswordReset': 'anyone',
  'Mutation.resetPassword': 'anyone',
  'Mutation.acceptInvitation': 'anyone',
  'Mutation.reauthenticate': 'signed-in',
  'Mutation.beginTotp': 'signed-in',
  'Mutation.confirmTotp': 'signed-in',
  'Mutation.beginPasskey': 'signed-in',
  'Mutation.confirmPasskey': 'signed-in',
  'Mutation.removeFactor': 'signed-in',
  'Mutation.regenerateRecoveryCodes': 'signed-in',
  'Mutation.resetUserFactors': 'users:manage',
  'Mutation.unlinkIdentity': 'users:manage',
  'Mutation.inviteUser': 'users:manage',
  'Mutation.resendInvitation': 'users:manage',
  'Mutation.createFirstAdministrator': 'anyone',
  'Mutation.changePassword': 'signed-in',
  'Mutation.revokeSession': 'signed-in',
  'Mutation.saveView': 'signed-in',
  'Mutation.deleteView': 'signed-in',
  'Mutation.updateVendors': 'vendors:edit',
  'Mutation.updateAssessments': 'assessments:edit',
  'Mutation.remindAssessments': 'assessments:create',
  'Mutation.revokeOtherSessions': 'signed-in',
  'Mutation.createUser': 'users:manage',
  'Mutation.updateUser': 'users:manage',
  'Mutation.setUserDisabled': 'users:manage',
  'Mutation.assignRole': 'users:manage',
  'Mutation.changeUserRole': 'users:manage',
  'Mutation.resetUserPassword': 'users:manage',
  'Mutation.deleteUser': 'users:manage',
  'Mutation.eraseUser': 'users:manage',
  'Mutation.createRole': 'roles:manage',
  'Mutation.updateRole': 'roles:manage',
  'Mutation.deleteRole': 'roles:manage',
  'Mutation.createApiKey': 'api:manage',
  'Mutation.createIdentityProvider': `settings:manage & ${ALL_PERMISSIONS.join(' & ')}`,
  'Mutation.updateIdentityProvider': `settings:manage & ${ALL_PERMISSIONS.join(' & ')}`,
  'Mutation.deleteIdentityProvider': 'settings:manage',
  'Mutation.testIdentityProvider': 'settings:manage',
  'Mutation.createPortfolio': 'settings:manage',
  'Mutation.updatePortfolio': 'settings:manage',
  'Mutation.deletePortfolio': 'settings:manage',
  'Mutation.revokeApiKey': 'api:manage',
  'Mutation.makeApiKeyOrganizational': 'api:manage',
  'Mutation.deleteApiKey': 'api:manage',
  'Mutation.createScimToken': `settings:manage${EVERYTHING}`,
  'Mutation.revokeScimToken': 'settings:manage',
  'Mutation.setScimGroupRole': `settings:manage${EVERYTHING}`,
  'Mutation.createWebhook': 'settings:manage',
  'Mutation.updateWebhook': 'settings:manage',
  'Mutation.deleteWebhook': 'settings:manage',
  'Mutation.rotateWebhookSecret': 'settings:manage',
  'Mutation.testWebhook': 'settings:manage',
  'Mutation.resendWebhookDelivery': 'settings:manage',
  'Mutation.replayWebhook': 'settings:manage',
  'Mutation.updateSettings': 'settings:manage',
  'Mutation.updateLogo': 'settings:manage',
  'Mutation.retryMail': 'settings:manage',
  'Mutation.createVendor': 'vendors:create',
  'Mutation.createVendorRequest': 'vendors:request',
  'Mutation.decideVendorRequest': 'vendors:create',
  'Mutation.startOffboarding': 'vendors:edit',
  'Mutation.updateOffboardingStep': 'vendors:edit',
  'Mutation.archiveVendor': 'vendors:edit',
  'Mutation.reactivateVendor': 'vendors:edit',
  'Mutation.updateVendor': 'vendors:edit',
  'Mutation.importVendors': 'vendors:create vendors:edit',
  'Mutation.deleteVendor': 'vendors:delete',
  'Mutation.createCertification': 'vendors:edit',
  'Mutation.updateCertification': 'vendors:edit',
  'Mutation.deleteCertification': 'vendors:edit',
  'Mutation.updateResponsibilityAction': 'vendors:edit',
  'Mutation.attachFile': 'vendors:edit assessments:edit assessments:review',
  'Mutation.deleteFile': 'vendors:edit assessments:edit assessments:review',
  'Mutation.importFramework': 'frameworks:edit',
  'Mutation.importFrameworkCsv': 'frameworks:edit',
  'Mutation.updateFramework': 'frameworks:edit',
  'Mutation.deleteFramework': 'frameworks:delete',
  'Mutation.importCrosswalk': 'frameworks:edit',
  'Mutation.setControlRelation': 'frameworks:edit',
  'Mutation.installLibraryItem': 'frameworks:edit templates:create',
  'Mutation.upgradeLibraryItem': 'frameworks:edit templates:create',
  'Mutation.importTemplate': 'templates:create',
  'Mutation.createTemplate': 'templates:create',
  'Mutation.newTemplateVersion': 'templates:create',
  'Mutation.updateTemplate': 'templates:edit',
  'Mutation.publishTemplate': 'templates:edit',
  'Mutation.archiveTemplate': 'templates:edit',
  'Mutation.deleteTemplate': 'templates:delete',
};

const VIEWS = ['vendors:view', 'assessments:view', 'templates:view', 'frameworks:view'];
const ALL = [
  ...VIEWS,
  'vendors:create',
  'vendors:request',
  'vendors:edit',
  'vendors:delete',
  'assessments:create',
  'assessments:edit',
  'assessments:review',
  'assessments:delete',
  'risks:accept',
  'templates:create',
  'templates:edit',
  'templates:delete',
  'frameworks:edit',
  'frameworks:delete',
  'audit:view',
  'users:manage',
  'roles:manage',
  'settings:manage',
  'api:manage',
  'metrics:view',
];
const CALLERS: Record<string, { permissions: string[]; client: (server: TestServer) => Promise<GraphQLClient> }> = {
  nobody: { permissions: [], client: async (server) => server.stranger() },
  viewer: { permissions: VIEWS, client: (server) => server.withRole('Viewer') },
  reviewer: {
    permissions: ALL.filter(
      (p) => !['users:manage', 'roles:manage', 'settings:manage', 'api:manage', 'audit:view', 'metrics:view'].includes(p),
    ),
    client: (server) => server.withRole('Reviewer'),
  },
  'custom role': { permissions: ['audit:view', 'vendors:edit'], client: (server) => server.withPermissions('audit:view', 'vendors:edit') },
  'scoped key': {
    permissions: ['templates:view', 'vendors:create'],
    client: (server) => server.withKey(['templates:view', 'vendors:create']),
  },
  admin: { permissions: ALL, client: (server) => server.withRole('Admin') },
};

const roots = [schema.getQueryType()!, schema.getMutationType()!];
const rootFields = roots.flatMap((type) =>
  Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, type, field] as const),
);

/** The rule of a field, in the words of the table. */
function ruleOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string {
  return [audiencesOf(type, field)?.join(' '), ...alsoNeededBy(field)].join(' & ');
}

/** A value that fits the type but refers to nothing that exists. */
function sample(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sample(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, sample(field.type)]));
  }
  return (
    { Int: 1, Float: 1, Boolean: false, JSON: {}, Date: '2026-01-01', DateTime: '2026-01-01T00:00:00Z', EmailAddress: 'x@y.example' }[
      type.name
    ] ?? 'x'
  );
}

function operation(root: GraphQLObjectType, field: GraphQLField<unknown, unknown>, selection = '{ __typename }') {
  const args = field.args.filter(isRequiredArgument) as GraphQLArgument[];
  const declared = args.length ? `(${args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')})` : '';
  const passed = args.length ? `(${args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')})` : '';
  const body = isCompositeType(getNamedType(field.type)) ? selection : '';
  return {
    query: `${root.name.toLowerCase()} ${declared} { ${field.name}${passed} ${body} }`,
    variables: Object.fromEntries(args.map((arg) => [arg.name, sample(arg.type)])),
  };
}

/** Every reachable object type, with the shortest path to it. */
function reachableTypes(): Map<GraphQLObjectType, { root: GraphQLObjectType; field: GraphQLField<unknown, unknown>; path: string[] }> {
  const found = new Map<GraphQLObjectType, { root: GraphQLObjectType; field: GraphQLField<unknown, unknown>; path: string[] }>();
  const queue = rootFields.map(([, root, field]) => ({ root, field, path: [] as string[], type: getNamedType(field.type) }));
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { root, field, path, type } = next;
    if (!isObjectType(type) || found.has(type)) continue;
    found.set(type, { root, field, path });
    for (const inner of Object.values(type.getFields())) {
      if (inner.args.some(isRequiredArgument)) continue;
      queue.push({ root, field, path: [...path, inner.name], type: getNamedType(inner.type) });
    }
  }
  return found;
}

/** Refused by the rules: an allowed field may still refuse for other reasons (an invalid portal token). */
async function outcome(client: GraphQLClient, query: string, variables: object): Promise<string> {
  const error = (await client.ask(query, variables)).errors?.[0];
  return error?.message === 'Unauthorized' || error?.message === 'Forbidden' ? error.extensions.code : 'admitted';
}

test('every root field has the rule in the table', () => {
  const actual = Object.fromEntries(rootFields.map(([name, type, field]) => [name, ruleOf(type, field)]));
  expect(actual).toEqual(RULES);
});

const marked = (by: string) =>
  rootFields
    .filter(([, , field]) => field.extensions[by] === true)
    .map(([name]) => name.replace(/^\w+\./, ''))
    .sort();

test('sensitive changes are those in this list', () => {
  expect(marked(SENSITIVE)).toEqual([
    'assignRole',
    'beginPasskey',
    'beginTotp',
    'changeUserRole',
    'confirmPasskey',
    'confirmTotp',
    'createApiKey',
    'createIdentityProvider',
    'createRole',
    'createScimToken',
    'createUser',
    'deleteIdentityProvider',
    'eraseUser',
    'inviteUser',
    'makeApiKeyOrganizational',
    'regenerateRecoveryCodes',
    'removeFactor',
    'resendInvitation',
    'resetUserFactors',
    'resetUserPassword',
    'setScimGroupRole',
    'unlinkIdentity',
    'updateApiKey',
    'updateIdentityProvider',
    'updateRole',
    'updateUser',
  ]);
});

test('someone who must set up a second factor first can do what is in this list', () => {
  expect(marked(BEFORE_SETUP)).toEqual([
    'beginPasskey',
    'beginPasskeyLogin',
    'beginTotp',
    'completeLogin',
    'confirmPasskey',
    'confirmTotp',
    'login',
    'logout',
    'me',
    'reauthenticate',
    'signInOptions',
  ]);
});

test('every field of every reachable type has a rule', () => {
  const without = [...reachableTypes().keys()].flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => !audiencesOf(type, field)?.length)
      .map((field) => `${type.name}.${field.name}`),
  );
  expect(without).toEqual([]);
});

/** What a field asks for by itself, given what is sent to it here: the list that a view is of. */
const ASKED_ALSO: Record<string, string> = { 'Mutation.saveView': 'vendors:view' };

/** Whether it gets as far as resolvers: then all that it selects is admitted. */
async function runs(client: GraphQLClient, { query, variables }: { query: string; variables: object }): Promise<boolean> {
  const { errors = [] } = await client.ask(query, variables);
  return errors.every(({ message, path }) => path && message !== 'Unauthorized' && message !== 'Forbidden');
}

/** One for all, the most powerful last: what is allowed doesn't depend on the data. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe.each(Object.entries(CALLERS))('%s', (kind, { permissions, client: makeClient }) => {
  let client: GraphQLClient;
  beforeAll(async () => {
    client = await makeClient(server);
  });

  const isOneOf = (one: string) =>
    one === 'anyone' || one === 'link' || (one === 'signed-in' ? kind !== 'nobody' : permissions.includes(one));
  const admits = (rule: string) => rule.split(' & ').every((needed) => needed.split(' ').some(isOneOf));
  const refusal = kind === 'nobody' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
  const signsOut = (name: string) => name === 'Mutation.logout' || name === 'Mutation.login';

  test('can use the root fields that the rules allow, and no others', async () => {
    const expected: Record<string, string> = {};
    const actual: Record<string, string> = {};
    for (const [name, root, field] of rootFields.filter(([name]) => !signsOut(name))) {
      const { query, variables } = operation(root, field);
      expected[name] = admits(RULES[name]!) && admits(ASKED_ALSO[name] ?? 'anyone') ? 'admitted' : refusal;
      actual[name] = await outcome(client, query, variables);
    }
    expect(actual).toEqual(expected);
  });

  test('can read the fields that the rules along the path allow, and no others', async () => {
    const expected: Record<string, string> = {};
    const actual: Record<string, string> = {};
    for (const [type, { root, field, path }] of reachableTypes()) {
      if (root.name === 'Mutation') continue; // what a mutation returns is tested with the mutations
      const asked = (leaves: string[]) =>
        operation(
          root,
          field,
          [...path].reverse().reduce((inside, name) => `{ ${name} ${inside} }`, `{ ${leaves.join(' ')} }`),
        );
      const fields = Object.values(type.getFields()).map((inner) => {
        const given = inner.args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${JSON.stringify(sample(arg.type))}`);
        const called = given.length ? `${inner.name}(${given.join(', ')})` : inner.name;
        const leaf = isObjectType(getNamedType(inner.type)) ? `${called} { __typename }` : called;
        return { name: `${type.name}.${inner.name}`, leaf, isAdmitted: rulesAlong(root, [field.name, ...path, inner.name]).every(admits) };
      });
      const admitted = fields.filter(({ isAdmitted }) => isAdmitted).map(({ leaf }) => leaf);
      const areAdmitted = admitted.length > 1 && (await runs(client, asked(admitted)));
      for (const { name, leaf, isAdmitted } of fields) {
        expected[name] = isAdmitted ? 'admitted' : refusal;
        const { query, variables } = asked([leaf]);
        actual[name] = isAdmitted && areAdmitted ? 'admitted' : await outcome(client, query, variables);
      }
    }
    expect(actual).toEqual(expected);
  });

  /** The rules from the root to a field; `me` guards itself, so what only needs a signed-in user is open below it. */
  function rulesAlong(root: GraphQLObjectType, names: string[]): string[] {
    const rules: string[] = [];
    let type: GraphQLObjectType = root;
    for (const name of names) {
      const field = type.getFields()[name]!;
      const rule = ruleOf(type, field);
      const isOpen = rule === 'as-parent' || (rules[0] === 'anyone' && rule === 'signed-in');
      // Below a vendor's link nothing else is readable, whoever uses it.
      if (!isOpen) rules.push(rules[0] === 'link' ? 'nobody at all' : rule);
      type = getNamedType(field.type) as GraphQLObjectType;
    }
    return rules;
  }
});

test('skipped fields need no permission, included ones do', async () => {
  const viewer = await server.withRole('Viewer');
  const query = `query ($audit: Boolean!) { vendors { totalCount } auditLog @include(if: $audit) { totalCount } }`;
  expect(await viewer.code(query, { audit: false })).toBeUndefined();
  expect(await viewer.code(query, { audit: true })).toBe('FORBIDDEN');
  // A default counts like a given value, and a value that is neither true nor false allows nothing.
  const byDefault = (word: string) => `query ($s: Boolean = ${word}) { auditLog @include(if: $s) { totalCount } }`;
  expect(await viewer.code(byDefault('true'))).toBe('FORBIDDEN');
  expect(await viewer.code(byDefault('false'))).toBeUndefined();
  expect(await viewer.code(byDefault('false'), { s: true })).toBe('FORBIDDEN');
  expect(await viewer.code(byDefault('true').replace('@include', '@skip'), { s: false })).toBe('FORBIDDEN');
  expect(await viewer.code(byDefault('true'), { s: null })).toBeDefined();
  expect(await viewer.code(`query ($s: Boolean = true) { ...f @include(if: $s) } fragment f on Query { auditLog { totalCount } }`)).toBe(
    'FORBIDDEN',
  );
  const write = `mutation ($s: Boolean = true) { updateSettings(input: { apiKeysEnabled: true }) @include(if: $s) { settings { revision } } }`;
  expect(await server.stranger().code(write)).toBe('UNAUTHENTICATED');
  expect(await viewer.code(`{ ... on Query { ...f } } fragment f on Query { auditLog { totalCount } }`)).toBe('FORBIDDEN');
});

test('the schema is for signed-in users, unless the settings make it public', async () => {
  const query = `{ __schema { types { name } } }`;
  expect(await server.stranger().code(query)).toBe('UNAUTHENTICATED');
  expect(await (await server.withRole('Viewer')).code(query)).toBeUndefined();
  await server.admin.data(`mutation { updateSettings(input: { publicIntrospection: true }) { settings { publicIntrospection } } }`);
  expect(await server.stranger().code(query)).toBeUndefined();
  // It gives access to nothing else, wherever it is selected.
  for (const beside of [
    'vendors { totalCount } __schema { types { name } }',
    '__schema { types { name } } vendors { totalCount }',
    '__type(name: "Vendor") { name } ... { vendors { totalCount } }',
  ]) {
    expect([beside, await server.stranger().ask(`{ __typename ${beside} }`)]).toMatchObject([
      beside,
      { data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
    ]);
  }
});
