import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { IdentityQuestion } from '../api/error';
import { hasPasskeys, showPasskey } from '../api/passkeys';
import { ErrorBox } from './error-box';
import { PasswordField } from './password-field';

type Method = 'PASSWORD' | 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE';

/** What someone shows, in the form of the server's inputs. */
export type Shown = { password: string } | { code: string } | { recoveryCode: string } | { assertion: unknown };

interface IdentityFormProps {
  question: IdentityQuestion;
  onShown: (shown: Shown) => void;
  isPending: boolean;
  error: unknown;
  /** The button's label. */
  action: string;
}

const ADVICE = { UNAUTHENTICATED: 'Try again, or choose another way.' };

const OTHER_WAYS: Record<Method, string> = {
  PASSWORD: 'Use your password',
  TOTP: 'Use a code of your authenticator app',
  PASSKEY: 'Use a passkey',
  RECOVERY_CODE: 'Use a recovery code',
};

/** Lets someone show who they are, in one of the ways that they have. */
export function IdentityForm({ question: { methods, passkeyOptions }, onShown, isPending, error, action }: IdentityFormProps) {
  const ways = methods.filter((method): method is Method => method !== 'PROVIDER' && (method !== 'PASSKEY' || hasPasskeys()));
  const [way, setWay] = useState<Method | undefined>(ways[0]);
  const [failure, setFailure] = useState<unknown>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailure(undefined);
    const value = String(new FormData(event.currentTarget).get('value') ?? '');
    if (way === 'PASSWORD') onShown({ password: value });
    if (way === 'TOTP') onShown({ code: value });
    if (way === 'RECOVERY_CODE') onShown({ recoveryCode: value });
    if (way !== 'PASSKEY') return;
    showPasskey(passkeyOptions)
      .then((assertion) => onShown({ assertion }))
      .catch(setFailure);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ErrorBox error={failure ?? error} advice={ADVICE} />
        {way === 'PASSWORD' && <PasswordField label="Password" name="value" autoComplete="current-password" autoFocus data-autofocus />}
        {way === 'TOTP' && (
          <TextInput
            label="Code"
            description="The six digits that your authenticator app shows now"
            name="value"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            data-autofocus
          />
        )}
        {way === 'RECOVERY_CODE' && (
          <TextInput
            label="Recovery code"
            description="One of those that you kept. Each works once."
            name="value"
            autoComplete="off"
            autoFocus
            data-autofocus
          />
        )}
        {way === 'PASSKEY' && <Text size="sm">Your browser asks for your passkey when you continue.</Text>}
        {way ? (
          <Button type="submit" loading={isPending} data-autofocus={way === 'PASSKEY' || undefined}>
            {way === 'PASSKEY' ? 'Use passkey' : action}
          </Button>
        ) : (
          <Text size="sm">This browser can’t use your passkey here. Ask an administrator to reset your second factors.</Text>
        )}
        <Group gap="md">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Anchor key={other} component="button" type="button" size="sm" onClick={() => setWay(other)}>
                {OTHER_WAYS[other]}
              </Anchor>
            ))}
        </Group>
      </Stack>
    </form>
  );
}
