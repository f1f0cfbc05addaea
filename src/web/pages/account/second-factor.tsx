import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Reauthentication } from '../../app/reauthentication';
import { useMe } from '../../app/session';
import { useSignOut } from '../../app/sign-out';
import { AddFactor } from './add-factor';
import { RecoveryCodes } from './recovery-codes';
import { SignedOutPage, useRedirectAfterSignIn } from './signed-out-page';

/** For someone who must set up a second factor before anything else. */
export function SecondFactorPage() {
  const { next } = useSearch({ strict: false });
  const enter = useRedirectAfterSignIn();
  const { name, email } = useMe();
  const signOut = useSignOut();
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <SignedOutPage title="Set up a second factor" about="Your organisation requires one to sign in with a password.">
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => void enter(next)} />
      ) : (
        <Stack gap="md">
          <Text size="sm">
            From now on, you’ll need it after your password. A passkey, such as the fingerprint or PIN of your device, can also replace the
            password.
          </Text>
          <AddFactor onAdded={(recoveryCodes) => (recoveryCodes ? setCodes(recoveryCodes) : void enter(next))} />
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              Signed in as {name} ({email})
            </Text>
            <Anchor component="button" type="button" size="sm" onClick={signOut}>
              Sign out
            </Anchor>
          </Group>
        </Stack>
      )}
      <Reauthentication />
    </SignedOutPage>
  );
}
