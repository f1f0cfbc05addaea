import type { Row } from '../../database/rows';
import { isDealtWith } from '../../domains/assessment/answers.rules';
import { type CommentRow, progressIn, type QuestionRow } from '../../domains/assessment/assessment.loaders';
import { isOverdue } from '../../domains/vendor/overdue.rules';
import type { Response } from '../../domains/assessment/response.entity';
import type { Attachment } from '../../domains/evidence/attachment.entity';
import type { Finding } from '../../domains/finding/finding.entity';
import type { VendorFieldValue } from '../../domains/vendor/own-fields.inputs';
import { type RagBand, ragBand } from '../../domains/vendor/vendor.rules';
import { groupBy } from '../../graphql/engine/loaders';
import { assessmentStatus, date, dateTime, excerpt, fileSize, label, many, NONE, percent, roomOf, shorten, workOf } from '../format';
import { BANDS, CONTROL_STATES, type Fill, SEVERITIES, type SeverityName } from '../theme';
import type { AssessmentData } from './query';

type Fact = [name: string, value: string];

interface SectionLine {
  section: string;
  score: number | null;
  band: RagBand;
  weighted: number;
  max: number;
}

export interface AnswerLine {
  number: number;
  question: string;
  controls: string;
  answer: string;
  files: string[];
  /** null: not scored. */
  verdict: Fill | null;
  verdictText: string;
  weight: string;
  /** Points earned out of those possible; null: not scored. */
  points: string | null;
  decision: string;
  decisionNote: string | null;
}

/** Text too long for a cell. */
interface FullText {
  number: number;
  question: string;
  texts: Fact[];
}

export interface FindingLine {
  title: string;
  description: string | null;
  controls: string;
  status: string;
  /** Who sees to an open one, and until when. */
  work: string | null;
  resolution: string | null;
}

export interface CommentLine {
  who: string;
  body: string;
  replies: CommentLine[];
}

/** The content of the report as displayed. */
export interface AssessmentView {
  organisation: string;
  at: string;
  vendorName: string;
  title: string;
  status: string;
  score: number | null;
  band: RagBand;
  bounds: { greenFrom: number; amberFrom: number };
  tiles: Fact[];
  summary: string;
  vendor: Fact[];
  dates: Fact[];
  sections: SectionLine[];
  answers: { section: string; lines: AnswerLine[] }[];
  hiddenQuestions: number;
  fullTexts: FullText[];
  fullTextsTotal: number;
  severities: { severity: SeverityName; open: number; remediated: number; accepted: number }[];
  findings: { severity: SeverityName; lines: FindingLine[] }[];
  findingsTotal: number;
  findingsShown: number;
  comments: CommentLine[];
  commentsShown: number;
  commentsTotal: number;
  evidenceTotal: number;
  evidence: { name: string; fileName: string; type: string; size: string; date: string; question: string }[];
}

/** How much is printed; the report says if there is more. */
const MOST_COMMENTS = 500;
const MOST_FILES = 1_000;
/** In characters: about 60 pages. */
const ROOM_FOR_FULL_TEXTS = 300_000;

/** The most characters in table cells: even if all are used up, a row fits on a page. */
const ROOM = { question: 800, answer: 400, note: 400, controls: 300, description: 1_200, resolution: 600, fact: 600 };
const FILES_A_CELL = 3;

export function assessmentView(data: AssessmentData, now: Date): AssessmentView {
  const { assessment, vendor, settings, questions, findingCounts } = data;
  const band = ragBand(assessment.score, settings);
  const severities = (Object.keys(SEVERITIES) as SeverityName[]).map((severity) => {
    const counts = findingCounts.filter((one) => one.severity === severity);
    const of = (status: string) => counts.find((one) => one.status === status)?.count ?? 0;
    return { severity, open: of('OPEN'), remediated: of('REMEDIATED'), accepted: of('RISK_ACCEPTED') };
  });
  const findingsTotal = findingCounts.reduce((sum, one) => sum + one.count, 0);
  const open = severities.reduce((sum, one) => sum + one.open, 0);
  const overdue = isOverdue(assessment, now.getTime());
  const visible = questions.filter((question) => question.visible);
  const progress = progressIn(questions);
  const commentsTotal = countComments(data.comments);
  const { lines, fullTexts } = answersOf(data, visible);
  return {
    organisation: settings.organizationName,
    at: now.toISOString(),
    vendorName: vendor.name,
    title: assessment.title,
    status: assessmentStatus(assessment.status),
    score: assessment.score,
    band,
    bounds: settings,
    tiles: [
      ['Status', `${assessmentStatus(assessment.status)}${overdue ? ', overdue' : ''}`],
      ['Questions answered', `${progress.answered} of ${progress.visible}`],
      ['Open findings', String(open)],
      ['Open critical and high', String(severities[0]!.open + severities[1]!.open)],
    ],
    summary: summaryOf(data, band, open),
    vendor: vendorFacts(data),
    dates: dateFacts(data, overdue),
    sections: data.sections.map((section) => ({ ...section, band: ragBand(section.score, settings) })),
    answers: [...groupBy(lines, ({ section }) => section)].map(([section, of]) => ({ section, lines: of })),
    hiddenQuestions: questions.length - visible.length,
    fullTexts: upTo(ROOM_FOR_FULL_TEXTS, fullTexts),
    fullTextsTotal: fullTexts.length,
    severities,
    findings: findingsOf(data),
    findingsTotal,
    findingsShown: data.findings.length,
    comments: commentLines(data.comments, { left: MOST_COMMENTS }),
    commentsShown: Math.min(commentsTotal, MOST_COMMENTS),
    commentsTotal,
    evidence: evidenceOf(data),
    evidenceTotal: data.evidence.length,
  };
}

function summaryOf({ assessment, vendor, settings }: AssessmentData, band: RagBand, open: number): string {
  if (assessment.score === null) return `${vendor.name} has no score for this assessment yet.`;
  const bounds = `Green from ${percent(settings.greenFrom)}, amber from ${percent(settings.amberFrom)}, red below.`;
  const kind = assessment.status === 'COMPLETED' ? 'final' : 'provisional';
  const findings = open > 0 ? `${many(open, 'finding')} ${open === 1 ? 'is' : 'are'} open` : 'No findings are open';
  return `${vendor.name} scored ${percent(assessment.score)} (weighted), which is
${BANDS[band].label.toLowerCase()}. The score is ${kind}. ${findings}. ${bounds}`.replace(/\n/g, ' ');
}

function vendorFacts({ vendor, ownFields, ownerName }: AssessmentData): Fact[] {
  const contact = [vendor.contactName, vendor.contactEmail].filter(Boolean).join(', ');
  return [
    ['Name', vendor.name],
    ['Reference', vendor.externalId ?? NONE],
    ['Tier', label(vendor.tier)],
    ['Service provided', excerpt(vendor.serviceDescription ?? NONE, ROOM.fact)],
    ['Contact', contact],
    ['Website', excerpt(vendor.website ?? NONE, ROOM.fact)],
    ['Data sensitivity', label(vendor.dataSensitivity)],
    ['Geographic exposure', label(vendor.geographicRisk)],
    ['Contract renewal', date(vendor.contractRenewalDate)],
    ['Owner', ownerName ?? NONE],
    ['Tags', excerpt(vendor.tags.join(', ') || NONE, ROOM.fact)],
    ['Overall score', `${percent(vendor.overallScore)} (mean of completed assessments)`],
    ...ownFields.map((field): Fact => [field.label, ownFieldText(field)]),
  ];
}

function ownFieldText({ kind, value }: VendorFieldValue): string {
  if (value === null) return NONE;
  if (kind === 'YES_NO') return value === true ? 'Yes' : 'No';
  if (kind === 'DATE') return date(value as string);
  if (kind === 'NUMBER') return (value as number).toLocaleString('en', { maximumFractionDigits: 20 });
  return excerpt(String(value), ROOM.fact);
}

function dateFacts({ assessment, reviewerName }: AssessmentData, overdue: boolean): Fact[] {
  const template = assessment.templateName;
  return [
    ['Status', assessmentStatus(assessment.status)],
    ['Questionnaire', template ? `${template}, version ${assessment.templateVersion}` : NONE],
    ['Reviewer', reviewerName ?? NONE],
    ['Created', date(assessment.createdAt)],
    ['Issued', date(assessment.sentAt)],
    ['Due', `${date(assessment.dueDate)}${overdue ? ' (overdue)' : ''}`],
    ['Submitted', date(assessment.submittedAt)],
    ['Completed', date(assessment.completedAt)],
    ['Repeats', label(assessment.recurrence)],
  ];
}

function answersOf({ responses, decisions, evidence }: AssessmentData, visible: QuestionRow[]) {
  const responseOf = new Map(responses.map((response) => [response.questionId, response]));
  const decisionOf = new Map(decisions.map((decision) => [decision.responseId, decision]));
  const filesOf = groupBy(evidence, ({ responseId }) => responseId ?? '');
  const fullTexts: FullText[] = [];
  const lines = visible.map((question): AnswerLine & { section: string } => {
    const response = responseOf.get(question.id);
    const decision = response && decisionOf.get(response.id);
    const files = (response && filesOf.get(response.id)) ?? [];
    const texts = { question: question.text, answer: answerText(question, files.length), note: decision?.note ?? '' };
    const cells = {
      question: excerpt(texts.question, ROOM.question),
      answer: excerpt(texts.answer, ROOM.answer),
      decisionNote: excerpt(texts.note, ROOM.note) || null,
    };
    const cut: Fact[] = [];
    if (cells.question !== texts.question) cut.push(['Question', texts.question]);
    if (cells.answer !== texts.answer) cut.push(['Answer', texts.answer]);
    if (texts.note && cells.decisionNote !== texts.note) cut.push(['Review', texts.note]);
    if (cut.length > 0) fullTexts.push({ number: question.order, question: shorten(texts.question, 120), texts: cut });
    return {
      ...cells,
      section: question.section,
      number: question.order,
      controls: excerpt(question.controlCodes.join(', '), ROOM.controls),
      files: fileNames(files),
      ...verdictOf(response),
      weight: label(question.riskWeight),
      points: pointsOf(response),
      decision: label(decision?.decision),
    };
  });
  return { lines, fullTexts };
}

function fileNames(files: Row<Attachment>[]): string[] {
  const names = files.slice(0, FILES_A_CELL).map((file) => file.displayName ?? file.fileName);
  const rest = files.length - names.length;
  return rest > 0 ? [...names, `and ${many(rest, 'more file', 'more files')}`] : names;
}

/** The texts that fit. */
function upTo(room: number, texts: FullText[]): FullText[] {
  return texts.filter(({ texts: of }) => {
    const needed = of.reduce((sum, [, text]) => sum + roomOf(text), 0);
    if (needed > room) return false;
    room -= needed;
    return true;
  });
}

/** Files are the answer to a file question; for any other question they are just evidence. */
function answerText(question: QuestionRow, files: number): string {
  const comment = question.given?.comment;
  return comment ? `${valueText(question, files)}\nComment: ${comment}` : valueText(question, files);
}

function valueText({ type, given }: QuestionRow, files: number): string {
  if (given?.isNotApplicable) return given.notApplicableReason ? `Not applicable: ${given.notApplicableReason}` : 'Not applicable';
  if (!isDealtWith(type, given)) return 'Not answered';
  if (type === 'FILE_UPLOAD') return many(files, 'file');
  const value = given!.value;
  if (Array.isArray(value)) return value.join(', ');
  if (value === 'YES' || value === 'NO') return label(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function verdictOf(response: Row<Response> | undefined): Pick<AnswerLine, 'verdict' | 'verdictText'> {
  const compliant = response?.isCompliant ?? null;
  if (compliant === null) return { verdict: null, verdictText: 'Not scored' };
  const verdict = compliant ? CONTROL_STATES.COMPLIANT : CONTROL_STATES.NOT;
  return { verdict, verdictText: verdict.label };
}

function pointsOf(response: Row<Response> | undefined): string | null {
  const max = response?.maxScore ?? null;
  return max === null ? null : `${response!.weightedScore} of ${max}`;
}

function findingsOf({ findings, findingOwners }: AssessmentData): AssessmentView['findings'] {
  const line = (finding: Row<Finding>): FindingLine => ({
    title: finding.title,
    description: finding.description && excerpt(finding.description, ROOM.description),
    controls: excerpt(finding.controlCodes.join(', ') || NONE, ROOM.controls),
    status: label(finding.status),
    work: finding.status === 'OPEN' ? workOf(findingOwners.get(finding.ownerId ?? ''), finding.dueOn) : null,
    resolution: resolutionOf(finding),
  });
  return [...groupBy(findings, ({ severity }) => severity)].map(([severity, of]) => ({
    severity: severity as SeverityName,
    lines: of.map(line),
  }));
}

function resolutionOf({ resolvedAt, resolvedByName, resolutionNote }: Row<Finding>): string | null {
  if (!resolvedAt) return null;
  const by = resolvedByName ? ` by ${resolvedByName}` : '';
  return `${date(resolvedAt)}${by}${resolutionNote ? `: ${excerpt(resolutionNote, ROOM.resolution)}` : ''}`;
}

function commentLines(comments: CommentRow[], room: { left: number }): CommentLine[] {
  return comments.flatMap(({ authorName, authorType, createdAt, body, replies }) => {
    if (room.left-- <= 0) return [];
    const side = authorType === 'VENDOR' ? 'vendor' : 'team';
    return [{ who: `${authorName} (${side}), ${dateTime(createdAt)}`, body, replies: commentLines(replies, room) }];
  });
}

const countComments = (comments: CommentRow[]): number => comments.reduce((sum, { replies }) => sum + 1 + countComments(replies), 0);

function evidenceOf({ evidence, responses, questions }: AssessmentData): AssessmentView['evidence'] {
  const questionOf = new Map(responses.map(({ id, questionId }) => [id, questionId]));
  const numberOf = new Map(questions.map(({ id, order }) => [id, order]));
  return evidence.slice(0, MOST_FILES).map((file) => ({
    name: file.displayName ?? file.fileName,
    fileName: file.fileName,
    type: file.mimeType,
    size: fileSize(file.sizeBytes),
    date: date(file.createdAt),
    question: String(numberOf.get(questionOf.get(file.responseId ?? '') ?? '') ?? NONE),
  }));
}
