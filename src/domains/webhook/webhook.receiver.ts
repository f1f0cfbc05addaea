import { performance } from 'node:perf_hooks';
import type { Due } from './webhook-delivery.store';
import type { Sendable } from './webhook.store';

/** Requests at once to one receiver: one that hangs takes up no more than these. */
const AT_ONCE = 16;
/** Deliveries of a receiver that are in memory at most. */
const MOST_IN_HAND = 250;

/**
 * The deliveries of one webhook that this server has in hand. First attempts about one thing go one after another, so that its
 * events arrive in their order; whatever failed is tried again on its own, and delays nothing.
 */
export class Receiver {
  private readonly inHand = new Map<string, Due>();
  private readonly ready: Due[] = [];
  /** By thing: what waits for the first attempt before it. */
  private readonly behind = new Map<string, Due[]>();
  private running = 0;
  private pausedUntil = 0;
  private pausing?: NodeJS.Timeout;
  isOpen = true;

  constructor(
    public webhook: Sendable,
    /** Sends one; never fails. */
    private readonly send: (webhook: Sendable, due: Due) => Promise<void>,
  ) {}

  get ids(): Iterable<string> {
    return this.inHand.keys();
  }

  /** How many more it can take. */
  get room(): number {
    return MOST_IN_HAND - this.inHand.size;
  }

  take(due: Due): void {
    if (this.inHand.has(due.id)) return;
    this.inHand.set(due.id, due);
    const waiting = this.isFirst(due) ? this.behind.get(due.entityId!) : undefined;
    if (waiting) return void waiting.push(due);
    if (this.isFirst(due)) this.behind.set(due.entityId!, []);
    this.ready.push(due);
    this.next();
  }

  /** The database knows what came of it. */
  letGo(id: string): void {
    this.inHand.delete(id);
  }

  /** Begins nothing more. */
  close(): void {
    this.isOpen = false;
    clearTimeout(this.pausing);
  }

  /** Goes on with it as it is now. A new address has asked for no pause. */
  serve(webhook: Sendable): void {
    if (webhook.url !== this.webhook.url) this.pausedUntil = 0;
    this.webhook = webhook;
    this.next();
  }

  /** Begins nothing for a while, if an answer that came from its address asks for it. */
  pause(seconds: number, url: string): void {
    const until = performance.now() + seconds * 1_000;
    if (seconds <= 0 || until <= this.pausedUntil || !this.isOpen || url !== this.webhook.url) return;
    this.pausedUntil = until;
    clearTimeout(this.pausing);
    this.pausing = setTimeout(() => this.next(), seconds * 1_000).unref();
  }

  private isFirst({ tries, entityId }: Due): boolean {
    return tries === 0 && entityId !== null;
  }

  private next(): void {
    while (this.isOpen && performance.now() >= this.pausedUntil && this.running < AT_ONCE && this.ready.length > 0) {
      const due = this.ready.shift()!;
      this.running++;
      void this.send(this.webhook, due).finally(() => {
        this.running--;
        this.release(due);
        this.next();
      });
    }
  }

  /** What waited for it comes next. */
  private release(due: Due): void {
    if (!this.isFirst(due)) return;
    const following = this.behind.get(due.entityId!)?.shift();
    if (following) this.ready.unshift(following);
    else this.behind.delete(due.entityId!);
  }
}
