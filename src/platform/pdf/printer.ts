import type { Page } from 'puppeteer-core';
import { BrowserGone, type BrowserOptions, SharedBrowser } from './browser';
import { Queue, QueueFull, ShareTaken } from './queue';
import { readStructure } from './structure';

/** Can't be printed now; the message is for people, the cause for the log. */
export class PrintRefused extends Error {
  constructor(
    message: string,
    /** When another try makes sense, in seconds. */
    readonly retryAfter: number,
    cause: unknown,
    /** Whether it is the caller who asks for too much. */
    readonly isTooMuch = false,
  ) {
    super(message, { cause });
  }
}

/** What to print. */
export interface Printable {
  /** The whole document, with links to its headings; given the pages that these are on, they show as its contents. */
  html(pageOf?: Map<string, number>): string;
  /** Documents of more pages get the table of contents. */
  contentsBeyond: number;
  /** How many pages that will take. A wrong guess costs another printing. */
  contentsPages: number;
}

export interface PrinterOptions extends BrowserOptions {
  /** How many are printed at once. */
  atOnce: number;
  /** How many more may wait. */
  waiting: number;
}

/** The first without contents, the second with it, the third if it took more or fewer pages than were assumed. */
const MAX_PRINTINGS = 3;

/** Prints HTML to PDF: a shared browser, a few pages at once, nothing that hangs for ever. */
export class PdfPrinter {
  private readonly browser: SharedBrowser;
  private readonly queue: Queue;

  constructor(private readonly options: PrinterOptions) {
    this.browser = new SharedBrowser(options);
    this.queue = new Queue({ running: options.atOnce, waiting: options.waiting });
  }

  /** Told how long each took, and whether it was printed. */
  onPrinted?: (seconds: number, isPrinted: boolean) => void;

  /** How many are being printed and how many wait. */
  get load(): { running: number; waiting: number } {
    return this.queue.load;
  }

  /** For a caller, if one is named, who may have only so many in the making. */
  async print(signal: AbortSignal, prepare: () => Promise<Printable>, by?: string): Promise<Uint8Array> {
    const started = performance.now();
    let isPrinted = false;
    try {
      const pdf = await this.printInTurn(signal, prepare, by);
      isPrinted = true;
      return pdf;
    } finally {
      this.onPrinted?.((performance.now() - started) / 1_000, isPrinted);
    }
  }

  /** The document is made when its turn comes. The signal takes the job back, waiting or half done. */
  private async printInTurn(signal: AbortSignal, prepare: () => Promise<Printable>, by?: string): Promise<Uint8Array> {
    const deadline = AbortSignal.timeout(this.options.timeoutMs);
    const either = AbortSignal.any([signal, deadline]);
    try {
      return await this.queue.run(either, () => orAborted(either, this.prepareAndPrint(either, prepare)), by);
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof ShareTaken) {
        throw new PrintRefused(`You already have ${error.share} reports in progress; wait for one to finish`, 5, error, true);
      }
      if (error instanceof QueueFull) throw new PrintRefused('Too many reports are in progress', 5, error);
      if (deadline.aborted) throw new PrintRefused('The report took too long', 10, error);
      if (error instanceof BrowserGone) throw new PrintRefused('The report could not be printed', 5, error);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.browser.kill();
  }

  /** A browser that another document brought down is no reason to fail: each document may take part in one crash. */
  private async prepareAndPrint(signal: AbortSignal, prepare: () => Promise<Printable>): Promise<Uint8Array> {
    const printable = await prepare();
    const attempt = () => this.browser.withPage(signal, (page) => printWithContents(page, printable));
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof BrowserGone)) throw error;
      return await attempt();
    }
  }
}

/** What the work gives, or the signal's reason as soon as that says so. */
function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, aborted]);
}

async function printWithContents(page: Page, { html, contentsBeyond, contentsPages }: Printable): Promise<Uint8Array> {
  let pdf = await printOnce(page, html());
  const bare = readStructure(pdf);
  if (bare.pageCount <= contentsBeyond) return pdf;
  let pageOf = new Map([...bare.pageOf].map(([name, number]) => [name, number + contentsPages]));
  for (let printing = 2; printing <= MAX_PRINTINGS; printing++) {
    pdf = await printOnce(page, html(pageOf));
    const actual = readStructure(pdf).pageOf;
    if ([...actual].every(([name, number]) => pageOf.get(name) === number)) break;
    pageOf = actual;
  }
  return pdf;
}

async function printOnce(page: Page, html: string): Promise<Uint8Array> {
  await page.setContent(html, { waitUntil: 'load' });
  return page.pdf({ tagged: true, outline: true, preferCSSPageSize: true, printBackground: true });
}
