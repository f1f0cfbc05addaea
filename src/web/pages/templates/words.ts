import type { Condition, ConditionalLogic, Operator } from '../../../domains/template/conditions.rules';
import { expectedText as wordsOf } from '../../../domains/template/expected-answer.rules';
import type { QuestionType } from '../../api/enums.generated';
import { count, date, many } from '../../components/format';

/** What this area calls things. */

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

/** The compliant answer, in the reader's words. */
export const expectedText = (type: QuestionType, expected: unknown) => wordsOf(type, expected, date);

function answerText(type: QuestionType, answer: unknown): string {
  if (type === 'YES_NO') return answer === 'YES' ? 'Yes' : 'No';
  if (type === 'DATE') return date(String(answer));
  return String(answer);
}

/** When a question is shown: "1.2 is Yes and 1.3 is at least 4". */
export function logicText(logic: ConditionalLogic, questionOf: (id: string) => { place: string; type: QuestionType } | undefined): string {
  const ruleText = ({ questionId, operator, value }: Condition) => {
    const question = questionOf(questionId);
    const words = [question?.place ?? '(deleted question)', OPERATORS[operator]];
    if (takesValue(operator)) words.push(question?.type === 'YES_NO' ? answerText('YES_NO', value) : String(value ?? '…'));
    return words.join(' ');
  };
  return logic.rules.map(ruleText).join(logic.match === 'all' ? ' and ' : ' or ');
}

/** All questions of a questionnaire; those that not every vendor sees are told apart, as answers count only what is shown. */
export function countText(sections: readonly { questions: readonly { logic: ConditionalLogic | null }[] }[]): string {
  const questions = sections.flatMap((section) => section.questions);
  const conditional = questions.filter(({ logic }) => logic).length;
  return `${many(questions.length, 'question')}${conditional > 0 ? `, ${count(conditional)} conditional` : ''}`;
}
