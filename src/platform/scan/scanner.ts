import type { Readable } from 'node:stream';
import { Queue } from '../pdf/queue';
import { type ClamdTarget, scanByClamd } from './clamd';
import { scanByCommand } from './command';

/** A scanner's result: the name of what it found, or null if the file is clean. Anything else is an error. */
export type Verdict = string | null;

export interface ScanOptions {
  /** Program and arguments, run for each file. */
  command?: readonly string[];
  /** Where clamd listens. */
  clamd?: ClamdTarget;
  /** The time limit per file, including waiting. */
  timeoutMs: number;
}

/** How many files are scanned at once, and how many more may wait: a scanner takes a processor and memory for each. */
const LIMITS = { running: 4, waiting: 60 };

type Scan = (content: Readable, signal: AbortSignal) => Promise<Verdict>;

/** Checks files with the operator's scanners. Without any, everything is clean. */
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

  /** The first detection. Reads the content again for each scanner. */
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
