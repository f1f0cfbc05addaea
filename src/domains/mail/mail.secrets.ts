import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A link's token must not lie open in the database, where only its hash is kept. So an e-mail is stored with a blank in
 * its place, and the token beside it, sealed by a key that comes from the session secret, until it is delivered.
 * A dump doesn't hold that secret, or only a part of it.
 */
export const BLANK = '‹…›';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function sealSecret(secret: string, sessionSecret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(sessionSecret), iv);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Undefined if the session secret has changed since. */
export function openSecret(box: string, sessionSecret: string): string | undefined {
  const bytes = Buffer.from(box, 'base64');
  const key = keyOf(sessionSecret);
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** The text with the secret in its place; as it is, if there is none. */
export function fillIn(text: string, secret: string | null | undefined): string {
  return secret ? text.replaceAll(BLANK, () => secret) : text;
}

/** What stands in the place of a link for those who may not act as the vendor. */
const LINK_HIDDEN = '[Link hidden: shown to people who may create and send assessments]';

/** Words that are an address with a token or its blank, or a token alone: 32 bytes in base64url. */
const OPENS_PORTAL = new RegExp(`portal(?:/|%2f)|${BLANK}|(?<![\\w-])[\\w-]{43}(?![\\w-])`, 'i');

/** The text without any link that opens a portal. People may quote one in what they write to the vendor. */
export function hideLinks(text: string): string {
  return text.replace(/[^\s<>"']+/g, (word) => (OPENS_PORTAL.test(word) ? LINK_HIDDEN : word));
}

function keyOf(sessionSecret: string): Buffer {
  // The command line runs without one: what it sealed, nobody could open, or everybody.
  if (!sessionSecret) throw new Error('a link needs the session secret to be sealed with');
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'vetgraph mail secret', 32));
}
