import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { isLongerThan } from '../platform/characters';

/** The library defaults to argon2id; the costs are the ones OWASP recommends. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const MOST_CHARACTERS = 200;

/** A random password of at least 120 bits, and as many characters as are asked for. */
export function generatePassword(characters = 0): string {
  return randomBytes(Math.max(15, Math.ceil((characters * 3) / 4))).toString('base64url');
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, COSTS);
}

/**
 * Without a stored hash (no such account, or one without a password), or for an overlong password, it takes just as long and says no, so that timing reveals
 * nothing.
 */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const isPossible = stored != null && !isLongerThan(password, MOST_CHARACTERS);
  const matches = await verify(stored ?? (await decoy), isPossible ? password : '');
  return isPossible && matches;
}
let decoy: Promise<string> | undefined;
