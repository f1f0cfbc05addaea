import { randomBytes } from 'node:crypto';
import { commitmentTo } from '../../platform/tlog/check-proof';

/**
 * What an entry says of persons, and what may be long, the log binds by a commitment: a hash over the text and a random
 * salt, both kept beside it. Once the text and its salt are erased, the commitment tells nothing, and every proof still holds.
 */
export interface Committed {
  /** base64 of SHA-256(salt ‖ text), by name. */
  commitments: Record<string, string>;
  /** base64, by name. */
  salts: Record<string, string>;
}

const SALT_BYTES = 32;

/** Commits to the values that are there. */
export function commit(values: Record<string, unknown>): Committed {
  const commitments: Record<string, string> = {};
  const salts: Record<string, string> = {};
  const there = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const random = randomBytes(there.length * SALT_BYTES);
  there.forEach(([name, value], i) => {
    const salt = random.subarray(i * SALT_BYTES, (i + 1) * SALT_BYTES);
    salts[name] = salt.toString('base64');
    commitments[name] = commitmentTo(salt, value);
  });
  return { commitments, salts };
}

/** Whether an entry commits to a value. Of what was erased the salt is gone. */
export function isCommitted(value: unknown, salt: string | null, commitment: string | null): boolean {
  if (salt === null) return (commitment === null) === (value === null);
  return commitment === commitmentTo(Buffer.from(salt, 'base64'), value);
}
