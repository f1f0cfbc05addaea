import { isCommonPassword } from '../../auth/common-passwords';
import { generatePassword, hashPassword, MOST_CHARACTERS } from '../../auth/passwords';
import type { Queryable } from '../../database/database';
import { badInput } from '../../kernel/errors';
import { isVisible } from '../../kernel/validate';
import { isLongerThan } from '../../platform/characters';
import { readSettings } from '../settings/settings.service';

interface NewPassword {
  /** The input's field. */
  field: string;
  password: string;
  /** The address of whoever will have it. */
  email: string;
}

/** A random one that is long enough here. */
export async function generateNewPassword(db: Queryable): Promise<string> {
  return generatePassword((await readSettings(db)).minPasswordLength);
}

/** The hash of a password that someone may choose; otherwise says why not. There are no rules about the kinds of characters. */
export async function hashNewPassword(db: Queryable, { field, password, email }: NewPassword): Promise<string> {
  const { minPasswordLength, organizationName } = await readSettings(db);
  const refuse = (why: string) => {
    throw badInput({ [field]: why });
  };
  if (!isLongerThan(password, minPasswordLength - 1)) refuse(`must have at least ${minPasswordLength} characters`);
  if (isLongerThan(password, MOST_CHARACTERS)) refuse(`is longer than ${MOST_CHARACTERS} characters`);
  if (!isVisible(password)) refuse('must not be blank');
  const isSame = (text: string) => folded(text) === folded(password);
  if (isSame(email)) refuse('must not be the e-mail address');
  if (isSame(organizationName)) refuse('must not be the name of the organisation');
  if (isCommonPassword(password)) refuse('is one of the most used passwords; choose another');
  return hashPassword(password);
}

/** As people would call two texts the same: whatever the case, the white space and the form of the accents, with ß as SS and İ as I. */
const folded = (text: string) => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase().replaceAll('i\u0307', 'i').toUpperCase();
