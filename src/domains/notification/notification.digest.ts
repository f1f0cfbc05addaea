import { groupBy } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { MailKind } from '../mail/mail.entity';
import { type OutgoingMail, queueMails } from '../mail/mail.service';
import { digestMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import { factsOf, pathFrom } from './notification.facts';
import { namedInMail, sentenceOf } from './notification.rules';
import * as store from './notification.store';
import { MOST_LINES } from './notifier';

/** The hour (UTC) from which the daily summaries of what happened before are sent. */
const HOUR = 7;

/** How many people's summaries are queued per transaction. */
const PEOPLE = 50;

/**
 * Queues the daily summaries that are due. Taking notifications and queueing the e-mail is one transaction: each is in one summary,
 * however many servers try and whichever of them dies.
 */
export async function sendDigests(ctx: RequestContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await ctx.database.one(store.awaitsDigest(HOUR)))!.isThere) {
    await ctx.database.transaction(async (tx) => {
      const taken = [...groupBy(await tx.query(store.takeForDigests(HOUR, PEOPLE)), ({ userId }) => userId).values()];
      if (taken.length === 0) return;
      const { organizationName } = await readSettings(tx);
      const shown = taken.flatMap((own) => own.slice(0, MOST_LINES).map(({ id }) => id));
      const facts = new Map((await tx.query(store.facts(shown))).map((row) => [row.id, row]));
      const { publicUrl } = ctx.services;
      const mails = taken.map((own): OutgoingMail => {
        const { userId, recipient, recipientName } = own[0]!;
        const lines = own.slice(0, MOST_LINES).map(({ id }) => {
          const row = facts.get(id)!;
          return { text: sentenceOf({ ...factsOf(row), actor: namedInMail(row.actor) }), url: publicUrl + pathFrom(row) };
        });
        const content = digestMail({ organizationName, recipientName, lines, count: own.length, publicUrl });
        return { kind: MailKind.NOTIFICATION_DIGEST, recipient, userId, ...content };
      });
      await queueMails(ctx, tx, mails);
    });
  }
}
