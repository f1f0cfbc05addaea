import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorBox } from './error-box';

/** Lines of grey where the answer will stand. */
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
  /** What to show until the first answer; grey lines unless given. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The three ends of a query: under way, failed with a way on, and there. An answer once there stays while it is renewed. */
export function Loaded<Data>({ query, loading = <Loading />, children }: LoadedProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <ErrorBox error={query.error} onRetry={() => void query.refetch()} /> : loading;
}
