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
import { ErrorBox } from '../../components/error-box';
import { IdentityForm } from '../../components/identity-form';
import { AnchorLink } from '../../components/link';
import { PasswordField } from '../../components/password-field';
import { BeginPasskeyLoginDocument, CompleteLoginDocument, SignInDocument } from './account.generated';
import { SignedOutPage, useRedirectAfterSignIn } from './signed-out-page';

const ADVICE = { UNAUTHENTICATED: 'Try again, or choose a new password below.' };
const PASSKEY_ADVICE = { UNAUTHENTICATED: 'Sign in with your e-mail address and password instead.' };

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const [question, setQuestion] = useState<IdentityQuestion>();
  return question ? <SecondStep question={question} onBack={() => setQuestion(undefined)} /> : <FirstStep onFactorAsked={setQuestion} />;
}

function FirstStep({ onFactorAsked }: { onFactorAsked: (question: IdentityQuestion) => void }) {
  const enter = useEnter();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, SignInDocument, {
    variables: (input) => ({ input }),
    invalidates: [],
    onSuccess: enter,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED' && error.asks) onFactorAsked(error.asks);
    },
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
          <AnchorLink to="/forgot-password" size="sm">
            Forgot your password?
          </AnchorLink>
        </Stack>
      </form>
      {hasPasskeys() && <PasskeySignIn />}
    </SignedOutPage>
  );
}

/** After the password, for someone with a second factor. */
function SecondStep({ question, onBack }: { question: IdentityQuestion; onBack: () => void }) {
  const enter = useEnter();
  const complete = useApiMutation(CompleteLoginDocument, { invalidates: [], onSuccess: enter });
  return (
    <SignedOutPage title="Confirm that it is you" about="Your account has a second factor.">
      <IdentityForm
        question={question}
        onShown={(shown) => complete.mutate({ input: { challenge: question.challenge, ...shown } })}
        isPending={complete.isPending}
        error={complete.error}
        action="Sign in"
      />
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
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
