import { isDealtWith, shownQuestions } from '../../domains/assessment/answers.rules';
import { isRange, type Range } from '../../domains/template/expected-answer.rules';
import { DAY, date } from './calendar';
import type { Random } from './random';
import { INAPPLICABLE_REASONS, STRONG_TEXTS, WEAK_TEXTS } from './phrases';
import type { Question } from './world';

export interface Answer {
  question: Question;
  value: unknown;
  isNotApplicable: boolean;
  notApplicableReason: string | null;
  hasFile: boolean;
}

const given = (answer: Answer) => ({ ...answer, evidenceCount: answer.hasFile ? 1 : 0 });

export const isGiven = (answer: Answer) => isDealtWith(answer.question.type, given(answer));

export interface Answering {
  questions: readonly Question[];
  /** From 0 to 1: how much of what is expected this vendor does at that time. */
  quality: number;
  /** For each question, the quality from which on the vendor complies. */
  hurdles: readonly number[];
  /** How much of the questionnaire is done, from 0 to 1. */
  share: number;
  at: number;
}

/** The answers to all visible questions; one that is hidden by other answers has none. */
export function answer(random: Random, { questions, quality, hurdles, share, at }: Answering): Answer[] {
  const reached = Math.max(1, Math.floor(questions.length * share));
  const answers = questions.map((question, i): Answer => {
    const isGood = hurdles[i]! < quality;
    const isFile = question.type === 'FILE_UPLOAD';
    const isSkipped = i >= reached || (i > 0 && !question.required && random.chance(isFile ? 0.7 : 0.12));
    const isNotApplicable = !isSkipped && !isFile && random.chance(0.015);
    const value = isSkipped || isFile || isNotApplicable ? null : valueOf(random, question, isGood, at);
    // Chosen by the question's position, so that later random numbers don't change.
    const notApplicableReason = isNotApplicable ? INAPPLICABLE_REASONS[i % INAPPLICABLE_REASONS.length]! : null;
    return { question, value, isNotApplicable, notApplicableReason, hasFile: isFile && !isSkipped };
  });
  const answerTo = new Map(answers.map((one) => [one.question.id, given(one)]));
  const shown = shownQuestions(questions, (id) => answerTo.get(id));
  return answers.filter(({ question }) => shown.has(question.id));
}

function valueOf(random: Random, question: Question, isGood: boolean, at: number): unknown {
  const { type, options, exclusiveOptions, expectedAnswer } = question;
  const wanted = expectedAnswer == null ? [] : [expectedAnswer].flat();
  switch (type) {
    case 'MULTI_SELECT':
      return choices(random, options, exclusiveOptions, wanted as string[], isGood);
    case 'YES_NO':
      return one(random, ['YES', 'NO'], wanted, isGood);
    case 'MULTIPLE_CHOICE':
    case 'COMBOBOX':
      return one(random, options, wanted, isGood);
    case 'RATING':
      return rating(random, expectedAnswer as number | null, isGood);
    case 'NUMERIC':
      if (isRange(expectedAnswer)) return within(random, expectedAnswer as Range<number>, isGood);
      if (wanted.length === 0) return random.int(1, 40);
      return isGood ? random.pick(wanted) : Math.max(...(wanted as number[])) + random.int(1, 6);
    case 'DATE':
      // Dates about validity, plans or next steps are in the future.
      return date(at + (/until|valid|expire|plan|next/i.test(question.text) ? 1 : -1) * random.int(20, 300) * DAY);
    default:
      return random.pick(isGood ? STRONG_TEXTS : WEAK_TEXTS);
  }
}

/** One of the wanted options, or one of the others; any if there is no difference. */
function one<T>(random: Random, options: readonly T[], wanted: readonly unknown[], isGood: boolean): unknown {
  if (wanted.length > 0 && isGood) return random.pick(wanted);
  const others = options.filter((option) => !wanted.includes(option));
  return random.pick(others.length > 0 ? others : options);
}

/** At least the wanted rating, or a lower one if there is one. */
function rating(random: Random, wanted: number | null, isGood: boolean): number {
  if (wanted === null) return random.int(isGood ? 4 : 1, 5);
  return isGood ? random.int(wanted, 5) : random.int(1, Math.max(1, wanted - 1));
}

/** A number in the range, or slightly outside: below it, if that isn't negative. */
function within(random: Random, { min, max }: Range<number>, isGood: boolean): number {
  const off = random.int(1, 6);
  if (!isGood) return min !== undefined && (min > off || max === undefined) ? min - off : max! + off;
  const low = min ?? Math.min(max!, Math.ceil(max! / 2));
  return low + random.int(0, Math.floor((max ?? low + off) - low));
}

/** All wanted options, or at least one fewer. */
function choices(
  random: Random,
  options: readonly string[],
  exclusive: readonly string[],
  wanted: readonly string[],
  isGood: boolean,
): string[] {
  if (wanted.length > 0 && isGood) return [...wanted];
  const pool = wanted.length > 1 ? wanted : options.filter((option) => !wanted.includes(option) && !exclusive.includes(option));
  const some = new Set(random.shuffled(pool).slice(0, random.int(1, Math.max(1, pool.length - 1))));
  return options.filter((option) => some.has(option));
}
