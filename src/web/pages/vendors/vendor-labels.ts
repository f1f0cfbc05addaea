import { TEXTS, type VendorTextName } from '../../../domains/vendor/vendor-fields.rules';
import type { DataSensitivity, GeographicRisk } from '../../api/enums.generated';

/** Words for a vendor's profile, in the order of a select. */

export { CONTRACT_VALUES } from '../../../domains/vendor/vendor.rules';

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

/** Texts that have a place of their own on the pages. */
const PLACED: VendorTextName[] = ['website', 'notes', 'serviceDescription'];

/** The others follow them. */
export const OTHER_TEXTS = TEXTS.filter(([name]) => !PLACED.includes(name));

export function choices(words: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
