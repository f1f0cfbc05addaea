import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Can } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import type { Column } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { many } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { PlainTable } from '../../components/plain-table';
import { HistoryButton } from '../../history/history-button';
import { IconApi, IconPlus } from '../../theme/icons';
import { FORMATS, healthOf } from './webhook-labels';
import { WebhooksDocument, type WebhooksQuery } from './webhooks.generated';

type Row = WebhooksQuery['webhooks'][number];

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    kind: 'name',
    header: 'Name',
    render: ({ id, name }) => (
      <AnchorLink to="/settings/webhooks/$webhookId" params={{ webhookId: id }} inherit>
        {name}
      </AnchorLink>
    ),
  },
  { key: 'host', header: 'Receiver', render: ({ url }) => new URL(url).host },
  { key: 'types', header: 'Events', render: ({ types }) => (types.length === 0 ? 'All events' : many(types.length, 'type of event')) },
  { key: 'format', header: 'Format', render: ({ format }) => FORMATS[format] },
  { key: 'state', kind: 'short', header: 'State', render: (webhook) => <ToneBadge tone={healthOf(webhook)} /> },
  { key: 'success', header: 'Last success', render: ({ lastSuccessAt }) => <DateText value={lastSuccessAt ?? null} withTime /> },
];

export function WebhooksPage() {
  const query = useApiQuery(WebhooksDocument, {});
  return (
    <Page
      title="Webhooks"
      about="Tell other systems what happens, as it happens."
      actions={
        <>
          <OpenQuery operation={WebhooksDocument} variables={{}} />
          <HistoryButton of={{ entityType: 'Webhook' }} name="webhooks" />
          <Can do="settings:manage">
            <ButtonLink to="/settings/webhooks/new" leftSection={<IconPlus size={16} aria-hidden />}>
              Add webhook
            </ButtonLink>
          </Can>
        </>
      }
    >
      <Loaded query={query}>
        {({ webhooks }) =>
          webhooks.length > 0 ? (
            <PlainTable rowKey={({ id }) => id} label="Webhooks" rows={webhooks} columns={COLUMNS} />
          ) : (
            <EmptyState title="No webhooks yet" icon={IconApi}>
              Add one for each system that needs to know: a ticket system, a SIEM, a channel in Slack or Teams.
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  );
}
