import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOut } from './error';

const TRANSIENT = new Set(['OFFLINE', 'SERVICE_UNAVAILABLE']);
const MOST_RETRIES = 2;

/**
 * The query cache. `onSignedOut` is called when a query finds that the session has ended. A mutation refused for that reason
 * leaves the page and its input as they are, to be sent again after signing in; so does a quiet query (`meta.isQuiet`), which nobody
 * asked for.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown, { meta }: { meta?: Record<string, unknown> }) => {
    if (isSignedOut(error) && !meta?.isQuiet) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: false, // if the session had ended, the user would lose the page and any input
        refetchOnReconnect: false,
        retry: (failures, error) => failures < MOST_RETRIES && error instanceof ApiError && TRANSIENT.has(error.code),
      },
      mutations: { retry: false },
    },
  });
}
