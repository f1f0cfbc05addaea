import type { Condition, ConditionalLogic, Operator } from '../../../domains/template/conditions.rules';
import { expectedText as wordsOf } from '../../../domains/template/expected-answer.rules';
import type { QuestionType } from '../../api/enums.generated';
import { count, date, many } from '../../components/format';

/** Labels for templates. */

export const QUESTION_TYPES: Record<QuestionType, string> = {
  YES_NO: 'Yes or no',
  MULTIPLE_CHOICE: 'Single choice',
  COMBOBOX: 'Single choice from a long list',
  MULTI_SELECT: 'Multiple choice',
  NUMERIC: 'Number',
  RATING: 'Rating, 1 to 5',
  DATE: 'Date',
  FREE_TEXT: 'Text',
  FILE_UPLOAD: 'File',
};

export const OPERATORS: Record<Operator, string> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  answered: 'is answered',
  notAnswered: 'is not answered',
};

export const takesOptions = (type: QuestionType) => type === 'MULTIPLE_CHOICE' || type === 'COMBOBOX' || type === 'MULTI_SELECT';
export const isScorable = (type: QuestionType) => type !== 'FREE_TEXT' && type !== 'FILE_UPLOAD';
export const takesValue = (operator: Operator) => operator !== 'answered' && operator !== 'notAnswered';

/** The compliant answer as text. */
export const expectedText = (type: QuestionType, expected: unknown) => wordsOf(type, expected, date);

function answerText(type: QuestionType, answer: unknown): string {
  if (type === 'YES_NO') return answer === 'YES' ? 'Yes' : 'No';
  if (type === 'DATE') return date(String(answer));
  return String(answer);
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Operators whose rules about one question are merged: "is X, Y or Z" for any, "is not X, Y or Z" for all. */
const LISTED: Record<ConditionalLogic['match'], readonly Operator[]> = {
  any: ['equals', 'contains'],
  all: ['notEquals', 'notContains'],
};

/** When a question is shown: "1.2 is Yes and 1.3 is at least 4", "1.2 is X, Y or Z". */
export function logicText(
  { match, rules }: ConditionalLogic,
  questionOf: (id: string) => { place: string; type: QuestionType } | undefined,
): string {
  const groups = Map.groupBy(rules, ({ questionId, operator }, i) => (LISTED[match].includes(operator) ? `${operator} ${questionId}` : i));
  const groupText = (group: readonly Condition[]) => {
    const { questionId, operator } = group[0]!;
    const question = questionOf(questionId);
    const words = [question?.place ?? '(deleted question)', OPERATORS[operator]];
    const valueText = ({ value }: Condition) => (question?.type === 'YES_NO' ? answerText('YES_NO', value) : String(value ?? '…'));
    if (takesValue(operator)) words.push(OR.format(group.map(valueText)));
    return words.join(' ');
  };
  return [...groups.values()].map(groupText).join(match === 'all' ? ' and ' : ' or ');
}

/** Counts the questions of a questionnaire, conditional ones separately, as answers only count visible questions. */
export function countText(sections: readonly { questions: readonly { logic: ConditionalLogic | null }[] }[]): string {
  const questions = sections.flatMap((section) => section.questions);
  const conditional = questions.filter(({ logic }) => logic).length;
  return `${many(questions.length, 'question')}${conditional > 0 ? `, ${count(conditional)} conditional` : ''}`;
}
