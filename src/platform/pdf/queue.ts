/** Rejected, because too many are already waiting. */
export class QueueFull extends Error {
  constructor() {
    super('too many jobs are waiting');
  }
}

/** Rejected, because the caller already has its share of the places. */
export class ShareTaken extends Error {
  constructor(readonly share: number) {
    super('the caller already has its share of the queue');
  }
}

interface Waiting {
  start(): void;
  giveUp(): void;
}

/**
 * Lets a few jobs run at once. Some more wait their turn, in order; any others are rejected. Of all places, running and waiting,
 * one caller gets a quarter, at least two.
 */
export class Queue {
  private running = 0;
  private readonly waiting = new Set<Waiting>();
  /** The number of places per caller. */
  private readonly held = new Map<string, number>();
  private readonly share: number;

  constructor(private readonly limits: { running: number; waiting: number }) {
    this.share = Math.max(2, Math.floor((limits.running + limits.waiting) / 4));
  }

  /** How many are running and how many are waiting. */
  get load(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.size };
  }

  /** Runs a job in its turn, on behalf of a caller if one is named. */
  async run<T>(signal: AbortSignal, job: () => Promise<T>, by?: string): Promise<T> {
    if (by !== undefined) this.hold(by);
    try {
      await this.turn(signal);
      try {
        return await job();
      } finally {
        this.next();
      }
    } finally {
      if (by !== undefined) this.leave(by);
    }
  }

  private hold(by: string): void {
    const mine = this.held.get(by) ?? 0;
    if (mine >= this.share) throw new ShareTaken(this.share);
    this.held.set(by, mine + 1);
  }

  private leave(by: string): void {
    const left = this.held.get(by)! - 1;
    if (left > 0) this.held.set(by, left);
    else this.held.delete(by);
  }

  private turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.running < this.limits.running) {
      this.running++;
      return Promise.resolve();
    }
    if (this.waiting.size >= this.limits.waiting) throw new QueueFull();
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        start: () => {
          signal.removeEventListener('abort', one.giveUp);
          resolve();
        },
        giveUp: () => {
          this.waiting.delete(one);
          reject(signal.reason as Error);
        },
      };
      signal.addEventListener('abort', one.giveUp, { once: true });
      this.waiting.add(one);
    });
  }

  /** Passes the place on to whoever has waited longest. */
  private next(): void {
    const [first] = this.waiting;
    if (!first) {
      this.running--;
      return;
    }
    this.waiting.delete(first);
    first.start();
  }
}
