import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorBox } from './error-box';

/** Grey lines where the content will be. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <Stack gap="sm" role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} h={20} w={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** Shown until the first result; grey lines by default. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows a query that is loading, has failed (with a retry) or has a result. A result stays while it is refetched. */
export function Loaded<Data>({ query, loading = <Loading />, children }: LoadedProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <ErrorBox error={query.error} onRetry={() => void query.refetch()} /> : loading;
}
