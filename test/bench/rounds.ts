import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import { type Contestant, type Loader } from './contestants';
import type { Ask, Job } from './jobs';
import { cpuOf, median } from './measure';

export const CONNECTIONS = 32;

export interface Result {
  contestant: string;
  /** Responses per second, by round. */
  rates: number[];
  /** Milliseconds, medians of the rounds. */
  p50: number;
  p99: number;
  /** Milliseconds of processor time per request. */
  serverCpu: number;
  databaseCpu: number;
}

export interface Plan {
  /** Long enough for everything to be compiled. */
  warmUpMs: number;
  rounds: number;
  ms: number;
}

interface Rig {
  loader: Loader;
  client: Client;
  /** The database's process. */
  postmaster: number;
}

/** Runs one job on every contestant that supports it, round by round, so that other load on the machine affects all alike. */
export async function runJob(job: Job, contestants: Contestant[], rig: Rig, plan: Plan, say: (step: string) => void): Promise<Result[]> {
  const able = contestants.filter(({ name }) => job.asks[name]);
  const loadOf = (contestant: Contestant, ms: number) => ({
    port: contestant.port,
    requests: job.asks[contestant.name]!.map((ask) => requestText(contestant, ask)),
    connections: job.connections ?? CONNECTIONS,
    ms,
  });
  const loads = new Map(able.map((contestant) => [contestant, loadOf(contestant, plan.ms)]));
  const measured = <T>(work: () => Promise<T>) =>
    patiently(work, async () => {
      say(`${job.id}: a server was overloaded; once more`);
      await job.prepare?.(rig.client);
    });
  await job.prepare?.(rig.client);
  for (const contestant of able) {
    say(`${job.id} warming up ${contestant.name}`);
    await measured(() => rig.loader.run({ ...loads.get(contestant)!, ms: plan.warmUpMs }));
  }
  const found = new Map(able.map(({ name }) => [name, [] as Awaited<ReturnType<typeof once>>[]]));
  for (let round = 0; round < plan.rounds; round++) {
    await job.prepare?.(rig.client);
    // A different one starts each time.
    for (const contestant of [...able.slice(round % able.length), ...able.slice(0, round % able.length)]) {
      say(`${job.id} round ${round + 1} of ${plan.rounds}: ${contestant.name}`);
      found.get(contestant.name)!.push(await measured(() => once(contestant, loads.get(contestant)!, rig)));
    }
  }
  return [...found].map(([contestant, rounds]) => ({
    contestant,
    rates: rounds.map(({ rate }) => rate),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    serverCpu: median(rounds.map(({ serverCpu }) => serverCpu)),
    databaseCpu: median(rounds.map(({ databaseCpu }) => databaseCpu)),
  }));
}

const OVERLOADED = /503|Service unavailable/i;

/** A machine that stands still for seconds makes a server refuse requests: then they are made again. */
async function patiently<T>(work: () => Promise<T>, prepare: () => Promise<void>): Promise<T> {
  for (let tries = 10; ; tries--) {
    try {
      return await work();
    } catch (error) {
      if (tries === 1 || !OVERLOADED.test(String(error))) throw error;
      await sleep(5_000);
      await prepare();
    }
  }
}

async function once(contestant: Contestant, load: Parameters<Loader['run']>[0], { loader, postmaster }: Rig) {
  const before = [await cpuOf(contestant.pid), await cpuOf(postmaster)] as const;
  const { answers, seconds, p50, p99 } = await loader.run(load);
  const after = [await cpuOf(contestant.pid), await cpuOf(postmaster)] as const;
  const each = (i: 0 | 1) => ((after[i] - before[i]) * 1_000) / answers;
  return { rate: answers / seconds, p50, p99, serverCpu: each(0), databaseCpu: each(1) };
}

function requestText(contestant: Contestant, ask: Ask): string {
  const { method = 'GET', path, body } = ask;
  const text = body ? JSON.stringify(body) : '';
  const headers = Object.entries(headersOf(contestant, ask)).map((pair) => pair.join(': '));
  const lines = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${contestant.port}`, ...headers];
  if (body) lines.push(`Content-Length: ${Buffer.byteLength(text)}`);
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

/** Headers with an empty value are left out. */
function headersOf({ headers }: Contestant, ask: Ask): Record<string, string> {
  const all = { ...(ask.body && { 'Content-Type': 'application/json' }), ...headers, ...ask.headers };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** Sends everyone the same request and compares; a contestant whose response differs from the limit's ends the run. */
export async function assertEqual(job: Job, contestants: Contestant[], client: Client): Promise<void> {
  const answers: { name: string; answer: unknown }[] = [];
  const answerOf = async (contestant: Contestant) => {
    const { name, port } = contestant;
    let ask = job.asks[name]![0]!;
    // For what can be changed only once, all get the same request.
    if (job.prepare) ask = { ...ask, path: ask.path.replace(/[^/]+$/, /[^/]+$/.exec(job.asks['limit']![0]!.path)![0]) };
    const response = await fetch(`http://127.0.0.1:${port}${ask.path}`, {
      method: ask.method ?? 'GET',
      headers: headersOf(contestant, ask),
      body: ask.body && JSON.stringify(ask.body),
    });
    const body = (await (job.take ?? json)(response)) as never;
    if (!response.ok || (body as { errors?: unknown }).errors)
      throw new Error(`${job.id}: ${name} answered ${JSON.stringify(body).slice(0, 2_000)}`);
    return { name, answer: comparable(job.read?.[name]?.(body) ?? body) };
  };
  const prepare = async () => job.prepare?.(client);
  for (const contestant of contestants.filter(({ name }) => job.asks[name])) {
    await prepare();
    answers.push(await patiently(() => answerOf(contestant), prepare));
  }
  const limit = answers.find(({ name }) => name === 'limit')!.answer;
  for (const { name, answer } of answers) {
    if (isDeepStrictEqual(answer, limit)) continue;
    throw new Error(`${job.id}: ${name} differs from the limit${difference(answer, limit)}`);
  }
}

const json = (response: Response): Promise<unknown> => response.json();

/** Times of changes always differ; sums of fractions differ in the last digit with the order of addition. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    if (key === 'resolvedAt') return 'now';
    return typeof inner === 'number' ? Number(inner.toPrecision(12)) : inner;
  });
}

function difference(a: unknown, b: unknown, place = ''): string {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') {
    return ` at ${place || 'the top'}: ${JSON.stringify(a)} instead of ${JSON.stringify(b)}`;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [left, right] = [(a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]];
    if (!isDeepStrictEqual(left, right)) return difference(left, right, `${place}.${key}`);
  }
  return ` at ${place}`;
}
