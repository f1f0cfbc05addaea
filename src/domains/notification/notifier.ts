import type { Transaction } from '../../database/database';
import { groupBy } from '../../graphql/engine/loaders';
import type { Happening, RequestContext } from '../../kernel/context';
import { MailKind } from '../mail/mail.entity';
import { queueMails } from '../mail/mail.service';
import { type Line, notificationMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import { partsOf, partsOfAll } from './notification.details';
import {
  type Facts,
  type Kind,
  MAILED_BY_NAME,
  namedInMail,
  pathOf,
  type Rule,
  rulesFor,
  severalOf,
  sentenceOf,
  type Thing,
} from './notification.rules';
import * as store from './notification.store';

/**
 * Tells whom it concerns of the entries that a transaction is about to append to the audit log: one statement for all entries of a
 * kind, and none for those that concern nobody. Whoever wants an e-mail at once gets one, however many entries there are.
 */
export async function tellOf(ctx: RequestContext, tx: Transaction, happenings: readonly Happening[]): Promise<void> {
  const together = joined.get(ctx);
  const letters = await tellWithoutMail(tx, happenings, together !== undefined);
  if (together) tx.afterCommit(() => void together.push(...letters));
  else if (letters.length > 0) await writeTo(ctx, tx, letters);
}

/** What is told by requests that do several things together. */
const joined = new WeakMap<RequestContext, Letter[]>();

/**
 * Does several things, each in its own transaction, and writes to everybody once of all that was done. Until then it waits for the daily
 * summary, in which it is if this server dies.
 */
export async function together<T>(ctx: RequestContext, work: () => Promise<T>): Promise<T> {
  const letters: Letter[] = [];
  joined.set(ctx, letters);
  try {
    return await work();
  } finally {
    joined.delete(ctx);
    if (letters.length > 0) await writeJoined(ctx, letters).catch((err: unknown) => ctx.services.log.error({ err }, LEFT));
  }
}

const LEFT = 'e-mails about changes could not be queued; the daily summaries will have them';

async function writeJoined(ctx: RequestContext, letters: readonly Letter[]): Promise<void> {
  const keyOf = ({ entryId, userId }: Pick<Letter, 'entryId' | 'userId'>) => `${entryId} ${userId}`;
  await ctx.services.database.whole.transaction(async (tx) => {
    const [entryIds, userIds] = [letters.map(({ entryId }) => entryId), letters.map(({ userId }) => userId)];
    const taken = new Set((await tx.query(store.takeJoined(entryIds, userIds))).map(keyOf));
    const left = letters.filter((letter) => taken.has(keyOf(letter)));
    if (left.length > 0) await writeTo(ctx, tx, left);
  });
}

/** Gives those who want an e-mail. */
export async function tellWithoutMail(tx: Transaction, happenings: readonly Happening[], isJoined = false): Promise<Letter[]> {
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
        isJoined,
      }),
    );
    const happened = new Map(some.map(({ happening }) => [happening.id, happening]));
    letters.push(
      ...found.map((row) => {
        const { userName: actor, action, meta } = happened.get(row.entryId)!;
        return { ...row, kind, thing, actor, action, to: meta?.to, meta };
      }),
    );
  }
  return letters;
}

type Letter = store.AtOnce & Pick<Rule, 'kind' | 'thing'> & Pick<Facts, 'action' | 'to'> & Pick<Happening, 'meta'> & { actor: string };

/** The kind of the e-mail about a kind. */
const mailKindOf = (kind: Kind) => MailKind[MAILED_BY_NAME.find((name) => name === kind) ?? 'NOTIFICATION'];

/** One e-mail a person, and kind of e-mail. */
async function writeTo(ctx: RequestContext, tx: Transaction, letters: readonly Letter[]): Promise<void> {
  const { organizationName } = await readSettings(tx);
  const { publicUrl } = ctx.services;
  const mails = [...groupBy(letters, ({ userId, kind }) => `${userId} ${mailKindOf(kind)}`).values()].map((own) => {
    const { kind, userId, recipient, recipientName } = own[0]!;
    const alike = [...groupBy(own, (letter) => `${letter.kind} ${letter.thing}`).values()];
    const lines = alike.flatMap((some) => linesOf(some, publicUrl)).slice(0, MOST_LINES);
    const content = notificationMail({ organizationName, recipientName, lines, count: own.length, publicUrl });
    return { kind: mailKindOf(kind), recipient, userId, ...content };
  });
  await queueMails(ctx, tx, mails);
}

/** Of several of a kind, one line for all where there are words for that. */
function linesOf(letters: readonly Letter[], publicUrl: string): Line[] {
  const several = letters.length > 1 && severalOf(letters[0]!, letters.length);
  if (several) {
    const { text, path, nameOf } = several;
    const names = letters.slice(0, MOST_NAMES).map(({ name, vendorName }) => nameOf(name, vendorName));
    return [{ text, url: publicUrl + path, names, count: letters.length, details: partsOfAll(letters) }];
  }
  return letters.map((letter) => ({
    text: sentenceOf({ ...letter, actor: namedInMail(letter.actor) }),
    details: partsOf(letter),
    url: publicUrl + pathTo(letter),
  }));
}

/** A line about several things names no more of them. */
const MOST_NAMES = 5;

const pathTo = ({ kind, thing, entityId, vendorId }: { kind: Kind; thing: Thing; entityId: string; vendorId: string }) =>
  pathOf(kind, thing, entityId, vendorId, true);

/** An e-mail has no more sentences than this; it says how many more there are. */
export const MOST_LINES = 50;
