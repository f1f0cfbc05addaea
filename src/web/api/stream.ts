import { createClient } from 'graphql-ws';
import type { ErrorCode } from './error';
import type { Operation } from './operation';

/** What a subscription tells, until it ends or is no longer wanted. */
export async function* streamOf<Result, Variables extends object>(
  { name, text }: Operation<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
): AsyncGenerator<Result> {
  // Whoever follows it begins anew: the client would always begin at the same place.
  const client = createClient({ url: `${location.origin.replace(/^http/, 'ws')}/graphql`, retryAttempts: 0 });
  const results = client.iterate<Result>({ operationName: name, query: text, variables: variables as Record<string, unknown> });
  // The socket closes with its only stream, once it is open.
  const leave = () => void results.return?.();
  signal.addEventListener('abort', leave);
  try {
    for await (const { data, errors } of results) {
      if (errors) throw errors as unknown as Error;
      if (data) yield data;
    }
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 30_000];

/** Follows again what has ended, and after a while what has failed: until no longer wanted, or an error for which that is pointless. */
export async function following(signal: AbortSignal, follow: (heard: () => void) => Promise<void>, isFinal: (code: unknown) => boolean) {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      await follow(() => (failures = -1));
    } catch (error) {
      if (isFinal(codeOf(error))) return;
    }
    await pause(RETRY_MS[Math.min(Math.max(failures, 0), RETRY_MS.length - 1)]!, signal);
  }
}

/** The first of the errors of the protocol, of a result, or an own one. */
function codeOf(error: unknown): ErrorCode | undefined {
  const [first = error] = Array.isArray(error) ? (error as unknown[]) : [];
  const { code, extensions } = (first ?? {}) as { code?: ErrorCode; extensions?: { code?: ErrorCode } };
  return extensions?.code ?? code;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer);
      resolve();
    });
  });
}

/** Does something while the page is to be seen: a browser has few connections, and may have many tabs. Returns what ends it. */
export function whileVisible(work: (signal: AbortSignal) => Promise<void>): () => void {
  let closing: AbortController | undefined;
  const look = () => {
    if (document.visibilityState === 'visible') {
      if (!closing) void work((closing = new AbortController()).signal);
    } else {
      closing?.abort();
      closing = undefined;
    }
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    closing?.abort();
  };
}
