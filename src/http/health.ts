import { Router } from 'express';
import type { Logger } from 'pino';
import type { Services } from '../kernel/context';
import { allows } from './methods';

/** For load balancers and orchestrators: is the process alive, and can it serve. */
export function healthRoutes(services: Services, pendingMigrations: () => Promise<string[]>): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const problem = await unreadiness(services.log, pendingMigrations);
    if (problem) res.status(503).setHeader('Retry-After', '5');
    res.json(problem ? { status: 'unavailable', reason: problem } : { status: 'ready' });
  });
  router.all('/healthz', allows('GET', 'HEAD'));
  router.all('/readyz', allows('GET', 'HEAD'));
  return router;
}

async function unreadiness(log: Logger, pendingMigrations: () => Promise<string[]>): Promise<string | undefined> {
  try {
    const pending = await within(PATIENCE_MS, pendingMigrations());
    return pending.length > 0 ? `${pending.length} migrations are pending` : undefined;
  } catch (err) {
    log.warn({ err }, 'not ready');
    return 'the database is unreachable';
  }
}

/** Load balancers need a quick answer. */
const PATIENCE_MS = 3_000;

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
