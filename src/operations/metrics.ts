import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { refusals } from '../auth/rate-limit';
import type { Database } from '../database/database';
import { poolState } from '../database/internals';
import { readHeads } from '../domains/audit/audit.verify';
import type { Hub } from '../domains/feed/hub';
import { countWaiting } from '../domains/mail/mail.store';
import type { PdfPrinter } from '../platform/pdf/printer';

/** From a cached response to a large report. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What a statement can begin with; anything else is "other". */
const VERBS = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback']);

/** prom-client gauges with counter names. They are sums of gauges that we keep. */
const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

/** What Prometheus reads. Each server has its own registry, because tests run several in a process. */
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from receiving a request to the end of its response; status 499 if the caller disconnected early',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });

  readonly resolvers = new Histogram({
    name: 'graphql_resolver_duration_seconds',
    help: 'Time of root resolvers, including those of REST',
    labelNames: ['field', 'outcome'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });

  constructor({ database, pdf, hub }: { database: Database; pdf: PdfPrinter; hub: Hub }) {
    collectDefaultMetrics({ register: this.registry });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
    this.registry.registerMetric(refusals);
    this.watchStatements(database);
    this.watchPool(database);
    this.watchReports(pdf);
    this.watchMails(database);
    this.watchAuditLog(database);
    this.watchStreams(hub);
  }

  private watchStatements(database: Database): void {
    const durations = new Histogram({
      name: 'sql_statement_duration_seconds',
      help: 'Time of SQL statements on the primary, by their first keyword',
      labelNames: ['verb', 'outcome'] as const,
      buckets: SECONDS,
      registers: [this.registry],
    });
    const byName = { labelNames: ['statement'] as const, registers: [this.registry] };
    const seconds = new Counter({ name: 'sql_named_statement_seconds_total', help: 'Time of SQL statements that have a name', ...byName });
    const sent = new Counter({ name: 'sql_named_statements_total', help: 'SQL statements that have a name', ...byName });
    database.statements.watch((text, statement) => {
      const word = /\w+/.exec(statement ? text.slice(text.indexOf('*/')) : text)?.[0].toLowerCase() ?? '';
      const end = durations.startTimer({ verb: VERBS.has(word) ? word : 'other' });
      return (error) => {
        const took = end({ outcome: error === undefined ? 'ok' : 'error' });
        if (!statement) return;
        seconds.inc({ statement }, took);
        sent.inc({ statement });
      };
    });
  }

  private watchPool(database: Database): void {
    new Gauge({
      name: 'database_connections',
      help: 'Pool connections by state, and callers waiting for one',
      labelNames: ['state'] as const,
      registers: [this.registry],
      collect() {
        const { used, free, waiting } = poolState(database.orm);
        this.set({ state: 'used' }, used);
        this.set({ state: 'free' }, free);
        this.set({ state: 'waiting' }, waiting);
      },
    });
  }

  private watchReports(pdf: PdfPrinter): void {
    const durations = new Histogram({
      name: 'report_duration_seconds',
      help: 'Time from requesting a report to its PDF, including waiting',
      labelNames: ['outcome'] as const,
      buckets: SECONDS,
      registers: [this.registry],
    });
    pdf.onPrinted = (seconds, isPrinted) => durations.observe({ outcome: isPrinted ? 'ok' : 'error' }, seconds);
    new Gauge({
      name: 'reports',
      help: 'Reports being printed, and waiting',
      labelNames: ['state'] as const,
      registers: [this.registry],
      collect() {
        this.set({ state: 'running' }, pdf.load.running);
        this.set({ state: 'waiting' }, pdf.load.waiting);
      },
    });
  }

  private watchMails(database: Database): void {
    new Gauge({
      name: 'mails_waiting',
      help: 'E-mails waiting for delivery, across all servers',
      registers: [this.registry],
      async collect() {
        const row = await database.one(countWaiting());
        this.set(row!.count);
      },
    });
  }

  private watchStreams(hub: Hub): void {
    new Gauge({
      name: 'streams_open',
      help: 'Open streams of events, by any transport',
      registers: [this.registry],
      collect() {
        this.set(hub.openStreams);
      },
    });
  }

  private watchAuditLog(database: Database): void {
    new Gauge({
      name: 'audit_log_entries',
      help: 'Entries of the audit log, from the heads of its chains; never decreases',
      aggregator: 'max',
      registers: [this.registry],
      async collect() {
        const heads = await readHeads(database);
        this.set(heads.reduce((sum, { seq }) => sum + seq, 0));
      },
    });
  }
}
