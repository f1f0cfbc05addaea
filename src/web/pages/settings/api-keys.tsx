import { ActionIcon, Code, Group, Stack, Switch, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { ALL_PERMISSIONS } from '../../../kernel/permission-list';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { Page } from '../../app/page';
import { Can, usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { Confirm } from '../../components/confirm';
import { ConfirmTyped } from '../../components/confirm-typed';
import type { Column } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { useFocusReturn } from '../../components/focus';
import { ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify, notifyError } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { PlainTable } from '../../components/plain-table';
import { type Icon, IconBan, IconKey, IconPencil, IconPlus, IconTrash } from '../../theme/icons';
import { BANDS, type Tone } from '../../theme/tones';
import {
  AcceptApiKeysDocument,
  ApiKeysDocument,
  type ApiKeysQuery,
  DeleteApiKeyDocument,
  RevokeApiKeyDocument,
} from './api-keys.generated';
import { HistoryButton } from '../../history/history-button';
import { EditApiKey } from './edit-api-key';

type ApiKey = ApiKeysQuery['apiKeys'][number];

export function ApiKeysPage() {
  const query = useApiQuery(ApiKeysDocument, {});
  return (
    <Page
      title="API keys"
      about="Let programs use the GraphQL and REST APIs."
      actions={
        <>
          <OpenQuery operation={ApiKeysDocument} variables={{}} />
          <HistoryButton of={{ entityType: 'ApiKey' }} name="API keys" />
          <NewKeyLink />
        </>
      }
    >
      <Loaded query={query}>
        {({ settings, apiKeys }) => (
          <Stack gap="md">
            <Acceptance isOn={settings.apiKeysEnabled} />
            {apiKeys.length > 0 ? (
              <Keys keys={apiKeys} />
            ) : (
              <EmptyState title="No API keys yet" icon={IconKey} action={<NewKeyLink />}>
                Create one for each program, with only the permissions it needs.
              </EmptyState>
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function NewKeyLink() {
  return (
    <Can do="api:manage">
      <ButtonLink to="/settings/api-keys/new" leftSection={<IconPlus size={16} aria-hidden />}>
        Create API key
      </ButtonLink>
    </Can>
  );
}

/** The setting that accepts or rejects all keys. */
function Acceptance({ isOn }: { isOn: boolean }) {
  const mayChange = usePermission('settings:manage');
  const isPast = useMoment() !== undefined;
  const accept = useApiMutation(AcceptApiKeysDocument, {
    onSuccess: (_, { enabled }) => notify(enabled ? 'API keys are now accepted.' : 'API keys are now rejected.'),
  });
  return (
    <Card title="Access">
      {mayChange ? (
        <Switch
          label="Accept API keys"
          description="When off, all API keys are rejected. Signing in is not affected."
          checked={isOn}
          disabled={accept.isPending}
          onChange={({ currentTarget }) => accept.mutate({ enabled: currentTarget.checked }, { onError: notifyError })}
        />
      ) : (
        <Text size="sm">
          {isOn ? 'API keys are accepted.' : 'API keys are off.'}
          {!isOn && !isPast && ' Someone who can change the settings can turn them on here.'}
        </Text>
      )}
    </Card>
  );
}

/** Has no past. */
const LAST_USED: Column<ApiKey> = {
  key: 'used',
  header: 'Last used',
  render: ({ lastUsedAt }) => (lastUsedAt ? <DateText value={lastUsedAt} withTime /> : 'Never'),
};

function Keys({ keys }: { keys: ApiKey[] }) {
  const [asked, ask] = useState<{ key: ApiKey; what: 'edit' | 'revoke' | 'delete' }>();
  const mayChange = usePermission('api:manage');
  const moment = useMoment();
  const actions: Column<ApiKey> = {
    key: 'actions',
    kind: 'actions',
    header: 'Actions',
    render: (key) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        {!key.isRevoked && <Action verb="Edit" of={key} icon={IconPencil} onRun={() => ask({ key, what: 'edit' })} />}
        {!key.isRevoked && <Action verb="Revoke" of={key} icon={IconBan} onRun={() => ask({ key, what: 'revoke' })} />}
        <Action verb="Delete" of={key} icon={IconTrash} onRun={() => ask({ key, what: 'delete' })} />
      </Group>
    ),
  };
  return (
    <>
      <PlainTable
        rowKey={({ id }) => id}
        label="API keys"
        rows={keys}
        columns={[
          {
            key: 'name',
            kind: 'name',
            header: 'Name',
            render: ({ name, prefix }) => (
              <>
                {name}
                <br />
                <Code>vet_{prefix}.…</Code>
              </>
            ),
          },
          { key: 'status', kind: 'short', header: 'Status', render: (key) => <ToneBadge tone={stateOf(key, moment)} /> },
          {
            key: 'permissions',
            kind: 'short',
            header: 'Permissions',
            render: ({ permissions }) => <Permissions permissions={permissions} />,
          },
          { key: 'addresses', header: 'IP addresses', render: ({ allowedIps }) => <Addresses ranges={allowedIps} /> },
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
      {asked?.what === 'edit' && <EditApiKey apiKey={asked.key} onClose={() => ask(undefined)} />}
      {asked?.what === 'revoke' && <Revoke apiKey={asked.key} onClose={() => ask(undefined)} />}
      {asked?.what === 'delete' && <Delete apiKey={asked.key} onClose={() => ask(undefined)} />}
    </>
  );
}

function Action({ verb, of: { name }, icon: Picture, onRun }: { verb: string; of: ApiKey; icon: Icon; onRun: () => void }) {
  return (
    <Tooltip label={verb} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon variant="default" aria-label={`${verb} ${name}`} onClick={onRun}>
        <Picture size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

const ACTIVE: Tone = { ...BANDS.GREEN, label: 'Active' };
const EXPIRED: Tone = { ...BANDS.AMBER, label: 'Expired' };
const REVOKED: Tone = { ...BANDS.RED, label: 'Revoked' };

function stateOf({ isRevoked, expiresAt }: ApiKey, moment = new Date().toISOString()): Tone {
  if (isRevoked) return REVOKED;
  return expiresAt && Date.parse(expiresAt) <= Date.parse(moment) ? EXPIRED : ACTIVE;
}

function Permissions({ permissions }: { permissions: string[] | null }) {
  if (!permissions) return 'All';
  return (
    <Tooltip label={permissions.join(', ') || 'None'} multiline maw={360} events={{ hover: true, focus: true, touch: true }}>
      <span tabIndex={0}>
        {permissions.length} of {ALL_PERMISSIONS.length}
      </span>
    </Tooltip>
  );
}

function Addresses({ ranges }: { ranges: string[] }) {
  return (ranges.length > 0 ? ranges : ['Any']).map((range) => (
    <Text key={range} size="sm" style={{ whiteSpace: 'nowrap' }}>
      {range}
    </Text>
  ));
}

function Revoke({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  useFocusReturn();
  const revoke = useApiMutation(RevokeApiKeyDocument, {
    onSuccess: () => {
      notify(`${name} revoked`);
      onClose();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title="Revoke key"
      onConfirm={() => revoke.mutate({ input: { id } })}
      isPending={revoke.isPending}
      error={revoke.error}
    >
      <strong>{name}</strong> stops working immediately and can’t be restored. Its record is kept. Programs that use it will need a new key.
    </Confirm>
  );
}

function Delete({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  useFocusReturn();
  const remove = useApiMutation(DeleteApiKeyDocument, {
    onSuccess: () => {
      notify(`${name} deleted`);
      onClose();
    },
  });
  return (
    <ConfirmTyped
      opened
      onClose={onClose}
      title="Delete key"
      phrase={name}
      onConfirm={() => remove.mutate({ input: { id } })}
      isPending={remove.isPending}
      error={remove.error}
    >
      The key stops working at once and its record is deleted. Only the audit log still shows it. To keep the record, revoke the key
      instead.
    </ConfirmTyped>
  );
}
