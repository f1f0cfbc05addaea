import type { SimilarReason } from '../../api/enums.generated';
import { date, NONE } from '../../components/format';

/** Labels for requests. */

export const SIMILAR_REASONS: Record<SimilarReason, string> = {
  NAME: 'same name',
  DOMAIN: 'same website or e-mail domain',
};

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** An answer as text. The form that was answered may be gone, so its value says what it is. */
export function answerText(value: unknown): string {
  if (value === null) return 'Not applicable';
  if (value === 'YES' || value === 'NO') return value === 'YES' ? 'Yes' : 'No';
  if (Array.isArray(value)) return AND.format(value.map(String)) || NONE;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? date(value) : String(value);
}
