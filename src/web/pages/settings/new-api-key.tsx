import { Alert, Anchor, Button, Group, Radio, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { ALL_PERMISSIONS } from '../../../auth/permission-list';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { useMe } from '../../app/session';
import { Card } from '../../components/card';
import { CopyField } from '../../components/copy-field';
import { endOf } from '../../components/day';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink, ButtonLink } from '../../components/link';
import { ApiKeysDocument, CreateApiKeyDocument } from './api-keys.generated';
import { mayGrant, PermissionGrid } from './permission-grid';

const ABOVE = <AnchorLink to="/settings/api-keys" size="sm">API keys</AnchorLink>;

/** The key is shown here once, after it is made; the address doesn't hold it, and leaving the page forgets it. */
export function NewApiKeyPage() {
  const [made, setMade] = useState<{ name: string; token: string }>();
  return (
    <Page title={made ? 'Copy your key now' : 'Create API key'} above={ABOVE}>
      {made ? <Made {...made} /> : <KeyForm onMade={setMade} />}
    </Page>
  );
}

function KeyForm({ onMade }: { onMade: (made: { name: string; token: string }) => void }) {
  const { role } = useMe();
  const mayGrantAll = mayGrant(role.permissions, ALL_PERMISSIONS);
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: '', scope: 'chosen', permissions: [] as string[], allowedIps: [] as string[], expiresOn: '' },
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
        <TextInput
          label="Name"
          description="What the key is for; the audit log names it"
          maw={460}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        {mayGrantAll && (
          <Radio.Group label="Permissions" {...form.getInputProps('scope')}>
            <Stack gap="xs" mt={4}>
              <Radio value="chosen" label="Only those chosen below" />
              <Radio value="all" label="Every permission, those of later versions too" />
            </Stack>
          </Radio.Group>
        )}
        {form.values.scope === 'chosen' && (
          <PermissionGrid
            value={form.values.permissions}
            onChange={(permissions) => form.setFieldValue('permissions', permissions)}
            offered={role.permissions}
          />
        )}
        <TagsInput
          label="Allowed addresses"
          description="Addresses or ranges such as 203.0.113.7 or 203.0.113.0/24, each closed with Enter. Empty: from anywhere."
          maw={460}
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
          {...form.getInputProps('allowedIps')}
        />
        <TextInput
          type="date"
          label="Last day"
          description="The key works until the end of this day. Empty: it never expires."
          maw={220}
          {...form.getInputProps('expiresOn')}
        />
        <Group><Button type="submit" loading={isPending}>Create key</Button></Group>
      </Stack>
    </form>
  );
}

function Made({ name, token }: { name: string; token: string }) {
  const { data } = useApiQuery(ApiKeysDocument, {});
  return (
    <Stack gap="md" maw={720}>
      <Alert icon={<IconInfoCircle aria-hidden />} title="This is the only time the key is shown" role="status">
        Keep it where secrets are kept. Whoever lost it makes a new one and revokes this one.
      </Alert>
      <Card title={name}>
        <CopyField label="API key" value={token} />
        <CopyField label="Command to try it" value={curlLine(token)} />
        <Text size="sm" c="dimmed">REST takes the same header; its routes are described at <Anchor href="/api/docs" inherit underline="always">/api/docs</Anchor>.</Text>
      </Card>
      {data?.settings.apiKeysEnabled === false && (
        <Alert color="gray" title="API keys are refused at present">
          Switch on “Accept API keys” in the list of keys before you use it.
        </Alert>
      )}
      <Group><ButtonLink to="/settings/api-keys">I have copied it</ButtonLink></Group>
    </Stack>
  );
}

/** Asks what every key may read. */
function curlLine(token: string): string {
  return [
    `curl -s ${window.location.origin}/graphql`,
    `-H 'Authorization: Bearer ${token}'`,
    `-H 'Content-Type: application/json'`,
    `-d '{"query": "{ settings { organizationName } }"}'`,
  ].join(' ');
}
