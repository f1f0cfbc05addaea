import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';

export interface TracingOptions {
  /** A collector that accepts OTLP over HTTP; without one, nothing is traced. */
  endpoint?: string;
  headers: Record<string, string>;
  /** The source of the traces: service.name, service.version and the operator's additions. */
  resource: Record<string, string>;
}

/** Kinds of spans, by their OTLP numbers. */
const KIND = { internal: 1, server: 2, client: 3 } as const;
const FAILED = 2;

type Attributes = Record<string, string | number | undefined>;

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano?: string;
  attributes: Attributes;
  status?: { code: number };
}

/** What went wrong, from a small set of names; undefined if nothing did. */
type Fault = string | undefined;

const SEND_EVERY_MS = 2_000;
/** If the collector is unavailable, spans are dropped rather than filling the memory. */
const MOST_WAITING = 5_000;
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/**
 * OpenTelemetry traces: a span for each request, operation, root resolver and SQL statement, sent as OTLP in JSON. Names and
 * attributes follow the semantic conventions. Spans name routes, operations, fields and tables, never what people typed: no query
 * strings, no documents, no values.
 */
export class Tracer {
  private readonly current = new AsyncLocalStorage<Span>();
  private readonly ended: Span[] = [];
  private readonly timer?: NodeJS.Timeout;
  private hasFailed = false;

  constructor(
    private readonly options: TracingOptions,
    private readonly log: Logger,
  ) {
    if (options.endpoint) this.timer = setInterval(() => void this.send(), SEND_EVERY_MS).unref();
  }

  get isOn(): boolean {
    return this.timer !== undefined;
  }

  /** Traces a request. Continues a proxy's trace, unless that isn't sampled. */
  request(traceparent: string | undefined, work: () => void): (name: string, attributes: Attributes, fault: Fault) => void {
    const [, traceId = randomBytes(16).toString('hex'), parentSpanId, flags = '01'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
    if (!this.isOn || (parseInt(flags, 16) & 1) === 0) {
      work();
      return () => undefined;
    }
    const span = begin({ traceId, parentSpanId, name: '', kind: KIND.server });
    this.current.run(span, work);
    return (name, attributes, fault) => {
      span.name = name;
      Object.assign(span.attributes, attributes);
      this.end(span, fault);
    };
  }

  /** Traces a GraphQL operation. It is also named on the request's span, because most people search for requests. */
  operation<T extends { errors?: readonly object[] }>(type: string, name: string | undefined, work: () => T | Promise<T>): T | Promise<T> {
    const request = this.current.getStore();
    if (!request) return work();
    const attributes = { 'graphql.operation.type': type, 'graphql.operation.name': name };
    Object.assign(request.attributes, attributes);
    const faultIn = ({ errors }: T) => errors?.[0] && faultOf(errors[0]);
    return this.inside(name ? `${type} ${name}` : type, async () => work(), { attributes, faultIn });
  }

  /** Traces a part of a request, including what that starts. */
  async inside<T>(
    name: string,
    work: () => Promise<T>,
    { attributes = {}, faultIn = () => undefined }: { attributes?: Attributes; faultIn?: (result: T) => Fault } = {},
  ): Promise<T> {
    const parent = this.current.getStore();
    if (!parent) return work();
    const span = begin({ traceId: parent.traceId, parentSpanId: parent.spanId, name, kind: KIND.internal, attributes });
    try {
      const result = await this.current.run(span, work);
      this.end(span, faultIn(result));
      return result;
    } catch (error) {
      this.end(span, faultOf(error));
      throw error;
    }
  }

  /** Traces a database statement. */
  statement(text: string, known?: string): (error?: unknown) => void {
    const parent = this.current.getStore();
    if (!parent) return () => undefined;
    const name = known ?? summaryOf(text);
    const attributes: Attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
    const span = begin({ traceId: parent.traceId, parentSpanId: parent.spanId, name, kind: KIND.client, attributes });
    return (error) => this.end(span, error === undefined ? undefined : faultOf(error));
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    if (this.isOn) await this.send();
  }

  private end(span: Span, fault: Fault): void {
    if (this.ended.length >= MOST_WAITING) return;
    const attributes = { ...span.attributes, 'error.type': fault };
    this.ended.push({ ...span, attributes, endTimeUnixNano: now(), ...(fault !== undefined && { status: { code: FAILED } }) });
  }

  private async send(): Promise<void> {
    const spans = this.ended.splice(0);
    if (spans.length === 0) return;
    const { endpoint, headers, resource } = this.options;
    try {
      const response = await fetch(`${endpoint!.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(asOtlp(spans, resource)),
        signal: AbortSignal.timeout(SEND_EVERY_MS),
      });
      if (!response.ok) throw new Error(`the collector responded with ${response.status}`);
      this.hasFailed = false;
    } catch (err) {
      if (!this.hasFailed) this.log.warn({ err }, 'traces could not be sent; they are lost until the collector responds');
      this.hasFailed = true;
    }
  }
}

function begin(facts: Pick<Span, 'traceId' | 'parentSpanId' | 'name' | 'kind'> & Partial<Span>): Span {
  return { attributes: {}, ...facts, spanId: randomBytes(8).toString('hex'), startTimeUnixNano: now() };
}

/** The error code of PostgreSQL or Node; else the error's class. Never its message. */
function faultOf(error: unknown): string {
  const { code, extensions, originalError, name } = (error ?? {}) as {
    code?: unknown;
    extensions?: { code?: unknown };
    originalError?: unknown;
    name?: unknown;
  };
  for (const known of [extensions?.code, code]) if (typeof known === 'string') return known;
  if (originalError) return faultOf(originalError);
  return typeof name === 'string' ? name : '_OTHER';
}

function now(): string {
  return `${Math.round((performance.timeOrigin + performance.now()) * 1_000)}000`;
}

/** "select vendor": the operation and table of a statement, whose text may contain values. */
export function summaryOf(text: string): string {
  const [, verb = ''] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? [];
  return [verb.toLowerCase(), table].filter(Boolean).join(' ');
}

function asOtlp(spans: Span[], resource: Attributes): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [
          {
            scope: { name: 'vetgraph', version: resource['service.version'] },
            spans: spans.map((span) => ({ ...span, attributes: keyValues(span.attributes) })),
          },
        ],
      },
    ],
  };
}

function keyValues(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }];
  });
}
