import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { request } from '../api/client';
import { meQuery } from './session';
import { EndSessionDocument, SignOutDocument } from './session.generated';

/** The provider where someone is perhaps still signed in, and where to sign out there. */
interface Left {
  name: string;
  url: string;
}

const LEFT = ['signed out'];

/** Ends the session, and leads to the sign-in page. */
export function useSignOut(): () => void {
  const cache = useQueryClient();
  const router = useRouter();
  const { mutate } = useMutation({
    mutationFn: async () => {
      // Signing out works even where the sessions can't be read, such as before a second factor is set up.
      const before = await request(EndSessionDocument, {}).catch(() => undefined);
      await request(SignOutDocument, {});
      return before?.me?.sessions?.find(({ isCurrent }) => isCurrent);
    },
    onSuccess: (session) => {
      cache.clear(); // the next user must not see this one's data
      cache.setQueryData(meQuery.queryKey, { me: null });
      const { endSessionUrl: url, provider } = session ?? {};
      if (url) cache.setQueryData(LEFT, { url, name: provider?.name ?? 'your provider' } satisfies Left);
      void router.navigate({ to: '/sign-in' });
    },
  });
  return () => mutate();
}

/** For the sign-in page; it is forgotten with the page, because the address is only of use to the person who left. */
export function useLeft(): Left | undefined {
  return useQueryClient().getQueryData<Left>(LEFT);
}
