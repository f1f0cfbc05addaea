import type { ContractValue, DataSensitivity, GeographicRisk } from '../../api/enums.generated';

/** Words for a vendor's profile, in the order of a select. */

export const SENSITIVITIES: Record<DataSensitivity, string> = {
  PUBLIC: 'Public',
  INTERNAL: 'Internal',
  CONFIDENTIAL: 'Confidential',
  RESTRICTED: 'Restricted',
};

export const PLACES: Record<GeographicRisk, string> = {
  DOMESTIC: 'Domestic',
  REGIONAL: 'Regional',
  GLOBAL: 'Global',
  HIGH_RISK_JURISDICTION: 'High-risk jurisdiction',
};

export const CONTRACT_VALUES: Record<ContractValue, string> = {
  UP_TO_50K: '$0–$50K',
  FROM_50K_TO_250K: '$50K–$250K',
  FROM_250K_TO_1M: '$250K–$1M',
  FROM_1M_TO_5M: '$1M–$5M',
  OVER_5M: '$5M+',
};

export function choices(words: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
