import { Button, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { notThere } from '../../api/error';
import { useFormMutation } from '../../api/form';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Card } from '../../components/card';
import { ChangeForm } from '../../components/change-form';
import { Confirm } from '../../components/confirm';
import { CopyField } from '../../components/copy-field';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { Notice } from '../../components/notice';
import { notify } from '../../components/notify';
import { HistoryCard } from '../../history/history-card';
import { NEW_PROVIDER, ProviderFields, providerInput, type ProviderValues } from './provider-fields';
import {
  CreateIdentityProviderDocument,
  DeleteIdentityProviderDocument,
  IdentityProviderDocument,
  type IdentityProviderQuery,
  TestIdentityProviderDocument,
  UpdateIdentityProviderDocument,
} from './providers.generated';

type Provider = NonNullable<IdentityProviderQuery['identityProvider']>;

const route = getRouteApi('/app/settings/sign-in/$providerId');
const ABOVE = (
  <AnchorLink to="/settings/sign-in" size="sm">
    Sign-in
  </AnchorLink>
);
const WAY_IN = { CONFLICT: 'Let administrators sign in with a password first, under Settings > Sign-in.' };

export function NewProviderPage() {
  const router = useRouter();
  const form = useForm<ProviderValues>({ mode: 'controlled', initialValues: NEW_PROVIDER });
  const { onSubmit, isPending, problem } = useFormMutation(form, CreateIdentityProviderDocument, {
    variables: (values) => ({ input: { ...providerInput(values), clientSecret: values.clientSecret } }),
    onSuccess: ({ createIdentityProvider: { provider } }) => {
      notify('Identity provider added. Register the redirect URI, then test it.');
      void router.navigate({ to: '/settings/sign-in/$providerId', params: { providerId: provider.id } });
    },
  });
  return (
    <Page title="Add identity provider" above={ABOVE}>
      <Stack maw={560}>
        <Card title="Provider">
          <form onSubmit={onSubmit} noValidate>
            <Stack gap="md">
              <ErrorBox error={problem} />
              <Text size="sm">
                First register Vetgraph at the provider as a web application; it gives you a client ID and a client secret. The redirect URI
                that the provider asks for is shown here in the next step.
              </Text>
              <ProviderFields form={form} isNew />
              <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
                Add
              </Button>
            </Stack>
          </form>
        </Card>
      </Stack>
    </Page>
  );
}

export function ProviderPage() {
  const { providerId } = route.useParams();
  const query = useApiQuery(IdentityProviderDocument, { id: providerId });
  const provider = query.data?.identityProvider;
  return (
    <Page title={provider?.name ?? 'Identity provider'} about={provider?.issuer} above={ABOVE}>
      <Loaded query={query}>
        {({ identityProvider }) =>
          identityProvider ? <Cards provider={identityProvider} /> : <ErrorBox error={notThere('Identity provider')} />
        }
      </Loaded>
    </Page>
  );
}

function Cards({ provider }: { provider: Provider }) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Settings provider={provider} />
        <Stack gap="md">
          <Addresses provider={provider} />
          <Test provider={provider} />
          <Remove provider={provider} />
        </Stack>
      </SimpleGrid>
      <HistoryCard of={{ entityType: 'IdentityProvider', entityId: provider.id }} />
    </Stack>
  );
}

function Settings({ provider }: { provider: Provider }) {
  const { id, name, issuer, clientId, isEnabled, isJitEnabled, isEmailTrusted } = provider;
  const [revision, setRevision] = useState(provider.revision);
  const form = useForm<ProviderValues>({
    mode: 'controlled',
    initialValues: {
      name,
      issuer,
      clientId,
      clientSecret: '',
      isEnabled,
      isJitEnabled,
      isEmailTrusted,
      scopes: [...provider.scopes],
      roleClaim: provider.roleClaim ?? '',
      roleMappings: provider.roleMappings.map(({ value, role, portfolios }) => ({
        value,
        roleId: role.id,
        portfolioIds: portfolios?.map(({ id }) => id) ?? null,
      })),
      defaultRoleId: provider.defaultRole?.id ?? null,
    },
  });
  const { onSubmit, isPending, problem } = useFormMutation(form, UpdateIdentityProviderDocument, {
    variables: (values) => ({
      input: {
        id,
        expectedRevision: revision,
        ...providerInput(values),
      },
    }),
    onSuccess: ({ updateIdentityProvider }) => {
      setRevision(updateIdentityProvider.provider.revision);
      form.setFieldValue('clientSecret', '');
      notify('Identity provider saved');
    },
  });
  return (
    <Card title="Provider">
      <ChangeForm onSubmit={onSubmit}>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <ProviderFields form={form} isNew={false} />
          <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
            Save
          </Button>
        </Stack>
      </ChangeForm>
    </Card>
  );
}

function Addresses({ provider: { callbackUrl, backchannelLogoutUrl } }: { provider: Provider }) {
  return (
    <Card title="Register at the provider">
      <Stack gap="md">
        <CopyField label="Redirect URI" value={callbackUrl} />
        <CopyField label="Back-channel logout URI" value={backchannelLogoutUrl} />
        <Text size="sm" c="dimmed">
          The back-channel logout URI is optional: with it, signing out at the provider also signs people out here.
        </Text>
      </Stack>
    </Card>
  );
}

function Test({ provider: { id } }: { provider: Provider }) {
  const test = useApiMutation(TestIdentityProviderDocument, { invalidates: [] });
  const result = test.data?.testIdentityProvider;
  return (
    <Card title="Test">
      <Stack gap="md" align="flex-start">
        <Text size="sm">Checks the saved settings with the provider: its keys, the client secret and the redirect URI.</Text>
        <ErrorBox error={test.error} />
        {result && (
          <Notice title={result.isOk ? 'Everything works' : 'Something is wrong'} isWarning={!result.isOk}>
            <List size="sm">
              {result.checks.map(({ name, isOk, message }) => (
                <List.Item key={name} style={{ overflowWrap: 'anywhere' }}>
                  <b>
                    {name}: {isOk ? 'OK' : 'failed'}.
                  </b>{' '}
                  {message}
                </List.Item>
              ))}
            </List>
          </Notice>
        )}
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ input: { id } })}>
          Test
        </Button>
      </Stack>
    </Card>
  );
}

function Remove({ provider: { id, name } }: { provider: Provider }) {
  const router = useRouter();
  const [isAsked, asked] = useDisclosure();
  const remove = useApiMutation(DeleteIdentityProviderDocument, {
    onSuccess: () => {
      notify('Identity provider removed');
      void router.navigate({ to: '/settings/sign-in' });
    },
  });
  return (
    <Card title="Remove">
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={asked.open}>
        Remove…
      </Button>
      <Confirm
        opened={isAsked}
        onClose={asked.close}
        title={`Remove ${name}`}
        onConfirm={() => remove.mutate({ input: { id } })}
        isPending={remove.isPending}
        error={remove.error}
        advice={WAY_IN}
      >
        Nobody can sign in with it any more, and everyone who did is signed out. Their accounts stay.
      </Confirm>
    </Card>
  );
}
