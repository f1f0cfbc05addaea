import type { Queryable } from '../../database/database';
import type { RequestContext } from '../../kernel/context';
import { MailKind } from '../mail/mail.entity';
import { addressKey, queueMails } from '../mail/mail.service';
import { checkpointMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import { readCheckpointNote } from './read-log';

/**
 * Queues the checkpoint for everybody who gets it and hasn't got one today (UTC). It runs when a checkpoint is signed, so that a
 * new address gets its first one at once, and now and then, for days on which nothing happens.
 */
export async function mailCheckpoint(ctx: RequestContext, tx: Queryable = ctx.database): Promise<void> {
  const { auditCheckpointRecipients, auditVerifierKey: verifierKey, organizationName } = await readSettings(tx);
  if (auditCheckpointRecipients.length === 0) return;
  const checkpoint = await readCheckpointNote(tx);
  if (!checkpoint) return;
  const moment = ctx.database.now();
  const content = checkpointMail({ organizationName, checkpoint, verifierKey, moment });
  await queueMails(
    ctx,
    tx,
    auditCheckpointRecipients.map((recipient) => ({
      kind: MailKind.AUDIT_CHECKPOINT,
      recipient,
      dedupeKey: `${MailKind.AUDIT_CHECKPOINT}:${moment.toISOString().slice(0, 10)}:${addressKey(recipient)}`,
      ...content,
    })),
  );
}
