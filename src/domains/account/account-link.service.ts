import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sha256 } from '../../auth/api-keys';
import { consume } from '../../auth/rate-limit';
import { endSessionsOf, SignInMethod } from '../../auth/sessions';
import type { Queryable } from '../../database/database';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, notFound, rateLimited } from '../../kernel/errors';
import { check } from '../../kernel/validate';
import { networkOf } from '../../platform/addresses';
import { type Change, change } from '../audit/audit.service';
import { MailKind } from '../mail/mail.entity';
import { queueMail, withdrawMailsToUser } from '../mail/mail.service';
import { passwordResetMail, userInvitationMail } from '../mail/mail.templates';
import { readSettings } from '../settings/settings.service';
import { hashNewPassword } from '../user/password.service';
import { addUser, emailTaken, findUser, userRule } from '../user/user.service';
import * as userStore from '../user/user.store';
import { AccountLinkKind } from './account-link.entity';
import type { InviteUserInput, ResetPasswordInput } from './account-link.inputs';
import * as store from './account-link.store';
import { knownDevice } from './device.service';
import { factorWays } from './proof.service';
import { admit, enter, passwordsOff, secondFactorRequired } from './sign-in.service';

const RESET_MINUTES = 30;
const INVITATION_DAYS = 7;

/** How often someone may ask; beyond that an account gets no more e-mails, and an address is refused. */
const PER_PAIR = { limit: 5, windowSeconds: 3_600 };
const PER_ACCOUNT = { limit: 30, windowSeconds: 3_600 };
const PER_ADDRESS = { limit: 50, windowSeconds: 600 };
/** An answer takes at least as long as the work for someone who exists, so that its time reveals nothing. */
const ANSWER_MS = 250;

/** Mails a link for a new password, if there is such a person. The answer doesn't tell. */
export async function requestPasswordReset(ctx: RequestContext, email: string): Promise<void> {
  const asked = await consume(ctx.database, `reset:address:${networkOf(ctx.request.address)}`, PER_ADDRESS);
  if (!asked.allowed) throw rateLimited(asked.resetsIn);
  await Promise.all([mailReset(ctx, email), delay(ANSWER_MS)]);
}

async function mailReset(ctx: RequestContext, email: string): Promise<void> {
  const account = await ctx.database.one(userStore.account(email.trim()));
  if (!account || account.isDisabled || !account.mayUsePassword) return;
  if (!(await mayMail(ctx, account.id))) return;
  await change(ctx, async (tx) => {
    await mailLink(ctx, tx, account, AccountLinkKind.RESET);
    const entity = { type: 'User', id: account.id, name: account.name };
    tx.record({ action: 'REQUEST_PASSWORD_RESET', entity, meta: { address: ctx.request.address } });
  });
}

/** Whoever asks too often, for others or for themselves, is not served; a browser that was used before is counted by itself. */
async function mayMail(ctx: RequestContext, userId: string): Promise<boolean> {
  const device = await knownDevice(ctx, userId);
  if (device) return (await consume(ctx.database, `reset:device:${device}`, PER_PAIR)).allowed;
  const pair = await consume(ctx.database, `reset:account:${userId} ${networkOf(ctx.request.address)}`, PER_PAIR);
  return pair.allowed && (await consume(ctx.database, `reset:account:${userId}`, PER_ACCOUNT)).allowed;
}

interface Recipient {
  id: string;
  name: string;
  email: string;
}

/** A new link, which replaces the one before. */
async function mailLink(ctx: RequestContext, tx: Change, { id, name, email }: Recipient, kind: AccountLinkKind): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const isReset = kind === AccountLinkKind.RESET;
  const minutes = isReset ? RESET_MINUTES : INVITATION_DAYS * 24 * 60;
  await tx.query(store.issue({ userId: id, kind, tokenHash: sha256(token), minutes }));
  const { organizationName } = await readSettings(tx);
  const url = `${ctx.services.publicUrl}/${isReset ? 'reset-password' : 'invitation'}/${token}`;
  const content = (isReset ? passwordResetMail : userInvitationMail)({ organizationName, recipientName: name, url, token });
  const mailKind = isReset ? MailKind.PASSWORD_RESET : MailKind.USER_INVITATION;
  await withdrawMailsToUser(tx, id, [mailKind]);
  await queueMail(ctx, tx, { kind: mailKind, recipient: email, userId: id, ...content });
}

const NO_LONGER = { token: 'no longer works: it was used, replaced or is too old. Ask for a new one' };
const FORM = /^[\w-]{43}$/;

/** Sets the password of a link's holder, once. Someone who gets hold of the link later can do nothing with it. */
async function usingLink<T>(
  ctx: RequestContext,
  { token, password }: ResetPasswordInput,
  kind: AccountLinkKind,
  then: (tx: Change, holder: Recipient & { passwordHash: string }) => Promise<T>,
): Promise<T> {
  const tries = await consume(ctx.database, `link:address:${networkOf(ctx.request.address)}`, PER_ADDRESS);
  if (!tries.allowed) throw rateLimited(tries.resetsIn);
  const tokenHash = sha256(token);
  const holder = FORM.test(token) ? await ctx.database.one(store.holder(tokenHash, kind)) : undefined;
  if (!holder) throw badInput(NO_LONGER);
  if (!(await ctx.database.one(userStore.accountOf(holder.id)))?.mayUsePassword) throw passwordsOff();
  const passwordHash = await hashNewPassword(ctx.database, { field: 'password', password, email: holder.email });
  return change(ctx, async (tx) => {
    const ended = await tx.query(store.use(tokenHash, holder.id));
    if (!ended.some(({ isUsed }) => isUsed)) throw badInput(NO_LONGER);
    await tx.query(userStore.replacePassword(holder.id, passwordHash));
    await endSessionsOf(tx, holder.id);
    await tx.query(userStore.forgetDevices([holder.id], []));
    await withdrawMailsToUser(tx, holder.id, [MailKind.PASSWORD_RESET, MailKind.USER_INVITATION]);
    return then(tx, { ...holder, passwordHash });
  });
}

export async function resetPassword(ctx: RequestContext, input: ResetPasswordInput): Promise<string> {
  return usingLink(ctx, input, AccountLinkKind.RESET, async (tx, { id, name, email }) => {
    const actor = { userId: id, name };
    tx.record({ action: 'RESET_PASSWORD', entity: { type: 'User', id, name }, actor, meta: { by: 'link', address: ctx.request.address } });
    return email;
  });
}

/** Sets the password and signs in, unless a second factor is needed: someone may have had one before. */
export async function acceptInvitation(ctx: RequestContext, input: ResetPasswordInput): Promise<string> {
  const { holder, entered } = await usingLink(ctx, input, AccountLinkKind.INVITATION, async (tx, holder) => {
    const { id, name } = holder;
    const actor = { userId: id, name };
    tx.record({ action: 'CHANGE_PASSWORD', entity: { type: 'User', id, name }, actor, meta: { by: 'invitation' } });
    const { hasFactor } = await factorWays(ctx, tx, id);
    return { holder, entered: hasFactor ? undefined : await enter(ctx, tx, holder, { method: SignInMethod.PASSWORD }) };
  });
  if (!entered) throw await secondFactorRequired(ctx, holder);
  admit(ctx, entered);
  return holder.id;
}

/** Creates a user without a password, who chooses one by a link. */
export async function inviteUser(ctx: RequestContext, input: InviteUserInput): Promise<string> {
  const given = check(userRule, input);
  return change(ctx, async (tx) => {
    const { user, told } = await addUser(ctx, tx, { ...given, passwordHash: null }, input);
    await mailLink(ctx, tx, user, AccountLinkKind.INVITATION);
    tx.record({ action: 'INVITE_USER', entity: { type: 'User', id: user.id, name: user.name }, meta: told });
    return user.id;
  }).catch(emailTaken);
}

export async function resendInvitation(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const user = await findUser(ctx, tx, id);
    if (!user) throw notFound('User');
    const account = (await tx.one(userStore.accountOf(user.id)))!;
    if (account.passwordHash) throw conflict('This person has a password already; reset it instead');
    if (account.isDisabled) throw conflict('This person is disabled; restore access first');
    await mailLink(ctx, tx, account, AccountLinkKind.INVITATION);
    tx.record({ action: 'INVITE_USER', entity: { type: 'User', id: user.id, name: user.name }, meta: { isResent: true } });
  });
}

export async function forgetEndedLinks(db: Queryable): Promise<void> {
  await db.query(store.removeEnded());
}
