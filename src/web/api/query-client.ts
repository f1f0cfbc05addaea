import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOut } from './error';

const TRANSIENT = new Set(['OFFLINE', 'SERVICE_UNAVAILABLE']);
const MOST_RETRIES = 2;

/**
 * The cache of answers. `onSignedOut` is told when the server no longer knows the session. A change that is refused for
 * that reason leaves the page as it is, with what was written: it can be sent again after signing in.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: false, // should the session have ended meanwhile, what is being written would go with the page
        refetchOnReconnect: false,
        retry: (failures, error) => failures < MOST_RETRIES && error instanceof ApiError && TRANSIENT.has(error.code),
      },
      mutations: { retry: false },
    },
  });
}
