import type { Page } from 'puppeteer-core';
import { BrowserGone, type BrowserOptions, SharedBrowser } from './browser';
import { Queue, QueueFull, ShareTaken } from './queue';
import { readStructure } from './structure';

/** Can't be printed now; the message is for people, the cause for the log. */
export class PrintRefused extends Error {
  constructor(
    message: string,
    /** When a retry makes sense, in seconds. */
    readonly retryAfter: number,
    cause: unknown,
    /** Whether the caller requests too much. */
    readonly isTooMuch = false,
  ) {
    super(message, { cause });
  }
}

export interface Printable {
  /** The whole document, with links to its headings; given their page numbers, with a table of contents. */
  html(pageOf?: Map<string, number>): string;
  /** Documents with more pages get a table of contents. */
  contentsBeyond: number;
  /** How many pages that will take. A wrong guess costs another print. */
  contentsPages: number;
}

export interface PrinterOptions extends BrowserOptions {
  /** How many are printed at once. */
  atOnce: number;
  /** How many more may wait. */
  waiting: number;
}

/** The first without contents, the second with, the third if those took more or fewer pages than assumed. */
const MAX_PRINTINGS = 3;

/** Prints HTML to PDF: a shared browser, a few pages at once, with time limits everywhere. */
export class PdfPrinter {
  private readonly browser: SharedBrowser;
  private readonly queue: Queue;

  constructor(private readonly options: PrinterOptions) {
    this.browser = new SharedBrowser(options);
    this.queue = new Queue({ running: options.atOnce, waiting: options.waiting });
  }

  /** Called with how long each took, and whether it succeeded. */
  onPrinted?: (seconds: number, isPrinted: boolean) => void;

  /** How many are being printed and how many are waiting. */
  get load(): { running: number; waiting: number } {
    return this.queue.load;
  }

  /** Prints on behalf of a caller, if one is named; the number in progress per caller is limited. */
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

  /** The document is created when its turn comes. The signal cancels the job, whether waiting or running. */
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

  /** If another document crashed the browser, this one is retried once. */
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

/** The result of the work, or the signal's reason as soon as it aborts. */
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
