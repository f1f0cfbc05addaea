import type { Row } from '../../database/rows';
import type { RequestContext, Services } from '../../kernel/context';
import { email } from '../../kernel/validate';
import { oneLine } from '../../platform/mail/text';
import { CONNECTIONS, DeliveryError, type MailTransport, type Message } from '../../platform/mail/transport';
import { readSettings } from '../settings/settings.service';
import { type Mail, MailStatus } from './mail.entity';
import { BLANK, fillIn, openSecret } from './mail.secrets';
import * as store from './mail.store';

/** If a worker dies while sending an e-mail, another one takes over after this time. */
const LEASE_SECONDS = 300;
/** How long to wait after each failed attempt; if one more fails, the e-mail is given up. About 41 hours in all. */
const WAIT_MINUTES = [1, 5, 15, 60, 240, 720, 1_440];
const MAX_ATTEMPTS = WAIT_MINUTES.length + 1;

/**
 * Delivers what is due until nothing is left, or until told to stop; e-mails already started are finished. Any number of workers
 * may run at once. If one dies between sending and marking, the e-mail is sent twice, with the same Message-ID.
 */
export async function deliverMails(ctx: RequestContext, transport: MailTransport, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const mails = await ctx.database.query(store.claim(CONNECTIONS, LEASE_SECONDS));
    if (mails.length === 0) return;
    const from = await sender(ctx);
    const outcomes = await Promise.allSettled(mails.map((mail) => deliver(ctx, transport, from, mail)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}

async function sender({ database, services }: RequestContext): Promise<Message['from']> {
  if (services.config.mailFrom) return services.config.mailFrom;
  const { organizationName } = await readSettings(database);
  return { name: oneLine(organizationName), address: `no-reply@${hostOf(services)}` };
}

function hostOf({ publicUrl }: Services): string {
  return new URL(publicUrl).hostname;
}

async function deliver(ctx: RequestContext, transport: MailTransport, from: Message['from'], mail: Row<Mail>): Promise<void> {
  const file = mail.fileId && (await ctx.database.one(store.fileOf(mail.fileId)));
  const secret = mail.secretBox && openSecret(mail.secretBox, ctx.services.sessionSecret);
  try {
    assertDeliverable(mail, secret);
    await transport.send({
      messageId: `<${mail.id}@${hostOf(ctx.services)}>`,
      from,
      to: mail.recipient,
      subject: mail.subject,
      text: fillIn(mail.text, secret),
      html: mail.html ? fillIn(mail.html, secret) : undefined,
      ...(file && { attachments: [{ filename: file.name, contentType: file.contentType, content: file.content }] }),
    });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    // A mail server may quote the text it rejects.
    const reason = secret ? error.message.replaceAll(secret, BLANK) : error.message;
    await markFailed(ctx, mail, reason, error.isPermanent);
    return;
  }
  await ctx.database.query(store.markSent(mail.id));
}

function assertDeliverable({ recipient, secretBox, attempts }: Row<Mail>, secret: string | null | undefined): void {
  if (!email.safeParse(recipient).success) throw new DeliveryError('The recipient is not an e-mail address', true);
  if (secretBox && !secret) {
    throw new DeliveryError('The link is lost because SESSION_SECRET has changed; send a new one', true);
  }
  if (attempts > MAX_ATTEMPTS) throw new DeliveryError('The server stopped during each of the last attempts', true);
}

async function markFailed(ctx: RequestContext, mail: Row<Mail>, reason: string, isPermanent: boolean): Promise<void> {
  const wait = isPermanent ? undefined : WAIT_MINUTES[mail.attempts - 1];
  const status = wait === undefined ? MailStatus.FAILED : MailStatus.QUEUED;
  ctx.services.log.warn({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts, status }, 'e-mail not delivered');
  await ctx.database.query(store.markFailed(mail, { status, lastError: reason }, wait ?? 0));
}
