import { Client } from 'pg';

/** The audit checkpoint and the clock are read now and then, and the tree of the audit log grows, regardless of requests. */
const NOW_AND_THEN = /from audit_lane order by lane|as head\(lane int|epoch from clock_timestamp|^\/\* log\.isBehind/;
/** A transaction that makes the tree grow. */
const GROWS = /^\/\* log\.planOnce/;
/** Sent with the first statement, or by itself before it. */
const BEGINS = /^begin\b/;

interface Sent {
  text: string;
  /** The number of rows returned. */
  rows: number;
  /** Of those of one transaction one object. */
  transaction: { growsTree?: boolean };
}
type Told = (error: Error | null, result?: { rows?: unknown[] }) => void;

/** Statements that not every request needs: rate limits are reserved in blocks, and a session's last use is recorded now and then. */
const AT_TIMES = /rate_limit|update session/;

/** The statements that every request needs. */
export const eachTime = (sent: string[]) => sent.filter((text) => !AT_TIMES.test(text));

const original = Client.prototype.query;
const open = new WeakMap<Client, Sent['transaction']>();
const listeners = new Set<(sent: Sent) => void>();

/** Transactions are followed from their beginning, which may be before anybody listens. */
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  const [config] = args as [string | { text: string; before?: string[]; after?: string[] }];
  const { text, before = [], after = [] } = typeof config === 'string' ? { text: config } : config;
  if ([...before, text].some((one) => BEGINS.test(one))) open.set(this, {});
  const sent: Sent = { text, rows: 0, transaction: open.get(this) ?? {} };
  if ([text, ...after].some((one) => /^(commit|rollback)\b/.test(one))) open.delete(this);
  if (GROWS.test(text)) sent.transaction.growsTree = true;
  for (const listener of listeners) listener(sent);
  const told = args.at(-1);
  if (typeof told === 'function') {
    args[args.length - 1] = ((error, result) => {
      sent.rows = result?.rows?.length ?? 0;
      (told as Told)(error, result);
    }) satisfies Told;
  }
  return (original as (...args: unknown[]) => unknown).apply(this, args);
} as typeof original;

/** Runs the work and returns the SQL statements sent in the meantime, by anything in this process. */
export async function sentDuring(work: () => Promise<unknown>): Promise<Sent[]> {
  const all: Sent[] = [];
  const listener = (sent: Sent) => void all.push(sent);
  listeners.add(listener);
  await work().finally(() => listeners.delete(listener));
  return all.filter(({ text, transaction }) => !BEGINS.test(text) && !NOW_AND_THEN.test(text) && !transaction.growsTree);
}

/** The statements of the one list that the other hasn't, or not as often. */
export function beyond(many: readonly string[], few: readonly string[]): string[] {
  const left = [...few];
  return many.filter((text) => {
    const i = left.indexOf(text);
    if (i >= 0) left.splice(i, 1);
    return i < 0;
  });
}

export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  return (await sentDuring(work)).map(({ text }) => text);
}
