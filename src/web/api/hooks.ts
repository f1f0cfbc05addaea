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
import type { Operation } from './operation';

/** For `useQuery`, `ensureQueryData` and friends. All answers of an operation share the first part of the key. */
export function queryOf<Result, Variables>(operation: Operation<Result, Variables>, variables: Variables) {
  return queryOptions({
    queryKey: [operation.name, variables] as QueryKey,
    queryFn: ({ signal }) => request(operation, variables, signal),
  });
}

export interface QuerySettings {
  /** False: not yet, because something it needs isn't known. */
  enabled?: boolean;
  /** Shows the last answer while the next, for other variables, is under way. */
  keepPrevious?: boolean;
}

/** Reads. What it gives goes into `<Loaded query={…}>`. */
export function useApiQuery<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  { enabled, keepPrevious }: QuerySettings = {},
): UseQueryResult<Result> {
  return useQuery({
    ...queryOf(operation, variables),
    enabled,
    placeholderData: keepPrevious ? (keepPreviousData as never) : undefined,
  });
}

/** A page of a list, as every connection of the schema has it. */
export interface Page<Row> {
  nodes: Row[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** A list as far as it is read; what `<DataTable>` shows. */
export interface Pages<Row> {
  /** Tells one list from another: the table starts again at the top. */
  list: string;
  /** In order; undefined where it isn't read yet. */
  rows: readonly (Row | undefined)[] | undefined;
  totalCount: number | undefined;
  /** What is shown is of the list before, while this one is under way. */
  isBusy: boolean;
  error: unknown;
  retry: () => void;
  /** Told which rows are in sight. */
  reach: (first: number, last: number) => void;
  /** All rows read so far. */
  loaded: () => Row[];
}

/** Rows from the end of what is read at which more is read. */
const READ_AHEAD = 24;

/** Reads a list page by page, as far as the reader scrolls. `pick` finds the connection in the answer. */
export function useApiPages<Result, Variables extends { after?: string | null }, Row>(
  operation: Operation<Result, Variables>,
  variables: Omit<Variables, 'after'>,
  pick: (result: Result) => Page<Row>,
) {
  const query = useInfiniteQuery({
    queryKey: [operation.name, variables],
    queryFn: ({ pageParam, signal }) => request(operation, { ...variables, after: pageParam } as Variables, signal),
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
  /** Runs when the server has agreed, before what is shown is read again. */
  onSuccess?: (result: Result, variables: Variables) => void;
  /** Which operations' answers are out of date after it; all of them unless given. */
  invalidates?: readonly Operation<unknown, never>[];
  /** Shows the change at once in an answer already there, and takes it back if the server refuses. */
  optimistic?: Optimistic<Variables>;
}

export interface Optimistic<Variables> {
  key: QueryKey;
  update: (shown: unknown, variables: Variables) => unknown;
}

/** For `optimistic`: how the answer of this query changes. */
export function shows<Result, Asked, Variables>(
  operation: Operation<Result, Asked>,
  asked: Asked,
  update: (shown: Result, variables: Variables) => Result,
): Optimistic<Variables> {
  return { key: [operation.name, asked], update: (shown, variables) => shown && update(shown as Result, variables) };
}

/** Changes. By default everything on the screen is read again afterwards, so that nothing shown is out of date. */
export function useApiMutation<Result, Variables>(
  operation: Operation<Result, Variables>,
  { onSuccess, invalidates, optimistic }: MutationSettings<Result, Variables> = {},
): UseMutationResult<Result, Error, Variables> {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: [operation.name],
    mutationFn: (variables: Variables) => request(operation, variables),
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
      if (isSignedOut(error)) return; // reading again would be refused, too, and the page would go with what was written
      // Of several under way the last one reads again: before, the answer would lack what is still to come.
      if (cache.isMutating({ mutationKey: [operation.name] }) > 1) return;
      const keys = invalidates?.map(({ name }) => [name]) ?? [undefined];
      void Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}
