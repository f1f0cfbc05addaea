import { z } from 'zod';
import type { RequestContext } from '../../kernel/context';
import { badInput, invalidTransition } from '../../kernel/errors';
import { check, optional, prose } from '../../kernel/validate';
import { isId } from '../../platform/id';
import * as questionStore from '../assessment/assessment-question.store';
import {
  advance,
  assertCan,
  assertCanNow,
  entityOf,
  type LockedAssessment,
  lockAssessment,
  planNext,
} from '../assessment/assessment.service';
import { AssessmentStatus } from '../assessment/assessment.entity';
import { CommentVisibility } from '../assessment/comment.entity';
import { authorOf, insertComment } from '../assessment/comment.service';
import { readState, visibleOf } from '../assessment/question-state';
import { type Change, change } from '../audit/audit.service';
import { recordOpened } from '../finding/finding.service';
import * as findings from '../finding/finding.store';
import { MailKind } from '../mail/mail.entity';
import { queueMail } from '../mail/mail.service';
import { sendBackMail } from '../mail/mail.templates';
import { holdContact } from '../portal/portal-link.service';
import { scoreAssessment, scoreVendor, withdrawScores } from '../scoring/scoring';
import { readSettings } from '../settings/settings.service';
import type { ReviewResponseInput, SendBackInput } from './review.inputs';
import * as store from './review.store';
import { firstCharacters } from '../../platform/characters';

export async function startReview(ctx: RequestContext, id: string): Promise<void> {
  await assertCanNow(ctx, id, 'startReview');
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, id);
    await advance(tx, assessment, 'startReview', ctx.caller.userId);
    tx.record({ action: 'START_REVIEW', entity: entityOf(assessment) });
  });
}

/** Decides on one answer. The first decision starts the review; each one updates the provisional score. */
export async function reviewResponse(ctx: RequestContext, input: ReviewResponseInput): Promise<void> {
  const { note } = check(z.object({ note: optional(prose(5_000)) }), input);
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, input.assessmentId);
    await decideOn(ctx, tx, assessment);
    const question = isId(input.questionId) ? await tx.one(questionStore.inAssessment(input.questionId, assessment.id)) : undefined;
    if (!question) throw badInput({ questionId: 'does not match a question of this assessment' });
    if (!visibleOf(await readState(tx, assessment.id)).has(question.id)) {
      throw badInput({ questionId: `“${question.text}” is hidden by its conditions: there is nothing to decide` });
    }
    const { decision } = input;
    await tx.query(store.decide(assessment.id, question.id, { decision, note: note ?? null, decidedById: ctx.caller.userId ?? null }));
    await scoreAssessment(tx, assessment.id);
    const meta = { decision, question: firstCharacters(question.text, 200) };
    tx.record({ action: 'REVIEW_DECISION', entity: entityOf(assessment), meta });
  });
}

/** The first decision starts the review: as with that, a review that is nobody's becomes the caller's. */
async function decideOn({ caller }: RequestContext, tx: Change, assessment: LockedAssessment): Promise<void> {
  await advance(tx, assessment, 'decide', assessment.status === AssessmentStatus.SUBMITTED ? caller.userId : null);
}

/** Approves every compliant answer that has no decision yet. Verdicts stay as they are, and so does the score. */
export async function approveCompliantResponses(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, id);
    assertCan(assessment.status, 'decide');
    const visible = visibleOf(await readState(tx, assessment.id));
    const approved = await tx.query(store.approveCompliant(assessment.id, [...visible], ctx.caller.userId ?? null));
    if (approved.length === 0) return; // no decision, so no review has begun
    await decideOn(ctx, tx, assessment);
    tx.record({ action: 'APPROVE_COMPLIANT', entity: entityOf(assessment), meta: { answers: approved.length } });
  });
}

/** Returns the answers to the vendor, who can change them again. */
export async function sendBack(ctx: RequestContext, input: SendBackInput): Promise<void> {
  const { message } = check(z.object({ message: optional(prose(10_000)) }), input);
  await assertCanNow(ctx, input.id, 'sendBack');
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, input.id);
    await advance(tx, assessment, 'sendBack');
    const { were } = await withdrawScores(tx, [assessment.id]);
    const { openAfter, ...before } = were[0]!;
    const after = { score: null, submittedAt: null, openFindings: openAfter };
    const meta = { ...(message ? { message } : {}), before, after };
    tx.record({ action: 'SEND_BACK_ASSESSMENT', entity: entityOf(assessment), meta });
    if (message) {
      await insertComment(tx, { assessment, body: message, author: authorOf(ctx), visibility: CommentVisibility.SHARED });
    }
    const { contactName, contactEmail } = await holdContact(tx, assessment);
    const { organizationName } = await readSettings(tx);
    const mail = sendBackMail({ organizationName, contactName, title: assessment.title, message });
    await queueMail(ctx, tx, { ...mail, kind: MailKind.SEND_BACK, recipient: contactEmail, assessmentId: assessment.id });
  });
}

/** Completes the assessment: its final score and findings, and the vendor's scores, in one transaction. */
export async function finalize(ctx: RequestContext, id: string): Promise<void> {
  await assertCanNow(ctx, id, 'finalize');
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, id);
    assertCan(assessment.status, 'finalize');
    const visible = visibleOf(await readState(tx, id));
    const open = await tx.query(store.clarificationsOf(id, [...visible]));
    if (open.length > 0) {
      throw invalidTransition(`Clarification is still requested for: ${open.map(({ text }) => text).join('; ')}`);
    }
    await scoreAssessment(tx, id);
    await tx.query(store.complete(assessment));
    await planNext(tx, assessment);
    tx.record({ action: 'FINALIZE_ASSESSMENT', entity: entityOf(assessment) });
    // Until now they were provisional.
    for (const finding of await tx.query(findings.openOf(id))) recordOpened(tx, finding);
    await scoreVendor(tx, assessment.vendorId);
  });
}
