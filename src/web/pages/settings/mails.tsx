import { Alert } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiPages, useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { NoPast, Page } from '../../app/page';
import { ToneBadge } from '../../components/badges';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { NONE } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { IconMail, IconMailOff } from '../../theme/icons';
import { MAIL_STATUSES, optionsOf } from '../../theme/tones';
import { MAIL_KINDS } from './mail-kinds';
import { MailsDocument, MailServerDocument, type MailsQuery } from './mails.generated';

type Row = MailsQuery['mails']['nodes'][number];

const route = getRouteApi('/app/settings/mail');
const KIND_OPTIONS = Object.entries(MAIL_KINDS).map(([value, label]) => ({ value, label }));

const COLUMNS: Column<Row>[] = [
  {
    key: 'subject',
    kind: 'name',
    header: 'Subject',
    render: ({ id, subject }) => (
      <AnchorLink to="/settings/mail/$mailId" params={{ mailId: id }} inherit>
        {subject}
      </AnchorLink>
    ),
  },
  { key: 'recipient', header: 'To', render: ({ recipient }) => recipient },
  { key: 'kind', header: 'Type', render: ({ kind }) => MAIL_KINDS[kind] ?? kind },
  { key: 'status', kind: 'short', header: 'State', render: ({ status }) => <ToneBadge tone={MAIL_STATUSES[status]} /> },
  { key: 'created', header: 'Created', render: ({ createdAt }) => <DateText value={createdAt} withTime /> },
  { key: 'sent', header: 'Sent', render: ({ sentAt }) => <DateText value={sentAt} withTime /> },
  { key: 'error', header: 'Last error', render: ({ lastError }) => lastError ?? NONE },
  { key: 'attempts', header: 'Attempts', isExtra: true, align: 'end', render: ({ attempts }) => attempts },
];

export function MailsPage() {
  if (useMoment() !== undefined) {
    return (
      <Page title="Mail">
        <NoPast>E-mails can’t be shown as of a past date. Each one says when it was created and sent.</NoPast>
      </Page>
    );
  }
  return <Mails />;
}

function Mails() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { columns, recipient, status, kind } = search;
  const filter = { recipient, status, kind };
  const pages = useApiPages(MailsDocument, { filter }, ({ mails }) => mails);
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <Page
      title="Mail"
      about="E-mails sent to vendors and colleagues, and those in the queue."
      actions={<OpenQuery operation={MailsDocument} variables={{ filter }} />}
    >
      <Delivery />
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { columns } }) : undefined}>
        <TextFilter label="Recipient" value={filter.recipient} onChange={(recipient) => change({ recipient })} />
        <SelectFilter label="State" options={optionsOf(MAIL_STATUSES)} value={filter.status} onChange={(status) => change({ status })} />
        <SelectFilter label="About" options={KIND_OPTIONS} value={filter.kind} onChange={(kind) => change({ kind })} />
      </FilterBar>
      <DataTable
        noun="e-mail"
        columns={COLUMNS}
        pages={pages}
        search={search}
        onSearch={(next) => change(next as typeof search)}
        empty={
          isFiltered ? (
            <EmptyState title="No e-mail matches" icon={IconMail}>
              Change or clear the filters above.
            </EmptyState>
          ) : (
            <EmptyState title="No e-mails yet" icon={IconMail}>
              You’ll see the first one when you send an assessment.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

/** Whether e-mails are sent, and through which server. */
function Delivery() {
  const { data } = useApiQuery(MailServerDocument, {});
  if (!data) return null;
  const { mailServer } = data.settings;
  return mailServer ? (
    <Alert icon={<IconMail aria-hidden />} color="gray" title={`E-mails are sent through ${mailServer}`} />
  ) : (
    <Alert icon={<IconMailOff aria-hidden />} color="gray" title="No mail server is set up">
      E-mails stay in the queue: open one to read it and share it yourself. Only users who can create and send assessments see portal links;
      only those who could set someone’s password see that person’s links, shortly after signing in or confirming who they are. To send
      e-mails, start the server with SMTP_URL.
    </Alert>
  );
}
