import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

export interface Received {
  at: number;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Body {
  type: string;
  timestamp: string;
  data: {
    id: string | null;
    entityType: string | null;
    entityId: string | null;
    vendorId: string | null;
    assessmentId: string | null;
    findingId: string | null;
    lane: number | null;
    seq: number | null;
    hash: string | null;
  };
}

type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => unknown;

/** A receiver of webhooks on this machine, which answers as a test wants it to. */
export class TestReceiver {
  readonly received: Received[] = [];
  answer: Answer = (response) => response.end('ok');
  private readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { at: Date.now(), path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() };
      this.received.push(one);
      void this.answer(response, one, request);
    });
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  get bodies(): Body[] {
    return this.received.map(({ body }) => JSON.parse(body) as Body);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Waits until so many requests have come. */
  async count(most: number, ms = 20_000): Promise<void> {
    await until(
      () => this.received.length >= most,
      ms,
      () => `${this.received.length} of ${most} came`,
    );
  }
}

/** Fails unless the request was signed with the secret, now: as the public package of Standard Webhooks sees it. */
export function verify(secret: string, { headers, body }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

export async function until(
  isSo: () => boolean | Promise<boolean>,
  ms = 20_000,
  words: () => unknown = () => 'still not so',
): Promise<void> {
  for (const deadline = Date.now() + ms; !(await isSo()); await sleep(25)) {
    if (Date.now() > deadline) throw new Error(String(words()));
  }
}
