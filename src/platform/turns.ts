/** Lets a few works run at once: never two of one key, and those of different keys in turn, however many one of them has. */
export class Turns {
  private readonly busy = new Set<string>();
  /** By key, in the order of their turns. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly atOnce: number) {}

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.busy.size < this.atOnce && !this.busy.has(key)) this.busy.add(key);
    else await new Promise<void>((resolve) => this.waiting.set(key, [...(this.waiting.get(key) ?? []), resolve]));
    try {
      return await work();
    } finally {
      this.busy.delete(key);
      this.next();
    }
  }

  private next(): void {
    for (const [key, works] of this.waiting) {
      if (this.busy.size >= this.atOnce) return;
      if (this.busy.has(key)) continue;
      const [first, ...others] = works;
      // To the end of the line.
      this.waiting.delete(key);
      if (others.length > 0) this.waiting.set(key, others);
      this.busy.add(key);
      first!();
    }
  }
}
