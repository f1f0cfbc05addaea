import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../api/client';
import { following, streamOf, whileVisible } from '../api/stream';
import { LiveDocument, LiveStartDocument, type LiveSubscription } from './live.generated';

/** Pages that move: what others do is heard as it happens, and what shows it is fetched again. */

type Heard = LiveSubscription['pageChanges'];

/** What comes together is fetched once, and pages aren't fetched more often than this; nor all pages that hear of it at once. */
const GATHER_MS = 200;
const SPREAD_MS = 500;
const SPACING_MS = 1_000;

export function useLive(isLive: boolean): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isLive) return;
    const refetch = gathering((heard) => refetchWhatShows(cache, heard));
    const stop = whileVisible(lineOf(refetch.tell));
    return () => {
      stop();
      refetch.stop();
    };
  }, [cache, isLive]);
}

/** A stream that is opened again where it ended. */
function lineOf(tell: (heard: Heard) => void): (signal: AbortSignal) => Promise<void> {
  /** Where it is; undefined before it was ever open. */
  let cursor: string | undefined;
  return (signal) =>
    following(
      signal,
      async (heardSome) => {
        cursor ??= (await request(LiveStartDocument, {}, { signal })).events.pageInfo.endCursor!;
        for await (const { pageChanges: heard } of streamOf(LiveDocument, { after: cursor }, signal)) {
          heardSome();
          cursor = heard.cursor;
          tell(heard);
        }
      },
      (code) => {
        if (code === 'BAD_USER_INPUT') cursor = undefined;
        // Whoever is signed out finds out with what they do next: until then the page stays as it is.
        return code === 'UNAUTHENTICATED';
      },
    );
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
        Math.max(GATHER_MS, passedAt + SPACING_MS - performance.now()) + Math.random() * SPREAD_MS,
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
