import { TEXTS, type VendorTextName } from '../../../domains/vendor/vendor-fields.rules';
import type { DataSensitivity, GeographicRisk } from '../../api/enums.generated';

/** Labels for a vendor's profile, in select order. */

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

/** Text fields with their own place on the pages. */
const PLACED: VendorTextName[] = ['website', 'notes', 'serviceDescription'];

/** The other text fields. */
export const OTHER_TEXTS = TEXTS.filter(([name]) => !PLACED.includes(name));

export function choices(words: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
