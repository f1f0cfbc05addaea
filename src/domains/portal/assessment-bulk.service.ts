import { z } from 'zod';
import { type BulkResult, forEachId } from '../../graphql/bulk';
import type { RequestContext } from '../../kernel/context';
import { check, optional, prose } from '../../kernel/validate';
import { assessmentById } from '../assessment/assessment.loaders';
import { entityOf, lockAssessment, updateAssessment } from '../assessment/assessment.service';
import { change } from '../audit/audit.service';
import { MailKind } from '../mail/mail.entity';
import { queueMail } from '../mail/mail.service';
import { reminderMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import type { AssessmentsPayload, RemindAssessmentsInput, UpdateAssessmentsInput } from './assessment-bulk.inputs';
import { assertAwaited, holdContact } from './portal-link.service';

/** Each assessment is changed by the rules for a single one, with an audit entry of its own. */
export async function updateAssessments(
  ctx: RequestContext,
  { ids, reviewerId, dueDate }: UpdateAssessmentsInput,
): Promise<AssessmentsPayload> {
  return payload(ctx, await forEachId(ctx, ids, (id) => updateAssessment(ctx, { id, reviewerId, dueDate })));
}

const reminderRule = z.object({ message: optional(prose(10_000)) });

/** E-mails each contact, once for each time it is asked for: reminders before the due date come besides. */
export async function remindAssessments(ctx: RequestContext, { ids, ...input }: RemindAssessmentsInput): Promise<AssessmentsPayload> {
  const { message } = check(reminderRule, input);
  return payload(ctx, await forEachId(ctx, ids, (id) => remind(ctx, id, message ?? null)));
}

async function remind(ctx: RequestContext, id: string, message: string | null): Promise<void> {
  await change(ctx, async (tx) => {
    const assessment = await lockAssessment(tx, id);
    assertAwaited(assessment);
    const { contactName, contactEmail } = await holdContact(tx, assessment);
    const { organizationName } = await readSettings(tx);
    const { title, dueDate } = assessment;
    const mail = reminderMail({ organizationName, contactName, title, dueDate, message });
    await queueMail(ctx, tx, { ...mail, kind: MailKind.REMINDER, recipient: contactEmail, assessmentId: assessment.id });
    tx.record({ action: 'REMIND_ASSESSMENT', entity: entityOf(assessment) });
  });
}

async function payload(ctx: RequestContext, results: readonly BulkResult[]): Promise<AssessmentsPayload> {
  return {
    results: await Promise.all(
      results.map(async ({ id, error }) => ({ id, error, assessment: error === null ? await ctx.load(assessmentById, id) : null })),
    ),
  };
}
