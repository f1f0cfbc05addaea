import { type QueryClient, useQueryClient } from '@tanstack/react-query';

/** The provider where someone is perhaps still signed in, and where to sign out there. */
interface Left {
  name: string;
  url: string;
}

const KEY = ['signed out'];

/** For the sign-in page; it is forgotten with the page, because the address is only of use to the person who left. */
export function rememberLeft(cache: QueryClient, left: Left): void {
  cache.setQueryData(KEY, left);
}

export function useLeft(): Left | undefined {
  return useQueryClient().getQueryData<Left>(KEY);
}
