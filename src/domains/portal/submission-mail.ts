import { groupBy } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { firstCharacters } from '../../platform/characters';
import { isDealtWith } from '../assessment/answers.rules';
import type { LockedAssessment } from '../assessment/assessment.service';
import type { QuestionState } from '../assessment/question-state';
import type { Change } from '../audit/audit.service';
import { MailKind } from '../mail/mail.entity';
import { queueMail } from '../mail/mail.service';
import { submissionMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import * as store from './portal-link.store';

/** An e-mail isn't the place for a book: longer answers are cut, and so is the whole. */
const MOST_OF_ANSWER = 2_000;
const MOST_IN_ALL = 200_000;

/** Tells the vendor's contact what was submitted, once for each submission. */
export async function confirmSubmission(
  ctx: RequestContext,
  tx: Change,
  assessment: LockedAssessment,
  questions: readonly QuestionState[],
): Promise<void> {
  const { contactName, contactEmail } = (await tx.one(store.holdContact(assessment.vendorId)))!;
  const { organizationName } = await readSettings(tx);
  const files = groupBy(await tx.query(store.namesOfFiles(assessment.id)), ({ responseId }) => responseId);
  const answers = copyOf(questions, files);
  const mail = submissionMail({ organizationName, contactName, title: assessment.title, answers });
  await queueMail(ctx, tx, { ...mail, kind: MailKind.SUBMISSION_CONFIRMATION, recipient: contactEmail, assessmentId: assessment.id });
}

function copyOf(questions: readonly QuestionState[], files: ReadonlyMap<string, readonly { fileName: string }[]>): string {
  const lines = questions.flatMap((question, i) => [
    ...(question.section === questions[i - 1]?.section ? [] : [question.section.toUpperCase(), '']),
    question.text,
    ...answerLines(question, files.get(question.responseId!) ?? []).map(indented),
    '',
  ]);
  return cut(lines.join('\n').trim(), MOST_IN_ALL);
}

const indented = (line: string) => `  ${cut(line, MOST_OF_ANSWER).replaceAll('\n', '\n  ')}`;

function answerLines(question: QuestionState, files: readonly { fileName: string }[]): string[] {
  const { type, isNotApplicable, comment } = question;
  const names = files.map(({ fileName }) => fileName).join(', ');
  return [
    ...(type === 'FILE_UPLOAD' && names && !isNotApplicable ? [] : [answerLine(question)]),
    ...(comment ? [`Comment: ${comment}`] : []),
    ...(names ? [`Files: ${names}`] : []),
  ];
}

function answerLine(question: QuestionState): string {
  const { type, value, isNotApplicable, notApplicableReason } = question;
  if (isNotApplicable) return notApplicableReason ? `Not applicable: ${notApplicableReason}` : 'Not applicable';
  if (!isDealtWith(type, question)) return 'Not answered';
  if (value === 'YES' || value === 'NO') return value === 'YES' ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

const cut = (text: string, most: number) => {
  const start = firstCharacters(text, most);
  return start === text ? text : `${start} …`;
};
