import { readFileSync } from 'node:fs';
import { MikroORM } from '@mikro-orm/postgresql';
import { buildSchema, getNamedType, type GraphQLSchema, isObjectType } from 'graphql';
import { recordTables, type RecordTable } from '../../src/database/record/record-table';
import { entities } from '../../src/entities';
import { FIELD_LABELS } from '../../src/web/history/field-labels';
import { changesTo, placeOf } from '../../src/web/history/paths';

// What browsers have.
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB'] }, configurable: true });
Object.defineProperty(Map, 'groupBy', {
  value: <Item, Key>(items: Item[], keyOf: (item: Item, i: number) => Key) => {
    const groups = new Map<Key, Item[]>();
    items.forEach((item, i) => groups.set(keyOf(item, i), [...(groups.get(keyOf(item, i)) ?? []), item]));
    return groups;
  },
});

interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** Loaded after that; typed here, because the types of the browser are not those of the tests. */
interface Words {
  inWords(entityType: string, change: Change, names: Map<string, string>): { label: string; values?: { before: string; after: string } };
  namesIn(changes: Change[]): Map<string, string>;
}
// eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
const { inWords, namesIn } = require('../../src/web/history/change-words') as Words;

const REQUEST_ANSWERS = [
  { questionId: '0c1f4b7e-52a4-4a0f-9a5e-1f6f2d3c4b5a', question: 'Will it process personal data?', value: 'YES' },
  { questionId: '0c1f4b7e-52a4-4a0f-9a5e-1f6f2d3c4b5b', question: 'Whose?', value: ['Customers', 'Employees'] },
];

test('the answers of a vendor request read as questions with their answers', () => {
  const change = { field: 'answers', before: null, after: REQUEST_ANSWERS };
  expect(inWords('VendorRequest', change, new Map()).values?.after).toBe('Will it process personal data? Yes; Whose? Customers, Employees');
});

const ID = '3345caef-9606-4236-ac0d-39ac6e6db6ed';
const OTHER = '0c1f4b7e-52a4-4a0f-9a5e-1f6f2d3c4b5a';
const tables = recordTables(MikroORM.initSync({ entities: entities as never, dbName: 'none', connect: false }));
const BOOKKEEPING = ['id', 'createdAt', 'updatedAt', 'revision'];

/** The path of a part below what it hangs on, with ids; as src/domains/record/changes.ts writes it. */
function pathOf(table: RecordTable): string {
  const { path } = table.keeping;
  if (!path) return '';
  const target = path.below && table.targets.get(path.below);
  const parent = target && tables.find((one) => one.entity.name === target);
  const above = parent ? `${pathOf(parent)}.` : '';
  if (!path.name) return above.slice(0, -1);
  return above + path.name + (path.by === null ? '' : `.${path.by === 'code' ? 'A.5.1' : ID}`);
}

/** The names of what is told of a part. */
function namesOf({ columns, keeping: { path, untold, secrets, renamed }, targets, wholes }: RecordTable): string[] {
  const left = [...BOOKKEEPING, ...untold, ...wholes.map(({ property }) => property), path?.below, path?.by];
  const told = columns.map(({ property }) => property).filter((property) => !left.includes(property));
  return [...told.map((name) => renamed[name] ?? (targets.has(name) ? name.slice(0, -2) : name)), ...Object.values(secrets)];
}

/** A field of a part, below a vendor; of a part without a path, below what it is a part of. */
function wholeAndPath(table: RecordTable, name: string): [entityType: string, path: string] {
  const path = pathOf(table);
  return path ? ['Vendor', `${path}.${name}`] : [table.targets.get(table.keeping.partOf)!, name];
}

/** Every field whose changes are told, with the type of the entry that tells it. */
const kept = tables.flatMap((table): [entityType: string, path: string][] => {
  const { keeping, entity } = table;
  const { partOf, path } = keeping;
  if (path?.pair) return [['Framework', 'A.5.1->GV.PO-01']];
  if (path?.value) return [['Vendor', pathOf(table)]];
  const isThing = partOf === 'id';
  return namesOf(table).flatMap((name): [string, string][] => [
    ...(isThing ? ([[entity.name, name]] as [string, string][]) : []),
    ...(path ? ([wholeAndPath(table, name)] as [string, string][]) : []),
  ]);
});

test.each(kept)('%s: %s has a label', (entityType, field) => {
  const place = placeOf(entityType, field);
  expect([place.type, place.field, FIELD_LABELS[place.type]?.[place.field]]).toEqual([place.type, place.field, expect.any(String)]);
});

/**
 * Told, though no field of GraphQL has that name: the order shows in lists, files are listed by what they belong to, and a finding lists
 * the assessments that found it.
 */
const OWN_NAMES = [
  'TemplateSection.order',
  'TemplateQuestion.order',
  'PortalLink.revokedAt',
  'PortalLink.sections',
  'FindingSighting.assessment',
  ...['vendor', 'certification', 'response', 'action', 'finding', 'offboardingStep', 'assessment'].map((owner) => `Attachment.${owner}`),
  'OffboardingStep.doneBy',
  ...['requestedBy', 'vendor'].map((name) => `VendorRequest.${name}`),
];

/** Whether a path leads to a field. */
function isThere(schema: GraphQLSchema, typeName: string, path: string): boolean {
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (!field || rest.length === 0) return field !== undefined;
  return isThere(schema, getNamedType(field.type).name, rest.join('.'));
}

test('fields are named as in GraphQL', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const strange = tables.flatMap((table) => {
    const { path, partOf } = table.keeping;
    const type = path?.name === '' ? table.targets.get(partOf)! : table.entity.name;
    const names = path?.value ? [] : namesOf(table).filter((name) => !Object.values(table.keeping.secrets).includes(name));
    return names.filter((name) => !isThere(schema, type, name)).map((name) => `${type}.${name}`);
  });
  expect(strange.sort()).toEqual(OWN_NAMES.sort());
});

test('all kinds of records are among them', () => expect(new Set(kept.map(([, field]) => field)).size).toBeGreaterThan(150));

const words = (entityType: string, field: string, before: unknown, after: unknown, names = new Map<string, string>()) => {
  const { label, values } = inWords(entityType, { field, before, after }, names);
  return values ? `${label}: ${values.before} → ${values.after}` : `${label} changed`;
};
const reference = (name: string | null) => ({ id: ID, name });
const named = new Map([[ID, 'Is MFA required?']]);

test.each([
  ['Vendor', 'tier', 'MEDIUM', 'HIGH', 'Tier: Medium → High'],
  ['Vendor', 'tier', null, 'LOW', 'Tier: Not classified → Low'],
  ['Vendor', 'owner', null, reference('Jane Doe'), 'Owner: nobody → Jane Doe'],
  ['Vendor', 'contractRenewalDate', null, '2027-01-31', 'Contract renewal: none → 31 Jan 2027'],
  ['Vendor', 'tags', ['a'], ['a', 'b'], 'Tags: a → a, b'],
  ['Vendor', 'contractValue', 'UP_TO_50K', 'OVER_5M', 'Annual contract value: $0–$50K → $5M+'],
  ['User', 'portfolios', [], null, 'Portfolios: none → all vendors'],
  ['Settings', 'greenFrom', 0.8, 0.75, 'Green from: 80% → 75%'],
  ['Settings', 'requireSecondFactor', 'EVERYONE', 'NOBODY', 'Require a second factor for: Everyone → Nobody'],
  ['Settings', 'fourEyesFor', [], ['CRITICAL', 'HIGH'], 'Risks that a second person must accept: none → Critical, High'],
  ['Settings', 'boardReport.recurrence', 'NONE', 'QUARTERLY', 'How often the board report is sent: Never → Every three months'],
  [
    'Settings',
    'searchSynonyms',
    [],
    [
      ['DPA', 'data processing'],
      ['BCM', 'continuity'],
    ],
    'Synonyms in search: none → DPA, data processing; BCM, continuity',
  ],
  [
    'Settings',
    'remediationDays',
    { critical: 14, high: 30, medium: 90, low: 180 },
    { critical: 7, high: 30, medium: 90, low: null },
    'Days until findings are due: Critical 14, High 30, Medium 90, Low 180 → Critical 7, High 30, Medium 90, Low off',
  ],
  [
    'Settings',
    'tierRules',
    [],
    [{ name: 'Restricted data', tier: 'CRITICAL', conditionalLogic: null }],
    'Tier rules: none → Restricted data (Critical)',
  ],
  [
    'Settings',
    'assessmentPlans',
    [],
    [{ tier: 'HIGH', templates: [reference('SOC 2')], recurrence: 'ANNUALLY', dueDays: 30, approverRoleId: null, approverRoleName: null }],
    'Assessment plans: none → High (SOC 2, every year, due within 30 days)',
  ],
  ['Settings', 'auditReads', false, true, 'Record downloads in the audit log: No → Yes'],
  ['Settings', 'auditWitnesses', [], [{ name: 'Lighthouse', vkey: 'v', address: 'a' }], 'Witnesses of the audit log: none → Lighthouse'],
  ['User', 'password', null, null, 'Password changed'],
  ['ApiKey', 'permissions', ['vendors:view'], null, 'Permissions: See vendors → All'],
  ['Webhook', 'types', ['vendor.created'], [], 'Event types: vendor.created → all'],
  ['Webhook', 'format', 'STANDARD', 'TEAMS', 'Format: Standard Webhooks → Microsoft Teams'],
  ['Assessment', `questions.${ID}.response.value`, 'NO', 'YES', 'Answer to ‘Is MFA required?’: No → Yes'],
  ['Assessment', `questions.${ID}.response.review.decision`, null, 'REJECTED', 'Decision on ‘Is MFA required?’: not decided → Rejected'],
  ['Assessment', 'portalLink.portalPassword', null, null, 'Portal password changed'],
  ['Assessment', `comments.${ID}.body`, null, 'Hello', 'Comment: none → Hello'],
  ['Assessment', `findings.${ID}.severity`, 'LOW', 'HIGH', 'Severity of finding ‘Is MFA required?’: Low → High'],
  ['Assessment', `questions.${ID}.controls.A.5.1`, null, 'Policies', 'Control A.5.1 of question ‘Is MFA required?’: none → Policies'],
  ['Finding', 'treatment', null, 'MITIGATE', 'Treatment: not decided → Mitigate'],
  ['Finding', `sightings.${ID}.assessment`, null, reference('Review 2026'), 'Assessment that also found it: none → Review 2026'],
  ['Finding', `acceptances.${ID}.state`, 'REQUESTED', 'APPROVED', 'State of the risk acceptance: Waiting for approval → Approved'],
  [
    'Assessment',
    `findings.${ID}.sightings.${OTHER}.assessment`,
    null,
    reference('Review 2026'),
    'Assessment that also found ‘Is MFA required?’: none → Review 2026',
  ],
  ['Framework', 'A.5.1->GV.PO-01', 'RELATED', 'EQUAL', 'Relation A.5.1 and GV.PO-01: is related to → is equal to'],
  [
    'Template',
    `sections.${ID}.questions.${ID}.expectedAnswer`,
    'YES',
    { min: 3 },
    'Expected answer of question ‘Is MFA required?’: Yes → at least 3',
  ],
  [
    'Template',
    `sections.${ID}.questions.${ID}.conditionalLogic`,
    null,
    { match: 'all', rules: [{ questionId: ID, operator: 'equals', value: 'YES' }] },
    'Condition of question ‘Is MFA required?’: always → ‘Is MFA required?’ is Yes',
  ],
  ['Vendor', 'isOnHold', false, true, 'On hold: No → Yes'],
])('%s: %s in words', (entityType, field, before, after, text) => {
  expect(words(entityType, field, before, after, named)).toBe(text);
});

test('roles and portfolios are named', () => {
  const [role, retail, gone] = [reference('Reviewer'), reference('Retail'), reference(null)];
  expect(words('User', 'portfolios', [retail, gone], null)).toBe('Portfolios: Retail, an unknown portfolio → all vendors');
  const mappings = [
    { value: 'shops', role, portfolios: [retail] },
    { value: 'everyone', role, portfolios: null },
  ];
  expect(words('IdentityProvider', 'roleMappings', [], mappings)).toBe(
    'Role mappings: none → shops: Reviewer (Retail); everyone: Reviewer',
  );
  expect(words('Settings', 'scimDefaultRole', null, role)).toBe('Default role of provisioned users: Viewer → Reviewer');
  expect(words('Settings', 'scimDefaultRole', gone, null)).toBe('Default role of provisioned users: deleted → Viewer');
});

test('a plan says what is asked and who approves', () => {
  const plan = { tier: 'LOW', templates: [reference('SOC 2'), reference(null)], recurrence: 'NONE', dueDays: null, approverRoleId: OTHER };
  const text = (approverRoleName: string | null) => words('Settings', 'assessmentPlans', [], [{ ...plan, approverRoleName }]);
  expect(text('Reviewer')).toBe('Assessment plans: none → Low (SOC 2 and a deleted questionnaire, not repeated, approved by Reviewer)');
  expect(text(null)).toBe('Assessment plans: none → Low (SOC 2 and a deleted questionnaire, not repeated, with an approver)');
});

test('what has no name known is told by its kind', () => {
  expect(words('Assessment', `questions.${ID}.response.value`, null, 'YES')).toBe('Answer to a question: not answered → Yes');
  expect(words('Vendor', `assessments.${ID}.status`, 'SENT', 'SUBMITTED')).toBe('Status of an assessment: Awaiting vendor → Submitted');
});

test('of an entry about another record, the changes of this one count', () => {
  const changes = [{ field: 'status' }, { field: `findings.${ID}.title` }, { field: 'findings.other.title' }];
  expect(changesTo({ entityType: 'Finding', entityId: ID }, { entityId: 'an assessment', changes })).toEqual([{ field: 'title' }]);
  expect(changesTo({ entityType: 'Finding', entityId: ID }, { entityId: ID, changes })).toBe(changes);
});

test('changes name their own parts', () => {
  const changes = [{ field: `findings.${ID}.title`, before: null, after: 'No MFA' }];
  expect(namesIn(changes)).toEqual(new Map([[ID, 'No MFA']]));
});
