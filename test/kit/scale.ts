/** FAULTS=long, as npm run test:faults sets it, makes the tests that hurt the server as long as they were meant to be. */
export const IS_LONG = process.env.FAULTS === 'long';

/** The measure of a test: the short one keeps npm test quick. */
export function scaled<T>(short: T, long: T): T {
  return IS_LONG ? long : short;
}
