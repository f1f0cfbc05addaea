/** Which answers are valid, what counts as an answer, and which questions are shown. Pure, because the browser uses it too. */
import { type ConditionalLogic, isAnswered, visibleQuestions } from '../template/conditions.rules';
import { exclusionFault } from '../template/exclusive-options.rules';
import { isCalendarDay } from '../template/expected-answer.rules';
import { isLongerThan } from '../../platform/characters';

export interface AnswerableQuestion {
  type: string;
  options: readonly string[];
  /** The options that can't be combined with others. */
  exclusiveOptions: readonly string[];
}

export const MAX_TEXT = 20_000;

/** The most answers sent at once. */
export const MAX_ANSWERS = 1_000;

/** What is wrong with an answer to a question; undefined if nothing is. Null clears an answer. */
export function answerFault({ type, options, exclusiveOptions }: AnswerableQuestion, value: unknown): string | undefined {
  if (value == null) return undefined;
  switch (type) {
    case 'YES_NO':
      return value === 'YES' || value === 'NO' ? undefined : 'must be "YES" or "NO"';
    case 'MULTIPLE_CHOICE':
    case 'COMBOBOX':
      return typeof value === 'string' && options.includes(value) ? undefined : `must be one of: ${options.join(', ')}`;
    case 'MULTI_SELECT':
      return Array.isArray(value) && value.every((one) => options.includes(one as string)) && new Set(value).size === value.length
        ? exclusionFault(exclusiveOptions, value)
        : `must be an array of distinct values from: ${options.join(', ')}`;
    case 'NUMERIC':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'must be a number';
    case 'RATING':
      return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 5 ? undefined : 'must be a whole number from 1 to 5';
    case 'DATE':
      return isCalendarDay(value) ? undefined : 'must be a date (YYYY-MM-DD)';
    case 'FREE_TEXT':
      if (typeof value !== 'string') return 'must be text';
      return isLongerThan(value, MAX_TEXT) ? `is longer than ${MAX_TEXT.toLocaleString('en')} characters` : undefined;
    default:
      return 'is answered by uploading a file';
  }
}

export const MAX_REASON = 5_000;
export const MAX_COMMENT = 5_000;

/** An answer as stored. A question marked not applicable has no value: the previous one is kept separately. */
export interface HeldAnswer {
  value: unknown;
  keptValue: unknown;
  isNotApplicable: boolean;
  notApplicableReason: string | null;
  /** Beside the answer. */
  comment: string | null;
}

export const NOTHING_HELD: HeldAnswer = {
  value: null,
  keptValue: null,
  isNotApplicable: false,
  notApplicableReason: null,
  comment: null,
};

export interface SentAnswer {
  value?: unknown;
  isNotApplicable?: boolean | null;
  notApplicableReason?: string | null;
  comment?: string | null;
}

/**
 * The stored answer after this was sent. Marking a question not applicable sets its answer aside, and unmarking it without a new
 * value restores it. A comment or a reason alone leaves the answer as it is.
 */
export function answerAfter(held: HeldAnswer, sent: SentAnswer): HeldAnswer {
  const { value } = sent;
  const comment = sent.comment === undefined ? held.comment : sent.comment?.trim() || null;
  const reason = sent.notApplicableReason === undefined ? held.notApplicableReason : sent.notApplicableReason?.trim() || null;
  const isAlone =
    value === undefined && sent.isNotApplicable == null && (sent.comment !== undefined || sent.notApplicableReason !== undefined);
  const isNotApplicable = isAlone ? held.isNotApplicable : !!sent.isNotApplicable;
  const former = held.value ?? held.keptValue ?? null;
  if (isNotApplicable) return { value: null, keptValue: value ?? former, isNotApplicable, notApplicableReason: reason, comment };
  if (isAlone) return { ...NOTHING_HELD, comment, value: held.value, keptValue: held.keptValue };
  return { ...NOTHING_HELD, comment, value: value === undefined && sent.isNotApplicable === false ? former : (value ?? null) };
}

export interface GivenAnswer {
  value: unknown;
  isNotApplicable: boolean;
  evidenceCount: number;
}

const NOTHING_GIVEN: GivenAnswer = { value: null, isNotApplicable: false, evidenceCount: 0 };

/**
 * What counts as the answer: the files for a file question, otherwise only the value, whatever evidence supports it. A question
 * marked not applicable has none.
 */
function answerIn(type: string, { value, isNotApplicable, evidenceCount }: GivenAnswer): unknown {
  if (isNotApplicable) return undefined;
  return type === 'FILE_UPLOAD' ? evidenceCount || undefined : value;
}

/** Whether a question counts as answered, or is marked not applicable. */
export function isDealtWith(type: string, answer: GivenAnswer | undefined): boolean {
  return answer !== undefined && (answer.isNotApplicable || isAnswered(answerIn(type, answer)));
}

export interface AskedQuestion {
  id: string;
  type: string;
  /** As stored: the template was validated when it was saved. */
  conditionalLogic?: unknown;
}

/** The questions that are shown. Portal, staff, scoring, exports, reports and submission all use this function. */
export function shownQuestions(questions: readonly AskedQuestion[], answerTo: (id: string) => GivenAnswer | undefined): Set<string> {
  const answers = new Map(questions.map(({ id, type }) => [id, answerIn(type, answerTo(id) ?? NOTHING_GIVEN)]));
  return visibleQuestions(questions as readonly (AskedQuestion & { conditionalLogic?: ConditionalLogic | null })[], answers);
}

export interface QuestionCount {
  /** Answered or marked not applicable. */
  answered: number;
  visible: number;
  /** Hidden by their conditions, given the current answers. */
  hidden: number;
}

/** The only count of questions, used by every page: visible ones count, hidden ones are reported separately. */
export function countQuestions<Q extends { type: string }>(
  questions: readonly Q[],
  isShown: (question: Q) => boolean,
  answerTo: (question: Q) => GivenAnswer | undefined,
): QuestionCount {
  const shown = questions.filter(isShown);
  const answered = shown.filter((question) => isDealtWith(question.type, answerTo(question))).length;
  return { answered, visible: shown.length, hidden: questions.length - shown.length };
}
