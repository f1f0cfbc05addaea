import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../api/error';
import { useFormMutation } from '../../api/form';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink } from '../../components/link';
import { NewPasswordField } from '../../components/new-password-field';
import { AcceptInvitationDocument, ResetPasswordDocument } from './account.generated';
import { SignedOutPage, useRedirectAfterSignIn } from './signed-out-page';

const resetRoute = getRouteApi('/reset-password/$token');
const invitationRoute = getRouteApi('/invitation/$token');

/** Where the link for a forgotten password leads. */
export function ResetPasswordPage() {
  const { token } = resetRoute.useParams();
  const [email, setEmail] = useState<string>();
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, ResetPasswordDocument, {
    variables: ({ password }) => ({ input: { token, password } }),
    invalidates: [],
    onSuccess: ({ resetPassword }) => setEmail(resetPassword.email),
  });
  if (email) {
    return (
      <SignedOutPage title="Password changed" about={`You have been signed out everywhere. Sign in as ${email} with the new password.`}>
        <AnchorLink to="/sign-in">Sign in</AnchorLink>
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title="Choose a new password" about="This signs you out everywhere else.">
      <PasswordForm form={form} onSubmit={onSubmit} isPending={isPending} problem={problem} action="Change password">
        <AnchorLink to="/forgot-password" size="sm">
          Ask for a new link
        </AnchorLink>
      </PasswordForm>
    </SignedOutPage>
  );
}

/** Where the link of an invitation leads. */
export function InvitationPage() {
  const { token } = invitationRoute.useParams();
  const enter = useRedirectAfterSignIn();
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, AcceptInvitationDocument, {
    variables: ({ password }) => ({ input: { token, password } }),
    invalidates: [],
    onSuccess: () => void enter(),
  });
  return (
    <SignedOutPage title="Welcome" about="Choose the password that you will sign in with.">
      <PasswordForm form={form} onSubmit={onSubmit} isPending={isPending} problem={problem} action="Continue">
        <Text size="sm">Ask an administrator to send you a new invitation.</Text>
      </PasswordForm>
    </SignedOutPage>
  );
}

interface PasswordFormProps {
  form: ReturnType<typeof useForm<{ password: string }>>;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  isPending: boolean;
  problem: unknown;
  action: string;
  /** What to do if the link no longer works. */
  children: ReactNode;
}

function PasswordForm({ form, onSubmit, isPending, problem, action, children }: PasswordFormProps) {
  const isOver = problem instanceof ApiError && problem.fields.token !== undefined;
  if (isOver) {
    return (
      <Stack gap="md">
        <Text role="alert">This link no longer works: it was used, replaced by a newer one, or is too old.</Text>
        {children}
      </Stack>
    );
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <ErrorBox error={problem} />
        <NewPasswordField label="New password" autoFocus key={form.key('password')} {...form.getInputProps('password')} />
        <Button type="submit" loading={isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
