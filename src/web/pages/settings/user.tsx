import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { notThere } from '../../api/error';
import { useFormMutation } from '../../api/form';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Can, useMe } from '../../app/session';
import { Card } from '../../components/card';
import { ConfirmTyped } from '../../components/confirm-typed';
import { ChangeForm } from '../../components/change-form';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { PasswordField } from '../../components/password-field';
import { Sessions } from '../../components/sessions';
import { HistoryCard } from '../../history/history-card';
import { WhatErasureDoes } from './erase-user';
import { RoleSelect } from './role-select';
import {
  ChangeUserRoleDocument,
  DeleteUserDocument,
  EraseUserDocument,
  ResetUserPasswordDocument,
  SetUserDisabledDocument,
  UpdateUserDocument,
  UserSessionsDocument,
  UsersDocument,
  type UsersQuery,
} from './users.generated';

type User = UsersQuery['users'][number];

const route = getRouteApi('/app/settings/users/$userId');

/** Advice when the last administrator would be removed. */
const ADVICE = { CONFLICT: 'Make someone else an administrator first.' };

export function UserPage() {
  const { userId } = route.useParams();
  const me = useMe();
  const query = useApiQuery(UsersDocument, {});
  const user = query.data?.users.find(({ id }) => id === userId);
  const facts = user && [user.email, user.role.name, user.isDisabled && 'disabled', user.id === me.id && 'your own account'];
  return (
    <Page
      title={user?.name ?? 'User'}
      about={facts?.filter(Boolean).join(' · ')}
      above={
        <AnchorLink to="/settings/users" size="sm">
          Users
        </AnchorLink>
      }
    >
      <Loaded query={query}>
        {() => (user ? <Cards user={user} isOwn={user.id === me.id} /> : <ErrorBox error={notThere('User')} />)}
      </Loaded>
    </Page>
  );
}

function Cards({ user, isOwn }: { user: User; isOwn: boolean }) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Profile user={user} />
        <RoleCard user={user} />
        <Can do="users:manage">
          <Password user={user} isOwn={isOwn} />
          <Access user={user} isOwn={isOwn} />
        </Can>
      </SimpleGrid>
      <Can do="users:manage">
        <SessionsCard user={user} isOwn={isOwn} />
      </Can>
      <HistoryCard of={{ entityType: 'User', entityId: user.id }} />
    </Stack>
  );
}

function Profile({ user: { id, name, email, revision } }: { user: User }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { id, name, email, expectedRevision: revision } });
  const { onSubmit, isPending, problem } = useFormMutation(form, UpdateUserDocument, {
    variables: (input) => ({ input }),
    onSuccess: ({ updateUser }) => {
      form.setFieldValue('expectedRevision', updateUser.user.revision);
      notify('User saved');
    },
  });
  return (
    <Card title="Profile">
      <ChangeForm onSubmit={onSubmit}>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <TextInput label="Name" autoComplete="off" key={form.key('name')} {...form.getInputProps('name')} />
          <TextInput label="E-mail" type="email" autoComplete="off" key={form.key('email')} {...form.getInputProps('email')} />
          <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
            Save profile
          </Button>
        </Stack>
      </ChangeForm>
    </Card>
  );
}

function RoleCard({ user: { id, role } }: { user: User }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { id, roleId: role.id } });
  const { onSubmit, isPending, problem } = useFormMutation(form, ChangeUserRoleDocument, {
    variables: (input) => ({ input }),
    onSuccess: () => notify('Role changed'),
  });
  return (
    <Card title="Role">
      <ChangeForm onSubmit={onSubmit}>
        <Stack gap="md">
          <ErrorBox error={problem} advice={ADVICE} />
          <RoleSelect description="Takes effect at once" key={form.key('roleId')} {...form.getInputProps('roleId')} />
          <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
            Change role
          </Button>
        </Stack>
      </ChangeForm>
    </Card>
  );
}

function Password({ user: { id, email }, isOwn }: { user: User; isOwn: boolean }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, ResetUserPasswordDocument, {
    variables: ({ password }) => ({ input: { id, password } }),
    onSuccess: () => {
      form.reset();
      notify('Password set. The user has been signed out everywhere.');
    },
  });
  if (isOwn) {
    return (
      <Card title="Password">
        <Text size="sm">
          Change your own password under{' '}
          <AnchorLink to="/account" inherit underline="always">
            Account
          </AnchorLink>
          .
        </Text>
      </Card>
    );
  }
  return (
    <Card title="Password">
      <ChangeForm onSubmit={onSubmit}>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <PasswordField
            label="New password"
            description="At least 8 characters. This signs the user out everywhere. Share the new password with them."
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
            Set password
          </Button>
        </Stack>
      </ChangeForm>
    </Card>
  );
}

function SessionsCard({ user: { id }, isOwn }: { user: User; isOwn: boolean }) {
  const query = useApiQuery(UserSessionsDocument, { id });
  return (
    <Card title="Sessions">
      <Loaded query={query}>
        {({ node }) => <Sessions sessions={(node && 'sessions' in node && node.sessions) || []} userId={isOwn ? undefined : id} />}
      </Loaded>
    </Card>
  );
}

function Access({ user: { id, name, isDisabled }, isOwn }: { user: User; isOwn: boolean }) {
  const router = useRouter();
  const [isAsking, question] = useDisclosure();
  const [isErasing, erasure] = useDisclosure();
  const disable = useApiMutation(SetUserDisabledDocument, {
    onSuccess: () => notify(isDisabled ? `${name} can sign in again.` : `${name} no longer has access.`),
  });
  const remove = useApiMutation(DeleteUserDocument, {
    onSuccess: () => {
      notify(`${name} deleted`);
      void router.navigate({ to: '/settings/users' });
    },
  });
  const erase = useApiMutation(EraseUserDocument, {
    onSuccess: () => {
      notify('User erased');
      void router.navigate({ to: '/settings/users' });
    },
  });
  return (
    <Card title="Access">
      <Stack gap="md" align="flex-start">
        <ErrorBox error={disable.error} advice={ADVICE} />
        <Text size="sm">
          {isDisabled
            ? 'This user is disabled and can’t sign in. The account is kept.'
            : 'Disabling ends all sessions at once and keeps the record. It can be undone.'}
          {isOwn && !isDisabled && ' This is your own account: you would be signed out.'}
        </Text>
        <Button variant="default" loading={disable.isPending} onClick={() => disable.mutate({ input: { id, disabled: !isDisabled } })}>
          {isDisabled ? 'Enable user' : 'Disable user'}
        </Button>
        <Button variant="default" c="var(--mantine-color-error)" onClick={question.open}>
          Delete user…
        </Button>
        <Button variant="default" c="var(--mantine-color-error)" onClick={erasure.open}>
          Erase user…
        </Button>
      </Stack>
      <ConfirmTyped
        opened={isAsking}
        onClose={question.close}
        title="Delete user"
        phrase={name}
        onConfirm={() => remove.mutate({ input: { id } })}
        isPending={remove.isPending}
        error={remove.error}
      >
        This permanently deletes the account. The audit log still shows what {name} did. To keep the account, disable it instead.
      </ConfirmTyped>
      <ConfirmTyped
        opened={isErasing}
        onClose={erasure.close}
        title="Erase user"
        phrase={name}
        onConfirm={() => erase.mutate({ input: { id, confirmName: name } })}
        isPending={erase.isPending}
        error={erase.error}
      >
        <WhatErasureDoes />
      </ConfirmTyped>
    </Card>
  );
}
