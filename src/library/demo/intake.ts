import { matchingRule, type RULE_FIELDS } from '../../domains/intake/intake.rules';
import { Recurrence } from '../../domains/settings/recurrence';
import { OFFBOARDING_STEPS, STEP_KINDS } from '../../domains/vendor/offboarding.rules';
import { Tier } from '../../domains/vendor/vendor.entity';
import { CONTRACT_VALUES } from '../../domains/vendor/vendor.rules';
import { timestamp } from './calendar';
import { Random } from './random';
import type { Scene } from './scene';
import type { Vendor } from './vendor';
import type { Actor, World } from './world';

/** The library's form, which vendors are requested with. */
export const INTAKE_FORM = 'vendor-intake';

type RuleField = (typeof RULE_FIELDS)[number];

function rule(tier: Tier, name: string, ...any: [field: RuleField, value: string][]) {
  const rules = any.map(([questionId, value]) => ({ questionId, operator: 'equals' as const, value }));
  return { name, tier, conditionalLogic: rules.length > 0 ? { match: 'any' as const, rules } : null };
}

/** How the company of the demo classifies what is requested. */
export const TIER_RULES = [
  rule(Tier.CRITICAL, 'Restricted data, or more than $5M a year', ['dataSensitivity', 'RESTRICTED'], ['contractValue', 'OVER_5M']),
  rule(
    Tier.HIGH,
    'Confidential data, more than $1M a year, or a high-risk jurisdiction',
    ['dataSensitivity', 'CONFIDENTIAL'],
    ['contractValue', 'FROM_1M_TO_5M'],
    ['geographicRisk', 'HIGH_RISK_JURISDICTION'],
  ),
  rule(
    Tier.MEDIUM,
    'Internal data, or more than $50K a year',
    ['dataSensitivity', 'INTERNAL'],
    ['contractValue', 'FROM_50K_TO_250K'],
    ['contractValue', 'FROM_250K_TO_1M'],
  ),
  rule(Tier.LOW, 'Everything else'),
];

const PLANS = [
  { tier: Tier.CRITICAL, questionnaires: ['security-baseline', 'soc-2'], recurrence: Recurrence.BIANNUALLY, dueDays: 21 },
  { tier: Tier.HIGH, questionnaires: ['security-baseline'], recurrence: Recurrence.ANNUALLY, dueDays: 30 },
  { tier: Tier.MEDIUM, questionnaires: ['security-baseline'], recurrence: Recurrence.NONE, dueDays: 45 },
];

/** What approved vendors are asked. Those that matter most are approved by the vendor managers. */
export const plansOf = ({ questionnaires }: World, approverRoleId: string) =>
  PLANS.map(({ questionnaires: keys, ...plan }) => ({
    ...plan,
    templateIds: keys.map((key) => questionnaires.get(key)!.templateId),
    approverRoleId: plan.tier === Tier.CRITICAL ? approverRoleId : null,
  }));

/** What was answered of vendors on which nobody has decided. */
const ANSWERED: Record<RuleField, string> = {
  dataSensitivity: 'CONFIDENTIAL',
  contractValue: 'FROM_250K_TO_1M',
  geographicRisk: 'REGIONAL',
};

/** Vendors that somebody requested, and what became of that. */
const REQUESTS: Readonly<Record<number, { state: 'REQUESTED' | 'APPROVED' | 'REJECTED'; note: string | null }>> = {
  16: { state: 'REQUESTED', note: null },
  20: { state: 'APPROVED', note: 'Please start with the security baseline.' },
  33: { state: 'REJECTED', note: 'We already have a vendor for this; please use that one.' },
};

/** A vendor that we are about to part with. */
const LEAVING = 5;

const isRequested = ({ index }: Pick<Vendor, 'index'>) => index in REQUESTS;

/** What the row of such a vendor says because of the answers. */
export function requestedFields({ world }: Scene, vendor: Vendor) {
  if (REQUESTS[vendor.index]?.state !== 'REQUESTED' || !world.hasTierRules) return {};
  const { dataSensitivity, contractValue, geographicRisk } = ANSWERED;
  const { tier } = matchingRule(TIER_RULES, new Map(Object.entries(ANSWERED)))!;
  const fields = { data_sensitivity: dataSensitivity, contract_value: contractValue, geographic_risk: geographicRisk };
  return { ...fields, tier, notes: null };
}

/** What a vendor's row says of its way in and out. */
export function statusOf(
  scene: Scene,
  vendor: Vendor,
): { status: string; offboarding_started_at: string | null; offboarding_reason: string | null } {
  const leaves = vendor.index === LEAVING;
  const status = { REQUESTED: 'REQUESTED', APPROVED: 'ACTIVE', REJECTED: 'ARCHIVED' }[REQUESTS[vendor.index]?.state ?? 'APPROVED'];
  return {
    status: leaves ? 'OFFBOARDING' : status,
    offboarding_started_at: leaves ? timestamp(startedAt(scene, vendor)) : null,
    offboarding_reason: leaves ? 'The service moves to another vendor at the end of the quarter.' : null,
  };
}

/** A separate stream, so that the rest of the portfolio stays as it is. */
const streamOf = ({ world }: Scene, { index }: Vendor) => new Random(world.seed, 'intake', index);

const startedAt = (scene: Scene, vendor: Vendor) => scene.world.calendar.work(streamOf(scene, vendor), 2);

/** How it came: created by somebody, or requested. */
export function noteCreation(scene: Scene, vendor: Vendor, by: Actor, at: number): void {
  if (!isRequested(vendor)) scene.note('CREATE_VENDOR', { at, by, entity: { type: 'Vendor', id: vendor.id, name: vendor.name } });
}

interface RequestedRow {
  website: string | null;
  tier: string | null;
  serviceDescription: string;
  dataSensitivity: string | null;
  contractValue: string | null;
  geographicRisk: string | null;
}

/** As whoever asks answers the form: what sets a field says what the field says. */
function answersOf({ questionnaires }: World, row: RequestedRow) {
  const { serviceDescription, dataSensitivity, contractValue, geographicRisk } = row;
  const fields: Record<string, string | null> = { serviceDescription, dataSensitivity, contractValue, geographicRisk };
  return questionnaires.get(INTAKE_FORM)!.questions.flatMap(({ id, text, type, setsField, required, options, conditionalLogic }) => {
    const field = setsField && fields[setsField];
    const chosen = field && (options.find((option) => stands(option, field)) ?? field);
    const value = setsField ? chosen : type === 'YES_NO' ? 'NO' : required && !conditionalLogic ? options[1] : null;
    return value ? [{ questionId: id, question: text, value }] : [];
  });
}

/** Whether an option of the form stands for a value of a field. */
const stands = (option: string, value: string) =>
  option === CONTRACT_VALUES[value as keyof typeof CONTRACT_VALUES] || option.toUpperCase().replaceAll(' ', '_') === value;

/** The request that a vendor came with, if it did. */
export function addRequest(scene: Scene, vendor: Vendor, row: RequestedRow, { by, at }: { by: Actor; at: number }): void {
  const request = REQUESTS[vendor.index];
  if (!request) return;
  const { batch, people } = scene;
  const random = streamOf(scene, vendor);
  const { state, note } = request;
  const id = random.uuid();
  const entity = { type: 'VendorRequest', id, name: vendor.name };
  const decider = random.pick(people.owners);
  const isDecided = state !== 'REQUESTED';
  const decidedAt = at + 5 * 3_600_000;
  batch.add('vendor_request', {
    id,
    created_at: timestamp(at),
    updated_at: timestamp(isDecided ? decidedAt : at),
    revision: isDecided ? 2 : 1,
    vendor_id: vendor.id,
    name: vendor.name,
    website: row.website,
    reason: 'Needed for a project that starts next month.',
    state,
    answers: JSON.stringify(answersOf(scene.world, row)),
    data_sensitivity: row.dataSensitivity,
    contract_value: row.contractValue,
    geographic_risk: row.geographicRisk,
    tier: row.tier,
    tier_rule: row.tier === vendor.tier ? null : matchingRule(TIER_RULES, new Map(Object.entries(row)))!.name,
    requested_by_id: by.userId,
    requested_by_name: by.userName,
  });
  scene.note('CREATE_VENDOR_REQUEST', { at, by, entity, meta: { tier: row.tier } });
  if (!isDecided) return;
  batch.add('intake_decision', {
    id: random.uuid(),
    created_at: timestamp(decidedAt),
    request_id: id,
    decided_by_id: decider.userId,
    decided_by_name: decider.userName,
    note,
  });
  scene.note('DECIDE_VENDOR_REQUEST', { at: decidedAt, by: decider, entity, meta: { from: 'REQUESTED', to: state } });
}

/** The checklist of a vendor that leaves, with its first step done. */
export function addOffboarding(scene: Scene, vendor: Vendor): void {
  if (vendor.index !== LEAVING) return;
  const random = streamOf(scene, vendor);
  const { owner, id, name } = vendor;
  const at = startedAt(scene, vendor);
  const doneAt = at + 1_800_000;
  const entity = { type: 'Vendor', id, name };
  scene.note('START_OFFBOARDING', { at, by: owner, entity });
  STEP_KINDS.forEach((kind, n) => {
    const isDone = n === 0;
    scene.batch.add('offboarding_step', {
      id: random.uuid(),
      vendor_id: id,
      kind,
      is_done: isDone,
      note: isDone ? 'All accounts are disabled, and the badges are back.' : null,
      done_at: isDone ? timestamp(doneAt) : null,
      done_by_id: isDone ? owner.userId : null,
      done_by_name: isDone ? owner.userName : null,
    });
  });
  scene.note('UPDATE_OFFBOARDING', { at: doneAt, by: owner, entity, meta: { step: OFFBOARDING_STEPS.ACCESS, isDone: true } });
}
