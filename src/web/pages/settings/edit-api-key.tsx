import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ALL_PERMISSIONS } from '../../../kernel/permission-list';
import { useAsOpened, useFormMutation } from '../../api/form';
import { useMe } from '../../app/session';
import { dayOf, endOf } from '../../components/day';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { portfoliosText } from '../../components/format';
import { notify } from '../../components/notify';
import { ApiKeyFields, type KeyValues } from './api-key-fields';
import { type ApiKeysQuery, UpdateApiKeyDocument } from './api-keys.generated';
import { mayGrant } from './permission-grid';

type ApiKey = ApiKeysQuery['apiKeys'][number];

/** The key's creator can add permissions; others can only remove them. */
export function EditApiKey({ apiKey: given, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const apiKey = useAsOpened(given);
  const { id: ownId, role } = useMe();
  const isMaker = apiKey.createdBy?.id === ownId;
  const held = apiKey.permissions ?? ALL_PERMISSIONS;
  const before: KeyValues = {
    name: apiKey.name,
    scope: apiKey.permissions ? 'chosen' : 'all',
    permissions: [...held],
    allowedIps: apiKey.allowedIps,
    expiresOn: apiKey.expiresAt ? dayOf(apiKey.expiresAt) : '',
  };
  const form = useForm<KeyValues>({ mode: 'controlled', initialValues: before });
  const { onSubmit, isPending, problem } = useFormMutation(form, UpdateApiKeyDocument, {
    variables: (values) => ({ input: { id: apiKey.id, expectedRevision: apiKey.revision, ...changesOf(before, values) } }),
    onSuccess: () => {
      notify('API key saved');
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={`Edit ${apiKey.name}`} size="xl">
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <Text size="sm">
            {isMaker
              ? 'Changes apply at once. The key itself stays the same.'
              : 'Changes apply at once. Only its creator can add permissions; you can remove them.'}
          </Text>
          {apiKey.portfolios && <Text size="sm">Portfolios: {portfoliosText(apiKey.portfolios)}. They can’t be changed.</Text>}
          <ApiKeyFields
            form={form}
            offered={isMaker ? role.permissions : held}
            mayHaveAll={mayGrant(role.permissions, ALL_PERMISSIONS) && (isMaker || !apiKey.permissions)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Only the changed fields: an expiry set to the minute is kept unless the day changes. */
function changesOf(before: KeyValues, { name, scope, permissions, allowedIps, expiresOn }: KeyValues) {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return {
    name,
    ...(!isSame([scope, permissions], [before.scope, before.permissions]) && { permissions: scope === 'all' ? null : permissions }),
    ...(!isSame(allowedIps, before.allowedIps) && { allowedIps }),
    ...(expiresOn !== before.expiresOn && { expiresAt: expiresOn ? endOf(expiresOn) : null }),
  };
}
