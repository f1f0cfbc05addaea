import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createClient } from 'graphql-ws';
import { useEffect } from 'react';
import { request } from '../api/client';
import { LiveStartDocument } from './live.generated';

/** Pages that move: what others do is heard as it happens, and what shows it is fetched again. */

interface Heard {
  cursor: string;
  entityId: string | null;
  vendorId: string | null;
  assessmentId: string | null;
}

const LIVE = `subscription Live($after: String!) { events(after: $after) { cursor entityId vendorId assessmentId } }`;

/** What comes together is fetched once, and pages aren't fetched more often than this. */
const GATHER_MS = 200;
const SPACING_MS = 1_000;
const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 30_000];

/** Listens while the page is to be seen: a browser has few connections, and may have many tabs. */
export function useLive(isLive: boolean): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isLive) return;
    const refetch = gathering((heard) => refetchWhatShows(cache, heard));
    const line = new Line(refetch.tell);
    const look = () => (document.visibilityState === 'visible' ? line.open() : line.close());
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      line.close();
      refetch.stop();
    };
  }, [cache, isLive]);
}

/** A stream that is opened again where it ended. */
class Line {
  /** Where it is; undefined before it was ever open. */
  private cursor?: string;
  private closing?: AbortController;

  constructor(private readonly tell: (heard: Heard) => void) {}

  open(): void {
    if (!this.closing) void this.follow((this.closing = new AbortController()).signal);
  }

  close(): void {
    this.closing?.abort();
    this.closing = undefined;
  }

  private async follow(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        this.cursor ??= (await request(LiveStartDocument, {}, { signal })).events.pageInfo.endCursor!;
        for await (const heard of streamFrom(this.cursor, signal)) {
          failures = -1;
          this.cursor = heard.cursor;
          this.tell(heard);
        }
      } catch (error) {
        const code = codeOf(error);
        // Whoever is signed out finds out with what they do next: until then the page stays as it is.
        if (code === 'UNAUTHENTICATED') return;
        if (code === 'BAD_USER_INPUT') this.cursor = undefined;
      }
      await pause(RETRY_MS[Math.min(Math.max(failures, 0), RETRY_MS.length - 1)]!, signal);
    }
  }
}

const codeOf = (error: unknown): unknown => {
  const [first = error] = Array.isArray(error) ? (error as unknown[]) : [];
  const { code, extensions } = (first ?? {}) as { code?: unknown; extensions?: { code?: unknown } };
  return extensions?.code ?? code;
};

async function* streamFrom(after: string, signal: AbortSignal): AsyncGenerator<Heard> {
  // This class begins anew by itself: the client would always begin at the same place.
  const client = createClient({ url: `${location.origin.replace(/^http/, 'ws')}/graphql`, retryAttempts: 0 });
  const close = () => void client.dispose();
  signal.addEventListener('abort', close);
  try {
    for await (const { data, errors } of client.iterate<{ events: Heard }>({ query: LIVE, variables: { after } })) {
      if (errors) throw errors as unknown as Error;
      if (data) yield data.events;
    }
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
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

/** Passes on together what comes together. */
function gathering(pass: (heard: readonly Heard[]) => void) {
  let gathered: Heard[] = [];
  let timer: number | undefined;
  let passedAt = -SPACING_MS;
  return {
    tell(heard: Heard): void {
      gathered.push(heard);
      timer ??= window.setTimeout(
        () => {
          timer = undefined;
          passedAt = performance.now();
          pass(gathered);
          gathered = [];
        },
        Math.max(GATHER_MS, passedAt + SPACING_MS - performance.now()),
      );
    },
    stop: () => window.clearTimeout(timer),
  };
}

/** A page about one thing shows what concerns that; lists, totals and the rest show what concerns anything. */
function refetchWhatShows(cache: QueryClient, heard: readonly Heard[]): void {
  const concerned = new Set(heard.flatMap(({ entityId, vendorId, assessmentId }) => [entityId, vendorId, assessmentId]));
  void cache.invalidateQueries({
    predicate: ({ queryKey: [name, variables] }) => {
      const ids = Object.entries((variables ?? {}) as Record<string, unknown>).flatMap(([of, value]) => (isId(of, value) ? [value] : []));
      return name !== LiveStartDocument.name && (ids.length === 0 || ids.some((id) => concerned.has(id)));
    },
  });
}

const isId = (of: string, value: unknown): value is string =>
  /^id$|Id$/.test(of) && typeof value === 'string' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value);
