import type { Sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import { readSettings } from '../settings/settings.service';
import { MailKind } from './mail.entity';
import { type OutgoingMail, queueMails } from './mail.service';
import { certificationExpiryMail, overdueMail, reminderMail } from './mail.templates';
import * as store from './reminder.store';

/** How many are found and queued per transaction. */
const BATCH = 200;

/**
 * Queues what is due until nothing is left. E-mails already queued are excluded from the search, so each round makes progress; if
 * two servers search at once, the key decides.
 */
async function queueDue<D extends store.Due>(
  ctx: RequestContext,
  due: (most: number) => Sql<D>,
  mailOf: (row: D, organizationName: string) => Omit<OutgoingMail, keyof store.Due>,
): Promise<void> {
  let found: number;
  do {
    found = await ctx.database.transaction(async (tx) => {
      const rows = await tx.query(due(BATCH));
      const { organizationName } = await readSettings(tx);
      await queueMails(
        ctx,
        tx,
        rows.map((row) => ({ ...row, ...mailOf(row, organizationName) })),
      );
      return rows.length;
    });
  } while (found === BATCH);
}

/** Reminds vendors' contacts of questionnaires that are due soon or overdue. */
export async function remindOfAssessments(ctx: RequestContext): Promise<void> {
  await queueDue(ctx, store.dueSoon, (row, organizationName) => ({
    kind: MailKind.REMINDER,
    ...reminderMail({ ...row, organizationName }),
  }));
  await queueDue(ctx, store.overdue, (row, organizationName) => ({
    kind: MailKind.OVERDUE,
    ...overdueMail({ ...row, organizationName }),
  }));
}

export async function remindOfCertifications(ctx: RequestContext): Promise<void> {
  await queueDue(ctx, store.expiring, (row, organizationName) => ({
    kind: MailKind.CERTIFICATION_EXPIRY,
    ...certificationExpiryMail({ ...row, organizationName, url: ctx.services.publicUrl }),
  }));
}
