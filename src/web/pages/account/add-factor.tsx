import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/client';
import { useFormMutation } from '../../api/form';
import { useApiMutation } from '../../api/hooks';
import { createPasskey, hasPasskeys } from '../../api/passkeys';
import { confirmedFirst } from '../../api/reauthenticate';
import { CopyField } from '../../components/copy-field';
import { ErrorBox } from '../../components/error-box';
import {
  BeginPasskeyDocument,
  BeginTotpDocument,
  type BeginTotpMutation,
  ConfirmPasskeyDocument,
  ConfirmTotpDocument,
} from './factors.generated';
import { RecoveryCodes } from './recovery-codes';

/** Sets up an authenticator app or a passkey. The first one comes with recovery codes, which are shown before it ends. */
export function AddFactor({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const onAdded = (recoveryCodes: readonly string[] | null) => (recoveryCodes ? setCodes(recoveryCodes) : onDone());
  const totp = useApiMutation(BeginTotpDocument, { invalidates: [] });
  const passkey = useMutation({
    mutationFn: async () => {
      const { options } = (await confirmedFirst(() => request(BeginPasskeyDocument, {}))).beginPasskey;
      const credential = await createPasskey(options);
      return confirmedFirst(() => request(ConfirmPasskeyDocument, { input: { credential } }));
    },
    onSuccess: ({ confirmPasskey }) => onAdded(confirmPasskey.recoveryCodes),
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (totp.data) return <ConfirmTotp begun={totp.data.beginTotp} onAdded={onAdded} />;
  return (
    <Stack gap="md">
      <ErrorBox error={totp.error ?? passkey.error} />
      <Group gap="xs">
        {hasPasskeys() && (
          <Button variant="default" loading={passkey.isPending} onClick={() => passkey.mutate()}>
            Add a passkey
          </Button>
        )}
        <Button variant="default" loading={totp.isPending} onClick={() => totp.mutate({})}>
          Add an authenticator app
        </Button>
      </Group>
    </Stack>
  );
}

interface ConfirmTotpProps {
  begun: BeginTotpMutation['beginTotp'];
  onAdded: (recoveryCodes: readonly string[] | null) => void;
}

function ConfirmTotp({ begun: { secret, qrCode }, onAdded }: ConfirmTotpProps) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, ConfirmTotpDocument, {
    variables: (input) => ({ input }),
    invalidates: [],
    onSuccess: ({ confirmTotp }) => onAdded(confirmTotp.recoveryCodes),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Text size="sm">Scan this with your authenticator app, or type the key into it.</Text>
        <img src={qrCode} alt="QR code of the key below" width={200} height={200} />
        <CopyField label="Key" value={secret} />
        <ErrorBox error={problem} />
        <TextInput
          label="Code"
          description="The six digits that the app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          Add authenticator app
        </Button>
      </Stack>
    </form>
  );
}
