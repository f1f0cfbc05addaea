import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { Reauthentication } from '../../app/reauthentication';
import { AddFactor } from './add-factor';
import { SignedOutPage, useRedirectAfterSignIn } from './signed-out-page';

/** For someone who must set up a second factor before anything else. */
export function SecondFactorPage() {
  const { next } = useSearch({ strict: false });
  const enter = useRedirectAfterSignIn();
  return (
    <SignedOutPage title="Set up a second factor" about="Your organisation requires one to sign in by password.">
      <Stack gap="md">
        <Text size="sm">
          From now on you show it after your password. A passkey, such as the fingerprint or PIN of your device, can also replace the
          password.
        </Text>
        <AddFactor onDone={() => void enter(next)} />
      </Stack>
      <Reauthentication />
    </SignedOutPage>
  );
}
