import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRouter } from '@tanstack/react-router';
import { useFormMutation } from '../../api/form';
import { Page } from '../../app/page';
import { Card } from '../../components/card';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink } from '../../components/link';
import { notify } from '../../components/notify';
import { RolePlace } from './role-place';
import { RoleSelect } from './role-select';
import { InviteUserDocument } from './users.generated';

export function NewUserPage() {
  const router = useRouter();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', roleId: '', portfolioIds: null as string[] | null },
    validate: {
      name: (value) => (value.trim() ? null : 'Enter a name'),
      email: (value) => (value.trim() ? null : 'Enter an e-mail address'),
      roleId: (value) => (value ? null : 'Choose a role'),
    },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, InviteUserDocument, {
    variables: (input) => ({ input }),
    onSuccess: ({ inviteUser: { user } }) => {
      notify(`${user.name} gets a link by e-mail to choose a password.`);
      void router.navigate({ to: '/settings/users/$userId', params: { userId: user.id } });
    },
  });
  return (
    <Page
      title="Invite user"
      above={
        <AnchorLink to="/settings/users" size="sm">
          Users
        </AnchorLink>
      }
    >
      <Stack maw={460}>
        <Card title="User">
          <form onSubmit={onSubmit} noValidate>
            <Stack gap="md">
              <ErrorBox error={problem} />
              <TextInput label="Name" autoComplete="off" key={form.key('name')} {...form.getInputProps('name')} />
              <TextInput label="E-mail" type="email" autoComplete="off" key={form.key('email')} {...form.getInputProps('email')} />
              <RoleSelect key={form.key('roleId')} {...form.getInputProps('roleId')} />
              <RolePlace key={form.key('portfolioIds')} {...form.getInputProps('portfolioIds')} />
              <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
                Send invitation
              </Button>
            </Stack>
          </form>
        </Card>
      </Stack>
    </Page>
  );
}
