import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import { badInput, invalidTransition } from '../../kernel/errors';
import { check, optional, prose } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { change } from '../audit/audit.service';
import { MailKind } from '../mail/mail.entity';
import { queueMail } from '../mail/mail.service';
import { sendBackMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import type { ReviewResponseInput, SendBackInput } from './assessment.inputs';
import { advance, assertCanNow, entityOf, lockAssessment, planNext } from './assessment.service';
import { countDeficiencies } from './assessment.tallies';
import { authorOf, insertComment } from './comment.service';
import { readState, scoreAssessment, scoreVendor, visibleOf, withdrawScores } from './scoring';

export async function startReview(ctx: RequestContext, id: string): Promise<void> {
  await assertCanNow(ctx, id, 'startReview');
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, id);
    await advance(tx, assessment, 'startReview');
    tx.record({ action: 'START_REVIEW', entity: entityOf(assessment) });
  });
}

/** Decides on one answer. The first decision starts the review; the provisional score follows each. */
export async function reviewResponse(ctx: RequestContext, input: ReviewResponseInput): Promise<void> {
  const { note } = check(z.object({ note: optional(prose(5_000)) }), input);
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, input.assessmentId);
    await advance(tx, assessment, 'decide');
    const [question] = isId(input.questionId)
      ? await tx.query<{ id: string; text: string }>(
          sql`select id, text from assessment_question where id = ${input.questionId} and assessment_id = ${assessment.id}`,
        )
      : [];
    if (!question) throw badInput({ questionId: 'does not match a question of this assessment' });
    if (!visibleOf(await readState(tx, assessment.id)).has(question.id)) {
      throw badInput({ questionId: `“${question.text}” is hidden by its conditions: there is nothing to decide` });
    }
    await tx.query(sql`
      with response as (
        insert into response as r (id, assessment_id, question_id) values (${randomUUID()}, ${assessment.id}, ${question.id})
        on conflict (question_id) do update set question_id = r.question_id returning id
      )
      insert into review_decision as d (id, response_id, assessment_id, decision, note, decided_by_id)
      select ${randomUUID()}, id, ${assessment.id}, ${input.decision}, ${note ?? null}, ${ctx.caller.userId ?? null} from response
      on conflict (response_id) do update set decision = excluded.decision, note = excluded.note,
        decided_by_id = excluded.decided_by_id, decided_at = now(), revision = d.revision + 1, updated_at = now()`);
    await scoreAssessment(tx, assessment.id);
    const meta = { decision: input.decision, question: question.text.slice(0, 200) };
    tx.record({ action: 'REVIEW_DECISION', entity: entityOf(assessment), meta });
  });
}

/** Sends the answers back to the vendor, who can change them again. */
export async function sendBack(ctx: RequestContext, input: SendBackInput): Promise<void> {
  const { message } = check(z.object({ message: optional(prose(10_000)) }), input);
  await assertCanNow(ctx, input.id, 'sendBack');
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, input.id);
    await advance(tx, assessment, 'sendBack');
    const [was] = await withdrawScores(tx, [assessment.id]);
    const { goneFindings, ...before } = was!;
    const after = { score: null, submittedAt: null, openFindings: before.openFindings - goneFindings };
    const meta = { ...(message ? { message } : {}), before, after };
    tx.record({ action: 'SEND_BACK_ASSESSMENT', entity: entityOf(assessment), meta });
    if (message) {
      await insertComment(tx, { assessment, body: message, author: authorOf(ctx), visibility: 'SHARED' });
    }
    const [vendor] = await tx.query<{ contactName: string | null; contactEmail: string }>(sql`
      select contact_name as "contactName", contact_email as "contactEmail" from vendor where id = ${assessment.vendorId}`);
    const { organizationName } = await readSettings(tx);
    const mail = sendBackMail({ organizationName, contactName: vendor!.contactName, title: assessment.title, message });
    await queueMail(ctx, tx, { ...mail, kind: MailKind.SEND_BACK, recipient: vendor!.contactEmail, assessmentId: assessment.id });
  });
}

/** Completes the assessment: final score and findings, and the vendor's scores, all in one transaction. */
export async function finalize(ctx: RequestContext, id: string): Promise<void> {
  await assertCanNow(ctx, id, 'finalize');
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, id);
    const visible = visibleOf(await readState(tx, id));
    const open = await tx.query<{ text: string }>(sql`
      select q.text from review_decision d join response r on r.id = d.response_id join assessment_question q on q.id = r.question_id
      where d.assessment_id = ${id} and d.decision = 'CLARIFICATION_REQUESTED' and q.id = any(${[...visible]}::uuid[])
      order by q.position`);
    await advance(tx, assessment, 'finalize');
    if (open.length > 0) {
      throw invalidTransition(`Clarification is still requested for: ${open.map(({ text }) => text).join('; ')}`);
    }
    await scoreAssessment(tx, id);
    await countDeficiencies(tx, [id], 1);
    await scoreVendor(tx, assessment.vendorId);
    await planNext(tx, assessment);
    tx.record({ action: 'FINALIZE_ASSESSMENT', entity: entityOf(assessment) });
  });
}
