import { CONTRACT_ADDS, EXPOSURE, PLACE_ADDS } from './vendor.rules';

/** `inherentRisk` and `residualRisk` in SQL, from the same tables: text, because indexes contain it too. */

const cases = (column: string, values: Readonly<Record<string, number>>, otherwise: string) =>
  `case ${column} ${Object.entries(values)
    .map(([value, risk]) => `when '${value}' then ${risk}::float8`)
    .join(' ')} else ${otherwise} end`;

const ofTier = Object.fromEntries(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'].map((tier) => [tier, EXPOSURE[tier]!]));
const ofData = Object.fromEntries(['PUBLIC', 'INTERNAL', 'CONFIDENTIAL', 'RESTRICTED'].map((kind) => [kind, EXPOSURE[kind]!]));

/** A missing one counts as the other, which leaves the mean as it is; without both it is null. */
const tier = `coalesce(${cases('tier', ofTier, 'null')}, ${cases('data_sensitivity', ofData, 'null')})`;
const data = `coalesce(${cases('data_sensitivity', ofData, 'null')}, ${cases('tier', ofTier, 'null')})`;
const base = `(${tier} + ${data}) / 2`;
const adds = `${cases('contract_value', CONTRACT_ADDS, '0')} + ${cases('geographic_risk', PLACE_ADDS, '0')}`;

/** Null without both; least and greatest take no notice of null. */
export const INHERENT = `case when tier is not null or data_sensitivity is not null then
  round(least(1, greatest(0, ${base} + ${adds})) * 1000000) / 1000000 end`;

/** Those without come first. */
export const INHERENT_RISK = `coalesce(${INHERENT}, -1)`;
export const RESIDUAL_RISK = `coalesce((${INHERENT}) * (1 - overall_score), -1)`;
export const RENEWAL = `coalesce(contract_renewal_date, '9999-12-31'::date)`;
