import type { Row } from '../../database/rows';
import { loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import type { Settings } from '../settings/settings.entity';
import { currentSettings } from '../settings/settings.service';
import type { Template } from '../template/template.entity';
import { planFor, type StoredPlan, type StoredTierRule } from './intake.rules';
import * as store from './intake.store';

export const plansIn = ({ assessmentPlans }: Pick<Row<Settings>, 'assessmentPlans'>) => assessmentPlans as StoredPlan[];
export const tierRulesIn = ({ tierRules }: Pick<Row<Settings>, 'tierRules'>) => tierRules as StoredTierRule[];

/** What the settings say for a tier; null: nothing. */
export async function planOf(ctx: RequestContext, tier: string | null): Promise<StoredPlan | null> {
  if (tier === null) return null;
  return planFor(plansIn(await ctx.load(currentSettings, 'settings')), tier) ?? null;
}

/** What stands for a family of questionnaires; null once all versions are deleted. */
export const shownOfFamily = loader<string, Row<Template> | null>(async (families, { database }) => {
  const found = new Map((await database.query(store.shownOf(families))).map((row) => [row.family, row]));
  return families.map((family) => found.get(family) ?? null);
});
