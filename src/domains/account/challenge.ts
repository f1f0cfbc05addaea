import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { consume, count } from '../../auth/rate-limit';
import type { Queryable } from '../../database/database';
import type { RequestContext } from '../../kernel/context';
import { derivedKey } from '../../platform/seal';

/** What a challenge is for: the rest of a sign-in, a sign-in by passkey alone, showing again who one is. */
export type Purpose = 'login' | 'passkey-login' | 'reauthenticate';

/** What we said when we asked. The server remembers nothing: a challenge carries it all, signed. */
interface Asked {
  purpose: Purpose;
  /** Who is asked; with a passkey alone, nobody in particular. */
  userId?: string;
  /** What the passkey must sign. */
  passkeyChallenge?: string;
  /** Tells whether the password that was shown is still the account's. */
  passwordMark?: string;
  /** The session that asks again. */
  sessionId?: string;
}

export interface Challenge extends Asked {
  id: string;
}

const SECONDS = 300;
const MISSES = { limit: 5, windowSeconds: SECONDS };
/** Counts as so many misses that no try is left. */
const ANSWERED = 1_000_000;

export function pose(ctx: RequestContext, asked: Asked): string {
  const now = seconds(ctx);
  return jwt.sign({ ...asked, id: randomUUID(), iat: now, exp: now + SECONDS }, keyOf(ctx), { algorithm: 'HS256' });
}

/** Undefined if we didn't pose it for this purpose, or too long ago. */
export function readChallenge(ctx: RequestContext, token: string, purposes: readonly Purpose[]): Challenge | undefined {
  try {
    const read = jwt.verify(token, keyOf(ctx), { algorithms: ['HS256'], clockTimestamp: seconds(ctx) }) as unknown as Challenge;
    return purposes.includes(read.purpose) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Counts a try. False once it was answered, or after too many. */
export async function mayTry({ database }: RequestContext, { id }: Challenge): Promise<boolean> {
  return (await consume(database, countKey(id), MISSES)).allowed;
}

/** Of several right answers at once, one counts. */
export async function answer(tx: Queryable, { id }: Challenge): Promise<boolean> {
  return (await count(tx, countKey(id), MISSES, ANSWERED)).count < 2 * ANSWERED;
}

const countKey = (id: string) => `challenge:${id}`;
const seconds = ({ database }: RequestContext) => Math.floor(database.now().getTime() / 1_000);
const keyOf = ({ services }: RequestContext) => derivedKey(services.sessionSecret, 'vetgraph challenge');
