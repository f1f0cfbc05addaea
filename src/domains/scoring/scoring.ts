import type { Queryable } from '../../database/database';
import { type AssumedAnswer, readState, visibleOf } from '../assessment/question-state';
import type { Change } from '../audit/audit.service';
import * as sightings from '../finding/sighting.store';
import * as store from './scoring.store';
import type { ScoreTerm } from './scoring.store';

/** Verdicts, scores and findings. Visibility comes from the shared evaluator, everything else from the database. */

export type { ScoreTerm } from './scoring.store';

/** Writes the verdict on every answer and the assessment's score, and updates the findings. */
export async function scoreAssessment(db: Queryable, assessmentId: string): Promise<void> {
  const visible = visibleOf(await readState(db, assessmentId));
  await db.query(store.writeVerdicts(assessmentId, [...visible]));
  await sumScores(db, [assessmentId]);
  await reconcileFindings(db, assessmentId);
}

/** An assessment's score is the sum of its verdicts. */
export async function sumScores(db: Queryable, assessmentIds: readonly string[]): Promise<void> {
  await db.query(store.sumScores(assessmentIds));
}

/**
 * Every non-compliant answer gets a finding, or is seen in the one that its gap has; open findings that no answer shows any more are
 * removed. Closed ones stay.
 */
async function reconcileFindings(db: Queryable, assessmentId: string): Promise<void> {
  await db.query(sightings.adopt(assessmentId));
  await leave(db, [assessmentId]);
  await db.query(sightings.settle([assessmentId], false));
  await db.query(store.makeFindings(assessmentId));
  await db.query(sightings.see(assessmentId));
}

/** Findings that these assessments no longer find are left to others that do. */
async function leave(db: Queryable, assessmentIds: readonly string[]): Promise<void> {
  await db.query(sightings.hold(assessmentIds));
  const passedOn = await db.query(sightings.passOn(assessmentIds, false));
  await db.query(sightings.forget(assessmentIds, idsOf(passedOn)));
}

/** Leaves the findings of an assessment that is about to be deleted to others that found them. */
export async function leaveForGood(db: Queryable, assessmentId: string): Promise<void> {
  await db.query(sightings.hold([assessmentId]));
  const passedOn = await db.query(sightings.passOn([assessmentId], true));
  await db.query(sightings.forget([], idsOf(passedOn)));
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Updates the vendor's scores from its completed assessments, and records if they changed. */
export async function scoreVendor(tx: Change, vendorId: string): Promise<void> {
  // First the lock, then the sums: a single statement that waited would still see the previous state.
  const vendor = await tx.one(store.lockVendor(vendorId));
  const [after] = await averageScores(tx, [vendorId]);
  const { id, name, ...before } = vendor!;
  const { overallScore: to, latestScore } = after!;
  if (before.overallScore === to && before.latestScore === latestScore) return;
  tx.record({ action: 'CHANGE_SCORE', entity: { type: 'Vendor', id, name }, meta: { from: before.overallScore, to } });
}

/** For vendors that the caller has locked. */
export function averageScores(db: Queryable, vendorIds: readonly string[]): Promise<store.VendorScores[]> {
  return db.query(store.averageScores(vendorIds));
}

export interface ScoreSheet {
  score: number | null;
  weighted: number;
  max: number;
  terms: ScoreTerm[];
}

/** The results of an assessment's provisional scoring. */
export interface Withdrawn {
  score: number | null;
  submittedAt: string | null;
  /** Open findings before, and those that stay: somebody has changed them. */
  openFindings: number;
  openAfter: number;
}

/**
 * Removes what was derived from answers while the vendor changes them: verdicts, score, submission time, and open findings that
 * nobody has changed and no other assessment found. The next submission recreates them. Returns what was removed, by assessment, and
 * the number of findings removed.
 */
export async function withdrawScores(tx: Queryable, assessmentIds: readonly string[]): Promise<{ were: Withdrawn[]; gone: number }> {
  const before = await tx.query(store.provisionalOf(assessmentIds));
  await tx.query(store.withdrawVerdicts(assessmentIds));
  await tx.query(store.withdrawScores(assessmentIds));
  await leave(tx, assessmentIds);
  const gone = await tx.query(sightings.settle(assessmentIds, true));
  const after = new Map((await tx.query(store.provisionalOf(assessmentIds))).map(({ id, openFindings }) => [id, openFindings]));
  return { were: before.map(({ id, ...was }) => ({ ...was, openAfter: after.get(id)! })), gone: gone.length };
}

/** Every term of a score as stored: the settings may have changed since. */
export async function storedSheet(db: Queryable, assessmentId: string): Promise<ScoreSheet> {
  const visible = visibleOf(await readState(db, assessmentId));
  return sumOf(await db.query(store.storedTerms(assessmentId, [...visible])));
}

/** Every term of the score, with the current or hypothetical answers. Writes nothing. */
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
