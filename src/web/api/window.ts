import { useThrottledCallback } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Page, type Pages, queryOf } from './hooks';
import { useMoment } from './moment';
import type { Operation } from './operation';

/** The page size of the server and of the operation. */
const PAGE_SIZE = 100;
/** Rows to load beyond those in view. */
const AHEAD = 40;
const REACH_MS = 100;

/**
 * Loads only the part of a long list that is in view, wherever the user jumps to. The operation takes `$offset` and asks for
 * the first 100; `pick` finds the connection in the result. The first page is always loaded: it has the total count.
 */
export function useApiWindow<Result, Variables extends { offset?: number | null }, Row>(
  operation: Operation<Result, Variables>,
  variables: Omit<Variables, 'offset'>,
  pick: (result: Result) => Omit<Page<Row>, 'pageInfo'>,
): Pages<Row> {
  const cache = useQueryClient();
  const moment = useMoment();
  const list = JSON.stringify(variables);
  const [sight, setSight] = useState({ list, first: 0, last: 0 });
  const pageOf = (number: number) => queryOf(operation, { ...variables, offset: number * PAGE_SIZE } as Variables, moment);

  const head = useQuery({ ...pageOf(0), placeholderData: keepPreviousData as never });
  const { nodes: top, totalCount, csvUrl } = head.data === undefined ? {} : pick(head.data as Result);
  const inSight = sight.list === list && totalCount !== undefined && !head.isPlaceholderData ? numbers(sight, totalCount) : [];
  const others = useQueries({ queries: inSight.map(pageOf) });

  const rows: (Row | undefined)[] | undefined = top && Array.from(top);
  if (rows && totalCount !== undefined) rows.length = head.isPlaceholderData ? Math.min(totalCount, PAGE_SIZE) : totalCount;
  others.forEach(({ data }, i) => {
    if (data !== undefined) pick(data as Result).nodes.forEach((row, place) => (rows![inSight[i]! * PAGE_SIZE + place] = row));
  });

  const reach = useThrottledCallback((first: number, last: number) => {
    const next = { list, first: Math.floor(Math.max(0, first - AHEAD) / PAGE_SIZE), last: Math.floor((last + AHEAD) / PAGE_SIZE) };
    setSight((old) => (old.list === list && old.first === next.first && old.last === next.last ? old : next));
  }, REACH_MS);

  const failed = [head, ...others].filter(({ isError }) => isError);
  return {
    list,
    rows,
    totalCount,
    csvUrl: head.isPlaceholderData ? undefined : csvUrl,
    isBusy: head.isPlaceholderData,
    error: failed[0]?.error ?? undefined,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
    reach,
    loaded: () =>
      Array.from({ length: Math.ceil((totalCount ?? 0) / PAGE_SIZE) }, (_, number) => cache.getQueryData(pageOf(number).queryKey)).flatMap(
        (data) => (data === undefined ? [] : pick(data as Result).nodes),
      ),
  };
}

/** The pages in view, except the first, up to the end of the list. */
function numbers({ first, last }: { first: number; last: number }, totalCount: number): number[] {
  const from = Math.max(1, first);
  const to = Math.min(last, Math.ceil(totalCount / PAGE_SIZE) - 1);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
