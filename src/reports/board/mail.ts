import { addressKey, queueMails } from '../../domains/mail/mail.service';
import { MailKind } from '../../domains/mail/mail.entity';
import * as notifications from '../../domains/notification/notification.store';
import * as mails from '../../domains/mail/mail.store';
import { boardReportMail } from '../../domains/mail/mail.templates';
import { Recurrence } from '../../domains/settings/recurrence';
import { readSettings } from '../../domains/settings/settings.service';
import type { RequestContext } from '../../kernel/context';
import { printable } from '../layout';
import { dayOf, lastPeriod } from './period';
import { boardReportFile, boardReportPage } from './path';
import { readBoard } from './query';
import { boardReport } from './template';
import { boardView } from './view';

/** Queues the report on the last period that has ended for everybody who is to get it and hasn't. */
export async function mailBoardReport(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  const { boardReportRecurrence: recurrence, boardReportRecipients: recipients, organizationName } = await readSettings(ctx.database);
  if (recurrence === Recurrence.NONE) return;
  const now = ctx.database.now();
  const period = lastPeriod(recurrence, dayOf(now));
  const addresses = recipients.map((address) => address.toLowerCase());
  const refusing = new Set((await ctx.database.query(notifications.refusing('BOARD_REPORT', addresses))).map(({ address }) => address));
  const wanting = recipients.filter((address) => !refusing.has(address.toLowerCase()));
  const keys = new Map(wanting.map((address) => [`${MailKind.BOARD_REPORT}:${recurrence}:${period.to}:${addressKey(address)}`, address]));
  for (const { key } of await ctx.database.query(mails.knownKeys([...keys.keys()]))) keys.delete(key);
  if (keys.size === 0) return;
  const view = boardView(await readBoard(ctx, { period }), now);
  const pdf = await ctx.services.pdf.print(signal, async () => printable(boardReport(view)));
  const url = ctx.services.publicUrl + boardReportPage(period);
  const content = boardReportMail({ organizationName, period, summary: view.summary, url });
  await ctx.database.transaction(async (tx) => {
    const file = await tx.one(mails.addFile({ name: boardReportFile(period), contentType: 'application/pdf', content: Buffer.from(pdf) }));
    const queued = [...keys].map(([dedupeKey, recipient]) => ({
      kind: MailKind.BOARD_REPORT,
      recipient,
      dedupeKey,
      fileId: file!.id,
      ...content,
    }));
    await queueMails(ctx, tx, queued);
  });
}
