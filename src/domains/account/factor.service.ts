import { sha256 } from '../../auth/api-keys';
import { endSessionsOf } from '../../auth/sessions';
import type { Row } from '../../database/rows';
import { groupBy, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, forbidden, notFound, onTaken } from '../../kernel/errors';
import { check, line, optional } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { seal, unseal } from '../../platform/seal';
import { z } from 'zod';
import { type Change, change } from '../audit/audit.service';
import { assertWayIn, readSettings } from '../settings/settings.service';
import { managesSettings } from '../user/role.rules';
import type { User } from '../user/user.entity';
import { seesSignInOf } from '../user/user-sessions.service';
import { findUser } from '../user/user.service';
import * as userStore from '../user/user.store';
import { type Factor, FactorKind } from './factor.entity';
import type { ConfirmPasskeyInput, ConfirmTotpInput } from './factor.inputs';
import * as store from './factor.store';
import { creationOptions, readCreated } from './passkeys';
import { passkeyOf, TOTP_SEAL } from './proof.service';
import { newRecoveryCodes } from './recovery-codes';
import { newTotpSecret, stepOf, totpAddress } from './totp';

const MOST = 20;
const PASSKEY_SEAL = 'vetgraph passkey being added';
const nameRule = z.object({ name: optional(line(100)) });

const factorsOf = loader<string, Row<Factor>[]>(async (userIds, ctx) => {
  // Where factors are written: a replica may not know yet that one was removed.
  const groups = groupBy(await ctx.primary.query(store.of(userIds)), ({ userId }) => userId);
  return userIds.map((id) => groups.get(id) ?? []);
});

/** Oldest first; null for callers who may not see them. */
export async function listFactors(ctx: RequestContext, userId: string): Promise<Row<Factor>[] | null> {
  return seesSignInOf(ctx, userId) ? ctx.load(factorsOf, userId) : null;
}

/** Whether someone who has just signed in by password must set up a factor first. */
export async function isFactorDue({ database }: RequestContext, userId: string): Promise<boolean> {
  return (await database.one(store.duty(userId)))?.isDue ?? false;
}

/** Whoever is signed in by a session: an API key has no factors, whoever made it. */
function person({ caller: { userId, sessionId } }: RequestContext): { userId: string; sessionId: string } {
  if (!userId || !sessionId) throw forbidden('Only a person has second factors: an API key has none');
  return { userId, sessionId };
}

export async function beginTotp(ctx: RequestContext): Promise<{ secret: string; uri: string; qrCode: string }> {
  const { userId, sessionId } = person(ctx);
  const { email } = (await ctx.database.one(userStore.accountOf(userId)))!;
  const { organizationName } = await readSettings(ctx.database);
  const secret = newTotpSecret();
  await ctx.database.query(store.setPendingTotp(sessionId, seal(secret, ctx.services.sessionSecret, TOTP_SEAL)));
  return { secret, ...totpAddress(secret, organizationName, email) };
}

export interface Added {
  factor: Row<Factor>;
  recoveryCodes: string[] | null;
}

export async function confirmTotp(ctx: RequestContext, input: ConfirmTotpInput): Promise<Added> {
  const { userId, sessionId } = person(ctx);
  const { name } = check(nameRule, input);
  return change(ctx, async (tx) => {
    const box = (await tx.one(store.pending(sessionId)))?.totp;
    const secret = box && unseal(box, ctx.services.sessionSecret, TOTP_SEAL);
    if (!secret) throw conflict('No authenticator app is being set up: begin again');
    const lastStep = stepOf(secret, input.code, ctx.database.now());
    if (lastStep === undefined) throw badInput({ code: 'is not the current code of the app; check that its clock is right' });
    await tx.query(store.setPendingTotp(sessionId, null));
    return add(ctx, tx, { userId, kind: FactorKind.TOTP, name: name ?? 'Authenticator app', secretBox: box, lastStep });
  });
}

export async function beginPasskey(ctx: RequestContext): Promise<unknown> {
  const { userId, sessionId } = person(ctx);
  const owner = (await ctx.database.one(userStore.accountOf(userId)))!;
  const { organizationName } = await readSettings(ctx.database);
  const known = (await ctx.database.query(store.usable(userId))).filter(({ kind }) => kind === FactorKind.PASSKEY).map(passkeyOf);
  const options = await creationOptions(ctx.services, organizationName, owner, known);
  await ctx.database.query(store.setPendingPasskey(sessionId, seal(options.challenge, ctx.services.sessionSecret, PASSKEY_SEAL)));
  return options;
}

const NO_PASSKEY = 'No passkey is being set up: begin again';
const passkeyTaken = onTaken(['factor_credential_taken'], () => conflict('This passkey is already in use'));

export async function confirmPasskey(ctx: RequestContext, input: ConfirmPasskeyInput): Promise<Added> {
  const { userId, sessionId } = person(ctx);
  const { name } = check(nameRule, input);
  const box = (await ctx.database.one(store.pending(sessionId)))?.passkey;
  const challenge = box && unseal(box, ctx.services.sessionSecret, PASSKEY_SEAL);
  if (!challenge) throw conflict(NO_PASSKEY);
  const made = await readCreated(ctx.services, input.credential, challenge);
  if (!made) throw badInput({ credential: 'is not a passkey made for this: begin again' });
  return change(ctx, async (tx) => {
    if (!(await tx.one(store.takePendingPasskey(sessionId, box)))) throw conflict(NO_PASSKEY);
    return add(ctx, tx, { userId, kind: FactorKind.PASSKEY, name: name ?? 'Passkey', ...made });
  }).catch(passkeyTaken);
}

/** The first comes with recovery codes. Ends the other sessions: they were started with less. */
async function add(ctx: RequestContext, tx: Change, factor: store.New): Promise<Added> {
  const { userId, kind } = factor;
  const user = await own(ctx, tx, userId);
  const { count } = (await tx.one(store.countOf(userId)))!;
  if (count >= MOST) throw conflict(`Nobody can have more than ${MOST} factors: remove one first`);
  const { id } = (await tx.one(store.insert(factor)))!;
  const recoveryCodes = count === 0 ? await replaceCodes(tx, userId) : null;
  await endSessionsOf(tx, userId, ctx.caller.sessionId);
  tx.record({ action: 'ADD_FACTOR', entity: entityOf(user), meta: { kind } });
  const [made] = (await tx.query(store.of([userId]))).filter((one) => one.id === id);
  return { factor: made!, recoveryCodes };
}

async function replaceCodes(tx: Change, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx.query(store.dropCodes([userId]));
  await tx.query(store.insertCodes(userId, codes.map(sha256)));
  return codes;
}

export async function removeFactor(ctx: RequestContext, id: string): Promise<void> {
  const { userId, sessionId } = person(ctx);
  await change(ctx, async (tx) => {
    const user = await own(ctx, tx, userId);
    const removed = isId(id) ? await tx.one(store.remove(id, userId)) : undefined;
    if (!removed) throw notFound('Factor');
    const { count } = (await tx.one(store.countOf(userId)))!;
    if (count === 0) {
      const { isRequired } = (await tx.one(store.duty(userId)))!;
      if (isRequired) throw conflict('Your organisation requires a second factor: add another one before you remove the last');
      await tx.query(store.dropCodes([userId]));
    }
    await assertWayInWithout(tx, user, [removed.kind]);
    await endSessionsOf(tx, userId, sessionId);
    tx.record({ action: 'REMOVE_FACTOR', entity: entityOf(user), meta: { kind: removed.kind } });
  });
}

export async function regenerateRecoveryCodes(ctx: RequestContext): Promise<string[]> {
  const { userId } = person(ctx);
  return change(ctx, async (tx) => {
    const user = await own(ctx, tx, userId);
    const { count } = (await tx.one(store.countOf(userId)))!;
    if (count === 0) throw conflict('Recovery codes come with a second factor: add one first');
    const codes = await replaceCodes(tx, userId);
    tx.record({ action: 'REGENERATE_RECOVERY_CODES', entity: entityOf(user) });
    return codes;
  });
}

/** Removes all factors of someone else, who has lost them, and ends their sessions. */
export async function resetUserFactors(ctx: RequestContext, id: string): Promise<void> {
  if (id.toLowerCase() === ctx.caller.userId) throw badInput({ id: 'is you: remove your own factors under Account' });
  await change(ctx, async (tx) => {
    const user = await findUser(ctx, tx, id);
    if (!user) throw notFound('User');
    const removed = await tx.query(store.removeAll([user.id]));
    if (removed.length === 0) return;
    await tx.query(store.dropCodes([user.id]));
    const kinds = removed.map(({ kind }) => kind);
    await assertWayInWithout(tx, user, kinds);
    await endSessionsOf(tx, user.id);
    tx.record({ action: 'REMOVE_FACTOR', entity: entityOf(user), meta: { kinds } });
  });
}

/** A passkey may have been the last way in. */
async function assertWayInWithout(tx: Change, user: User, removed: readonly FactorKind[]): Promise<void> {
  if (removed.includes(FactorKind.PASSKEY) && managesSettings(user.role.getEntity())) await assertWayIn(tx);
}

/** The caller's account, locked: changes of its factors wait for each other. */
async function own(ctx: RequestContext, tx: Change, userId: string): Promise<User> {
  const user = await findUser(ctx, tx, userId);
  if (!user) throw notFound('User');
  return user;
}

const entityOf = ({ id, name }: User) => ({ type: 'User', id, name });
