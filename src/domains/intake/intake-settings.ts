import { z } from 'zod';
import { badInput, type FieldMessages } from '../../kernel/errors';
import { check, line } from '../../kernel/validate';
import { list, record } from '../../platform/documents';
import { isId } from '../../platform/id';
import { readCell } from '../portfolio/vendor-import.rules';
import { Recurrence } from '../settings/recurrence';
import type { UpdateSettingsInput } from '../settings/settings.inputs';
import type { Change } from '../audit/audit.service';
import { checkSettingBy, readSettings } from '../settings/settings.service';
import * as settings from '../settings/settings.store';
import type { Condition, Operator } from '../template/conditions.rules';
import { logicRule } from '../template/template.rules';
import { Tier } from '../vendor/vendor.entity';
import { RULE_FIELDS, type StoredPlan, type StoredTierRule } from './intake.rules';
import * as store from './intake.store';

/** What the settings say of tiers and plans: how it is checked, and what is stored. */

const MOST_RULES = 50;
const MOST_TEMPLATES = 20;
const MOST_DAYS = 3_650;

const tierRulesRule = z.object({
  tierRules: list(
    record({ name: line(200), tier: z.enum(Tier), conditionalLogic: logicRule.nullish().transform((logic) => logic ?? null) }),
    MOST_RULES,
    'rules',
  ),
});

const days = `must be from 1 to ${MOST_DAYS.toLocaleString('en')}`;

const plansRule = z.object({
  assessmentPlans: list(
    record({
      tier: z.enum(Tier),
      templateIds: list(z.string().toLowerCase(), MOST_TEMPLATES, 'questionnaires'),
      recurrence: z
        .enum(Recurrence)
        .nullish()
        .transform((recurrence) => recurrence ?? Recurrence.NONE),
      dueDays: z
        .number()
        .min(1, days)
        .max(MOST_DAYS, days)
        .nullish()
        .transform((given) => given ?? null),
      approverRoleId: z
        .string()
        .toLowerCase()
        .nullish()
        .transform((id) => id ?? null),
    }),
    Object.keys(Tier).length,
    'plans',
  ),
});

/** An own field that is yes or no has true or false; the answers that set it, and the rules of templates, say YES or NO. */
const asAnswer = (name: string, value: unknown) => (name === 'value' && typeof value === 'boolean' ? (value ? 'YES' : 'NO') : value);

const WHOLE_VALUES: readonly Operator[] = ['equals', 'notEquals'];

/** A condition on a field of the vendor names its value as an import reads it: $5M+ is OVER_5M. Or what is wrong with the value. */
function readCondition(condition: Condition): Condition | { fault: string } {
  const { operator, value } = condition;
  const field = RULE_FIELDS.find((one) => one === condition.questionId);
  if (!field || !WHOLE_VALUES.includes(operator) || typeof value !== 'string') return condition;
  const read = readCell(field, value);
  return 'fault' in read ? read : { ...condition, value: String(read.value) };
}

/** Rules are about fields of the vendor, or about questions of intake forms. */
async function checkTierRules(tx: Change, given: unknown, { vendorFields }: UpdateSettingsInput): Promise<StoredTierRule[]> {
  const { tierRules } = check(tierRulesRule, { tierRules: JSON.parse(JSON.stringify(given), asAnswer) });
  const named = tierRules.flatMap(({ conditionalLogic }) => conditionalLogic?.rules.map(({ questionId }) => questionId) ?? []);
  const questions = await tx.query(store.intakeQuestions(named.filter(isId)));
  const own = (vendorFields ?? (await readSettings(tx)).vendorFields).map(({ key }) => key);
  const known = new Set<string>([...RULE_FIELDS, ...own, ...questions.map(({ id }) => id)]);
  const faults: FieldMessages = {};
  const rules = tierRules.map(({ conditionalLogic, ...rule }, i) => ({
    ...rule,
    conditionalLogic: conditionalLogic && {
      match: conditionalLogic.match,
      rules: conditionalLogic.rules.map((condition, r) => {
        const questionId = isId(condition.questionId) ? condition.questionId.toLowerCase() : condition.questionId;
        if (!known.has(questionId)) {
          faults[`tierRules.${i}.conditionalLogic.rules.${r}.questionId`] =
            `"${questionId}" is neither ${[...RULE_FIELDS, ...own].join(', ')} nor a question of an intake form`;
        }
        const read = readCondition(condition);
        if ('fault' in read) faults[`tierRules.${i}.conditionalLogic.rules.${r}.value`] = read.fault;
        return { ...condition, ...read, questionId };
      }),
    },
  }));
  if (Object.keys(faults).length > 0) throw badInput(faults);
  return rules;
}

async function checkPlans(tx: Change, given: unknown): Promise<StoredPlan[]> {
  const { assessmentPlans } = check(plansRule, { assessmentPlans: given });
  const found = await tx.query(store.familiesOf(assessmentPlans.flatMap(({ templateIds }) => templateIds.filter(isId))));
  const families = new Map(found.map(({ id, family }) => [id, family]));
  const faults: FieldMessages = {};
  const seen = new Set<string>();
  const plans: StoredPlan[] = [];
  for (const [i, { templateIds, ...plan }] of assessmentPlans.entries()) {
    const fault = (field: string, message: string) => (faults[`assessmentPlans.${i}.${field}`] ??= message);
    if (seen.has(plan.tier)) fault('tier', 'has two plans');
    seen.add(plan.tier);
    const own = templateIds.map((id, t) => families.get(id) ?? (fault(`templateIds.${t}`, 'does not match a questionnaire'), ''));
    if (new Set(own).size < own.length) fault('templateIds', 'contains a questionnaire twice');
    const { approverRoleId } = plan;
    // Kept from being deleted until it is in use.
    const role = approverRoleId === null || (isId(approverRoleId) && (await tx.one(settings.keepRole(approverRoleId))));
    if (!role) fault('approverRoleId', 'does not match a role');
    plans.push({ tier: plan.tier, families: own, recurrence: plan.recurrence, dueDays: plan.dueDays, approverRoleId });
  }
  if (Object.keys(faults).length > 0) throw badInput(faults);
  return plans;
}

checkSettingBy('tierRules', checkTierRules);
checkSettingBy('assessmentPlans', checkPlans);
