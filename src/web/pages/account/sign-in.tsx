import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { useFormMutation } from '../../api/form';
import { ErrorBox } from '../../components/error-box';
import { PasswordField } from '../../components/password-field';
import { SignInDocument } from './account.generated';
import { SignedOutPage, useRedirectAfterSignIn } from './signed-out-page';

const ADVICE = { UNAUTHENTICATED: 'Try again, or ask an administrator to reset your password.' };

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next } = route.useSearch();
  const enter = useRedirectAfterSignIn();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, SignInDocument, {
    variables: (input) => ({ input }),
    invalidates: [],
    onSuccess: () => void enter(next),
  });
  return (
    <SignedOutPage title="Sign in" about="Vendor risk management">
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <ErrorBox error={problem} advice={ADVICE} />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordField label="Password" autoComplete="current-password" key={form.key('password')} {...form.getInputProps('password')} />
          <Button type="submit" loading={isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
    </SignedOutPage>
  );
}
