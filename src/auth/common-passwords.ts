import { dictionary } from '@zxcvbn-ts/language-common';

let common: ReadonlySet<string> | undefined;

/** Neighbours in the alphabet and on keyboards. The list leaves out passwords that only follow these, or repeat a few characters. */
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);
const REPEATED = /^(.{1,4}?)\1+$/su;

/** Whether a password is among the 49,000 most used, in any case of letters. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map((one) => one.toLowerCase()));
  const folded = password.toLowerCase();
  return common.has(folded) || REPEATED.test(folded) || RUNS.some((run) => `${run}${run.slice(1)}`.includes(folded));
}
