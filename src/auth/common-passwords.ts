import { dictionary } from '@zxcvbn-ts/language-common';

let common: ReadonlySet<string> | undefined;

/** Whether a password is among the 49,000 most used, in any case of letters. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map((one) => one.toLowerCase()));
  return common.has(password.toLowerCase());
}
