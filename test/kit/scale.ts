/** FAULTS=long, as set by npm run test:faults, runs the fault tests at full length. */
export const IS_LONG = process.env.FAULTS === 'long';

/** Picks the parameters of a test: the short ones keep npm test quick. */
export function scaled<T>(short: T, long: T): T {
  return IS_LONG ? long : short;
}
