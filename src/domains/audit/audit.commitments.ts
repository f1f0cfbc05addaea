import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '../../platform/canonical-json';

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
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    const salt = randomBytes(SALT_BYTES);
    salts[name] = salt.toString('base64');
    commitments[name] = commitmentTo(salt, value);
  }
  return { commitments, salts };
}

/** A string is committed to as it is, anything else as its canonical JSON. */
export function commitmentTo(salt: Buffer, value: unknown): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return createHash('sha256').update(salt).update(text, 'utf8').digest('base64');
}
