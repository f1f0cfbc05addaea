import { Button, NativeSelect, NumberInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Card } from '../../components/card';
import { ChangeForm } from '../../components/change-form';
import { ErrorBox } from '../../components/error-box';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { Providers } from './providers';
import { SaveSignInSettingsDocument, SignInSettingsDocument, type SignInSettingsQuery } from './sign-in.generated';

const WHO = [
  { value: 'NOBODY', label: 'Nobody' },
  { value: 'ADMINISTRATORS', label: 'Administrators' },
  { value: 'EVERYONE', label: 'Everyone' },
];

const ADVICE = { CONFLICT: 'Sign in with an identity provider yourself, then try again.' };

export function SignInSettingsPage() {
  const query = useApiQuery(SignInSettingsDocument, {});
  return (
    <Page title="Sign-in" about="Passwords and second factors" actions={<OpenQuery operation={SignInSettingsDocument} variables={{}} />}>
      <Loaded query={query}>{({ settings }) => <SignInForm settings={settings} />}</Loaded>
    </Page>
  );
}

function SignInForm({ settings: { revision, ...initial } }: { settings: SignInSettingsQuery['settings'] }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { ...initial, expectedRevision: revision } });
  const { onSubmit, isPending, problem } = useFormMutation(form, SaveSignInSettingsDocument, {
    variables: (input) => ({ input }),
    onSuccess: ({ updateSettings }) => {
      form.setFieldValue('expectedRevision', updateSettings.settings.revision);
      notify('Settings saved');
    },
  });
  return (
    <Stack maw={560}>
      <Providers />
      <Card title="Sign-in requirements">
        <ChangeForm onSubmit={onSubmit}>
          <Stack gap="md">
            <ErrorBox error={problem} advice={ADVICE} />
            <NativeSelect
              label="Allow sign-in with a password for"
              description="Everyone else signs in with an identity provider or a passkey. Open sessions are not affected."
              data={[...WHO].reverse()}
              key={form.key('passwordSignIn')}
              {...form.getInputProps('passwordSignIn')}
            />
            <NativeSelect
              label="Require a second factor for"
              description="People without one set it up at their next sign-in. API keys are not affected."
              data={WHO}
              key={form.key('requireSecondFactor')}
              {...form.getInputProps('requireSecondFactor')}
            />
            <NumberInput
              label="Minimum password length"
              description="In characters, 8 to 64. Existing passwords stay as they are."
              min={8}
              max={64}
              key={form.key('minPasswordLength')}
              {...form.getInputProps('minPasswordLength')}
            />
            <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
              Save
            </Button>
          </Stack>
        </ChangeForm>
      </Card>
    </Stack>
  );
}
