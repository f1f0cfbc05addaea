import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { NoPast, Page } from '../../app/page';
import { useMe } from '../../app/session';
import { Card } from '../../components/card';
import { ChangeForm } from '../../components/change-form';
import { ErrorBox } from '../../components/error-box';
import { portfoliosText } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { NewPasswordField } from '../../components/new-password-field';
import { PasswordField } from '../../components/password-field';
import { Sessions } from '../../components/sessions';
import { ChangePasswordDocument, MySessionsDocument } from './account.generated';
import { Factors } from './factors';
import { NotificationSettings } from './notification-settings';
import { useSignInOptions } from './provider-buttons';

export function AccountPage() {
  const { name, email, role, portfolios } = useMe();
  const isPast = useMoment() !== undefined;
  const { passwordSignIn } = useSignInOptions();
  return (
    <Page title="Account" about={[name, email, role.name, portfoliosText(portfolios)].filter(Boolean).join(' · ')}>
      {isPast ? (
        <NoPast>Sign-in settings can’t be shown as of a past date.</NoPast>
      ) : (
        <Stack>
          {passwordSignIn !== 'NOBODY' && <ChangePassword />}
          <Factors />
          <NotificationSettings />
          <MySessions />
        </Stack>
      )}
    </Page>
  );
}

function ChangePassword() {
  const { email } = useMe();
  const isByProvider = useApiQuery(MySessionsDocument, {}).data?.me?.sessions?.some(
    ({ isCurrent, method }) => isCurrent && method === 'PROVIDER',
  );
  const form = useForm({ mode: 'uncontrolled', initialValues: { currentPassword: '', newPassword: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, ChangePasswordDocument, {
    variables: (input) => ({ input }),
    invalidates: [MySessionsDocument],
    onSuccess: () => {
      form.reset();
      notify('Password changed. Your other sessions have ended.');
    },
  });
  return (
    <Stack maw={460}>
      <Card title="Change password">
        <ChangeForm onSubmit={onSubmit}>
          <Stack gap="md">
            <ErrorBox error={problem} />
            {isByProvider && (
              <Text size="sm">No password yet? Sign out, then use “Forgot your password?” on the sign-in page to choose one.</Text>
            )}
            <input type="hidden" autoComplete="username" value={email} readOnly />
            <PasswordField
              label="Current password"
              autoComplete="current-password"
              key={form.key('currentPassword')}
              {...form.getInputProps('currentPassword')}
            />
            <NewPasswordField label="New password" key={form.key('newPassword')} {...form.getInputProps('newPassword')} />
            <Text size="sm" c="dimmed">
              You stay signed in here. All your other sessions end.
            </Text>
            <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
              Change password
            </Button>
          </Stack>
        </ChangeForm>
      </Card>
    </Stack>
  );
}

function MySessions() {
  const query = useApiQuery(MySessionsDocument, {});
  return (
    <Card title="Sessions">
      <Loaded query={query}>{({ me }) => <Sessions sessions={me?.sessions ?? []} />}</Loaded>
    </Card>
  );
}
