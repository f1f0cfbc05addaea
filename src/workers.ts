import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';
import type { Config } from './kernel/config';
import { startEmbedded } from './database/embedded';

/** Messages between workers and the primary. */
type Message =
  | { type: 'ready' }
  /** A worker requests the metrics of all; the primary collects each part, and sends the sum. */
  | { type: 'metrics-wanted'; id: string }
  | { type: 'part-wanted'; id: string }
  | { type: 'part'; id: string; part: MetricObject[] }
  | { type: 'metrics'; id: string; text: string };

/** Keeps a worker that dies right after starting from occupying the processors. */
const REST_MS = 1_000;

/**
 * Runs the server as several processes on one port. The primary serves no requests: it holds the embedded database open from
 * before the first worker until after the last, replaces workers that die, and sums their metrics.
 */
export async function runWorkers(config: Config): Promise<void> {
  let isStopping = false;
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, { log: (line) => console.log(line) });
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    const workers = Object.values(cluster.workers ?? {}) as Worker[];
    const ended = workers.filter((worker) => !worker.isDead()).map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.process.kill('SIGTERM');
    await Promise.all(ended);
    await embedded?.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!isStopping) console.log('Stopping: finishing requests in progress');
      void stop(0);
    });
  }
  cluster.setupPrimary({ exec: path.join(__dirname, 'serve.js') });
  const ready = new Set<Worker>();
  sumUpMetrics(ready);

  /** One worker runs the jobs: its replacement takes them over. */
  const start = async (runsJobs: boolean): Promise<void> => {
    const worker = cluster.fork(runsJobs ? {} : { JOBS: 'false' });
    const isReady = await Promise.race([saidReady(worker), once(worker, 'exit').then(() => false)]);
    if (isStopping) return;
    if (!isReady) return stop(1); // it has printed the reason
    ready.add(worker);
    worker.once('exit', () => {
      ready.delete(worker);
      void replace(runsJobs);
    });
  };
  const replace = async (runsJobs: boolean): Promise<void> => {
    if (isStopping) return;
    console.error('A worker has died; starting another.');
    await sleep(REST_MS);
    if (!isStopping) await start(runsJobs);
  };

  // The first one migrates the database, and prints what is new.
  await start(true);
  await Promise.all(Array.from({ length: config.workers - 1 }, () => start(false)));
}

function saidReady(worker: Worker): Promise<true> {
  return new Promise((resolve) => {
    worker.on('message', ({ type }: Message) => type === 'ready' && resolve(true));
  });
}

export function sayReady(): void {
  process.send?.({ type: 'ready' } satisfies Message);
}

/** A worker that is busy for longer is left out. */
const PATIENCE_MS = 2_000;

function sumUpMetrics(ready: ReadonlySet<Worker>): void {
  const parts = new Map<string, (part: MetricObject[]) => void>();
  const partOf = (worker: Worker): Promise<MetricObject[]> => {
    const id = randomUUID();
    const part = new Promise<MetricObject[]>((resolve) => {
      parts.set(id, resolve);
      setTimeout(resolve, PATIENCE_MS, []);
    });
    worker.send({ type: 'part-wanted', id } satisfies Message);
    return part.finally(() => parts.delete(id));
  };
  cluster.on('message', (worker, message: Message) => {
    if (message.type === 'part') parts.get(message.id)?.(message.part);
    if (message.type !== 'metrics-wanted') return;
    void Promise.all([...ready].map(partOf))
      .then((found) => AggregatorRegistry.aggregate(found).metrics())
      .then((text) => worker.send({ type: 'metrics', id: message.id, text } satisfies Message));
  });
}

/** Any worker may be asked for the metrics: it returns those of all. */
export function metricsOfAll(registry: Registry): () => Promise<string> {
  const waiting = new Map<string, (text: string) => void>();
  process.on('message', (message: Message) => {
    if (message.type === 'metrics') waiting.get(message.id)?.(message.text);
    if (message.type !== 'part-wanted') return;
    void registry.getMetricsAsJSON().then((part) => {
      process.send!({ type: 'part', id: message.id, part: part as MetricObject[] } satisfies Message);
    });
  });
  return async () => {
    const id = randomUUID();
    const text = new Promise<string>((resolve) => waiting.set(id, resolve));
    process.send!({ type: 'metrics-wanted', id } satisfies Message);
    return text.finally(() => waiting.delete(id));
  };
}
