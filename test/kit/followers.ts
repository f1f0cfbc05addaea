import { setTimeout as sleep } from 'node:timers/promises';
import { GraphQLClient } from './client';
import { type Heard, type HeardEvent, MULTIPART, openByHand, openBySocket, openExport, SSE } from './streams';

const WAYS: ((client: GraphQLClient, after: string) => Promise<Heard>)[] = [
  (client, after) => openByHand(client, SSE, { variables: { after } }),
  (client, after) => openByHand(client, MULTIPART, { variables: { after } }),
  (client, after) => Promise.resolve(openBySocket(client, { variables: { after } })),
  (client, after) => openExport(client, `?follow=true&after=${after}`),
];

/** Listens on whichever server there is, and goes on from the last cursor wherever its stream ends. */
export class Follower {
  /** What ended streams, other than a lost connection. */
  readonly errors: (string | undefined)[] = [];
  resumed = -1;
  private readonly before: HeardEvent[] = [];
  private heard?: Heard;
  private isLeaving = false;
  private readonly following: Promise<void>;

  constructor(
    private readonly n: number,
    private readonly serverUrl: (n: number) => string,
    private readonly cookie: string,
    private cursor: string,
  ) {
    this.following = this.follow();
  }

  get ids(): string[] {
    return [...this.before, ...(this.heard?.events ?? [])].map(({ id }) => id);
  }

  get lastCursor(): string {
    return this.heard?.events.at(-1)?.cursor ?? this.cursor;
  }

  async leave(): Promise<void> {
    this.isLeaving = true;
    this.heard?.leave();
    await this.following;
  }

  private async follow(): Promise<void> {
    while (!this.isLeaving) {
      const client = Object.assign(new GraphQLClient(this.serverUrl(this.n + ++this.resumed)), { cookie: this.cookie });
      const heard = await WAYS[this.n % WAYS.length]!(client, this.cursor).catch(() => undefined);
      if (!heard) {
        await sleep(100);
        continue;
      }
      this.heard = heard;
      while (!heard.isOver && !this.isLeaving) await sleep(25);
      heard.leave();
      this.before.push(...heard.events);
      this.errors.push(
        ...heard.results.flatMap(({ errors = [] }) => errors.map(({ extensions, message }) => `${String(extensions?.code)}: ${message}`)),
      );
      this.cursor = this.lastCursor;
      this.heard = undefined;
      await sleep(100);
    }
  }
}
