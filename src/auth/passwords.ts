import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** argon2id is the library's default variant; the costs are those that OWASP recommends. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const passwordRule = z
  .string({ error: 'must be text' })
  .min(8, 'must have at least 8 characters')
  .max(200, 'is longer than 200 characters')
  .regex(/[^\s\p{Cf}]/u, 'must not be blank');

/** One that nobody chose: 120 random bits. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, COSTS);
}

/** Without a stored hash (no such account) it takes as long and says no, so that time tells nothing. */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
}
let decoy: Promise<string> | undefined;
