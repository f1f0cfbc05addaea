import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { seal, unseal } from '../../platform/seal';

const PURPOSE = 'vetgraph webhook secret';
const PREFIX = 'whsec_';
const FEWEST_BYTES = 24;
const MOST_BYTES = 64;
const NEW_BYTES = 32;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A secret as Standard Webhooks writes it. */
export const secretRule = z
  .string()
  .max(PREFIX.length + 100, 'is too long')
  .refine((secret) => {
    const text = secret.slice(PREFIX.length);
    const { length } = Buffer.from(text, 'base64');
    return secret.startsWith(PREFIX) && BASE64.test(text) && length >= FEWEST_BYTES && length <= MOST_BYTES;
  }, `must be ${PREFIX} and base64 of ${FEWEST_BYTES} to ${MOST_BYTES} bytes`);

export const makeSecret = () => PREFIX + randomBytes(NEW_BYTES).toString('base64');

export const sealSecret = (secret: string, sessionSecret: string) => seal(secret, sessionSecret, PURPOSE);

/** Undefined if SESSION_SECRET has changed since. */
export const openSecret = (box: string, sessionSecret: string) => unseal(box, sessionSecret, PURPOSE);

/** What is signed: the id and time of the attempt come with the body, so that nobody can send it again later or as another one. */
export interface Signed {
  id: string;
  /** Unix seconds. */
  timestamp: number;
  body: string;
}

/** One signature for each secret: while two are valid, the receiver may know either. */
export function signatures(secrets: readonly string[], { id, timestamp, body }: Signed): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
