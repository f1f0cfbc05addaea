import { Text } from '@mantine/core';
import { answerFault, isDealtWith } from '../../../domains/assessment/answers.rules';
import { date, many } from '../../components/format';
import type { Answer } from './answer-store';
import classes from './portal.module.css';
import { filesOf, type Question } from './questionnaire';

/** A read-only answer. */
export function AnswerText({ question, answer }: { question: Question; answer: Answer }) {
  const evidenceCount = filesOf(question).length;
  return (
    <>
      {isDealtWith(question.type, { ...answer, evidenceCount }) ? (
        <p className={classes.answer}>{wordsOf(question, answer, evidenceCount)}</p>
      ) : (
        <Text c="dimmed" size="sm">
          Not answered
        </Text>
      )}
      {answer.comment && <p className={classes.answer}>Comment: {answer.comment}</p>}
    </>
  );
}

function wordsOf(question: Question, { value, isNotApplicable, notApplicableReason }: Answer, evidenceCount: number): string {
  const { type } = question;
  if (isNotApplicable) return notApplicableReason ? `Not applicable: ${notApplicableReason}` : 'Not applicable';
  if (type === 'FILE_UPLOAD') return many(evidenceCount, 'file');
  // An incomplete answer is shown as typed.
  if (answerFault(question, value)) return String(value);
  if (type === 'YES_NO') return value === 'YES' ? 'Yes' : 'No';
  if (type === 'DATE') return date(value as string);
  return Array.isArray(value) ? value.join(', ') : String(value);
}
