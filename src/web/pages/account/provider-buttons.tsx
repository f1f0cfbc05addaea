import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/hooks';
import { SignInOptionsDocument } from './sign-in-options.generated';

/** Until the server says what it offers. */
const UNKNOWN = { passwordSignIn: 'EVERYONE', providers: [] } as const;

/** How people can sign in now, whatever moment a page shows: it has no past. */
export const useSignInOptions = () => useQuery(queryOf(SignInOptionsDocument, {})).data?.signInOptions ?? UNKNOWN;

interface ProviderButtonsProps {
  providers: readonly { id: string; name: string }[];
  /** Where to go afterwards. */
  next?: string;
}

/** A button for each identity provider. They lead to pages of the provider, outside the application. */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  const search = next ? `?returnTo=${encodeURIComponent(next)}` : '';
  return (
    <Stack gap="xs">
      {providers.map(({ id, name }) => (
        <Button key={id} component="a" variant="default" href={`/auth/oidc/${id}/start${search}`}>
          Sign in with {name}
        </Button>
      ))}
    </Stack>
  );
}
