import { Button, Divider, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../api/error';
import { useFormMutation } from '../../api/form';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink } from '../../components/link';
import { NewPasswordField } from '../../components/new-password-field';
import { AcceptInvitationDocument, ResetPasswordDocument } from './account.generated';
import { ProviderButtons, useSignInOptions } from './provider-buttons';
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
  if (isOver(problem)) {
    return (
      <OverPage>
        <AnchorLink to="/forgot-password">Ask for a new link</AnchorLink>
      </OverPage>
    );
  }
  if (isPasswordOff(problem)) return <WithoutPasswordPage title="Sign in another way" />;
  return (
    <SignedOutPage title="Choose a new password" about="This signs you out everywhere.">
      <PasswordForm form={form} onSubmit={onSubmit} isPending={isPending} problem={problem} action="Change password" />
    </SignedOutPage>
  );
}

/** Where the link of an invitation leads. */
export function InvitationPage() {
  const { token } = invitationRoute.useParams();
  const enter = useRedirectAfterSignIn();
  const { passwordSignIn, providers } = useSignInOptions();
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, AcceptInvitationDocument, {
    variables: ({ password }) => ({ input: { token, password } }),
    invalidates: [],
    onSuccess: () => void enter(),
  });
  if (isOver(problem)) {
    return (
      <OverPage>
        <Text size="sm">Ask an administrator to send you a new invitation.</Text>
      </OverPage>
    );
  }
  if (passwordSignIn === 'NOBODY' || isPasswordOff(problem)) return <WithoutPasswordPage title="Welcome" />;
  return (
    <SignedOutPage
      title="Welcome"
      about={
        providers.length > 0
          ? 'Sign in with your organisation’s account, or choose a password.'
          : 'Choose the password that you will sign in with.'
      }
    >
      {providers.length > 0 && (
        <>
          <ProviderButtons providers={providers} />
          <Divider label="or" />
        </>
      )}
      <PasswordForm form={form} onSubmit={onSubmit} isPending={isPending} problem={problem} action="Continue" />
    </SignedOutPage>
  );
}

/** Whether the link no longer works. */
const isOver = (problem: unknown) => problem instanceof ApiError && problem.fields.token !== undefined;

/** Whether the person of the link can't sign in with a password: their organisation doesn't let them. */
const isPasswordOff = (problem: unknown) => problem instanceof ApiError && problem.code === 'FORBIDDEN';

/** For someone who needs no password, as it wouldn't let them in. */
function WithoutPasswordPage({ title }: { title: string }) {
  const { providers } = useSignInOptions();
  return (
    <SignedOutPage title={title} about="You don’t need a password: sign in with your organisation’s account.">
      <ProviderButtons providers={providers} />
      {providers.length === 0 && <Text size="sm">Ask an administrator how to sign in.</Text>}
      <AnchorLink to="/sign-in" size="sm">
        Other ways to sign in
      </AnchorLink>
    </SignedOutPage>
  );
}

/** `children`: what to do next. */
function OverPage({ children }: { children: ReactNode }) {
  return (
    <SignedOutPage title="This link no longer works" about={<span role="alert">It was used, replaced by a newer one, or is too old.</span>}>
      {children}
    </SignedOutPage>
  );
}

interface PasswordFormProps {
  form: ReturnType<typeof useForm<{ password: string }>>;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  isPending: boolean;
  problem: unknown;
  action: string;
}

function PasswordForm({ form, onSubmit, isPending, problem, action }: PasswordFormProps) {
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
