import { Alert, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ALL_PERMISSIONS } from '../../../kernel/permission-list';
import { useFormMutation } from '../../api/form';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { Page } from '../../app/page';
import { useMe, usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { Confirm } from '../../components/confirm';
import { CopyField } from '../../components/copy-field';
import type { Column } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { endOf } from '../../components/day';
import { DayField } from '../../components/day-field';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { useFocusReturn } from '../../components/focus';
import { count, portfoliosText } from '../../components/format';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { PlainTable } from '../../components/plain-table';
import { RowAction } from '../../components/row-action';
import { HistoryButton } from '../../history/history-button';
import { IconBan, IconInfoCircle, IconKey, IconPencil, IconPlus, IconUsers } from '../../theme/icons';
import { BANDS, type Tone } from '../../theme/tones';
import { mayGrant } from './permission-grid';
import {
  CreateScimTokenDocument,
  ProvisioningDocument,
  type ProvisioningQuery,
  RevokeScimTokenDocument,
  SetScimDefaultRoleDocument,
  SetScimGroupRoleDocument,
} from './provisioning.generated';
import { RolePlace } from './role-place';
import { RoleSelect } from './role-select';

type Token = ProvisioningQuery['scimTokens'][number];
type ScimGroup = ProvisioningQuery['scimGroups'][number];

/** What is open over the page. */
type Asked = { what: 'create' } | { what: 'default' } | { what: 'revoke'; token: Token } | { what: 'role'; group: ScimGroup };

const ACTIVE: Tone = { ...BANDS.GREEN, label: 'Active' };
const EXPIRED: Tone = { ...BANDS.AMBER, label: 'Expired' };
const REVOKED: Tone = { ...BANDS.RED, label: 'Revoked' };

/** Whoever provisions users decides who can do what: that needs every permission. */
function useMayDecide(): boolean {
  const { role } = useMe();
  return usePermission('settings:manage') && mayGrant(role.permissions, ALL_PERMISSIONS);
}

export function ProvisioningPage() {
  const query = useApiQuery(ProvisioningDocument, {});
  const [asked, ask] = useState<Asked>();
  const mayDecide = useMayDecide();
  const close = () => ask(undefined);
  return (
    <Page
      title="Provisioning"
      about="Let your identity provider keep users and their roles (SCIM 2.0)."
      actions={
        <>
          <OpenQuery operation={ProvisioningDocument} variables={{}} />
          <HistoryButton of={{ entityType: 'ScimToken' }} name="SCIM tokens" />
          {mayDecide && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask({ what: 'create' })}>
              Create token
            </Button>
          )}
        </>
      }
    >
      <Loaded query={query}>
        {({ settings, scimTokens, scimGroups }) => (
          <Stack gap="md">
            <Card title="At your identity provider">
              <Stack gap="md" maw={720}>
                <CopyField label="Base URL" value={`${window.location.origin}/scim/v2`} />
                <Text size="sm">
                  Enter this address and a token in Entra ID (Provisioning &gt; Admin credentials) or Okta (Provisioning &gt; Integration).
                  Users are matched by their e-mail address, including those who are already here.
                </Text>
              </Stack>
            </Card>
            <Card title="Tokens">
              <Tokens tokens={scimTokens} onAsk={ask} />
            </Card>
            <Card title="Groups">
              <Stack gap="md">
                <Group gap="xs">
                  <Text size="sm">
                    Members get the role of their group; with several, the role with the most permissions. Everyone else gets{' '}
                    <strong>{settings.scimDefaultRole.name}</strong>.
                  </Text>
                  {mayDecide && (
                    <Button variant="default" size="compact-sm" onClick={() => ask({ what: 'default' })}>
                      Change default role
                    </Button>
                  )}
                </Group>
                <Groups groups={scimGroups} onAsk={ask} />
              </Stack>
            </Card>
            {asked?.what === 'default' && <DefaultRole roleId={settings.scimDefaultRole.id} onClose={close} />}
          </Stack>
        )}
      </Loaded>
      {asked?.what === 'create' && <Create onClose={close} />}
      {asked?.what === 'revoke' && <Revoke token={asked.token} onClose={close} />}
      {asked?.what === 'role' && <GroupRole group={asked.group} onClose={close} />}
    </Page>
  );
}

/** Has no past. */
const LAST_USED: Column<Token> = {
  key: 'used',
  header: 'Last used',
  render: ({ lastUsedAt }) => (lastUsedAt ? <DateText value={lastUsedAt} withTime /> : 'Never'),
};

function Tokens({ tokens, onAsk }: { tokens: Token[]; onAsk: (asked: Asked) => void }) {
  const mayChange = usePermission('settings:manage');
  const moment = useMoment();
  if (tokens.length === 0) {
    return (
      <EmptyState title="No tokens yet" icon={IconKey}>
        Create one for each identity provider.
      </EmptyState>
    );
  }
  const actions: Column<Token> = {
    key: 'actions',
    kind: 'actions',
    header: 'Actions',
    render: (token) =>
      !token.isRevoked && <RowAction verb="Revoke" name={token.name} icon={IconBan} onRun={() => onAsk({ what: 'revoke', token })} />,
  };
  return (
    <PlainTable
      rowKey={({ id }) => id}
      label="SCIM tokens"
      rows={tokens}
      columns={[
        {
          key: 'name',
          kind: 'name',
          header: 'Name',
          render: ({ name, prefix }) => (
            <>
              {name}
              <br />
              <Code>vetscim_{prefix}.…</Code>
            </>
          ),
        },
        { key: 'status', kind: 'short', header: 'Status', render: (token) => <ToneBadge tone={stateOf(token, moment)} /> },
        ...(moment === undefined ? [LAST_USED] : []),
        { key: 'expires', header: 'Expires', render: ({ expiresAt }) => (expiresAt ? <DateText value={expiresAt} withTime /> : 'Never') },
        {
          key: 'made',
          header: 'Created',
          render: ({ createdAt, createdBy }) => (
            <>
              <DateText value={createdAt} />
              {createdBy && ` by ${createdBy.name}`}
            </>
          ),
        },
        ...(mayChange ? [actions] : []),
      ]}
    />
  );
}

function stateOf({ isRevoked, expiresAt }: Token, moment = new Date().toISOString()): Tone {
  if (isRevoked) return REVOKED;
  return expiresAt && Date.parse(expiresAt) <= Date.parse(moment) ? EXPIRED : ACTIVE;
}

/** Has no past. */
const MEMBERS: Column<ScimGroup> = {
  key: 'members',
  header: 'Members',
  align: 'end',
  render: ({ memberCount }) => count(memberCount ?? 0),
};

function Groups({ groups, onAsk }: { groups: ScimGroup[]; onAsk: (asked: Asked) => void }) {
  const mayDecide = useMayDecide();
  const isPast = useMoment() !== undefined;
  if (groups.length === 0) {
    return (
      <EmptyState title="No groups yet" icon={IconUsers}>
        Assign groups to this application at your identity provider. They appear here with the next synchronisation.
      </EmptyState>
    );
  }
  const actions: Column<ScimGroup> = {
    key: 'actions',
    kind: 'actions',
    header: 'Actions',
    render: (group) => (
      <RowAction verb="Change role of" name={group.displayName} icon={IconPencil} onRun={() => onAsk({ what: 'role', group })} />
    ),
  };
  return (
    <PlainTable
      rowKey={({ id }) => id}
      label="Groups"
      rows={groups}
      columns={[
        { key: 'name', kind: 'name', header: 'Name', render: ({ displayName }) => displayName },
        { key: 'role', header: 'Role', render: roleText },
        ...(isPast ? [] : [MEMBERS]),
        ...(mayDecide ? [actions] : []),
      ]}
    />
  );
}

function roleText({ role, portfolios }: ScimGroup): string {
  if (!role) return 'None';
  return portfolios ? `${role.name} (${portfoliosText(portfolios)})` : role.name;
}

/** Shows the token once, after it is created; it is gone when the dialog is closed. */
function Create({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<{ name: string; token: string }>();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', expiresAt: '' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, CreateScimTokenDocument, {
    variables: ({ name, expiresAt }) => ({ input: { name, expiresAt: expiresAt ? endOf(expiresAt) : null } }),
    onSuccess: ({ createScimToken: { token, scimToken } }) => setMade({ token, name: scimToken.name }),
  });
  if (made) {
    return (
      <Dialog onClose={onClose} title="Copy the token now">
        <Stack gap="md">
          <Alert icon={<IconInfoCircle aria-hidden />} title="This is the only time the token is shown" role="status">
            Enter it at your identity provider. If you lose it, create a new one and revoke this one.
          </Alert>
          <CopyField label={`Token ${made.name}`} value={made.token} autoFocus />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title="Create token">
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <TextInput
            label="Name"
            description="What it is for, such as the name of your identity provider. The audit log shows it."
            withAsterisk
            autoComplete="off"
            data-autofocus
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <DayField
            label="Expires"
            description="It works until the end of this day. Leave empty if it never expires."
            key={form.key('expiresAt')}
            {...form.getInputProps('expiresAt')}
          />
          <Buttons action="Create" isPending={isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function Revoke({ token: { id, name }, onClose }: { token: Token; onClose: () => void }) {
  useFocusReturn();
  const revoke = useApiMutation(RevokeScimTokenDocument, {
    onSuccess: () => {
      notify(`${name} revoked`);
      onClose();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title="Revoke token"
      onConfirm={() => revoke.mutate({ input: { id } })}
      isPending={revoke.isPending}
      error={revoke.error}
    >
      <strong>{name}</strong> stops working immediately and can’t be restored. Users stay as they are, but your identity provider can no
      longer change them.
    </Confirm>
  );
}

function GroupRole({ group: { id, displayName, role, portfolios }, onClose }: { group: ScimGroup; onClose: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { roleId: role?.id ?? null, portfolioIds: portfolios?.map((portfolio) => portfolio.id) ?? null },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, SetScimGroupRoleDocument, {
    variables: ({ roleId, portfolioIds }) => ({ input: { id, roleId, portfolioIds: roleId ? portfolioIds : null } }),
    onSuccess: () => {
      notify('Role changed');
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={`Role of ${displayName}`}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <RoleSelect
            description="Its members get this role at once. Leave empty if the group gives none."
            allowDeselect
            clearable
            data-autofocus
            key={form.key('roleId')}
            {...form.getInputProps('roleId')}
          />
          <RolePlace key={form.key('portfolioIds')} {...form.getInputProps('portfolioIds')} />
          <Buttons action="Save" isPending={isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function DefaultRole({ roleId: initial, onClose }: { roleId: string; onClose: () => void }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { roleId: initial } });
  const { onSubmit, isPending, problem } = useFormMutation(form, SetScimDefaultRoleDocument, {
    variables: ({ roleId }) => ({ roleId }),
    onSuccess: () => {
      notify('Default role changed');
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title="Default role">
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <RoleSelect
            description="For provisioned users who get no role from a group, including those who have the default role now."
            data-autofocus
            key={form.key('roleId')}
            {...form.getInputProps('roleId')}
          />
          <Buttons action="Save" isPending={isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function Buttons({ action, isPending, onClose }: { action: string; isPending: boolean; onClose: () => void }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending}>
        {action}
      </Button>
    </Group>
  );
}
