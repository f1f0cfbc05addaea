/** What may stand as an answer. Pure: the browser uses it as well. */
import { isAnswered } from '../template/conditions.rules';

export interface AnswerableQuestion {
  type: string;
  options: readonly string[];
}

export const MAX_TEXT = 20_000;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** What is wrong with a value as an answer to a question; undefined if nothing is. Null takes an answer back. */
export function answerFault({ type, options }: AnswerableQuestion, value: unknown): string | undefined {
  if (value == null) return undefined;
  switch (type) {
    case 'YES_NO':
      return value === 'YES' || value === 'NO' ? undefined : 'must be "YES" or "NO"';
    case 'MULTIPLE_CHOICE':
    case 'COMBOBOX':
      return typeof value === 'string' && options.includes(value) ? undefined : `must be one of: ${options.join(', ')}`;
    case 'MULTI_SELECT':
      return Array.isArray(value) && value.every((one) => options.includes(one as string)) && new Set(value).size === value.length
        ? undefined
        : `must be an array of different ones of: ${options.join(', ')}`;
    case 'NUMERIC':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'must be a number';
    case 'RATING':
      return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 5 ? undefined : 'must be a whole number from 1 to 5';
    case 'DATE':
      return isDate(value) ? undefined : 'must be a day written YYYY-MM-DD';
    case 'FREE_TEXT':
      if (typeof value !== 'string') return 'must be text';
      return [...value].length <= MAX_TEXT ? undefined : `is longer than ${MAX_TEXT.toLocaleString('en')} characters`;
    default:
      return 'is answered by uploading a file';
  }
}

export interface GivenAnswer {
  value: unknown;
  isNotApplicable: boolean;
  evidenceCount: number;
}

/** Whether a question counts as dealt with: answered, or marked not applicable. A file question needs a file. */
export function isDealtWith(type: string, answer: GivenAnswer | undefined): boolean {
  if (!answer) return false;
  if (answer.isNotApplicable) return true;
  return type === 'FILE_UPLOAD' ? answer.evidenceCount > 0 : isAnswered(answer.value);
}
