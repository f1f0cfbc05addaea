import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 15;
const GROUP = 5;
const COUNT = 10;

/** Ten codes of 74 bits each, in groups that people can read: "k3m9x-…". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, newCode);
}

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-');
}

/** As it was given out, however someone writes it; undefined if it can't be one. */
export function readRecoveryCode(text: string): string | undefined {
  if (text.length > 100) return undefined;
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return letters.length === LENGTH ? letters.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-') : undefined;
}
