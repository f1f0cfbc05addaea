import { setTimeout as sleep } from 'node:timers/promises';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { GraphQLAnswer, GraphQLClient } from './client';

export interface HeardEvent {
  id: string;
  type: string;
  cursor: string;
  entityName: string | null;
  vendor?: { name: string } | null;
}

export type Result = GraphQLAnswer<{ events: HeardEvent }>;

export const LISTEN = `subscription ($after: String, $types: [String!], $vendorId: ID) {
  events(after: $after, types: $types, vendorId: $vendorId) { id type cursor entityName }
}`;

/** What came of a stream so far, and how it ended. */
export class Heard {
  readonly results: Result[] = [];
  /** Lines or parts without content. */
  beats = 0;
  isOver = false;
  error: unknown;
  constructor(readonly leave: () => void) {}

  get events(): HeardEvent[] {
    return this.results.flatMap(({ data }) => data?.events ?? []);
  }

  get names(): (string | null)[] {
    return this.events.map(({ entityName }) => entityName);
  }

  get lastError() {
    return this.results.at(-1)?.errors?.[0]?.extensions as { code: string; cursor?: string } | undefined;
  }

  /** Waits until it is so. */
  async until(isSo: (heard: this) => boolean, ms = 15_000): Promise<this> {
    const giveUp = Date.now() + ms;
    while (!isSo(this)) {
      if (Date.now() > giveUp)
        throw new Error(`Heard only ${JSON.stringify(this.results.slice(-20))}, over: ${this.isOver}, ${String(this.error)}`);
      await sleep(10);
    }
    return this;
  }
}

const headersOf = (client: GraphQLClient) => ({ ...client.headers, ...(client.cookie && { cookie: client.cookie }) });

interface Opening {
  query?: string;
  variables?: object;
}

/** A stream as the body of a response, read by hand: resolves once the headers have come. */
export async function openByHand(
  client: GraphQLClient,
  accept: string,
  { query = LISTEN, variables = {} }: Opening = {},
): Promise<Heard & { response: Response }> {
  const abort = new AbortController();
  const response = await fetch(`${client.url}/graphql`, {
    method: 'POST',
    headers: { ...headersOf(client), accept, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    signal: abort.signal,
  });
  return read(response, abort);
}

export async function openExport(client: GraphQLClient, search: string): Promise<Heard & { response: Response }> {
  const abort = new AbortController();
  const response = await fetch(`${client.url}/exports/events.ndjson${search}`, { headers: headersOf(client), signal: abort.signal });
  return read(response, abort);
}

function read(response: Response, abort: AbortController): Heard & { response: Response } {
  const heard = Object.assign(new Heard(() => abort.abort()), { response, text: '' });
  const take = takerOf(response.headers.get('content-type') ?? '', heard);
  void (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body!) {
        heard.text += decoder.decode(chunk as Uint8Array, { stream: true });
        take(heard);
      }
    } catch (error) {
      heard.error = error;
    }
    heard.isOver = true;
  })();
  return heard;
}

/** The rest stays in `text`: what the stream ended with. */
function takerOf(type: string, heard: Heard): (rest: { text: string }) => void {
  const [separator, takeOne] = type.startsWith('text/event-stream')
    ? (['\n\n', takeSse] as const)
    : type.startsWith('multipart/mixed')
      ? (['\r\n--graphql', takePart] as const)
      : (['\n', takeLine] as const);
  return (rest) => {
    for (let end; (end = rest.text.indexOf(separator)) >= 0;) {
      takeOne(rest.text.slice(0, end), heard);
      rest.text = rest.text.slice(end + separator.length);
    }
  };
}

function takeSse(block: string, heard: Heard): void {
  if (block === ':') return void heard.beats++;
  const [, event, data] = /^event: (\w+)\ndata: ?(.*)$/.exec(block)!;
  if (event === 'next') heard.results.push(JSON.parse(data!) as Result);
  else heard.isOver = event === 'complete';
}

function takePart(part: string, heard: Heard): void {
  const body = JSON.parse(part.slice(part.indexOf('\r\n\r\n'))) as { payload?: Result | null; errors?: Result['errors'] };
  if (Object.keys(body).length === 0) heard.beats++;
  else heard.results.push(body.payload ?? { errors: body.errors });
}

function takeLine(line: string, heard: Heard): void {
  if (line === '') return void heard.beats++;
  const value = JSON.parse(line) as HeardEvent & { errors?: Result['errors'] };
  heard.results.push(value.errors ? { errors: value.errors } : { data: { events: value } });
}

export const SSE = 'text/event-stream';
export const MULTIPART = 'multipart/mixed;subscriptionSpec=1.0';

/** By the client of graphql-sse. */
export function openBySse(client: GraphQLClient, { query = LISTEN, variables = {} }: Opening = {}): Heard {
  const sse = createSseClient({ url: `${client.url}/graphql`, headers: headersOf(client), retryAttempts: 0 });
  const heard: Heard = new Heard(() => sse.dispose());
  sse.subscribe({ query, variables: variables as Record<string, unknown> }, sinkOf(heard));
  return heard;
}

/** By the client of graphql-ws. */
export function openBySocket(
  client: GraphQLClient,
  {
    query = LISTEN,
    variables = {},
    payload,
    headers = headersOf(client),
  }: Opening & { payload?: object; headers?: Record<string, string> } = {},
): Heard {
  class WithHeaders extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols, { headers });
    }
  }
  const socket = createSocketClient({
    url: `${client.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WithHeaders,
    retryAttempts: 0,
    connectionParams: payload as Record<string, unknown>,
  });
  const heard: Heard = new Heard(() => void socket.dispose());
  socket.subscribe({ query, variables: variables as Record<string, unknown> }, sinkOf(heard));
  return heard;
}

function sinkOf(heard: Heard) {
  return {
    next: (result: unknown) => void heard.results.push(result as Result),
    error: (error: unknown) => {
      if (Array.isArray(error)) heard.results.push({ errors: error as Result['errors'] });
      heard.error = error;
      heard.isOver = true;
    },
    complete: () => void (heard.isOver = true),
  };
}
