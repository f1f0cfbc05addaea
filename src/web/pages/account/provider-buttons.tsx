import { Button, Stack } from '@mantine/core';
import { useApiQuery } from '../../api/hooks';
import { SignInOptionsDocument } from './sign-in-options.generated';

/** Until the server says what it offers. */
const UNKNOWN = { passwordSignIn: 'EVERYONE', providers: [] } as const;

/** How people can sign in. */
export const useSignInOptions = () => useApiQuery(SignInOptionsDocument, {}).data?.signInOptions ?? UNKNOWN;

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
