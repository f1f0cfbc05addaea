import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A link's token must not be readable in the database, which only keeps its hash. So an e-mail is stored with a placeholder, and
 * the token next to it, encrypted with a key derived from the session secret, until it is delivered. A dump doesn't contain that
 * secret, or only part of it.
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

/** The text with the secret filled in; unchanged if there is none. */
export function fillIn(text: string, secret: string | null | undefined): string {
  return secret ? text.replaceAll(BLANK, () => secret) : text;
}

/** Replaces a link for readers who may not act as the vendor. */
const LINK_HIDDEN = '[Link hidden: shown to people who may create and send assessments]';

/** Words that contain a portal URL or the placeholder, or are a token: 32 bytes in base64url. */
const OPENS_PORTAL = new RegExp(`portal(?:/|%2f)|${BLANK}|(?<![\\w-])[\\w-]{43}(?![\\w-])`, 'i');

/** The text without any portal link. People may quote one in a message to the vendor. */
export function hideLinks(text: string): string {
  return text.replace(/[^\s<>"']+/g, (word) => (OPENS_PORTAL.test(word) ? LINK_HIDDEN : word));
}

function keyOf(sessionSecret: string): Buffer {
  // The command line has no session secret: what it sealed could be opened by nobody, or by everybody.
  if (!sessionSecret) throw new Error('a link needs the session secret to be sealed with');
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'vetgraph mail secret', 32));
}
