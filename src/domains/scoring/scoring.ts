import type { Queryable } from '../../database/database';
import { type AssumedAnswer, readState, visibleOf } from '../assessment/question-state';
import * as findings from '../finding/finding.store';
import * as store from './scoring.store';
import type { ScoreTerm } from './scoring.store';

/** Verdicts, scores and findings. The visibility is decided by the one evaluator, everything else by the database. */

export type { ScoreTerm } from './scoring.store';

/** Writes the verdict on every answer and the score of the assessment, and brings the findings in line. */
export async function scoreAssessment(db: Queryable, assessmentId: string): Promise<void> {
  const visible = visibleOf(await readState(db, assessmentId));
  await db.query(store.writeVerdicts(assessmentId, [...visible]));
  await sumScores(db, [assessmentId]);
  await reconcileFindings(db, assessmentId);
}

/** The score of an assessment is what its verdicts sum up to. */
export async function sumScores(db: Queryable, assessmentIds: readonly string[]): Promise<void> {
  await db.query(store.sumScores(assessmentIds));
}

/** A non-compliant answer has a finding; an open finding whose answer is compliant goes. What people closed stays. */
async function reconcileFindings(db: Queryable, assessmentId: string): Promise<void> {
  await db.query(findings.removeSettled(assessmentId));
  await db.query(store.makeFindings(assessmentId));
}

/** The vendor's scores follow its completed assessments. */
export async function scoreVendor(db: Queryable, vendorId: string): Promise<void> {
  // First the lock, then the sums: a statement that waits would still see what was before.
  await db.query(store.lockVendor(vendorId));
  await averageScores(db, [vendorId]);
}

/** Of vendors that the caller holds. */
export async function averageScores(db: Queryable, vendorIds: readonly string[]): Promise<void> {
  await db.query(store.averageScores(vendorIds));
}

export interface ScoreSheet {
  score: number | null;
  weighted: number;
  max: number;
  terms: ScoreTerm[];
}

/** What provisional scoring had made of an assessment. */
export interface Withdrawn {
  score: number | null;
  submittedAt: string | null;
  /** Open findings, and how many of them nobody had touched: those went. */
  openFindings: number;
  goneFindings: number;
}

/**
 * While the vendor changes the answers nothing stands that was made of them: verdicts, score, when they were submitted,
 * and open findings that nobody touched. The next submit makes them again. Gives back what was, of each assessment.
 */
export async function withdrawScores(tx: Queryable, assessmentIds: readonly string[]): Promise<Withdrawn[]> {
  const were = await tx.query(store.provisionalOf(assessmentIds));
  await tx.query(store.withdrawVerdicts(assessmentIds));
  await tx.query(store.withdrawScores(assessmentIds));
  const gone = await tx.query(findings.removeUntouched(assessmentIds));
  return were.map(({ id, ...was }) => ({ ...was, goneFindings: gone.filter(({ assessmentId }) => assessmentId === id).length }));
}

/** Every term of a score as it was passed: the settings may have changed since. */
export async function storedSheet(db: Queryable, assessmentId: string): Promise<ScoreSheet> {
  const visible = visibleOf(await readState(db, assessmentId));
  return sumOf(await db.query(store.storedTerms(assessmentId, [...visible])));
}

/** Every term of the sum, with the answers as they stand or as they are assumed. Writes nothing. */
export async function scoreSheet(db: Queryable, assessmentId: string, assumed: readonly AssumedAnswer[] = []): Promise<ScoreSheet> {
  const visible = visibleOf(await readState(db, assessmentId), assumed);
  return sumOf(await db.query(store.terms(assessmentId, [...visible], assumed)));
}

function sumOf(terms: ScoreTerm[]): ScoreSheet {
  const sum = (pick: (term: ScoreTerm) => number | null) => terms.reduce((total, term) => total + (pick(term) ?? 0), 0);
  const weighted = sum((term) => term.weighted);
  const max = sum((term) => term.max);
  return { score: max > 0 ? weighted / max : null, weighted, max, terms };
}
