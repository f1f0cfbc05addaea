import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRouter } from '@tanstack/react-router';
import { useFormMutation } from '../../api/form';
import { Page } from '../../app/page';
import { Card } from '../../components/card';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink } from '../../components/link';
import { notify } from '../../components/notify';
import { PasswordField } from '../../components/password-field';
import { RoleSelect } from './role-select';
import { CreateUserDocument } from './users.generated';

export function NewUserPage() {
  const router = useRouter();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', email: '', roleId: '', password: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, CreateUserDocument, {
    variables: (input) => ({ input }),
    onSuccess: ({ createUser: { user } }) => {
      notify(`${user.name} can sign in now.`);
      void router.navigate({ to: '/settings/users' });
    },
  });
  return (
    <Page
      title="Add user"
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
              <PasswordField
                label="Initial password"
                description="At least 8 characters. Share it with the user, who can change it under Account."
                autoComplete="new-password"
                key={form.key('password')}
                {...form.getInputProps('password')}
              />
              <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
                Add user
              </Button>
            </Stack>
          </form>
        </Card>
      </Stack>
    </Page>
  );
}
