import { createHash } from 'node:crypto';
import type { GraphQLResolveInfo } from 'graphql';
import { admits, hasEverything } from '../../auth/permissions';
import type { Queryable } from '../../database/database';
import { findLocked } from '../../kernel/revise';
import type { Row } from '../../database/rows';
import { type Connection, connection, type PageArgs } from '../../graphql/connection';
import type { RequestContext } from '../../kernel/context';
import { invalidTransition, notFound } from '../../kernel/errors';
import { byId, groupBy, loader } from '../../graphql/engine/loaders';
import { oneLine } from '../../platform/mail/text';
import { change } from '../audit/audit.service';
import { roleById } from '../user/role.service';
import { isAtProvider, userById } from '../user/user.service';
import { Mail, MailKind, MailStatus } from './mail.entity';
import type { MailFilter } from './mail.inputs';
import {
  ANSWERS_HIDDEN,
  fillIn,
  hideLinks,
  LINK_HIDDEN_FOR_NOW,
  openSecret,
  sealSecret,
  PROVIDERS_LINK_HIDDEN,
  USERS_LINK_HIDDEN,
  VENDORS_LINK_HIDDEN,
} from './mail.secrets';
import * as store from './mail.store';
import type { MailContent } from './mail.templates';

export interface OutgoingMail extends MailContent {
  kind: MailKind;
  recipient: string;
  assessmentId?: string;
  /** The vendor it is for, if it isn't about one assessment. */
  vendorId?: string;
  /** Whose account it is about. */
  userId?: string;
  /** Of several e-mails with the same key, from whichever server, only the first is sent. */
  dedupeKey?: string;
  /** What is attached to it: a file that was added. */
  fileId?: string;
}

/** An address within a dedupeKey: keys outlive the addresses of e-mails, which may be erased. */
export function addressKey(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 32);
}

/** Adds an e-mail to the outbox in the transaction of the change it reports: it is sent if that commits. */
export function queueMail(ctx: RequestContext, tx: Queryable, mail: OutgoingMail): Promise<void> {
  return queueMails(ctx, tx, [mail]);
}

/** The same for many, in one statement. */
export async function queueMails(ctx: RequestContext, tx: Queryable, mails: readonly OutgoingMail[]): Promise<void> {
  const rows = mails.map(({ kind, recipient, subject, text, html, secret, assessmentId, vendorId, userId, dedupeKey, fileId }) => ({
    kind,
    recipient: oneLine(recipient),
    subject: oneLine(subject),
    text,
    html: html ?? null,
    secretBox: secret ? sealSecret(secret, ctx.services.sessionSecret) : null,
    assessmentId: assessmentId ?? null,
    vendorId: vendorId ?? null,
    userId: userId ?? null,
    dedupeKey: dedupeKey ?? null,
    fileId: fileId ?? null,
  }));
  await tx.query(store.queue(rows));
}

/** Withdraws queued e-mails about assessments that no longer exist. What was answered goes with them, sent or not. */
export async function withdrawMails(tx: Queryable, assessmentIds: readonly string[]): Promise<void> {
  await tx.query(store.withdraw(assessmentIds));
}

/** Withdraws queued e-mails to a vendor. */
export async function withdrawMailsOfVendor(tx: Queryable, vendorId: string): Promise<void> {
  await tx.query(store.withdrawOfVendor(vendorId));
}

/** The same for one that no longer exists: what it answered goes with it. */
export async function removeMailsOfVendor(tx: Queryable, vendorId: string): Promise<void> {
  await tx.query(store.removeOfVendor(vendorId));
}

/** Withdraws queued e-mails whose link no longer works. */
export async function withdrawInvitations(tx: Queryable, assessmentIds: readonly string[]): Promise<void> {
  await tx.query(store.withdrawInvitations(assessmentIds));
}

/** The same for the links of vendors to findings: failed e-mails lose the secret. */
export async function withdrawRemediations(tx: Queryable, vendorIds: readonly string[]): Promise<void> {
  await tx.query(store.withdrawRemediations(vendorIds));
  await tx.query(store.emptyRemediations(vendorIds));
}

/** Withdraws queued e-mails of these kinds about a user's account: their links no longer work. */
export async function withdrawMailsToUser(tx: Queryable, userId: string, kinds: readonly MailKind[]): Promise<void> {
  await tx.query(store.withdrawToUser(userId, kinds));
}

/** How long a file is kept for an e-mail that can't be sent. */
const FILE_DAYS = 90;

export async function forgetMailFiles({ database }: RequestContext): Promise<void> {
  await database.query(store.forgetFiles(FILE_DAYS));
}

export const mailById = byId(Mail);

const MOST_OF_ASSESSMENT = 50;

/** The newest e-mails about assessments. */
export const mailsOfAssessment = loader<string, Row<Mail>[]>(async (assessmentIds, ctx) => {
  const rows = await ctx.database.query(store.newestOf(assessmentIds, MOST_OF_ASSESSMENT));
  const groups = groupBy(rows, ({ assessmentId }) => assessmentId!);
  return assessmentIds.map((id) => groups.get(id) ?? []);
});

/** The outbox and the delivery log, newest first. */
export function listMails(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  filter: MailFilter,
  page: PageArgs,
): Promise<Connection<Row<Mail>>> {
  return connection(ctx, info, { entity: Mail, conditions: store.conditionsOf(filter), order: store.NEWEST_FIRST, page });
}

/**
 * The text with its secret while it is queued, so that it can be shared manually; afterwards with the placeholder. Anyone with a
 * link can act as its recipient, so it is shown only to those who may do as much: who may send vendors one, or could reset the
 * user's password by hand; of people whom an identity provider knows, only to those with every permission. What vendors answered is for
 * those who may see it elsewhere.
 */
export async function readableText(
  ctx: RequestContext,
  { text, kind, secretBox, status, userId }: Pick<Row<Mail>, 'text' | 'kind' | 'secretBox' | 'status' | 'userId'>,
): Promise<string> {
  if (store.OF_ASSESSMENTS.includes(kind) && !admits(['assessments:view'], ctx.caller)) return ANSWERS_HIDDEN;
  const sender = kind === MailKind.REMEDIATION ? 'assessments:review' : 'assessments:create';
  const instead = userId ? await hiddenFrom(ctx, userId) : admits([sender], ctx.caller) ? undefined : VENDORS_LINK_HIDDEN;
  if (instead) return hideLinks(text, instead);
  // With the link one could do all that is asked about again.
  const { sessionId, shownSeconds = 0 } = ctx.caller;
  if (userId && sessionId && shownSeconds >= ctx.services.config.reauthenticateSeconds) return hideLinks(text, LINK_HIDDEN_FOR_NOW);
  const isShown = secretBox && (!userId || status === MailStatus.QUEUED);
  return fillIn(text, isShown ? openSecret(secretBox, ctx.services.sessionSecret) : null);
}

/**
 * Why someone may not see a user's link; undefined if they may. Whoever has set a password by one still knows it when a provider gives the
 * person more.
 */
async function hiddenFrom(ctx: RequestContext, userId: string): Promise<string | undefined> {
  const user = admits(['users:manage'], ctx.caller) ? await ctx.load(userById, userId) : null;
  const role = user && (await ctx.load(roleById, user.roleId));
  if (!role?.permissions.every((permission) => ctx.caller.permissions.has(permission))) return USERS_LINK_HIDDEN;
  return hasEverything(ctx.caller) || !(await ctx.load(isAtProvider, userId)) ? undefined : PROVIDERS_LINK_HIDDEN;
}

const WITH_LINK = new Set<string>([MailKind.INVITATION, MailKind.REMEDIATION, MailKind.PASSWORD_RESET, MailKind.USER_INVITATION]);

/** Starts a new series of attempts for a failed e-mail. */
export async function retryMail(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const mail = await findLocked(tx, Mail, id);
    if (!mail) throw notFound('E-mail');
    const { subject: name, kind, status } = mail;
    if (status !== MailStatus.FAILED) throw invalidTransition('Only a failed e-mail can be queued again');
    if (WITH_LINK.has(kind) && !mail.secretBox) throw invalidTransition('Its link no longer works; send a new one instead');
    await tx.query(store.requeue(id));
    tx.record({ action: 'RETRY_MAIL', entity: { type: 'Mail', id, name }, meta: { kind } });
  });
}
