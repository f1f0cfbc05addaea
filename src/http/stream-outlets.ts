import type { Response } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import type { Batch, Outlet } from '../domains/feed/batch';

/** Emitted by a response that becomes a stream: from then on it is no request that someone works on. */
export const STREAMING = 'streaming';

/** How long a reader has to take the end of its stream. */
const LINGER_MS = 10_000;

/** How a stream is written. */
export interface Manner {
  type: string;
  /** Sent at once, with the headers. */
  opening: string;
  beat: string;
  closing: string;
  result(json: string): string;
  /** The last word of a stream that the server ends. */
  error(error: GraphQLFormattedError): string;
}

/** Server-Sent Events, as in the protocol of graphql-sse with a connection for each operation. */
export const SSE: Manner = {
  type: 'text/event-stream; charset=utf-8',
  opening: ':\n\n',
  beat: ':\n\n',
  closing: 'event: complete\ndata:\n\n',
  result: (json) => `event: next\ndata: ${json}\n\n`,
  error: (error) => SSE.result(JSON.stringify({ errors: [error] })),
};

const BOUNDARY = '--graphql';
const part = (json: string) => `\r\ncontent-type: application/json\r\n\r\n${json}\r\n${BOUNDARY}`;

/** Apollo's protocol for subscriptions over multipart HTTP. Each part is followed by its delimiter at once, or it would wait for the next. */
export const MULTIPART: Manner = {
  type: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
  opening: BOUNDARY,
  beat: part('{}'),
  closing: '--\r\n',
  result: (json) => part(`{"payload":${json}}`),
  error: (error) => part(JSON.stringify({ payload: null, errors: [error] })),
};

/** Of a result with nothing but this field. */
const PREFIX = '{"data":{"events":';

/** One event a line. */
export const NDJSON: Manner = {
  type: 'application/x-ndjson; charset=utf-8',
  opening: '',
  beat: '\n',
  closing: '',
  result: (json) => (json.startsWith(PREFIX) ? `${json.slice(PREFIX.length, -2)}\n` : `${json}\n`),
  error: (error) => `${JSON.stringify({ errors: [error] })}\n`,
};

export function begin(res: Response, { type }: Manner): void {
  res.setHeader('Content-Type', type);
  res.setHeader('Cache-Control', 'no-store, no-transform');
  // nginx would gather it.
  res.setHeader('X-Accel-Buffering', 'no');
}

/** A stream as the body of a response. */
export class ResponseOutlet implements Outlet {
  constructor(
    private readonly res: Response,
    private readonly manner: Manner,
  ) {}

  open(): void {
    const { res, manner } = this;
    begin(res, manner);
    res.flushHeaders();
    res.emit(STREAMING);
    if (manner.opening) res.write(manner.opening);
  }

  send(batch: Batch): boolean {
    return this.res.write(batch.as(this.manner.type, this.manner.result));
  }

  onDrain(listener: () => void): void {
    this.res.on('drain', listener);
  }

  onClose(listener: () => void): void {
    if (this.res.closed) listener();
    else this.res.once('close', listener);
  }

  beat(): void {
    this.res.write(this.manner.beat);
  }

  end(error?: GraphQLFormattedError): void {
    const { res, manner } = this;
    res.end((error ? manner.error(error) : '') + manner.closing);
    if (res.writableFinished) return;
    const late = setTimeout(() => res.destroy(), LINGER_MS).unref();
    res.once('close', () => clearTimeout(late));
  }
}

/** The kind of stream that a client accepts, the preferred one if there are two. Who accepts anything wants no stream. */
export function acceptedManner(accept: string | undefined): Manner | undefined {
  const found = (accept ?? '').split(',').flatMap((range) => {
    const [type = '', ...rest] = range.split(';').map((one) => one.trim());
    const parameters = new Map(rest.map((one) => [one.split('=')[0]!.trim().toLowerCase(), valueOf(one)]));
    const manner = mannerOf(type.toLowerCase(), parameters.get('subscriptionspec'));
    const weight = Number(parameters.get('q') ?? 1);
    return manner && weight > 0 ? [{ manner, weight }] : [];
  });
  return found.sort((a, b) => b.weight - a.weight)[0]?.manner;
}

function mannerOf(type: string, spec: string | undefined): Manner | undefined {
  if (type === 'text/event-stream') return SSE;
  return type === 'multipart/mixed' && spec === '1.0' ? MULTIPART : undefined;
}

const valueOf = (parameter: string) => (parameter.split('=')[1] ?? '').trim().replace(/^"(.*)"$/, '$1');
