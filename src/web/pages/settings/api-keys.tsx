import { Code, Group, Stack, Switch, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { ALL_PERMISSIONS } from '../../../kernel/permission-list';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { Page } from '../../app/page';
import { Can, type Me, useMe, usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { Confirm } from '../../components/confirm';
import { ConfirmTyped } from '../../components/confirm-typed';
import type { Column } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { useFocusReturn } from '../../components/focus';
import { portfoliosText } from '../../components/format';
import { ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify, notifyError } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { PlainTable } from '../../components/plain-table';
import { RowAction } from '../../components/row-action';
import { IconBan, IconBuilding, IconKey, IconPencil, IconPlus, IconTrash } from '../../theme/icons';
import { BANDS, type Tone } from '../../theme/tones';
import {
  AcceptApiKeysDocument,
  AllowOrganizationApiKeysDocument,
  ApiKeysDocument,
  type ApiKeysQuery,
  DeleteApiKeyDocument,
  MakeApiKeyOrganizationalDocument,
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
            <Access settings={settings} />
            {apiKeys.length > 0 ? (
              <Keys keys={apiKeys} mayHandOver={settings.organizationApiKeys} />
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

function Access({ settings: { apiKeysEnabled, organizationApiKeys } }: Pick<ApiKeysQuery, 'settings'>) {
  const isPast = useMoment() !== undefined;
  const accept = useApiMutation(AcceptApiKeysDocument, {
    onSuccess: (_, { enabled }) => notify(enabled ? 'API keys are now accepted.' : 'API keys are now rejected.'),
  });
  const allow = useApiMutation(AllowOrganizationApiKeysDocument, {
    onSuccess: (_, { allowed }) =>
      notify(allowed ? 'Keys can now be made organisation keys.' : 'Keys can no longer be made organisation keys.'),
  });
  if (!usePermission('settings:manage')) {
    return (
      <Card title="Access">
        <Text size="sm">
          {apiKeysEnabled ? 'API keys are accepted.' : 'API keys are off.'}
          {!apiKeysEnabled && !isPast && ' Someone who can change the settings can turn them on here.'}
        </Text>
      </Card>
    );
  }
  return (
    <Card title="Access">
      <Stack gap="md">
        <Switch
          label="Accept API keys"
          description="When off, all API keys are rejected. Signing in is not affected."
          checked={apiKeysEnabled}
          disabled={accept.isPending}
          onChange={({ currentTarget }) => accept.mutate({ enabled: currentTarget.checked }, { onError: notifyError })}
        />
        <Switch
          label="Allow organisation keys"
          description="A key has no more permissions than its creator, and ends with the creator’s access. When on, a key can be made an organisation key, which is not tied to its creator."
          checked={organizationApiKeys}
          disabled={allow.isPending}
          onChange={({ currentTarget }) => allow.mutate({ allowed: currentTarget.checked }, { onError: notifyError })}
        />
      </Stack>
    </Card>
  );
}

/** Has no past. */
const LAST_USED: Column<ApiKey> = {
  key: 'used',
  header: 'Last used',
  render: ({ lastUsedAt, lastUsedAddress }) =>
    lastUsedAt ? (
      <>
        <DateText value={lastUsedAt} withTime />
        {lastUsedAddress && ` from ${lastUsedAddress}`}
      </>
    ) : (
      'Never'
    ),
};

/** Shown once a key works in some portfolios only. */
const PORTFOLIOS: Column<ApiKey> = { key: 'portfolios', header: 'Portfolios', render: keyPortfolios };

/** A key sees no more than its creator does, unless it belongs to the organisation. */
function keyPortfolios({ portfolios, isOrganizational }: ApiKey): string {
  if (portfolios?.length === 0) return 'None';
  return portfoliosText(portfolios) ?? (isOrganizational ? 'All' : 'Those of its creator');
}

function Keys({ keys, mayHandOver }: { keys: ApiKey[]; mayHandOver: boolean }) {
  const [asked, ask] = useState<{ key: ApiKey; what: 'edit' | 'hand over' | 'revoke' | 'delete' }>();
  const mayChange = usePermission('api:manage');
  const me = useMe();
  const moment = useMoment();
  const actions: Column<ApiKey> = {
    key: 'actions',
    kind: 'actions',
    header: 'Actions',
    render: (key) =>
      isWithinReach(key, me) && (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {!key.isRevoked && <RowAction verb="Edit" name={key.name} icon={IconPencil} onRun={() => ask({ key, what: 'edit' })} />}
          {mayHandOver && !key.isRevoked && !key.isOrganizational && (
            <RowAction verb="Hand over" name={key.name} icon={IconBuilding} onRun={() => ask({ key, what: 'hand over' })} />
          )}
          {!key.isRevoked && <RowAction verb="Revoke" name={key.name} icon={IconBan} onRun={() => ask({ key, what: 'revoke' })} />}
          <RowAction verb="Delete" name={key.name} icon={IconTrash} onRun={() => ask({ key, what: 'delete' })} />
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
            render: ({ name, prefix, isOrganizational }) => (
              <>
                {name}
                <br />
                <Code>vet_{prefix}.…</Code>
                {isOrganizational && (
                  <Text size="xs" c="dimmed">
                    Organisation key: not tied to its creator
                  </Text>
                )}
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
          ...(keys.some(({ portfolios }) => portfolios) ? [PORTFOLIOS] : []),
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
      {asked?.what === 'hand over' && <HandOver apiKey={asked.key} onClose={() => ask(undefined)} />}
      {asked?.what === 'revoke' && <Revoke apiKey={asked.key} onClose={() => ask(undefined)} />}
      {asked?.what === 'delete' && <Delete apiKey={asked.key} onClose={() => ask(undefined)} />}
    </>
  );
}

/** A key that works everywhere is out of reach for someone with a role in some portfolios only, unless it is their own. */
const isWithinReach = ({ portfolios, isOrganizational, createdBy }: ApiKey, me: Me) =>
  !me.portfolios || portfolios !== null || (!isOrganizational && createdBy?.id === me.id);

const ACTIVE: Tone = { ...BANDS.GREEN, label: 'Active' };
const EXPIRED: Tone = { ...BANDS.AMBER, label: 'Expired' };
const REVOKED: Tone = { ...BANDS.RED, label: 'Revoked' };

/** Its creator is disabled. */
const SUSPENDED: Tone = { ...BANDS.AMBER, label: 'Suspended' };

function stateOf({ isRevoked, expiresAt, isOrganizational, createdBy }: ApiKey, moment = new Date().toISOString()): Tone {
  if (isRevoked) return REVOKED;
  if (!isOrganizational && createdBy?.isDisabled) return SUSPENDED;
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

function HandOver({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  useFocusReturn();
  const handOver = useApiMutation(MakeApiKeyOrganizationalDocument, {
    onSuccess: () => {
      notify(`${name} is now an organisation key`);
      onClose();
    },
  });
  return (
    <Confirm
      opened
      onClose={onClose}
      title="Hand over to the organisation"
      onConfirm={() => handOver.mutate({ input: { id } })}
      isPending={handOver.isPending}
      error={handOver.error}
    >
      <strong>{name}</strong> becomes an organisation key, not tied to its creator: it keeps its permissions when that person’s role changes
      or access ends. This can’t be undone.
    </Confirm>
  );
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
