import { Box, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/client';
import { useFormMutation } from '../../api/form';
import { useApiMutation } from '../../api/hooks';
import { createPasskey, hasPasskeys } from '../../api/passkeys';
import { confirmedFirst } from '../../api/reauthenticate';
import { CopyIcon } from '../../components/copy-field';
import { ErrorBox } from '../../components/error-box';
import {
  BeginPasskeyDocument,
  BeginTotpDocument,
  type BeginTotpMutation,
  ConfirmPasskeyDocument,
  ConfirmTotpDocument,
  MyFactorsDocument,
} from './factors.generated';
import { MySessionsDocument } from './account.generated';

interface AddFactorProps {
  /** The first one comes with recovery codes, which are shown only this once. */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
}

/** A new factor ends the other sessions. */
const REFRESHES = [MyFactorsDocument, MySessionsDocument];

/** Sets up an authenticator app or a passkey. */
export function AddFactor({ onAdded }: AddFactorProps) {
  const [name, setName] = useState('');
  const totp = useApiMutation(BeginTotpDocument, { invalidates: [] });
  const confirmPasskey = useApiMutation(ConfirmPasskeyDocument, { invalidates: REFRESHES });
  const passkey = useMutation({
    mutationFn: async () => {
      const { options } = (await confirmedFirst(() => request(BeginPasskeyDocument, {}))).beginPasskey;
      const credential = await createPasskey(options);
      return confirmPasskey.mutateAsync({ input: { credential, name: name || undefined } });
    },
    onSuccess: ({ confirmPasskey }) => onAdded(confirmPasskey.recoveryCodes),
  });
  if (totp.data) return <ConfirmTotp begun={totp.data.beginTotp} name={name || undefined} onAdded={onAdded} />;
  return (
    <Stack gap="md">
      <ErrorBox error={totp.error ?? passkey.error} />
      <TextInput
        label="Name"
        description="Optional. Helps you tell several apart, such as “Work laptop”."
        maxLength={100}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
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

interface ConfirmTotpProps extends AddFactorProps {
  begun: BeginTotpMutation['beginTotp'];
  name: string | undefined;
}

function ConfirmTotp({ begun: { secret, qrCode }, name, onAdded }: ConfirmTotpProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: (value) => (/^\d{6}$/.test(value.replace(/\s/g, '')) ? null : 'Enter the six digits that the app shows') },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, ConfirmTotpDocument, {
    variables: ({ code }) => ({ input: { code, name } }),
    invalidates: REFRESHES,
    onSuccess: ({ confirmTotp }) => onAdded(confirmTotp.recoveryCodes),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Text size="sm">Scan this with your authenticator app, or type the key into it.</Text>
        <img src={qrCode} alt="QR code of the key below" width={240} height={240} />
        <Box>
          <Text size="sm" fw={600}>
            Key
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code fz="sm">{secret.replace(/.{4}(?=.)/g, '$& ')}</Code>
            <CopyIcon label="Copy key" value={secret} />
          </Group>
        </Box>
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
