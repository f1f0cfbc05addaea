import {
  keepPreviousData,
  queryOptions,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { request } from './client';
import { isSignedOut } from './error';
import { useMoment } from './moment';
import { confirmedFirst } from './reauthenticate';
import type { Operation } from './operation';

/** All results of an operation share the first part of the key; those about the past have their moment as the last. */
function keyOf({ name }: { name: string }, variables: unknown, moment: string | undefined): QueryKey {
  return moment === undefined ? [name, variables] : [name, variables, moment];
}

/** The same moment gives the same answer for ever. */
const keeping = (moment: string | undefined) => (moment === undefined ? {} : { staleTime: Infinity });

/** For `useQuery`, `ensureQueryData` and friends; of now, unless a moment is given. */
export function queryOf<Result, Variables>(operation: Operation<Result, Variables>, variables: Variables, moment?: string) {
  return queryOptions({
    queryKey: keyOf(operation, variables, moment),
    queryFn: ({ signal }) => request(operation, variables, { signal, moment }),
    ...keeping(moment),
  });
}

export interface QuerySettings {
  /** False while something it needs isn't known yet. */
  enabled?: boolean;
  /** Keeps showing the previous result while the one for new variables loads. */
  keepPrevious?: boolean;
}

/** Runs a query, about the moment that the page shows. Pass the result to `<Loaded query={…}>`. */
export function useApiQuery<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  { enabled, keepPrevious }: QuerySettings = {},
): UseQueryResult<Result> {
  return useQuery({
    ...queryOf(operation, variables, useMoment()),
    enabled,
    placeholderData: keepPrevious ? (keepPreviousData as never) : undefined,
  });
}

/** A page of a list, as in every connection of the schema. */
export interface Page<Row> {
  nodes: Row[];
  totalCount: number;
  /** Where the whole list can be fetched as CSV, if the operation asks for it. */
  csvUrl?: string;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The loaded part of a list, as shown by `<DataTable>`. */
export interface Pages<Row> {
  /** Identifies the list: when it changes, the table scrolls back to the top. */
  list: string;
  /** In order; undefined where not loaded yet. */
  rows: readonly (Row | undefined)[] | undefined;
  totalCount: number | undefined;
  /** The whole list as CSV; undefined while it isn't known. */
  csvUrl?: string;
  /** The previous list is still shown while this one loads. */
  isBusy: boolean;
  error: unknown;
  retry: () => void;
  /** Called with the rows in view. */
  reach: (first: number, last: number) => void;
  /** All rows loaded so far. */
  loaded: () => Row[];
}

/** Load the next page when this many loaded rows are left. */
const READ_AHEAD = 24;

/** Loads a list page by page as the user scrolls. `pick` finds the connection in the result. */
export function useApiPages<Result, Variables extends { after?: string | null }, Row>(
  operation: Operation<Result, Variables>,
  variables: Omit<Variables, 'after'>,
  pick: (result: Result) => Page<Row>,
) {
  const moment = useMoment();
  const query = useInfiniteQuery({
    queryKey: keyOf(operation, variables, moment),
    queryFn: ({ pageParam, signal }) => request(operation, { ...variables, after: pageParam } as Variables, { signal, moment }),
    ...keeping(moment),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Result) => {
      const { hasNextPage, endCursor } = pick(last).pageInfo;
      return hasNextPage ? endCursor : undefined;
    },
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages.map(pick);
  const rows = pages?.flatMap(({ nodes }) => nodes);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return {
    query,
    list: JSON.stringify(variables),
    rows,
    totalCount: pages?.[0]?.totalCount,
    csvUrl: query.isPlaceholderData ? undefined : pages?.[0]?.csvUrl,
    isBusy: query.isPlaceholderData,
    error: query.error ?? undefined,
    retry: () => void query.refetch(),
    reach: (_first: number, last: number) => {
      if (rows && last >= rows.length - READ_AHEAD && hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    loaded: () => rows ?? [],
  };
}

export interface MutationSettings<Result, Variables> {
  /** Runs on success, before queries are refetched. */
  onSuccess?: (result: Result, variables: Variables) => void;
  /** The operations to refetch afterwards; all of them by default. */
  invalidates?: readonly Operation<unknown, never>[];
  /** Applies the change to a cached result at once, and rolls it back if the server refuses. */
  optimistic?: Optimistic<Variables>;
}

export interface Optimistic<Variables> {
  key: QueryKey;
  update: (shown: unknown, variables: Variables) => unknown;
}

/** For `optimistic`: how the result of this query changes. */
export function shows<Result, Asked, Variables>(
  operation: Operation<Result, Asked>,
  asked: Asked,
  update: (shown: Result, variables: Variables) => Result,
): Optimistic<Variables> {
  return { key: [operation.name, asked], update: (shown, variables) => shown && update(shown as Result, variables) };
}

/** Runs a mutation; refused while the page shows the past. By default every query on the page is refetched afterwards, so that nothing on it is stale. */
export function useApiMutation<Result, Variables>(
  operation: Operation<Result, Variables>,
  { onSuccess, invalidates, optimistic }: MutationSettings<Result, Variables> = {},
): UseMutationResult<Result, Error, Variables> {
  const cache = useQueryClient();
  const moment = useMoment();
  return useMutation({
    mutationKey: [operation.name],
    mutationFn: (variables: Variables) => confirmedFirst(() => request(operation, variables, { moment })),
    onMutate: async (variables) => {
      if (!optimistic) return undefined;
      await cache.cancelQueries({ queryKey: optimistic.key });
      const before = cache.getQueryData(optimistic.key);
      cache.setQueryData(optimistic.key, optimistic.update(before, variables));
      return before;
    },
    onError: (_error, _variables, before) => {
      if (optimistic) cache.setQueryData(optimistic.key, before);
    },
    onSuccess,
    onSettled: (_result, error) => {
      if (isSignedOut(error)) return; // a refetch would be refused too, and the user would lose the page and any input
      // Of several in flight, only the last refetches: an earlier result would lack the later changes.
      if (cache.isMutating({ mutationKey: [operation.name] }) > 1) return;
      const keys = invalidates?.map(({ name }) => [name]) ?? [undefined];
      void Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}
