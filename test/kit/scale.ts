/** FAULTS=long, as set by npm run test:faults, runs the fault tests at full length. */
export const IS_LONG = process.env.FAULTS === 'long';

const YARDSTICK_SECONDS = 0.45;

/** How much slower this machine is just now than usual with all tests running, at least 1: by the processor time of the same work. */
export function slowness(): number {
  const before = process.cpuUsage();
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ id: i.toString(36), name: `Vendor ${i}`, tags: ['a', 'b', String(i)] }));
  for (let i = 0; i < 8; i++) JSON.parse(JSON.stringify(rows));
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1_000_000 / YARDSTICK_SECONDS);
}

/** Picks the parameters of a test: the short ones keep npm test quick. */
export function scaled<T>(short: T, long: T): T {
  return IS_LONG ? long : short;
}
