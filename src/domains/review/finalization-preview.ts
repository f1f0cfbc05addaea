import type { RequestContext } from '../../kernel/context';
import { notFound } from '../../kernel/errors';
import { assessmentById, type QuestionRow, questionsOf, responseOfQuestion } from '../assessment/assessment.loaders';
import { assertCan } from '../assessment/assessment.service';
import { FindingStatus, Severity } from '../finding/finding.entity';
import * as sightings from '../finding/sighting.store';
import { type ScoreTerm, scoreSheet } from '../scoring/scoring';
import { currentSettings } from '../settings/settings.service';
import { ragBand } from '../vendor/vendor.rules';
import type { ExpectedFinding, FinalizationPreview } from './review.inputs';
import { decisionOn } from './review.loaders';
import * as store from './review.store';

/** Scores the assessment again, as finalizing does: the settings may have changed since the last decision. */
export async function previewFinalization(ctx: RequestContext, assessmentId: string): Promise<FinalizationPreview> {
  const assessment = await ctx.load(assessmentById, assessmentId);
  if (!assessment) throw notFound('Assessment');
  assertCan(assessment.status, 'finalize');
  const [{ score, terms }, questions, settings] = await Promise.all([
    scoreSheet(ctx.database, assessment.id),
    ctx.load(questionsOf, assessment.id),
    ctx.load(currentSettings, 'settings'),
  ]);
  const shown = questions.filter(({ visible }) => visible);
  const decisions = await Promise.all(shown.map(({ id }) => decisionOf(ctx, id)));
  const vendor = await ctx.database.one(store.vendorScoreWith(assessment.vendorId, score));
  return {
    score,
    ragBand: ragBand(score, settings),
    vendorScore: vendor!.score,
    findings: await expectedFindings(ctx, assessment.id, questions, terms),
    clarifications: shown.filter((_, i) => decisions[i] === 'CLARIFICATION_REQUESTED'),
    undecided: shown.filter((_, i) => !decisions[i]),
  };
}

async function decisionOf(ctx: RequestContext, questionId: string): Promise<string | undefined> {
  const response = await ctx.load(responseOfQuestion, questionId);
  return response ? (await ctx.load(decisionOn, response.id))?.decision : undefined;
}

const GRAVEST_FIRST = Object.values(Severity);

/** Findings raised manually, and one for each non-compliant answer unless it was already closed. */
async function expectedFindings(
  ctx: RequestContext,
  assessmentId: string,
  questions: readonly QuestionRow[],
  terms: readonly ScoreTerm[],
): Promise<ExpectedFinding[]> {
  const failed = new Set(terms.filter(({ isCompliant }) => isCompliant === false).map(({ questionId }) => questionId));
  const existing = await ctx.database.query(sightings.expectedOf(assessmentId, [...failed]));
  const kept = existing.filter(
    ({ status, isManual, questionId }) => status === FindingStatus.OPEN && (isManual || failed.has(questionId!)),
  );
  const known = new Set(existing.map(({ questionId }) => questionId));
  const raised = questions.filter(({ id }) => failed.has(id) && !known.has(id));
  // The newest first, as the findings will be listed.
  const found = [
    ...raised.map(({ text, findingTitle, riskWeight }) => ({
      title: findingTitle ?? text,
      severity: riskWeight as string as Severity,
      isNew: true,
    })),
    ...kept.map(({ title, severity }) => ({ title, severity, isNew: false })),
  ];
  return found.sort((a, b) => GRAVEST_FIRST.indexOf(a.severity) - GRAVEST_FIRST.indexOf(b.severity));
}
