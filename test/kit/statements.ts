import { Client } from 'pg';

/** The audit checkpoint and the time are taken now and then, whatever else goes on. */
const NOW_AND_THEN = /from audit_lane order by lane|as head\(lane int|epoch from clock_timestamp/;

/** Not with every request: the rate limit takes them in blocks, and when a session was last seen is noted now and then. */
const AT_TIMES = /rate_limit|update session/;

/** The statements that a request takes each time. */
export const eachTime = (sent: string[]) => sent.filter((text) => !AT_TIMES.test(text));

/** Runs the work and gives back the SQL statements that were sent meanwhile, by anyone in this process. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const original = Client.prototype.query;
  const sent: string[] = [];
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }];
    sent.push(typeof config === 'string' ? config : config.text);
    return (original as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof original;
  try {
    await work();
  } finally {
    Client.prototype.query = original;
  }
  return sent.filter((text) => !NOW_AND_THEN.test(text));
}
