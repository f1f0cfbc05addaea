import { expectedText } from '../../domains/template/expected-answer.rules';
import type { ConditionalLogic } from '../../domains/template/conditions.rules';
import { OFFBOARDING_STEPS } from '../../domains/vendor/offboarding.rules';
import { PERMISSIONS } from '../../kernel/permission-list';
import { bytes, count, date, dateTime, many, percent } from '../components/format';
import { RELATIONS } from '../components/relations';
import { DECISIONS, RECURRENCES } from '../pages/assessments/assessment-labels';
import { ACCEPTANCE_STATES, REMEDIATION_ANSWERS, REMEDIATION_STATES, TREATMENTS } from '../pages/findings/finding-labels';
import { FORMATS } from '../pages/settings/webhook-labels';
import { logicText, QUESTION_TYPES } from '../pages/templates/question-labels';
import { CONTRACT_VALUES, PLACES, SENSITIVITIES } from '../pages/vendors/vendor-labels';
import {
  ASSESSMENT_STATUSES,
  FINDING_STATUSES,
  RESPONSIBILITY_STATUSES,
  SEVERITIES,
  TEMPLATE_STATUSES,
  TIERS,
  type Tone,
  UNTIERED,
} from '../theme/tones';
import { FIELD_LABELS } from './field-labels';
import { type Place, placeOf } from './paths';

/** A change of one field, as the server tells it. */
export interface FieldChange {
  /** A path with ids for a part of the record: questions.<id>.response.value */
  field: string;
  before: unknown;
  after: unknown;
}

/** The same for people. */
export interface ChangeInWords {
  label: string;
  /** Undefined for a secret: only that it changed. */
  values?: { before: string; after: string };
}

/** What a part is called, by its id. */
export type Names = ReadonlyMap<string, string>;

/** The names that a change gives to the parts it is about: what it creates, deletes or renames. */
export function namesIn(changes: readonly FieldChange[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { field, before, after } of changes) {
    const [, id, name] = /(?:^|\.)\w+\.([0-9a-f-]{36})\.(\w+)$/.exec(field) ?? [];
    const value = after ?? before;
    if (id && TITLES.includes(name!) && typeof value === 'string') names.set(id, value);
  }
  return names;
}

const TITLES = ['name', 'title', 'text', 'code', 'fileName', 'controlTitle'];

/** A change in words: "Tier", "Medium", "High". */
export function inWords(entityType: string, { field: path, before, after }: FieldChange, names: Names): ChangeInWords {
  const place = placeOf(entityType, path);
  const label = labelOf(place, names);
  if (before === null && after === null) return { label };
  const words = (value: unknown) => valueText(place, value, names);
  return { label, values: { before: words(before), after: words(after) } };
}

/** Long names are shortened: they only say which one. */
const MOST_OF_NAME = 100;
const quoted = (name: string) => `‘${name.length > MOST_OF_NAME ? `${name.slice(0, MOST_OF_NAME).trimEnd()}…` : name}’`;

function labelOf({ type, field, part, code }: Place, names: Names): string {
  const label = [FIELD_LABELS[type]?.[field] ?? readable(field), code].filter(Boolean).join(' ');
  if (!part) return label.replace('{}', 'it');
  const name = names.get(part.id) ?? (OFFBOARDING_STEPS as Record<string, string>)[part.id];
  const whole = label.includes('{}');
  const subject =
    name === undefined ? `${/^[aeiou]/i.test(part.noun) ? 'an' : 'a'} ${part.noun}` : whole ? quoted(name) : `${part.noun} ${quoted(name)}`;
  return whole ? label.replace('{}', subject) : `${label} of ${subject}`;
}

/** A field that has no label yet: "isOnHold" to "On hold". */
function readable(field: string): string {
  const words = field
    .replace(/^is(?=[A-Z])/, '')
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const labelsOf = (tones: Record<string, Tone>) => Object.fromEntries(Object.entries(tones).map(([name, { label }]) => [name, label]));

/** Whom a setting is about. */
const WHO = { NOBODY: 'Nobody', ADMINISTRATORS: 'Administrators', EVERYONE: 'Everyone' };

/** Words for the values of fields, by type and field. */
const VALUES: Record<string, Record<string, string>> = {
  'Vendor.tier': labelsOf(TIERS),
  'Vendor.status': { REQUESTED: 'Requested', ACTIVE: 'Active', OFFBOARDING: 'Offboarding', ARCHIVED: 'Archived' },
  'VendorRequest.state': { REQUESTED: 'Requested', APPROVED: 'Approved', REJECTED: 'Rejected' },
  'VendorRequest.tier': labelsOf(TIERS),
  'VendorRequest.dataSensitivity': SENSITIVITIES,
  'VendorRequest.geographicRisk': PLACES,
  'VendorRequest.contractValue': CONTRACT_VALUES,
  'Vendor.dataSensitivity': SENSITIVITIES,
  'Vendor.geographicRisk': PLACES,
  'Vendor.contractValue': CONTRACT_VALUES,
  'Assessment.status': labelsOf(ASSESSMENT_STATUSES),
  'Assessment.recurrence': RECURRENCES,
  'Question.type': QUESTION_TYPES,
  'Question.riskWeight': labelsOf(SEVERITIES),
  'ReviewDecision.decision': labelsOf(DECISIONS),
  'Comment.visibility': { INTERNAL: 'Team only', SHARED: 'Team and vendor' },
  'Comment.authorType': { USER: 'Team', VENDOR: 'Vendor' },
  'Finding.severity': labelsOf(SEVERITIES),
  'Finding.status': labelsOf(FINDING_STATUSES),
  'Finding.treatment': TREATMENTS,
  'RiskAcceptance.state': labelsOf(ACCEPTANCE_STATES),
  'Remediation.state': labelsOf(REMEDIATION_STATES),
  'Remediation.answer': REMEDIATION_ANSWERS,
  'ResponsibilityAction.status': labelsOf(RESPONSIBILITY_STATUSES),
  'Framework.relation': RELATIONS,
  'Template.kind': { QUESTIONNAIRE: 'Questionnaire', INTAKE: 'Intake form' },
  'Template.status': labelsOf(TEMPLATE_STATUSES),
  'Role.permissions': PERMISSIONS,
  'ApiKey.permissions': PERMISSIONS,
  'Webhook.format': FORMATS,
  'Settings.passwordSignIn': WHO,
  'Settings.requireSecondFactor': WHO,
  'Settings.fourEyesFor': labelsOf(SEVERITIES),
  'Settings.boardReport.recurrence': { ...RECURRENCES, NONE: 'Never' },
};

/** What no value means, where that isn't "none". */
const NOTHING: Record<string, string> = {
  'Vendor.tier': UNTIERED.label,
  'Vendor.dataSensitivity': 'not known',
  'Vendor.geographicRisk': 'not known',
  'Vendor.contractValue': 'not known',
  'ReviewDecision.decision': 'not decided',
  'Finding.treatment': 'not decided',
  'Response.value': 'not answered',
  'ApiKey.permissions': 'All',
  'ApiKey.allowedIps': 'any',
  'ApiKey.expiresAt': 'never',
  'Webhook.types': 'all',
  'Question.conditionalLogic': 'always',
  'Settings.scimDefaultRole': 'Viewer',
};

/** Where a role applies. */
function portfolioNames(portfolios: readonly Reference[] | null): string {
  if (!portfolios) return 'all vendors';
  return portfolios.map(({ name }) => name ?? 'an unknown portfolio').join(', ') || 'none';
}

interface Mapping {
  value: string;
  role: Reference;
  portfolios: Reference[] | null;
}

/** A role that a provider gives: "risk-team: Reviewer (Retail)". */
function mappingText({ value, role, portfolios }: Mapping): string {
  const name = role.name ?? 'a role';
  return `${value}: ${portfolios ? `${name} (${portfolioNames(portfolios)})` : name}`;
}

interface Plan {
  tier: keyof typeof TIERS;
  templates: Reference[];
  recurrence: keyof typeof RECURRENCES;
  dueDays: number | null;
  approverRoleId: string | null;
  approverRoleName: string | null;
}

/** What is asked of the vendors of a tier: "High (SOC 2 assessment, every year, due within 30 days, approved by Reviewer)". */
function planText({ tier, templates, recurrence, dueDays, approverRoleId, approverRoleName }: Plan): string {
  const parts = [
    templates.map(({ name }) => name ?? 'a deleted questionnaire').join(' and ') || 'no questionnaires',
    lowerFirst(RECURRENCES[recurrence]),
    ...(dueDays === null ? [] : [`due within ${many(dueDays, 'day')}`]),
    ...(approverRoleId === null ? [] : [approverRoleName === null ? 'with an approver' : `approved by ${approverRoleName}`]),
  ];
  return `${TIERS[tier].label} (${parts.join(', ')})`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** "Critical 14, High 30, Medium 90, Low off" */
function daysText(days: Record<string, number | null>): string {
  return Object.entries(SEVERITIES)
    .map(([severity, { label }]) => `${label} ${days[severity.toLowerCase()] ?? 'off'}`)
    .join(', ');
}

/** Words for structured values. */
const STRUCTURED: Record<string, (value: never) => string> = {
  'VendorRequest.answers': (answers: { question: string; value: unknown }[]) =>
    answers.map(({ question, value }) => `${question} ${plainText(answerOf(value))}`).join('; '),
  'Settings.assessmentPlans': (plans: Plan[]) => plans.map(planText).join('; '),
  'Settings.tierRules': (rules: { name: string; tier: keyof typeof TIERS }[]) =>
    rules.map(({ name, tier }) => `${name} (${TIERS[tier].label})`).join('; '),
  'IdentityProvider.roleMappings': (mappings: Mapping[]) => mappings.map(mappingText).join('; '),
  'Settings.remediationDays': daysText,
  'Settings.searchSynonyms': (groups: string[][]) => groups.map((words) => words.join(', ')).join('; '),
};

/** Fields that refer to people. */
const PEOPLE = ['owner', 'reviewer', 'assignee', 'createdBy', 'decidedBy', 'requestedBy', 'doneBy', 'resolvedBy', 'uploadedBy', 'user'];

/** References to what has no name. */
const UNNAMED: Record<string, string> = {
  'Comment.parentId': 'another comment',
  'Attachment.response': 'an answer',
  'Settings.logo': 'a picture',
};

interface Reference {
  id: string;
  name: string | null;
}

const isReference = (value: unknown): value is Reference => typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

const ANSWERS: Record<string, string> = { YES: 'Yes', NO: 'No' };

function valueText({ type, field }: Place, value: unknown, names: Names): string {
  const key = `${type}.${field}`;
  const known = VALUES[key];
  if (field === 'portfolios') return portfolioNames(value as Reference[] | null);
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return NOTHING[key] ?? (PEOPLE.includes(field) ? 'nobody' : 'none');
  if (known)
    return [value]
      .flat()
      .map((one) => known[String(one)] ?? String(one))
      .join(', ');
  if (key === 'Question.conditionalLogic') {
    const { match, rules } = value as ConditionalLogic;
    const questionOf = (id: string) => ({ place: names.has(id) ? quoted(names.get(id)!) : 'another question', type: 'FREE_TEXT' as const });
    return logicText({ match, rules: rules.map((rule) => ({ ...rule, value: answerOf(rule.value) as typeof rule.value })) }, questionOf);
  }
  const structured = STRUCTURED[key];
  if (structured) return structured(value as never);
  if (key === 'Question.expectedAnswer') return expectedText('', answerOf(value), date);
  if (key === 'Settings.greenFrom' || key === 'Settings.amberFrom') return percent(value as number);
  if (key === 'Attachment.sizeBytes') return bytes(value as number);
  if (UNNAMED[key]) return UNNAMED[key];
  if (isReference(value)) return value.name ?? 'deleted';
  return plainText(type === 'Response' ? answerOf(value) : value);
}

const answerOf = (value: unknown): unknown => (typeof value === 'string' ? (ANSWERS[value] ?? value) : value);

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return count(value);
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dateTime(value);
    return /^\d{4}-\d\d-\d\d$/.test(value) ? date(value) : value;
  }
  const { name, label } = (value ?? {}) as { name?: unknown; label?: unknown };
  const called = name ?? label;
  return typeof called === 'string' ? called : JSON.stringify(value);
}
