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
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: (value) => (value.includes('@') ? null : 'Enter your e-mail address') },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, RequestPasswordResetDocument, {
    variables: (input) => ({ input }),
    invalidates: [],
    onSuccess: (_result, { input }) => setSentTo(input.email),
  });
  if (sentTo) {
    return (
      <SignedOutPage
        title="Check your e-mail"
        about={<span role="status">If {sentTo} belongs to an account, a link is on its way. It works for 30 minutes.</span>}
      >
        <Text size="sm">If nothing arrives, check your spam folder, or ask an administrator.</Text>
        <BackToSignIn />
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title="Forgot your password?" about="We’ll e-mail you a link to choose a new one.">
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
      <BackToSignIn />
    </SignedOutPage>
  );
}

function BackToSignIn() {
  return (
    <AnchorLink to="/sign-in" size="sm">
      Back to sign-in
    </AnchorLink>
  );
}
