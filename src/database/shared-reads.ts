/** The next read waits no longer than this for the one before. */
const PATIENCE_MS = 25;

interface Turn<K, V> {
  keys: Set<K>;
  found: Promise<ReadonlyMap<K, V>>;
}

/**
 * Serves many concurrent callers with few reads: those who come while one is running wait for the next, which reads for all of
 * them. It starts after they came, so nobody gets an answer older than their question.
 */
export class SharedReads<K, V> {
  private next?: Turn<K, V>;
  private reading?: Promise<unknown>;

  constructor(private readonly read: (keys: K[]) => Promise<ReadonlyMap<K, V>>) {}

  async ask(key: K): Promise<V | undefined> {
    this.next ??= this.prepare();
    this.next.keys.add(key);
    return (await this.next.found).get(key);
  }

  private prepare(): Turn<K, V> {
    const keys = new Set<K>();
    const read = () => {
      this.next = undefined;
      const found = this.read([...keys]);
      const ended = found
        .catch(() => undefined)
        .then(() => {
          if (this.reading === ended) this.reading = undefined;
        });
      this.reading = ended;
      return found;
    };
    return { keys, found: this.place().then(read) };
  }

  /** Resolves when the previous read has ended or has taken too long. */
  private async place(): Promise<void> {
    if (!this.reading) return;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
    await Promise.race([this.reading, patience]);
    clearTimeout(timer);
  }
}
