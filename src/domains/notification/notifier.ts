import type { Transaction } from '../../database/database';
import { groupBy } from '../../graphql/engine/loaders';
import type { Happening, RequestContext } from '../../kernel/context';
import { MailKind } from '../mail/mail.entity';
import { queueMails } from '../mail/mail.service';
import { notificationMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import {
  type Facts,
  type Kind,
  MAILED_BY_NAME,
  namedInMail,
  pathOf,
  type Rule,
  rulesFor,
  sentenceOf,
  type Thing,
} from './notification.rules';
import * as store from './notification.store';

/**
 * Tells whom it concerns of the entries that a transaction is about to append to the audit log: one statement for all entries of a
 * kind, and none for those that concern nobody. Whoever wants an e-mail at once gets one, however many entries there are.
 */
export async function tellOf(ctx: RequestContext, tx: Transaction, happenings: readonly Happening[]): Promise<void> {
  const letters = await tellWithoutMail(tx, happenings);
  if (letters.length > 0) await writeTo(ctx, tx, letters);
}

/** Gives those who want an e-mail. */
export async function tellWithoutMail(tx: Transaction, happenings: readonly Happening[]): Promise<Letter[]> {
  const told = happenings.flatMap((happening) =>
    rulesFor(happening)
      .filter(({ thing }) => thing === happening.entity?.type)
      .map((rule) => ({ happening, rule })),
  );
  const letters: Letter[] = [];
  for (const some of groupBy(told, ({ rule: { kind, thing, who } }) => `${kind} ${thing} ${who.join()}`).values()) {
    const { kind, thing, who } = some[0]!.rule;
    const found = await tx.query(
      store.tell({
        kind,
        thing,
        who,
        entryIds: some.map(({ happening }) => happening.id),
        entityIds: some.map(({ happening }) => happening.entity!.id),
        byUserIds: some.map(({ happening }) => happening.byUserId),
      }),
    );
    const happened = new Map(some.map(({ happening }) => [happening.id, happening]));
    letters.push(
      ...found.map((row) => {
        const { userName: actor, action, meta } = happened.get(row.entryId)!;
        return { ...row, kind, thing, actor, action, to: meta?.to };
      }),
    );
  }
  return letters;
}

type Letter = store.AtOnce & Pick<Rule, 'kind' | 'thing'> & Pick<Facts, 'action' | 'to'> & { actor: string };

/** The kind of the e-mail about a kind. */
const mailKindOf = (kind: Kind) => MailKind[MAILED_BY_NAME.find((name) => name === kind) ?? 'NOTIFICATION'];

/** One e-mail a person, and kind of e-mail. */
async function writeTo(ctx: RequestContext, tx: Transaction, letters: readonly Letter[]): Promise<void> {
  const { organizationName } = await readSettings(tx);
  const { publicUrl } = ctx.services;
  const mails = [...groupBy(letters, ({ userId, kind }) => `${userId} ${mailKindOf(kind)}`).values()].map((own) => {
    const { kind, userId, recipient, recipientName } = own[0]!;
    const lines = own
      .slice(0, MOST_LINES)
      .map((letter) => ({ text: sentenceOf({ ...letter, actor: namedInMail(letter.actor) }), url: publicUrl + pathTo(letter) }));
    const content = notificationMail({ organizationName, recipientName, lines, count: own.length, publicUrl });
    return { kind: mailKindOf(kind), recipient, userId, ...content };
  });
  await queueMails(ctx, tx, mails);
}

const pathTo = ({ kind, thing, entityId, vendorId }: { kind: Kind; thing: Thing; entityId: string; vendorId: string }) =>
  pathOf(kind, thing, entityId, vendorId, true);

/** An e-mail has no more sentences than this; it says how many more there are. */
export const MOST_LINES = 50;
