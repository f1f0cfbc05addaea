import { sha256 } from '../../auth/api-keys';
import { consume, type Consumed, refund, reset } from '../../auth/rate-limit';
import type { Queryable } from '../../database/database';
import type { RequestContext } from '../../kernel/context';
import { badInput } from '../../kernel/errors';
import { networkOf } from '../../platform/addresses';
import { unseal } from '../../platform/seal';
import { knownDevice } from './device.service';
import { FactorKind } from './factor.entity';
import * as store from './factor.store';
import { claimedId, readShown, requestOptions, type StoredPasskey } from './passkeys';
import { readRecoveryCode } from './recovery-codes';
import { stepOf } from './totp';

/** What secrets of authenticator apps are sealed for. */
export const TOTP_SEAL = 'vetgraph authenticator';

/** How someone can show who they are. */
export type Way = 'PASSWORD' | 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE' | 'PROVIDER';
export type FactorWay = 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE';

/** What is shown: exactly one of them. */
export interface Proof {
  code?: string | null;
  assertion?: unknown;
  recoveryCode?: string | null;
}

/**
 * Failed attempts in the second step of a sign-in. Only somebody who knows the password gets here; still, they are counted like
 * passwords, so that nobody can lock out others.
 */
const PER_PAIR = { limit: 10, windowSeconds: 600 };
/** Codes from all addresses together: there are only a million. Browsers that were used before are not affected. */
const PER_USER = { limit: 50, windowSeconds: 600 };

export interface Tries {
  /** The limit that is exceeded, if one is. */
  refused?: Consumed;
  /** The attempt was no guess. */
  takeBack(): Promise<void>;
}

export async function countProof(ctx: RequestContext, userId: string, proof: Proof): Promise<Tries> {
  const { database } = ctx;
  const device = await knownDevice(ctx, userId);
  const own = device ? `factor:device:${device}` : `factor:account:${userId} ${networkOf(ctx.request.address)}`;
  const shared = `factor:user:${userId}`;
  const isShared = !device && proof.code != null;
  const used = [await consume(database, own, PER_PAIR), ...(isShared ? [await consume(database, shared, PER_USER)] : [])];
  return {
    refused: used.find(({ allowed }) => !allowed),
    async takeBack() {
      await reset(database, own);
      if (isShared) await refund(database, shared);
    },
  };
}

/** What the proof claims to be. */
export const wayOf = ({ code, recoveryCode }: Proof): FactorWay =>
  code != null ? 'TOTP' : recoveryCode != null ? 'RECOVERY_CODE' : 'PASSKEY';

/** What to say if it doesn't fit. */
export function misfit({ password, code, recoveryCode }: Proof & { password?: string | null }): string {
  if (password != null) return 'Wrong password';
  if (code != null) return 'Wrong code, or it was already used: wait for the next one';
  return recoveryCode != null ? 'Wrong recovery code' : 'That passkey didn’t fit';
}

/** Throws unless exactly one of the fields is given. */
export function assertOneOf(input: object, names: readonly [string, ...string[]]): void {
  const [first, second] = names.filter((name) => (input as Record<string, unknown>)[name] != null);
  const [one, ...others] = names;
  if (!first) throw badInput({ [one]: `is required, unless one of these is given: ${others.join(', ')}` });
  if (second) throw badInput({ [second]: `must not be given together with ${first}` });
}

/** The ways besides the password, with what the browser needs for a passkey. */
export async function factorWays(ctx: RequestContext, db: Queryable, userId: string) {
  const factors = await db.query(store.usable(userId));
  const passkeys = factors.filter(({ kind }) => kind === FactorKind.PASSKEY).map(passkeyOf);
  const hasTotp = factors.some(({ kind }) => kind === FactorKind.TOTP);
  const { count: codes } = (await db.one(store.countCodes(userId)))!;
  const ways: FactorWay[] = [
    ...(hasTotp ? (['TOTP'] as const) : []),
    ...(passkeys.length > 0 ? (['PASSKEY'] as const) : []),
    ...(codes > 0 && factors.length > 0 ? (['RECOVERY_CODE'] as const) : []),
  ];
  return {
    ways,
    hasFactor: factors.length > 0,
    passkeyOptions: passkeys.length > 0 ? await requestOptions(ctx.services, passkeys) : undefined,
  };
}

/**
 * Which factor of the user it shows; undefined if it doesn't fit. What is shown is used up in the transaction: it works again only
 * if that doesn't commit.
 */
export async function useProof(
  ctx: RequestContext,
  tx: Queryable,
  userId: string,
  proof: Proof,
  passkeyChallenge: string | undefined,
): Promise<FactorWay | undefined> {
  if (proof.recoveryCode != null) {
    const code = readRecoveryCode(proof.recoveryCode);
    return code && (await tx.one(store.useCode(userId, sha256(code)))) ? 'RECOVERY_CODE' : undefined;
  }
  const factors = await tx.query(store.usable(userId));
  if (proof.code != null) {
    for (const { id, secretBox } of factors.filter(({ kind }) => kind === FactorKind.TOTP)) {
      const secret = unseal(secretBox!, ctx.services.sessionSecret, TOTP_SEAL);
      const step = secret && stepOf(secret, proof.code, ctx.database.now());
      if (step && (await tx.one(store.useStep(id, step)))) return 'TOTP';
    }
    return undefined;
  }
  const passkey = factors.find(({ credentialId }) => credentialId && credentialId === claimedId(proof.assertion));
  return passkey && (await usePasskey(ctx, tx, passkey, proof.assertion, passkeyChallenge, { isAlone: false })) ? 'PASSKEY' : undefined;
}

/** Whether an assertion is one of this passkey. */
export async function usePasskey(
  ctx: RequestContext,
  tx: Queryable,
  factor: store.Usable,
  assertion: unknown,
  challenge: string | undefined,
  how: { isAlone: boolean },
): Promise<boolean> {
  if (!challenge) return false;
  const counter = await readShown(ctx.services, assertion, challenge, passkeyOf(factor), how);
  return counter !== undefined && (await tx.one(store.usePasskey(factor.id, counter))) !== undefined;
}

export const passkeyOf = ({ credentialId, publicKey, counter, transports }: store.Usable): StoredPasskey => ({
  credentialId: credentialId!,
  publicKey: publicKey!,
  counter: counter ?? 0,
  transports: transports ?? [],
});
