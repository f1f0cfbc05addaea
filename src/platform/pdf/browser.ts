import { once } from 'node:events';
import type { Browser, BrowserContext, HTTPRequest, Page } from 'puppeteer-core';
import { findChromium } from './chromium';
import { makeProfile, removeProfile } from './profile';

/** The browser ended, or the connection to it broke. */
export class BrowserGone extends Error {}

export interface BrowserOptions {
  /** Undefined: the browser from the package. */
  executablePath?: string;
  /** How long the browser may take to start and to answer a single command. */
  timeoutMs: number;
}

/**
 * Our own arguments, not the package's, which disable web security. Requests of a page are blocked directly; should that ever
 * fail, no name resolves, and the proxy for all traffic doesn't exist.
 */
const ARGUMENTS = [
  '--no-sandbox', // containers rarely allow one; the pages run no script and load nothing
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
];

/** How long a page may take to close before the whole browser is killed: after an abort, and when done. */
const GRACE_MS = 2_000;
const PATIENCE_MS = 15_000;

/** One browser for all: started on first use, kept, and restarted after it ended. */
export class SharedBrowser {
  private starting?: Promise<Browser>;
  /** Resolved when the last browser has ended and nothing of it is left. */
  private gone = Promise.resolve();

  constructor(private readonly options: BrowserOptions) {}

  /**
   * Runs work on a new page without network access, and closes it afterwards. If the signal aborts, the page is closed; if the
   * browser can't even do that, it is killed.
   */
  async withPage<T>(signal: AbortSignal, work: (page: Page) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const browser = await this.started().catch((cause: unknown) => {
      throw new BrowserGone('the browser did not start', { cause });
    });
    signal.throwIfAborted();
    const context = browser.createBrowserContext();
    const close = (ms: number) => void closeInTime(context, ms).catch(() => end(browser));
    const takeBack = () => close(GRACE_MS);
    signal.addEventListener('abort', takeBack, { once: true });
    try {
      const page = await (await context).newPage();
      const crash = new Promise<never>((_, reject) => {
        page.once('error', (cause) => reject(new BrowserGone('the page crashed', { cause })));
      });
      crash.catch(() => undefined);
      await seal(page);
      return await Promise.race([work(page), crash]);
    } catch (error) {
      throw browser.connected ? error : new BrowserGone('the browser ended', { cause: error });
    } finally {
      signal.removeEventListener('abort', takeBack);
      if (!signal.aborted) close(PATIENCE_MS);
    }
  }

  /** Kills the browser at once, whatever its state: the next page gets a new one. */
  async kill(): Promise<void> {
    const starting = this.starting;
    this.starting = undefined;
    const browser = await starting?.catch(() => undefined);
    if (browser) end(browser);
    await this.gone;
  }

  private started(): Promise<Browser> {
    if (this.starting) return this.starting;
    const starting = (this.starting = this.launch());
    const forget = () => {
      if (this.starting === starting) this.starting = undefined;
    };
    starting.then((browser) => browser.once('disconnected', forget), forget);
    return starting;
  }

  private async launch(): Promise<Browser> {
    const { executablePath, timeoutMs } = this.options;
    const chromium = await findChromium(executablePath);
    const profile = await makeProfile();
    try {
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded for the first report, which few processes print
      const puppeteer = require('puppeteer-core') as typeof import('puppeteer-core');
      const browser = await puppeteer.launch({
        ...chromium,
        userDataDir: profile,
        headless: 'shell',
        pipe: true, // the browser ends with this process, however that ends
        args: ARGUMENTS,
        timeout: timeoutMs,
        protocolTimeout: timeoutMs,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
      this.gone = once(browser.process()!, 'exit').then(() => removeProfile(profile));
      return browser;
    } catch (error) {
      await removeProfile(profile);
      throw error;
    }
  }
}

async function closeInTime(context: Promise<BrowserContext>, ms: number): Promise<void> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), ms).unref());
  await Promise.race([context.then((one) => one.close()), late]);
}

/** With all its processes, including stopped ones. */
function end(browser: Browser): void {
  const pid = browser.process()?.pid;
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // it has already ended
  }
}

/** Blocks scripts, loading and navigation. */
async function seal(page: Page): Promise<void> {
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', (request) => void answer(request).catch(() => undefined));
}

function answer(request: HTTPRequest): Promise<void> {
  // 204 leaves a page where it is.
  if (request.isNavigationRequest()) return request.respond({ status: 204 });
  return request.url().startsWith('data:') ? request.continue() : request.abort('blockedbyclient');
}
