import { expectedText as wordsOf } from '../../../domains/template/expected-answer.rules';
import type { QuestionType, Recurrence, ReviewDecisionKind } from '../../api/enums.generated';
import { date, NONE } from '../../components/format';
import { BANDS, type Tone } from '../../theme/tones';

/** Labels for assessments, and the colours of results and decisions. */

const { GREEN, AMBER, RED, UNSCORED } = BANDS;

export const DECISIONS: Record<ReviewDecisionKind, Tone> = {
  APPROVED: { colour: GREEN.colour, label: 'Approved' },
  REJECTED: { colour: RED.colour, label: 'Rejected' },
  CLARIFICATION_REQUESTED: { colour: AMBER.colour, label: 'Clarification requested' },
};

export const UNDECIDED: Tone = { colour: UNSCORED.colour, label: 'Not decided' };

/** The automatic result of an answer; null: not scored. */
export function verdictTone(isCompliant: boolean | null | undefined): Tone {
  if (isCompliant == null) return { colour: UNSCORED.colour, label: 'Not scored' };
  return isCompliant ? { colour: GREEN.colour, label: 'Compliant' } : { colour: RED.colour, label: 'Not compliant' };
}

export const RECURRENCES: Record<Recurrence, string> = {
  NONE: 'Not repeated',
  QUARTERLY: 'Every three months',
  BIANNUALLY: 'Every six months',
  ANNUALLY: 'Every year',
};

const AND = new Intl.ListFormat('en', { type: 'conjunction' });

/** An answer as text; undefined if there is none. */
export function answerText(type: QuestionType, value: unknown): string | undefined {
  if (value == null || value === '') return undefined;
  if (Array.isArray(value)) return value.length > 0 ? AND.format(value.map(String)) : undefined;
  if (type === 'YES_NO') return value === 'YES' ? 'Yes' : 'No';
  if (type === 'RATING') return `${String(value)} of 5`;
  if (type === 'DATE') return date(String(value));
  return String(value);
}

/** The compliant answer as text. */
export const expectedText = (type: QuestionType, expected: unknown) => (expected == null ? NONE : wordsOf(type, expected, date));
