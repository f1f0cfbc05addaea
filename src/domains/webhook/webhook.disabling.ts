import { findLocked } from '../../kernel/revise';
import type { RequestContext } from '../../kernel/context';
import { change } from '../audit/audit.service';
import { MailKind } from '../mail/mail.entity';
import { queueMails } from '../mail/mail.service';
import { webhookDisabledMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import * as deliveryStore from './webhook-delivery.store';
import { Webhook } from './webhook.entity';
import * as store from './webhook.store';

/** The rest of what waits is given up by the sender, bit by bit. */
export const ABANDONED_AT_ONCE = 5_000;

export const GONE = 'The receiver answered 410: it wants no more.';

/** Five days, or 90 seconds. */
export function failedFor(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ];
  const [size, unit] = units.find(([one]) => seconds >= one && seconds % one === 0) ?? [1, 'second'];
  const count = seconds / size;
  return `All attempts failed for ${count} ${unit}${count === 1 ? '' : 's'}.`;
}

/**
 * Gives up on a receiver: an event, and an e-mail to the administrators, say so. Whoever finds it disabled already, or that it leads
 * elsewhere than to the address that is given up, does nothing.
 */
export async function disableWebhook(ctx: RequestContext, id: string, reason: string, address?: string): Promise<void> {
  await change(ctx, async (tx) => {
    const webhook = await findLocked(tx, Webhook, id);
    if (!webhook?.isEnabled || webhook.url !== (address ?? webhook.url)) return;
    const { name, url } = webhook;
    webhook.isEnabled = false;
    webhook.disabledReason = reason;
    await tx.em.flush();
    await tx.query(deliveryStore.abandon(id, ABANDONED_AT_ONCE));
    tx.record({ action: 'DISABLE_WEBHOOK', entity: { type: 'Webhook', id, name }, meta: { reason } });
    const { organizationName } = await readSettings(tx);
    const host = new URL(url).host;
    await queueMails(
      ctx,
      tx,
      (await tx.query(store.administrators())).map(({ name: recipientName, email: recipient }) => ({
        kind: MailKind.WEBHOOK_DISABLED,
        recipient,
        ...webhookDisabledMail({
          organizationName,
          recipientName,
          name,
          host,
          reason,
          url: `${ctx.services.publicUrl}/settings/webhooks/${id}`,
        }),
      })),
    );
  });
}
