import { buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../src/platform/package';
import { ANSWERS, type Assessor } from './assessed';
import type { GraphQLClient } from './client';
import { move } from './portfolio';
import type { Random } from './random';
import { createScimToken, ScimClient } from './scim';

const MUTATIONS = buildSchema(readFileSync(path.join(packageRoot(), 'schema/schema.graphql'), 'utf8'))
  .getMutationType()!
  .getFields();

interface Named {
  id: string;
  name: string;
}
interface Things {
  vendors: { nodes: { id: string; certifications: Named[]; responsibilityActions: { id: string }[] }[] };
  assessments: { nodes: { id: string }[] };
  findings: { nodes: { id: string }[] };
  roles: (Named & { isSystem: boolean })[];
  users: (Named & { email: string })[];
  apiKeys: Named[];
  portfolios: Named[];
  scimTokens: Named[];
  webhooks: Named[];
  scimGroups: { id: string }[];
  templates: (Named & { status: string })[];
  frameworks: (Named & { controls: { id: string }[] })[];
}

/** Who changes something, and how it is decided what. */
export interface Changing {
  /** Most changes go through this one; those of several steps go through the assessor's. */
  client: GraphQLClient;
  assessor: Assessor;
  random: Random;
}

/** What a change is called, and how it is made. It fails where there is nothing that it could change. */
export type Kinds = Record<string, () => Promise<unknown>>;

/** Changes of all kinds to things that are there. `n` makes names that nothing else has. */
export async function kindsOfChanges({ client, assessor, random }: Changing, n: string): Promise<Kinds> {
  const there = await client.data<Things>(`{
    vendors(first: 20) { nodes { id certifications { id name } responsibilityActions { id } } }
    assessments(first: 20) { nodes { id } } findings(first: 20, filter: { status: OPEN }) { nodes { id } } roles { id name isSystem }
    users { id name email } apiKeys { id name } portfolios { id name } scimTokens { id name } webhooks { id name } scimGroups { id } templates { id name status } frameworks { id name controls { id } } }`);
  const run = (name: string, input: object) =>
    client.data(`mutation ($input: ${String(MUTATIONS[name]!.args[0]!.type)}) { ${name}(input: $input) { __typename } }`, { input });
  const idOf = (list: readonly { id: string }[]) => random.pick(list)?.id;
  const vendor = idOf(there.vendors.nodes);
  const assessment = idOf(there.assessments.nodes);
  const finding = idOf(there.findings.nodes);
  const certification = idOf(there.vendors.nodes.flatMap(({ certifications }) => certifications));
  const action = idOf(there.vendors.nodes.flatMap(({ responsibilityActions }) => responsibilityActions));
  const role = idOf(there.roles.filter(({ isSystem }) => !isSystem));
  const someone = random.pick(there.users.filter(({ name }) => name.startsWith('User ')));
  const key = idOf(there.apiKeys.filter(({ name }) => name.startsWith('Key ')));
  const portfolio = idOf(there.portfolios);
  const draft = idOf(there.templates.filter(({ status }) => status === 'DRAFT'));
  const framework = random.pick(there.frameworks.filter(({ name }) => name.startsWith('Framework ')));
  const controls = there.frameworks.find(({ id }) => id === assessor.frameworkId)?.controls ?? [];
  const controlsOf = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ domain: 'D', code: `C.${i}`, title: `Control ${n} ${i}` }));
  return {
    complete: () => assessor.completed({ name: `Vendor ${n}`, tags: [n] }, {}, random.chance(0.5) ? { ...ANSWERS, 'MFA?': 'NO' } : ANSWERS),
    submit: () => assessor.submitted({ name: `Submitted ${n}` }),
    sendBack: async () => {
      const made = await assessor.submitted(vendor);
      await move(client, 'startReview', made.id);
      await assessor.decide(made, 'MFA?', random.pick(['APPROVED', 'REJECTED']), 'because');
      await run('sendBackAssessment', { id: made.id, message: 'once more' });
    },
    attach: async () => assessor.attach(await assessor.sent(vendor), 'Policy', `${n}.pdf`),
    importVendors: () => run('importVendors', { csv: `name,externalId,tier\nImported ${n},${n},HIGH\nOther ${n},${n}-2,LOW` }),
    tier: () => run('updateVendor', { id: vendor, tier: random.pick(['LOW', 'HIGH', 'CRITICAL', null]), notes: n }),
    rename: () =>
      run('updateVendor', { id: vendor, name: `Renamed ${n}`, contractRenewalDate: '2027-01-31', ownerId: someone?.id ?? null }),
    deleteVendor: () => run('deleteVendor', { id: vendor }),
    reschedule: () => run('updateAssessment', { id: assessment, title: `Assessment ${n}`, dueDate: '2027-03-31T12:00:00Z' }),
    deleteAssessment: () => run('deleteAssessment', { id: assessment }),
    closeFinding: () =>
      run('updateFindingStatus', { id: finding, status: random.pick(['REMEDIATED', 'RISK_ACCEPTED']), resolutionNote: n }),
    raiseFinding: () =>
      run('createFinding', { assessmentId: assessment, title: `Finding ${n}`, description: n, severity: random.pick(['LOW', 'CRITICAL']) }),
    workOnFinding: () =>
      run('updateFinding', {
        id: finding,
        plan: n,
        dueOn: '2027-02-28',
        severity: random.pick(['LOW', 'MEDIUM', 'CRITICAL']),
        vendorVisible: random.chance(0.5),
        ownerId: null,
      }),
    commentOnFinding: () => run('addFindingComment', { findingId: finding, body: `Comment ${n}`, visibility: 'SHARED' }),
    sendFindings: async () => {
      const { finding: found } = await client.data<{ finding: { vendor: { id: string } } }>(
        `query ($id: ID!) { finding(id: $id) { vendor { id } } }`,
        { id: finding },
      );
      return run('sendRemediation', { vendorId: found.vendor.id, findingIds: [finding], message: n });
    },
    comment: () => assessor.comment(assessment!, `Comment ${n}`),
    certify: () => assessor.certify(vendor!, { name: 'ISO 27001', issuer: n, expiresDate: '2027-06-30' }),
    recertify: () => run('updateCertification', { id: certification, issuer: `Issuer ${n}`, expiresDate: '2028-06-30' }),
    decertify: () => run('deleteCertification', { id: certification }),
    takeAction: () => run('updateResponsibilityAction', { id: action, status: random.pick(['IN_PROGRESS', 'COMPLETED']), notes: n }),
    settings: () => run('updateSettings', { organizationName: `Organisation ${n}`, greenFrom: random.pick([0.8, 0.7]) }),
    createRole: () => run('createRole', { name: `Role ${n}`, permissions: ['vendors:view'] }),
    updateRole: () => run('updateRole', { id: role, description: n, permissions: ['vendors:view', 'audit:view'] }),
    deleteRole: () => run('deleteRole', { id: role }),
    createUser: () =>
      run('createUser', { name: `User ${n}`, email: `${n}@example.org`, password: 'a long enough password', roleId: idOf(there.roles) }),
    updateUser: () => run('updateUser', { id: someone?.id, name: `User renamed ${n}` }),
    disableUser: () => run('setUserDisabled', { id: someone?.id, disabled: random.chance(0.5) }),
    resetPassword: () => run('resetUserPassword', { id: someone?.id, password: `a new password ${n}` }),
    deleteUser: () => run('deleteUser', { id: someone?.id }),
    createKey: () => run('createApiKey', { name: `Key ${n}`, permissions: ['vendors:view'] }),
    updateKey: () => run('updateApiKey', { id: key, name: `Key renamed ${n}` }),
    revokeKey: () => run('revokeApiKey', { id: key }),
    createPortfolio: () => run('createPortfolio', { name: `Portfolio ${n}`, description: n }),
    updatePortfolio: () => run('updatePortfolio', { id: portfolio, name: `Portfolio renamed ${n}` }),
    joinPortfolio: () => run('updateVendor', { id: vendor, portfolioId: portfolio ?? null, notes: n }),
    deletePortfolio: () => run('deletePortfolio', { id: portfolio }),
    createScimToken: () => run('createScimToken', { name: `Token ${n}` }),
    revokeScimToken: () => run('revokeScimToken', { id: idOf(there.scimTokens) }),
    // Nothing of this type happens here, so nothing is sent there.
    createWebhook: () => run('createWebhook', { name: `Webhook ${n}`, url: 'https://93.184.216.34/', types: ['webhook.disabled'] }),
    updateWebhook: () => run('updateWebhook', { id: idOf(there.webhooks), name: `Webhook renamed ${n}`, isEnabled: random.chance(0.5) }),
    rotateWebhookSecret: () => run('rotateWebhookSecret', { id: idOf(there.webhooks), overlapHours: random.chance(0.5) ? 1 : 0 }),
    deleteWebhook: () => run('deleteWebhook', { id: idOf(there.webhooks) }),
    setScimGroupRole: () => run('setScimGroupRole', { id: idOf(there.scimGroups), roleId: random.chance(0.7) ? idOf(there.roles) : null }),
    provision: () => provision(client, n, there.users.filter(({ name }) => name.startsWith('User ')).slice(0, 3)),
    createTemplate: () => run('createTemplate', { name: `Template ${n}`, description: n }),
    updateTemplate: () =>
      run('updateTemplate', {
        id: draft,
        sections: [{ title: n, questions: [{ text: `Question ${n}?`, type: 'YES_NO', riskWeight: 'LOW' }] }],
      }),
    newVersion: () => run('newTemplateVersion', { id: assessor.templateId }),
    deleteTemplate: () => run('deleteTemplate', { id: draft }),
    importFramework: () => run('importFramework', { framework: { name: `Framework ${n}`, version: '1', controls: controlsOf(3) } }),
    updateFramework: () => run('updateFramework', { id: framework?.id, description: n }),
    relate: () =>
      run('setControlRelation', {
        fromControlId: framework?.controls[0]?.id,
        toControlId: idOf(controls),
        relation: random.pick(['EQUAL', 'SUBSET', 'SUPERSET', 'RELATED']),
      }),
    deleteFramework: () => run('deleteFramework', { id: framework?.id }),
  };
}

/** What an identity provider does: somebody new, and a group of some who are there. */
async function provision(client: GraphQLClient, n: string, some: readonly Named[]): Promise<void> {
  const scim = new ScimClient(client.url, (await createScimToken(client, { name: `Provider ${n}` })).token);
  const { id } = await scim.user({ userName: `scim-${n}@example.org`, displayName: `User scim ${n}` });
  const group = await scim.group(`Group ${n}`, [id, ...some.map((one) => one.id)]);
  await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: false, displayName: `User scim renamed ${n}` } });
  await scim.patch(`/Groups/${group.id}`, { op: 'replace', path: 'displayName', value: `Group renamed ${n}` });
}

/** One change of any kind. Some are refused: then nothing changes. */
export async function changeAnything(changing: Changing, n: string): Promise<void> {
  const kinds = await kindsOfChanges(changing, n);
  await changing.random
    .pick(Object.values(kinds))()
    .catch(() => undefined);
}
