import { type ConditionalLogic, visibleQuestions } from '../template/conditions.rules';

/** How answers give a tier. Pure: no database, no framework. */

/** As stored in the settings. */
export interface StoredTierRule {
  name: string;
  tier: string;
  conditionalLogic: ConditionalLogic | null;
}

/** As stored in the settings: questionnaires by what their versions have in common. */
export interface StoredPlan {
  tier: string;
  families: string[];
  recurrence: string;
  dueDays: number | null;
  approverRoleId: string | null;
}

/** The fields of a vendor that rules can be about. */
export const RULE_FIELDS = ['dataSensitivity', 'contractValue', 'geographicRisk'] as const;

const RULE = ' rule';

/** The first rule that holds, by the answers and by the fields that they set. */
export function matchingRule(rules: readonly StoredTierRule[], known: ReadonlyMap<string, unknown>): StoredTierRule | undefined {
  const asked = [...known.keys()].map((id) => ({ id }));
  return rules.find(({ conditionalLogic }) => visibleQuestions([...asked, { id: RULE, conditionalLogic }], known).has(RULE));
}

export const planFor = (plans: readonly StoredPlan[], tier: string | null | undefined): StoredPlan | undefined =>
  plans.find((plan) => plan.tier === tier);
