import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useFormMutation } from '../../api/form';
import { ErrorBox } from '../../components/error-box';
import { NewPasswordField } from '../../components/new-password-field';
import { CreateFirstAdministratorDocument } from './account.generated';
import { SignedOutPage, useRedirectAfterSignIn } from './signed-out-page';

/** First-run setup: the first visitor becomes the administrator. */
export function SetupPage() {
  const enter = useRedirectAfterSignIn();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', email: '', password: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, CreateFirstAdministratorDocument, {
    variables: (input) => ({ input }),
    invalidates: [],
    onSuccess: () => void enter(),
  });
  return (
    <SignedOutPage title="Welcome" about="Create the first administrator. You can add other users later.">
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <TextInput label="Your name" autoComplete="name" autoFocus key={form.key('name')} {...form.getInputProps('name')} />
          <TextInput label="E-mail" type="email" autoComplete="username" key={form.key('email')} {...form.getInputProps('email')} />
          <NewPasswordField label="Password" key={form.key('password')} {...form.getInputProps('password')} />
          <Button type="submit" loading={isPending}>
            Create administrator
          </Button>
        </Stack>
      </form>
    </SignedOutPage>
  );
}
