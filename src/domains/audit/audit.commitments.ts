import { hash, randomFillSync } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ERASED, ERASED_DETAILS } from '../../database/personal';
import { commitmentTo } from '../../platform/tlog/check-proof';

/**
 * What an entry says of persons, and what may be long, the log binds by a commitment: a hash over the text and a salt of its own.
 * Once the text and its salt are erased, the commitment tells nothing, and every proof still holds.
 */
export interface Committed {
  /** base64 of SHA-256(salt ‖ text), by name. */
  commitments: Record<string, string>;
  /**
   * The random bytes, as PostgreSQL reads them, that every salt is made of together with its name: one to keep instead of several.
   * Where a text is erased they go, and the salts of the others stay (`salts_of` in the database).
   */
  salt: string;
}

const SALT_BYTES = 32;
/** Random bytes are made for many entries at once: that takes hardly longer than for one. */
const unused = Buffer.alloc(128 * SALT_BYTES);
let next = unused.length;

function makeSalt(): Buffer {
  if (next === unused.length) {
    randomFillSync(unused);
    next = 0;
  }
  return unused.subarray(next, (next += SALT_BYTES));
}

const saltOf = (salt: Buffer, name: string) => hash('sha256', Buffer.concat([salt, Buffer.from(name)]), 'buffer');

/** Commits to the values that are there. */
export function commit(values: Record<string, unknown>): Committed {
  const salt = makeSalt();
  const commitments: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) commitments[name] = commitmentTo(saltOf(salt, name), value);
  }
  return { commitments, salt: `\\x${salt.toString('hex')}` };
}

/** The ids of those who were erased: whose names are gone, and whether any details are. */
export type Erased = ReadonlySet<string>;

/** What an entry says, and what commits it to that. */
export interface Opened {
  userId: string | null;
  userName: string;
  entityId: string | null;
  entityName: string | null;
  meta: unknown;
  commitments: Record<string, string>;
  /** base64, by name. */
  salts: Record<string, string>;
}

/** The first of the texts of an entry that isn't what it commits to. */
export function findAltered(
  { userId, userName, entityId, entityName, meta, commitments, salts }: Opened,
  erased: Erased,
): string | undefined {
  const isGone = (id: string | null) => id !== null && erased.has(id);
  const texts: [string, unknown, isErased: boolean][] = [
    ['userName', userName, userName === ERASED && isGone(userId)],
    ['entityName', entityName, entityName === ERASED && isGone(entityId)],
    ['meta', meta, isDeepStrictEqual(meta, ERASED_DETAILS) && erased.size > 0],
  ];
  return texts.find(([name, text, isErased]) => !isCommitted(text, salts[name], commitments[name], isErased))?.[0];
}

/** Whether a commitment is to a text. Of one that was erased the salt is gone. */
export function isCommitted(text: unknown, salt: string | undefined, commitment: string | undefined, isErased: boolean): boolean {
  if (commitment === undefined) return (text ?? null) === null && salt === undefined;
  if (salt === undefined) return isErased;
  const bytes = Buffer.from(salt, 'base64');
  return bytes.length === SALT_BYTES && commitment === commitmentTo(bytes, text);
}
