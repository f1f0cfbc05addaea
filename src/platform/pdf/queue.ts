/** Refused, because too many wait already. */
export class QueueFull extends Error {
  constructor() {
    super('too much waits to be printed');
  }
}

interface Waiting {
  start(): void;
  giveUp(): void;
}

/** Lets a few jobs run at once. Some more wait their turn, in order; what comes beyond is refused. */
export class Queue {
  private running = 0;
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly limits: { running: number; waiting: number }) {}

  /** How many run and how many wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.size };
  }

  async run<T>(signal: AbortSignal, job: () => Promise<T>): Promise<T> {
    await this.turn(signal);
    try {
      return await job();
    } finally {
      this.next();
    }
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

  /** Hands the place on to who has waited longest. */
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
