import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text that must not be readable in the database, with a key derived from the secret for this purpose alone. */
export function seal(text: string, secret: string, purpose: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, derivedKey(secret, purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Undefined if it was sealed with another secret, or for another purpose. */
export function unseal(box: string, secret: string, purpose: string): string | undefined {
  const bytes = Buffer.from(box, 'base64');
  const key = derivedKey(secret, purpose);
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** A key for one purpose, so that what is made for one is worth nothing for another. */
export function derivedKey(secret: string, purpose: string): KeyObject {
  // The command line has no secret: what it sealed could be opened by nobody, or by everybody.
  if (!secret) throw new Error('sealing needs the session secret');
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
}
