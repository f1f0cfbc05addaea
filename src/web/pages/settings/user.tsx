import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { notThere } from '../../api/error';
import { useFormMutation } from '../../api/form';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Can, useMe } from '../../app/session';
import { Card } from '../../components/card';
import { Confirm } from '../../components/confirm';
import { ConfirmTyped } from '../../components/confirm-typed';
import { ChangeForm } from '../../components/change-form';
import { DateText } from '../../components/date-text';
import { ErrorBox } from '../../components/error-box';
import { portfoliosText } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { NewPasswordField } from '../../components/new-password-field';
import { Sessions } from '../../components/sessions';
import { IconInfoCircle } from '../../theme/icons';
import { HistoryCard } from '../../history/history-card';
import { WhatErasureDoes } from './erase-user';
import { isInvited } from './invited';
import { RolePlace } from './role-place';
import { RoleSelect } from './role-select';
import {
  AssignRoleDocument,
  DeleteUserDocument,
  EraseUserDocument,
  ResendInvitationDocument,
  ResetUserFactorsDocument,
  ResetUserPasswordDocument,
  SetUserDisabledDocument,
  UnlinkIdentityDocument,
  UpdateUserDocument,
  UserFactorsDocument,
  UserIdentitiesDocument,
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
  const facts = user && [
    user.email,
    user.role.name,
    portfoliosText(user.portfolios),
    user.isDisabled && 'disabled',
    user.isProvisioned && 'managed by SCIM',
    isInvited(user) && 'invited',
    user.id === me.id && 'your own account',
  ];
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
      {user.isProvisioned && <ManagedByScim />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Profile user={user} />
        <RoleCard user={user} />
        <Can do="users:manage">
          <Password user={user} isOwn={isOwn} />
          <Access user={user} isOwn={isOwn} />
        </Can>
      </SimpleGrid>
      <Can do="users:manage">
        <FactorsCard user={user} isOwn={isOwn} />
        <IdentitiesCard user={user} />
        <SessionsCard user={user} isOwn={isOwn} />
      </Can>
      <HistoryCard of={{ entityType: 'User', entityId: user.id }} />
    </Stack>
  );
}

/** Why name, address and role can't be edited here. */
function ManagedByScim() {
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} color="gray" title="Managed by SCIM">
      Your identity provider manages this user. Change the name and address there; the role follows from the groups under{' '}
      <AnchorLink to="/settings/provisioning" inherit underline="always">
        Provisioning
      </AnchorLink>
      . You can always disable the user here.
    </Alert>
  );
}

function Profile({ user: { id, name, email, isProvisioned, revision } }: { user: User }) {
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
          <TextInput label="Name" autoComplete="off" readOnly={isProvisioned} key={form.key('name')} {...form.getInputProps('name')} />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="off"
            readOnly={isProvisioned}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={isPending} disabled={isProvisioned} style={{ alignSelf: 'flex-start' }}>
            Save profile
          </Button>
        </Stack>
      </ChangeForm>
    </Card>
  );
}

function RoleCard({ user: { id, role, portfolios, isProvisioned } }: { user: User }) {
  const portfolioIds = portfolios?.map((portfolio) => portfolio.id) ?? null;
  const form = useForm({ mode: 'uncontrolled', initialValues: { userId: id, roleId: role.id, portfolioIds } });
  const { onSubmit, isPending, problem } = useFormMutation(form, AssignRoleDocument, {
    variables: (input) => ({ input }),
    onSuccess: () => notify('Role changed'),
  });
  return (
    <Card title="Role">
      <ChangeForm onSubmit={onSubmit}>
        <Stack gap="md">
          <ErrorBox error={problem} advice={ADVICE} />
          <RoleSelect
            description="Takes effect at once"
            readOnly={isProvisioned}
            key={form.key('roleId')}
            {...form.getInputProps('roleId')}
          />
          <RolePlace readOnly={isProvisioned} key={form.key('portfolioIds')} {...form.getInputProps('portfolioIds')} />
          <Button type="submit" loading={isPending} disabled={isProvisioned} style={{ alignSelf: 'flex-start' }}>
            Change role
          </Button>
        </Stack>
      </ChangeForm>
    </Card>
  );
}

function Password({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { id, email } = user;
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
      {isInvited(user) && <Invitation user={user} />}
      <ChangeForm onSubmit={onSubmit}>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <NewPasswordField
            label="New password"
            about="This signs the user out everywhere. Share the new password with them."
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

/** How someone who was invited gets in. */
function Invitation({ user: { id, email } }: { user: User }) {
  const resend = useApiMutation(ResendInvitationDocument, { onSuccess: () => notify('A new link is on its way.') });
  return (
    <Stack gap="md" align="flex-start">
      <ErrorBox error={resend.error} />
      <Text size="sm">
        An invitation was sent to {email}. Its link works for seven days. Without a mail server you find it under{' '}
        <AnchorLink to="/settings/mail" inherit underline="always">
          Mail
        </AnchorLink>
        .
      </Text>
      <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({ input: { id } })}>
        Send a new link
      </Button>
    </Stack>
  );
}

function FactorsCard({ user: { id, name }, isOwn }: { user: User; isOwn: boolean }) {
  const query = useApiQuery(UserFactorsDocument, { id });
  const [isAsking, question] = useDisclosure();
  const reset = useApiMutation(ResetUserFactorsDocument, {
    onSuccess: () => {
      question.close();
      notify(`${name} has no second factor any more, and has been signed out.`);
    },
  });
  return (
    <Card title="Second factor">
      <Loaded query={query}>
        {({ node }) => {
          const factors = (node && 'factors' in node && node.factors) || [];
          if (factors.length === 0) return <Text size="sm">None. Everybody adds their own, under Account.</Text>;
          return (
            <Stack gap="md" align="flex-start">
              <Text size="sm">{factors.map((factor) => factor.name).join(', ')}</Text>
              {!isOwn && (
                <Button variant="default" onClick={question.open}>
                  Remove second factors…
                </Button>
              )}
            </Stack>
          );
        }}
      </Loaded>
      <Confirm
        opened={isAsking}
        onClose={question.close}
        title="Remove second factors"
        onConfirm={() => reset.mutate({ input: { id } })}
        isPending={reset.isPending}
        error={reset.error}
      >
        For someone who has lost theirs. {name} signs in with just a password again, and is signed out everywhere. Make sure that it is
        really them asking.
      </Confirm>
    </Card>
  );
}

/** Who the person is at identity providers. Most people are nobody there. */
function IdentitiesCard({ user: { id, name } }: { user: User }) {
  const query = useApiQuery(UserIdentitiesDocument, { id });
  const [chosen, choose] = useState<string>();
  const unlink = useApiMutation(UnlinkIdentityDocument, {
    onSuccess: () => {
      choose(undefined);
      notify(`${name} is linked again at the next sign-in.`);
    },
  });
  const node = query.data?.node;
  const identities = (node && 'identities' in node && node.identities) || [];
  if (identities.length === 0) return null;
  return (
    <Card title="Linked sign-ins">
      <Stack gap="md">
        {identities.map(({ id: identityId, issuer, subject, lastUsedAt }) => (
          <Group key={identityId} justify="space-between">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {subject} at {issuer}, last used <DateText value={lastUsedAt} />
            </Text>
            <Button variant="default" size="xs" onClick={() => choose(identityId)}>
              Unlink…
            </Button>
          </Group>
        ))}
      </Stack>
      <Confirm
        opened={chosen !== undefined}
        onClose={() => choose(undefined)}
        title="Unlink sign-in"
        onConfirm={() => unlink.mutate({ input: { id: chosen! } })}
        isPending={unlink.isPending}
        error={unlink.error}
      >
        For someone who has a new account at the provider. {name} is signed out where this account was used; whoever signs in there next
        with the address of {name} is linked. Make sure that it is really them asking.
      </Confirm>
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
