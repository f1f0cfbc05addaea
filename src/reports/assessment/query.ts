import type { Row } from '../../database/rows';
import { sql } from '../../database/sql';
import type { Assessment } from '../../domains/assessment/assessment.entity';
import type { SectionScore } from '../../domains/assessment/assessment.inputs';
import {
  assessmentById,
  type CommentRow,
  evidenceOf,
  type QuestionRow,
  questionsOf,
  responsesOf,
  sectionScoresOf,
  sharedCommentsOf,
} from '../../domains/assessment/assessment.loaders';
import type { Response } from '../../domains/assessment/response.entity';
import { ReviewDecision } from '../../domains/assessment/review-decision.entity';
import type { Attachment } from '../../domains/evidence/attachment.entity';
import { Finding } from '../../domains/finding/finding.entity';
import type { Settings } from '../../domains/settings/settings.entity';
import { currentSettings } from '../../domains/settings/settings.service';
import { userById } from '../../domains/user/user.service';
import type { Vendor } from '../../domains/vendor/vendor.entity';
import { vendorById } from '../../domains/vendor/vendor.service';
import type { RequestContext } from '../../kernel/context';
import { notFound } from '../../kernel/errors';
import type { SeverityName } from '../theme';

/** More findings than these are counted, but not printed. */
export const MOST_FINDINGS = 1_000;

export interface FindingCount {
  severity: SeverityName;
  status: string;
  count: number;
}

/** All that the report shows, as the database holds it. */
export interface AssessmentData {
  assessment: Row<Assessment>;
  vendor: Row<Vendor>;
  ownerName: string | null;
  reviewerName: string | null;
  settings: Row<Settings>;
  sections: SectionScore[];
  questions: QuestionRow[];
  responses: Row<Response>[];
  decisions: Row<ReviewDecision>[];
  findingCounts: FindingCount[];
  /** By severity, then open ones first; no more than can be printed. */
  findings: Row<Finding>[];
  comments: CommentRow[];
  /** Of the answers to questions that are shown. */
  evidence: Row<Attachment>[];
}

/** The number of statements doesn't depend on the size of the assessment. */
export async function readAssessment(ctx: RequestContext, id: string): Promise<AssessmentData> {
  const assessment = await ctx.load(assessmentById, id);
  if (!assessment) throw notFound('Assessment');
  const vendor = await ctx.load(vendorById, assessment.vendorId);
  if (!vendor) throw notFound('Vendor');
  const nameOf = async (id: string | null) => (id ? ((await ctx.load(userById, id))?.name ?? null) : null);
  const [settings, sections, questions, responses, decisions, findingCounts, findings, comments, evidence, ownerName, reviewerName] =
    await Promise.all([
      ctx.load(currentSettings, 'settings'),
      ctx.load(sectionScoresOf, assessment.id),
      ctx.load(questionsOf, assessment.id),
      ctx.load(responsesOf, assessment.id),
      decisionsOf(ctx, assessment.id),
      countFindings(ctx, assessment.id),
      worstFindings(ctx, assessment.id),
      ctx.load(sharedCommentsOf, assessment.id),
      evidenceOf(ctx, assessment.id),
      nameOf(vendor.ownerId),
      nameOf(assessment.reviewerId),
    ]);
  return {
    assessment,
    vendor,
    ownerName,
    reviewerName,
    settings,
    sections,
    questions,
    responses,
    decisions,
    findingCounts,
    findings,
    comments,
    evidence,
  };
}

function decisionsOf(ctx: RequestContext, assessmentId: string): Promise<Row<ReviewDecision>[]> {
  return ctx.database.query(sql`${ctx.database.table(ReviewDecision).select} where assessment_id = ${assessmentId}`);
}

function countFindings(ctx: RequestContext, assessmentId: string): Promise<FindingCount[]> {
  return ctx.database.query(sql`
    select severity, status, count(*) as count from finding where assessment_id = ${assessmentId}
    group by severity, status`);
}

function worstFindings(ctx: RequestContext, assessmentId: string): Promise<Row<Finding>[]> {
  return ctx.database.query(sql`
    ${ctx.database.table(Finding).select} where assessment_id = ${assessmentId}
    order by array_position(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'], severity), status <> 'OPEN', created_at desc, id
    limit ${MOST_FINDINGS}`);
}
