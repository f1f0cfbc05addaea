import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database';
import { readHeads } from '../domains/audit/audit.verify';

/** The part of knex's pool that tells how it fares. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** From a cached answer to a large report. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What an operator's Prometheus reads. Each server has its own registry: tests run several in a process. */
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer; status 499 if the caller left before',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });

  constructor(database: Database) {
    collectDefaultMetrics({ register: this.registry });
    this.watchPool(database);
    this.watchAuditLog(database);
  }

  private watchPool(database: Database): void {
    new Gauge({
      name: 'database_connections',
      help: 'Connections of the pool by state, and callers that wait for one',
      labelNames: ['state'] as const,
      registers: [this.registry],
      collect() {
        const { pool } = database.orm.em.getKnex().client as { pool: Pool };
        this.set({ state: 'used' }, pool.numUsed());
        this.set({ state: 'free' }, pool.numFree());
        this.set({ state: 'waiting' }, pool.numPendingAcquires());
      },
    });
  }

  private watchAuditLog(database: Database): void {
    new Gauge({
      name: 'audit_log_entries',
      help: 'Entries of the audit log by the heads of its chains; it never falls',
      registers: [this.registry],
      async collect() {
        const heads = await readHeads(database);
        this.set(heads.reduce((sum, { seq }) => sum + seq, 0));
      },
    });
  }
}
