import { Anchor, Button, Divider, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api/client';
import { ApiError, type IdentityQuestion } from '../../api/error';
import { useFormMutation } from '../../api/form';
import { useApiMutation } from '../../api/hooks';
import { hasPasskeys, showPasskey } from '../../api/passkeys';
import { useLeft } from '../../app/sign-out';
import { ErrorBox } from '../../components/error-box';
import { IdentityForm } from '../../components/identity-form';
import { AnchorLink } from '../../components/link';
import { Notice } from '../../components/notice';
import { PasswordField } from '../../components/password-field';
import { BeginPasskeyLoginDocument, CompleteLoginDocument, SignInDocument } from './account.generated';
import { ProviderButtons, useSignInOptions } from './provider-buttons';
import { SignedOutPage, useRedirectAfterSignIn } from './signed-out-page';

const ADVICE = {
  UNAUTHENTICATED: 'Try again, or choose a new password below.',
  FORBIDDEN: 'Use one of the other buttons, or ask an administrator.',
};
const PASSKEY_ADVICE = { UNAUTHENTICATED: 'Sign in with your e-mail address and password instead.' };

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const [question, setQuestion] = useState<IdentityQuestion>();
  return question ? <SecondStep question={question} onBack={() => setQuestion(undefined)} /> : <FirstStep onFactorAsked={setQuestion} />;
}

function FirstStep({ onFactorAsked }: { onFactorAsked: (question: IdentityQuestion) => void }) {
  const enter = useEnter();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() ? null : 'Enter your e-mail address'),
      password: (value) => (value ? null : 'Enter your password'),
    },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, SignInDocument, {
    variables: (input) => ({ input }),
    invalidates: [],
    onSuccess: enter,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED' && error.asks) onFactorAsked(error.asks);
    },
  });
  const { next } = route.useSearch();
  const { passwordSignIn, providers } = useSignInOptions();
  return (
    <SignedOutPage title="Sign in" about="Vendor risk management">
      <StillSignedIn />
      {providers.length > 0 && <ProviderButtons providers={providers} next={next} />}
      {providers.length > 0 && passwordSignIn !== 'NOBODY' && <Divider label="or" />}
      {passwordSignIn !== 'NOBODY' && (
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
            <PasswordField
              label="Password"
              autoComplete="current-password"
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={isPending}>
              Sign in
            </Button>
            <AnchorLink to="/forgot-password" size="sm">
              Forgot your password?
            </AnchorLink>
          </Stack>
        </form>
      )}
      {hasPasskeys() && <PasskeySignIn />}
    </SignedOutPage>
  );
}

/** After signing out of a session that a provider opened. */
function StillSignedIn() {
  const left = useLeft();
  return (
    left && (
      <Notice title="You are signed out of Vetgraph">
        You may still be signed in at {left.name}. <Anchor href={left.url}>Sign out there too</Anchor>
      </Notice>
    )
  );
}

/** After the password, for someone with a second factor. */
function SecondStep({ question, onBack }: { question: IdentityQuestion; onBack: () => void }) {
  const enter = useEnter();
  const complete = useApiMutation(CompleteLoginDocument, { invalidates: [], onSuccess: enter });
  return (
    <SignedOutPage title="Confirm it’s you" about="Your account has a second factor.">
      <IdentityForm
        question={question}
        onShown={(shown) => complete.mutate({ input: { challenge: question.challenge, ...shown } })}
        isPending={complete.isPending}
        error={complete.error}
        onSwitch={complete.reset}
        action="Sign in"
      />
      <Anchor component="button" type="button" size="sm" style={{ alignSelf: 'flex-start' }} onClick={onBack}>
        Start over
      </Anchor>
    </SignedOutPage>
  );
}

function PasskeySignIn() {
  const enter = useEnter();
  const signIn = useMutation({
    mutationFn: async () => {
      const { challenge, options } = (await request(BeginPasskeyLoginDocument, {})).beginPasskeyLogin;
      return request(CompleteLoginDocument, { input: { challenge, assertion: await showPasskey(options) } });
    },
    onSuccess: enter,
  });
  return (
    <>
      <Divider label="or" />
      <ErrorBox error={signIn.error} advice={PASSKEY_ADVICE} />
      <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
    </>
  );
}

/** Opens the page that the user wanted, or the one where a second factor is set up if that must come first. */
function useEnter() {
  const { next } = route.useSearch();
  const redirect = useRedirectAfterSignIn();
  return () => void redirect(next);
}
