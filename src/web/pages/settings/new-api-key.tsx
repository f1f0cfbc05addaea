import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ALL_PERMISSIONS } from '../../../kernel/permission-list';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { useMe } from '../../app/session';
import { Card } from '../../components/card';
import { CopyField } from '../../components/copy-field';
import { endOf } from '../../components/day';
import { ErrorBox } from '../../components/error-box';
import { portfoliosText } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { IconInfoCircle } from '../../theme/icons';
import { ApiKeyFields, type KeyValues } from './api-key-fields';
import { ApiKeysDocument, CreateApiKeyDocument } from './api-keys.generated';
import { mayGrant } from './permission-grid';

const ABOVE = (
  <AnchorLink to="/settings/api-keys" size="sm">
    API keys
  </AnchorLink>
);

/** Shows the key once, after it is created; it isn't in the URL and is gone when the page is left. */
export function NewApiKeyPage() {
  const [made, setMade] = useState<{ name: string; token: string }>();
  return (
    <Page title={made ? 'Copy your key now' : 'Create API key'} above={ABOVE}>
      {made ? <Made {...made} /> : <KeyForm onMade={setMade} />}
    </Page>
  );
}

function KeyForm({ onMade }: { onMade: (made: { name: string; token: string }) => void }) {
  const { role, portfolios } = useMe();
  const form = useForm<KeyValues>({
    mode: 'controlled',
    initialValues: { name: '', scope: 'chosen', permissions: [], allowedIps: [], expiresOn: '' },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, CreateApiKeyDocument, {
    variables: ({ name, scope, permissions, allowedIps, expiresOn }) => ({
      input: { name, permissions: scope === 'all' ? null : permissions, allowedIps, expiresAt: expiresOn ? endOf(expiresOn) : null },
    }),
    onSuccess: ({ createApiKey: { token, apiKey } }) => onMade({ token, name: apiKey.name }),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <ErrorBox error={problem} />
        {portfolios && <Text size="sm">The key sees what you see: the vendors of {portfoliosText(portfolios)} only.</Text>}
        <ApiKeyFields form={form} offered={role.permissions} mayHaveAll={mayGrant(role.permissions, ALL_PERMISSIONS)} />
        <Group>
          <Button type="submit" loading={isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Made({ name, token }: { name: string; token: string }) {
  const { data } = useApiQuery(ApiKeysDocument, {});
  return (
    <Stack gap="md" maw={720}>
      <Alert icon={<IconInfoCircle aria-hidden />} title="This is the only time the key is shown" role="status">
        Store it in a password manager or secret store. If you lose it, create a new key and revoke this one.
      </Alert>
      <Card title={name}>
        <CopyField label="API key" value={token} autoFocus />
        <CopyField label="Try it" value={curlLine(token)} />
        <Text size="sm" c="dimmed">
          REST uses the same header. See{' '}
          <Anchor href="/api/docs" inherit underline="always">
            /api/docs
          </Anchor>{' '}
          for its routes.
        </Text>
      </Card>
      {data?.settings.apiKeysEnabled === false && (
        <Alert color="gray" title="API keys are off">
          Turn on “Accept API keys” on the API keys page before you use it.
        </Alert>
      )}
      <Group>
        <ButtonLink to="/settings/api-keys">Done</ButtonLink>
      </Group>
    </Stack>
  );
}

/** A query that every key is allowed to run. */
function curlLine(token: string): string {
  return [
    `curl -s ${window.location.origin}/graphql`,
    `-H 'Authorization: Bearer ${token}'`,
    `-H 'Content-Type: application/json'`,
    `-d '{"query": "{ settings { organizationName } }"}'`,
  ].join(' ');
}
