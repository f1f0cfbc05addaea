import type { Row } from '../../database/rows';
import type { Assessment } from '../../domains/assessment/assessment.entity';
import {
  assessmentById,
  type CommentRow,
  type QuestionRow,
  questionsOf,
  responsesOf,
  sharedCommentsOf,
} from '../../domains/assessment/assessment.loaders';
import type { Response } from '../../domains/assessment/response.entity';
import type { ReviewDecision } from '../../domains/review/review-decision.entity';
import type { Attachment } from '../../domains/evidence/attachment.entity';
import { evidenceOf } from '../../domains/evidence/evidence.loaders';
import type { Finding } from '../../domains/finding/finding.entity';
import type { SectionScore } from '../../domains/scoring/scoring.inputs';
import { sectionScoresOf } from '../../domains/scoring/scoring.loaders';
import type { Settings } from '../../domains/settings/settings.entity';
import { currentSettings } from '../../domains/settings/settings.service';
import { userById } from '../../domains/user/user.service';
import type { VendorFieldValue } from '../../domains/vendor/own-fields.inputs';
import { ownFieldsOf } from '../../domains/vendor/own-fields.loaders';
import type { Vendor } from '../../domains/vendor/vendor.entity';
import { vendorById } from '../../domains/vendor/vendor.loaders';
import type { RequestContext } from '../../kernel/context';
import { notFound } from '../../kernel/errors';
import * as store from './assessment-report.store';

/** Findings beyond this number are counted, but not printed. */
const MOST_FINDINGS = 1_000;

/** All data of the report, as stored in the database. */
export interface AssessmentData {
  assessment: Row<Assessment>;
  vendor: Row<Vendor>;
  /** Own fields, with the names of persons in the place of their ids. */
  ownFields: VendorFieldValue[];
  ownerName: string | null;
  reviewerName: string | null;
  settings: Row<Settings>;
  sections: SectionScore[];
  questions: QuestionRow[];
  responses: Row<Response>[];
  decisions: Row<ReviewDecision>[];
  findingCounts: store.FindingCount[];
  /** By severity, then open ones first; no more than can be printed. */
  findings: Row<Finding>[];
  /** The names of those who look after findings, by their ids. */
  findingOwners: Map<string, string>;
  comments: CommentRow[];
  /** For the answers to visible questions. */
  evidence: Row<Attachment>[];
}

/** The number of statements doesn't depend on the size of the assessment. */
export async function readAssessment(ctx: RequestContext, id: string): Promise<AssessmentData> {
  const assessment = await ctx.load(assessmentById, id);
  if (!assessment) throw notFound('Assessment');
  const vendor = await ctx.load(vendorById, assessment.vendorId);
  if (!vendor) throw notFound('Vendor');
  const nameOf = async (id: string | null) => (id ? ((await ctx.load(userById, id))?.name ?? null) : null);
  const readOwnFields = async () => {
    const fields = await ownFieldsOf(ctx, vendor.id);
    return Promise.all(
      fields.map(async (field) => ({
        ...field,
        value: field.kind === 'PERSON' ? await nameOf(field.value as string | null) : field.value,
      })),
    );
  };
  const [
    settings,
    sections,
    questions,
    responses,
    decisions,
    findingCounts,
    findings,
    comments,
    evidence,
    ownerName,
    reviewerName,
    ownFields,
  ] = await Promise.all([
    ctx.load(currentSettings, 'settings'),
    ctx.load(sectionScoresOf, assessment.id),
    ctx.load(questionsOf, assessment.id),
    ctx.load(responsesOf, assessment.id),
    ctx.database.query(store.decisions(assessment.id)),
    ctx.database.query(store.findingCounts(assessment.id)),
    ctx.database.query(store.worstFindings(assessment.id, MOST_FINDINGS)),
    ctx.load(sharedCommentsOf, assessment.id),
    evidenceOf(ctx, assessment.id),
    nameOf(vendor.ownerId),
    nameOf(assessment.reviewerId),
    readOwnFields(),
  ]);
  const owners = [...new Set(findings.flatMap(({ ownerId }) => ownerId ?? []))];
  const names = await Promise.all(owners.map(async (owner) => [owner, await nameOf(owner)] as const));
  return {
    assessment,
    vendor,
    ownFields,
    ownerName,
    reviewerName,
    settings,
    sections,
    questions,
    responses,
    decisions,
    findingCounts,
    findings,
    findingOwners: new Map(names.filter((one): one is [string, string] => one[1] !== null)),
    comments,
    evidence,
  };
}
