import { Alert, Button, Group, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { notThere } from '../../api/error';
import { useFormMutation } from '../../api/form';
import { useApiMutation, useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import { ChangeForm } from '../../components/change-form';
import { ConfirmTyped } from '../../components/confirm-typed';
import { CopyField } from '../../components/copy-field';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { useFocusReturn } from '../../components/focus';
import { many } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { OpenQuery } from '../../components/open-query';
import { HistoryCard } from '../../history/history-card';
import { IconInfoCircle } from '../../theme/icons';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookFields, type WebhookValues } from './webhook-fields';
import { healthOf } from './webhook-labels';
import {
  CreateWebhookDocument,
  DeleteWebhookDocument,
  ReplayWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookDocument,
  type WebhookQuery,
} from './webhooks.generated';

type Webhook = NonNullable<WebhookQuery['webhook']>;

const route = getRouteApi('/app/settings/webhooks/$webhookId');
const ABOVE = (
  <AnchorLink to="/settings/webhooks" size="sm">
    Webhooks
  </AnchorLink>
);

interface Made {
  id: string;
  name: string;
  secret: string;
}

/** Shows the secret once, after the webhook is created. */
export function NewWebhookPage() {
  const [made, setMade] = useState<Made>();
  return (
    <Page title={made ? 'Copy the secret now' : 'Add webhook'} above={ABOVE}>
      {made ? <MadeWebhook {...made} /> : <NewWebhook onMade={setMade} />}
    </Page>
  );
}

function NewWebhook({ onMade }: { onMade: (made: Made) => void }) {
  const form = useForm<WebhookValues>({ mode: 'controlled', initialValues: { name: '', url: '', types: [], format: 'STANDARD' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, CreateWebhookDocument, {
    variables: (values) => ({ input: values }),
    onSuccess: ({ createWebhook: { webhook, secret } }) => onMade({ ...webhook, secret }),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md" maw={720}>
        <ErrorBox error={problem} />
        <WebhookFields form={form} />
        <Group>
          <Button type="submit" loading={isPending}>
            Add webhook
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function MadeWebhook({ id, name, secret }: Made) {
  return (
    <Stack gap="md" maw={720}>
      <OnlyOnce />
      <Card title={name}>
        <CopyField label="Secret" value={secret} autoFocus />
      </Card>
      <Group>
        <ButtonLink to="/settings/webhooks/$webhookId" params={{ webhookId: id }}>
          Done
        </ButtonLink>
      </Group>
    </Stack>
  );
}

function OnlyOnce() {
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title="This is the only time the secret is shown" role="status">
      The receiver needs it to verify that requests come from here. If you lose it, make a new one.
    </Alert>
  );
}

export function WebhookPage() {
  const { webhookId: id } = route.useParams();
  const query = useApiQuery(WebhookDocument, { id });
  return (
    <Page
      title={query.data?.webhook?.name ?? 'Webhook'}
      above={ABOVE}
      actions={<OpenQuery operation={WebhookDocument} variables={{ id }} />}
    >
      <Loaded query={query}>{({ webhook }) => (webhook ? <Whole webhook={webhook} /> : <ErrorBox error={notThere('Webhook')} />)}</Loaded>
    </Page>
  );
}

function Whole({ webhook }: { webhook: Webhook }) {
  const isPast = useMoment() !== undefined;
  return (
    <Stack gap="md">
      <State webhook={webhook} />
      <Settings webhook={webhook} />
      {!isPast && <WebhookDeliveries webhook={webhook} />}
      <HistoryCard of={{ entityType: 'Webhook', entityId: webhook.id }} />
    </Stack>
  );
}

type Asked = 'rotate' | 'replay' | 'delete';

function State({ webhook }: { webhook: Webhook }) {
  const { id, isEnabled, disabledReason, lastSuccessAt = null, lastFailureAt = null, failingSince = null } = webhook;
  const mayChange = usePermission('settings:manage');
  const isPast = useMoment() !== undefined;
  const [asked, ask] = useState<Asked>();
  const close = () => ask(undefined);
  const test = useApiMutation(TestWebhookDocument, {
    onSuccess: ({ testWebhook: { delivery } }) => {
      if (delivery.status === 'DELIVERED') notify(`The test arrived: ${delivery.attempts[0]?.responseStatus}`);
    },
  });
  const failed = test.data?.testWebhook.delivery.status === 'FAILED' ? test.data.testWebhook.delivery.attempts[0] : undefined;
  const turn = useApiMutation(UpdateWebhookDocument, { onSuccess: () => notify(isEnabled ? 'Webhook disabled' : 'Webhook enabled') });
  return (
    <Card title="State">
      <Stack gap="sm" align="flex-start">
        <ToneBadge tone={healthOf(webhook)} />
        {disabledReason && <Text size="sm">{disabledReason}</Text>}
        <DefinitionList
          items={[
            ['Last success', <DateText key="success" value={lastSuccessAt} withTime />],
            ['Last failure', <DateText key="failure" value={lastFailureAt} withTime />],
            ...(failingSince ? [['Failing since', <DateText key="since" value={failingSince} withTime />] as const] : []),
          ]}
        />
        <ErrorBox error={test.error ?? turn.error} />
        {failed && (
          <Alert color="red" title="The test failed" role="alert">
            {failed.error}
          </Alert>
        )}
        {mayChange && !isPast && (
          <Group gap="xs">
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ input: { id } })}>
              Send a test
            </Button>
            <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate({ input: { id, isEnabled: !isEnabled } })}>
              {isEnabled ? 'Disable' : 'Enable'}
            </Button>
            <Button variant="default" disabled={!isEnabled} onClick={() => ask('replay')}>
              Replay
            </Button>
            <Button variant="default" onClick={() => ask('rotate')}>
              New secret
            </Button>
            <Button variant="default" onClick={() => ask('delete')}>
              Delete
            </Button>
          </Group>
        )}
      </Stack>
      {asked === 'rotate' && <Rotate id={id} onClose={close} />}
      {asked === 'replay' && <Replay id={id} onClose={close} />}
      {asked === 'delete' && <Delete webhook={webhook} onClose={close} />}
    </Card>
  );
}

function Settings({ webhook }: { webhook: Webhook }) {
  const { id, name, url, types, format } = webhook;
  // What others changed here is a conflict. Enabling, new secrets and the like are not, and raise the revision too.
  const [known, setKnown] = useState(webhook);
  const revision = isSameReceiver(webhook, known) ? webhook.revision : known.revision;
  const form = useForm<WebhookValues>({ mode: 'controlled', initialValues: { name, url, types: [...types], format } });
  const { onSubmit, isPending, problem } = useFormMutation(form, UpdateWebhookDocument, {
    variables: (values) => ({ input: { id, expectedRevision: revision, ...values } }),
    onSuccess: ({ updateWebhook }) => {
      setKnown({ ...webhook, ...updateWebhook.webhook, ...form.values });
      notify('Webhook saved');
    },
  });
  return (
    <Card title="Receiver">
      <ChangeForm onSubmit={onSubmit}>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <WebhookFields form={form} />
          <Group>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </ChangeForm>
    </Card>
  );
}

const isSameReceiver = (one: WebhookValues, other: WebhookValues) =>
  one.name === other.name && one.url === other.url && one.format === other.format && one.types.join() === other.types.join();

const MOST_OVERLAP_HOURS = 168;

function Rotate({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useForm({ mode: 'controlled', initialValues: { overlapHours: 24 as number | string } });
  const [secret, setSecret] = useState<string>();
  const { onSubmit, isPending, problem } = useFormMutation(form, RotateWebhookSecretDocument, {
    variables: ({ overlapHours }) => ({ input: { id, overlapHours: Number(overlapHours) } }),
    onSuccess: ({ rotateWebhookSecret }) => setSecret(rotateWebhookSecret.secret),
  });
  if (secret !== undefined) {
    return (
      <Dialog title="Copy the secret now" onClose={onClose} isHeld>
        <Stack gap="md">
          <OnlyOnce />
          <CopyField label="Secret" value={secret} autoFocus />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog title="New secret" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <NumberInput
            label="Keep the old secret for (hours)"
            description="Until then, requests are signed with both"
            min={0}
            max={MOST_OVERLAP_HOURS}
            allowDecimal={false}
            data-autofocus
            {...form.getInputProps('overlapHours')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Make a new secret
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const HOUR_MS = 3_600_000;
const PERIODS = { '1': 'The last hour', '24': 'The last day', '168': 'The last week', '720': 'The last 30 days' };

function Replay({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useForm({ mode: 'controlled', initialValues: { hours: '24', what: 'failed' } });
  const { onSubmit, isPending, problem } = useFormMutation(form, ReplayWebhookDocument, {
    variables: ({ hours, what }) => ({
      input: { id, since: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString(), onlyFailed: what === 'failed' },
    }),
    onSuccess: ({ replayWebhook: { queued } }) => {
      notify(queued === 0 ? 'There was nothing to send' : `${many(queued, 'delivery', 'deliveries')} queued`);
      onClose();
    },
  });
  return (
    <Dialog title="Replay" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <ErrorBox error={problem} />
          <Radio.Group label="What" {...form.getInputProps('what')}>
            <Stack gap="xs" mt="xs">
              <Radio value="failed" label="Failed deliveries" />
              <Radio value="all" label="All events, including delivered and never sent ones" />
            </Stack>
          </Radio.Group>
          <Radio.Group label="Period" {...form.getInputProps('hours')}>
            <Stack gap="xs" mt="xs">
              {Object.entries(PERIODS).map(([value, label]) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Replay
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function Delete({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  useFocusReturn();
  const navigate = route.useNavigate();
  const remove = useApiMutation(DeleteWebhookDocument, {
    invalidates: [],
    onSuccess: () => {
      notify(`${name} deleted`);
      void navigate({ to: '/settings/webhooks' });
    },
  });
  return (
    <ConfirmTyped
      opened
      onClose={onClose}
      title="Delete webhook"
      phrase={name}
      onConfirm={() => remove.mutate({ input: { id } })}
      isPending={remove.isPending}
      error={remove.error}
    >
      Nothing is sent there any more, and the log of its deliveries is deleted.
    </ConfirmTyped>
  );
}
