import type { CsvCell } from '../../src/platform/csv';

interface Response {
  value: unknown;
  isNotApplicable: boolean;
  isCompliant: boolean | null;
  weightedScore: number | null;
  maxScore: number | null;
  evidence: { fileName: string }[];
}

export interface ExportedAssessment {
  id: string;
  title: string;
  vendor: { name: string };
  questions: {
    section: string;
    text: string;
    type: string;
    riskWeight: string;
    required: boolean;
    response: Response | null;
  }[];
  findings: { title: string; severity: string; status: string; controlCodes: string[]; description: string | null }[];
}

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

/** Answer, N/A, Compliant, Score %. What is not scored has neither of the last two; files answer only a file question. */
function responseCells(type: string, { value, evidence, isNotApplicable, isCompliant, ...score }: Response): CsvCell[] {
  const answer = type === 'FILE_UPLOAD' ? evidence.map(({ fileName }) => fileName) : value;
  const percent = score.maxScore && Math.round((100 * score.weightedScore!) / score.maxScore);
  return [Array.isArray(answer) ? answer.join(', ') : (answer as CsvCell), yesNo(isNotApplicable), yesNo(isCompliant), percent];
}

function yesNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'Yes' : 'No';
}
