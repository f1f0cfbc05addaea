import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useFormMutation } from '../../api/form';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink } from '../../components/link';
import { RequestPasswordResetDocument } from './account.generated';
import { SignedOutPage } from './signed-out-page';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, RequestPasswordResetDocument, {
    variables: (input) => ({ input }),
    invalidates: [],
    onSuccess: (_result, { input }) => setSentTo(input.email),
  });
  return (
    <SignedOutPage title="Forgot your password?" about="You get a link to choose a new one by e-mail.">
      {sentTo ? (
        <Text size="sm" role="status">
          If {sentTo} belongs to an account, a link is on its way. It works for 30 minutes. If nothing arrives, look into your spam folder,
          or ask an administrator.
        </Text>
      ) : (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            <ErrorBox error={problem} />
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="username"
              autoFocus
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <Button type="submit" loading={isPending}>
              Send link
            </Button>
          </Stack>
        </form>
      )}
      <AnchorLink to="/sign-in" size="sm">
        Back to sign-in
      </AnchorLink>
    </SignedOutPage>
  );
}
