import type { Readable } from 'node:stream';
import { Queue } from '../pdf/queue';
import { type ClamdTarget, scanByClamd } from './clamd';
import { scanByCommand } from './command';

/** What a scanner says of a file: the name of what it found, or null if it is clean. Whatever else is an error. */
export type Verdict = string | null;

export interface ScanOptions {
  /** Program and arguments, run for each file. */
  command?: readonly string[];
  /** Where clamd listens. */
  clamd?: ClamdTarget;
  /** The longest time for one file, waiting included. */
  timeoutMs: number;
}

/** So many files are scanned at once, and so many more wait: a scanner takes a processor and memory for each. */
const LIMITS = { running: 4, waiting: 60 };

type Scan = (content: Readable, signal: AbortSignal) => Promise<Verdict>;

/** Asks the programs that the operator named whether a file is one to keep. Without any it finds nothing. */
export class Scanner {
  private readonly queue = new Queue(LIMITS);
  private readonly scans: Scan[] = [];

  constructor(private readonly options: ScanOptions) {
    const { clamd, command } = options;
    if (clamd) this.scans.push((content, signal) => scanByClamd(clamd, content, signal));
    if (command) this.scans.push((content, signal) => scanByCommand(command, content, signal));
  }

  get isOn(): boolean {
    return this.scans.length > 0;
  }

  /** The first finding. Reads the content anew for each scanner. */
  async scan(open: () => Promise<Readable>): Promise<Verdict> {
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    return this.queue.run(signal, async () => {
      for (const scan of this.scans) {
        const content = await open();
        try {
          const found = await scan(content, signal);
          if (found !== null) return found;
        } finally {
          content.destroy();
        }
      }
      return null;
    });
  }
}
