import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { WebhookDeliveryStatus } from '../../api/enums.generated';
import { useApiMutation, useApiPages } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import { Card } from '../../components/card';
import type { Column } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { SelectFilter } from '../../components/filter-bar';
import { count, NONE } from '../../components/format';
import { notify } from '../../components/notify';
import { PlainTable } from '../../components/plain-table';
import { RowAction } from '../../components/row-action';
import { IconEye } from '../../theme/icons';
import { optionsOf } from '../../theme/tones';
import { DELIVERY_STATUSES } from './webhook-labels';
import { ResendWebhookDeliveryDocument, WebhookDeliveriesDocument, type WebhookDeliveriesQuery } from './webhooks.generated';

type Delivery = NonNullable<WebhookDeliveriesQuery['webhook']>['deliveries']['nodes'][number];

const LOOK_MS = 2_000;
const NOTHING = { totalCount: 0, nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

/** What was and is to be sent, the newest first. */
export function WebhookDeliveries({ webhook: { id, isEnabled } }: { webhook: { id: string; isEnabled: boolean } }) {
  const [status, setStatus] = useState<WebhookDeliveryStatus>();
  const [open, setOpen] = useState<string>();
  const pages = useApiPages(
    WebhookDeliveriesDocument,
    { webhook: id, filter: { status } },
    ({ webhook }) => webhook?.deliveries ?? NOTHING,
  );
  const rows = pages.rows ?? [];
  // What is planned, a moment after its event, and what becomes of an attempt are no events.
  const isMoving = isEnabled || rows.some(({ status: its }) => its === 'PENDING');
  const { refetch } = pages.query;
  useEffect(() => {
    if (!isMoving) return;
    const timer = window.setInterval(() => document.visibilityState === 'visible' && void refetch(), LOOK_MS);
    return () => window.clearInterval(timer);
  }, [isMoving, refetch]);
  const shown = rows.find((delivery) => delivery.id === open);
  const columns: Column<Delivery>[] = [
    { key: 'created', kind: 'short', header: 'Planned', render: ({ createdAt }) => <DateText value={createdAt} withTime /> },
    { key: 'type', kind: 'name', header: 'Event', render: ({ type, event }) => [type, event?.entityName].filter(Boolean).join(': ') },
    { key: 'status', kind: 'short', header: 'State', render: (delivery) => <ToneBadge tone={DELIVERY_STATUSES[delivery.status]} /> },
    { key: 'answer', header: 'Last response', render: ({ attempts }) => answerOf(attempts.at(-1)) },
    { key: 'attempts', header: 'Attempts', align: 'end', render: ({ attempts }) => count(attempts.length) },
    {
      key: 'actions',
      kind: 'actions',
      header: 'Actions',
      render: (delivery) => (
        <RowAction verb="Show" name={`delivery of ${delivery.type}`} icon={IconEye} onRun={() => setOpen(delivery.id)} />
      ),
    },
  ];
  return (
    <Card title="Deliveries">
      <Stack gap="sm">
        <SelectFilter label="State" options={optionsOf(DELIVERY_STATUSES)} value={status} onChange={setStatus} />
        <ErrorBox error={pages.error} onRetry={pages.retry} />
        {pages.rows && rows.length === 0 && (
          <EmptyState title="No deliveries">
            {status ? 'No delivery has this status.' : 'The first one comes with the next event, or a test.'}
          </EmptyState>
        )}
        {rows.length > 0 && <PlainTable rowKey={(row) => row.id} label="Deliveries" rows={rows} columns={columns} />}
        {pages.query.hasNextPage && (
          <Button variant="default" loading={pages.query.isFetchingNextPage} onClick={() => void pages.query.fetchNextPage()}>
            Show more
          </Button>
        )}
      </Stack>
      {shown && <DeliveryDialog delivery={shown} mayResend={isEnabled} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

type Attempt = Delivery['attempts'][number];

function answerOf(attempt: Attempt | undefined) {
  return attempt ? (attempt.error ?? String(attempt.responseStatus)) : NONE;
}

/** What went wrong, and what the receiver said of it. */
function responseOf({ error, responseExcerpt }: Attempt): string {
  return [error, responseExcerpt].filter(Boolean).join(': ') || NONE;
}

function DeliveryDialog({ delivery, mayResend, onClose }: { delivery: Delivery; mayResend: boolean; onClose: () => void }) {
  const { id, messageId, type, status, attempts, nextAttemptAt } = delivery;
  const mayChange = usePermission('settings:manage');
  const resend = useApiMutation(ResendWebhookDeliveryDocument, { onSuccess: () => notify('Queued again') });
  return (
    <Dialog title={type} onClose={onClose} size="lg">
      <Stack gap="sm" align="flex-start">
        <ToneBadge tone={DELIVERY_STATUSES[status]} />
        <Text size="sm">webhook-id: {messageId}</Text>
        {nextAttemptAt && (
          <Text size="sm">
            Next attempt: <DateText value={nextAttemptAt} withTime />
          </Text>
        )}
        <ErrorBox error={resend.error} />
        <PlainTable
          rowKey={({ at }) => at}
          label="Attempts"
          rows={attempts}
          columns={[
            { key: 'at', kind: 'short', header: 'When', render: ({ at }) => <DateText value={at} withTime /> },
            { key: 'status', kind: 'short', header: 'Answer', render: ({ responseStatus }) => responseStatus ?? NONE },
            { key: 'took', header: 'Took', align: 'end', render: ({ durationMs }) => `${count(durationMs)} ms` },
            { key: 'error', kind: 'name', header: 'Response', render: responseOf },
          ]}
        />
        {mayChange && mayResend && type !== 'webhook.test' && (
          <Button loading={resend.isPending} onClick={() => resend.mutate({ input: { id } })}>
            Send again
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
