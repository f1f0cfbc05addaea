import { Client } from 'pg';

/** The audit checkpoint and the clock are read now and then, regardless of requests. */
const NOW_AND_THEN = /from audit_lane order by lane|as head\(lane int|epoch from clock_timestamp/;

interface Sent {
  text: string;
  /** The number of rows returned. */
  rows: number;
}
type Told = (error: Error | null, result?: { rows?: unknown[] }) => void;

/** Statements that not every request needs: rate limits are reserved in blocks, and a session's last use is recorded now and then. */
const AT_TIMES = /rate_limit|update session/;

/** The statements that every request needs. */
export const eachTime = (sent: string[]) => sent.filter((text) => !AT_TIMES.test(text));

/** Runs the work and returns the SQL statements sent in the meantime, by anything in this process. */
export async function sentDuring(work: () => Promise<unknown>): Promise<Sent[]> {
  const original = Client.prototype.query;
  const all: Sent[] = [];
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }];
    const sent = { text: typeof config === 'string' ? config : config.text, rows: 0 };
    all.push(sent);
    const told = args.at(-1);
    if (typeof told === 'function') {
      args[args.length - 1] = ((error, result) => {
        sent.rows = result?.rows?.length ?? 0;
        (told as Told)(error, result);
      }) satisfies Told;
    }
    return (original as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof original;
  try {
    await work();
  } finally {
    Client.prototype.query = original;
  }
  return all.filter(({ text }) => !NOW_AND_THEN.test(text));
}

export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  return (await sentDuring(work)).map(({ text }) => text);
}
