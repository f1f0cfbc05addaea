import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { Card } from '../../components/card';
import { Confirm } from '../../components/confirm';
import { DateText } from '../../components/date-text';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { PlainTable } from '../../components/plain-table';
import { RowAction } from '../../components/row-action';
import { IconTrash } from '../../theme/icons';
import { AddFactor } from './add-factor';
import { MyFactorsDocument, type MyFactorsQuery, RegenerateRecoveryCodesDocument, RemoveFactorDocument } from './factors.generated';
import { RecoveryCodes } from './recovery-codes';
import { MySessionsDocument } from './account.generated';

type Factor = NonNullable<NonNullable<MyFactorsQuery['me']>['factors']>[number];

const KINDS = { TOTP: 'Authenticator app', PASSKEY: 'Passkey' };
const ADVICE = { CONFLICT: 'Add another one first.' };

/** One's own second factors. */
export function Factors() {
  const query = useApiQuery(MyFactorsDocument, {});
  return (
    <Card title="Second factor">
      <Loaded query={query}>{({ me }) => <FactorList factors={me?.factors ?? []} />}</Loaded>
    </Card>
  );
}

function FactorList({ factors }: { factors: readonly Factor[] }) {
  const [isAdding, adding] = useDisclosure();
  const [removed, setRemoved] = useState<Factor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const refreshes = [MyFactorsDocument, MySessionsDocument];
  const remove = useApiMutation(RemoveFactorDocument, {
    invalidates: refreshes,
    onSuccess: () => {
      setRemoved(undefined);
      notify('Second factor removed. Your other sessions have ended.');
    },
  });
  const regenerate = useApiMutation(RegenerateRecoveryCodesDocument, {
    invalidates: [],
    onSuccess: ({ regenerateRecoveryCodes }) => setCodes(regenerateRecoveryCodes.recoveryCodes),
  });
  const refresh = useApiQuery(MyFactorsDocument, {}).refetch;
  return (
    <Stack gap="md" align="flex-start">
      <Text size="sm">
        {factors.length > 0
          ? 'You are asked for one of these after your password. A passkey also works without it.'
          : 'With a second factor, nobody gets in with your password alone.'}
      </Text>
      <ErrorBox error={regenerate.error} />
      {factors.length > 0 && (
        <PlainTable
          label="Second factors"
          rows={factors}
          rowKey={({ id }) => id}
          columns={[
            { key: 'name', kind: 'name', header: 'Name', render: ({ name }) => name },
            { key: 'kind', header: 'Kind', render: ({ kind }) => KINDS[kind] },
            { key: 'added', header: 'Added', render: ({ createdAt }) => <DateText value={createdAt} withTime /> },
            { key: 'used', header: 'Last used', render: ({ lastUsedAt }) => <DateText value={lastUsedAt} withTime /> },
            {
              key: 'remove',
              header: 'Action',
              render: (factor) => <RowAction verb="Remove" name={factor.name} icon={IconTrash} onRun={() => setRemoved(factor)} />,
            },
          ]}
        />
      )}
      <Group gap="xs">
        <Button variant="default" onClick={adding.open}>
          Add second factor…
        </Button>
        {factors.length > 0 && (
          <Button variant="default" loading={regenerate.isPending} onClick={() => regenerate.mutate({})}>
            New recovery codes
          </Button>
        )}
      </Group>
      {isAdding && (
        <Dialog title="Add second factor" onClose={adding.close}>
          <AddFactor
            onDone={() => {
              adding.close();
              void refresh();
              notify('Second factor added. Your other sessions have ended.');
            }}
          />
        </Dialog>
      )}
      {codes && (
        <Dialog title="New recovery codes" isHeld onClose={() => setCodes(undefined)}>
          <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
        </Dialog>
      )}
      <Confirm
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title="Remove second factor"
        onConfirm={() => removed && remove.mutate({ input: { id: removed.id } })}
        isPending={remove.isPending}
        error={remove.error}
        advice={ADVICE}
      >
        You can no longer sign in with “{removed?.name}”. Your other sessions end.
      </Confirm>
    </Stack>
  );
}
