import type { CsvCell } from '../../src/platform/csv';
import type { ExportAssessmentQuery } from '../documents/assessments.generated';

type ExportedAssessment = NonNullable<ExportAssessmentQuery['assessment']>;
type Response = NonNullable<ExportedAssessment['questions'][number]['response']>;

const ANSWERS_HEADER = ['Section', 'Question', 'Type', 'Risk Weight', 'Required', 'Answer', 'N/A', 'Compliant', 'Score %'];
const FINDINGS_HEADER = ['Findings', 'Severity', 'Status', 'Controls', 'Description'];

/** The answers, an empty line, the findings. */
export function assessmentRows({ questions, findings }: ExportedAssessment): CsvCell[][] {
  return [
    ANSWERS_HEADER,
    ...questions.map(({ section, text, type, riskWeight, required, response }) => [
      section,
      text,
      type,
      riskWeight,
      yesNo(required),
      ...(response ? responseCells(type, response) : ['', '', '', '']),
    ]),
    [],
    FINDINGS_HEADER,
    ...findings.map(({ title, severity, status, controlCodes, description }) => [
      title,
      severity,
      status,
      controlCodes.join(', '),
      description,
    ]),
  ];
}

/** Answer, N/A, Compliant, Score %. Unscored responses have neither of the last two; only file questions are answered by files. */
function responseCells(type: string, { value, evidence, isNotApplicable, isCompliant, ...score }: Response): CsvCell[] {
  const answer = type === 'FILE_UPLOAD' ? evidence.map(({ fileName }) => fileName) : value;
  const percent = score.maxScore && Math.round((100 * score.weightedScore!) / score.maxScore);
  return [answerCell(answer), yesNo(isNotApplicable), yesNo(isCompliant), percent];
}

function answerCell(answer: unknown): CsvCell {
  if (answer == null || typeof answer === 'number') return answer;
  return Array.isArray(answer) ? answer.join(', ') : String(answer);
}

function yesNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'Yes' : 'No';
}
