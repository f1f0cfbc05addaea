import { Button, Select } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AUDIT_ACTIONS, ENTITY_TYPES, entityLabel } from '../../../domains/audit/audit.actions';
import { useApiPages, useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { as, fromDay, listFilter, type Part, toDay } from '../../app/list-filter';
import { Page } from '../../app/page';
import { useEverywhere, usePermission } from '../../app/session';
import { CsvButton } from '../../components/csv-button';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { endOf, startOf } from '../../components/day';
import { DownloadButton } from '../../components/download-button';
import { EmptyState } from '../../components/empty-state';
import { DayRangeFilter, FilterBar, MultiSelectFilter, SelectFilter, TextFilter } from '../../components/filter-bar';
import { NONE } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { SavedViews } from '../../components/saved-views';
import { IconHistory } from '../../theme/icons';
import { AuditLogDocument, type AuditLogQueryVariables, AuditUsersDocument } from './audit.generated';
import { type Entry, EntryDetail } from './entry';
import { Verification } from './verification';

const route = getRouteApi('/app/audit');

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }));
const ACTION_OPTIONS = optionsOf(AUDIT_ACTIONS);
const TYPE_OPTIONS = optionsOf(ENTITY_TYPES);

/** A view may have been saved with one action. */
const ACTIONS: Part<string[]> = {
  fields: ['actions', 'action'],
  write: (actions) => ({ actions }),
  read: ({ actions, action }) => (actions ?? (action ? [action] : undefined)) as string[] | undefined,
};

const AUDIT_FILTER = listFilter<ReturnType<typeof route.useSearch>, NonNullable<AuditLogQueryVariables['filter']>>({
  query: as('query'),
  action: ACTIONS,
  user: as('userId'),
  key: as('apiKeyId'),
  entity: as('entityId'),
  type: as('entityType'),
  from: fromDay('createdFrom'),
  to: toDay('createdTo'),
});

export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { query, action, user, key, entity, type, from, to, columns } = search;
  const [opened, open] = useState<Entry>();
  const isPast = useMoment() !== undefined; // what was verified has none
  const isEverywhere = useEverywhere(); // only the whole log can be verified
  const filter = AUDIT_FILTER.filterOf(search);
  const pages = useApiPages(AuditLogDocument, { filter }, ({ auditLog }) => auditLog);
  const isFiltered = AUDIT_FILTER.isSet(search);
  return (
    <Page
      title="Audit log"
      about={`${isEverywhere ? 'Who did what, and when.' : 'Who did what with the vendors of your portfolios, and when.'} Entries can’t be changed or deleted.`}
      actions={
        <>
          <OpenQuery operation={AuditLogDocument} variables={{ filter }} />
          <SavedViews
            list="AUDIT_LOG"
            filter={AUDIT_FILTER}
            search={search}
            onOpen={(next, replace) => void navigate({ search: next, replace })}
          />
          <CsvButton pages={pages} />
          {/* This export knows fewer filters: the file would hold more than the page. */}
          {!key && !query && (action?.length ?? 0) < 2 && <DownloadButton href={changesAddress(search)}>Changes as CSV</DownloadButton>}
        </>
      }
    >
      {!isPast && isEverywhere && <Verification />}
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { columns } }) : undefined}>
        <TextFilter label="Who, what or name" value={query} onChange={(value) => change({ query: value })} width={220} />
        <MultiSelectFilter
          label="Action"
          options={ACTION_OPTIONS}
          value={action}
          onChange={(value) => change({ action: value })}
          searchable
        />
        <UserFilter value={user} onChange={(value) => change({ user: value })} />
        <SelectFilter label="Type" options={TYPE_OPTIONS} value={type} onChange={(value) => change({ type: value })} />
        <DayRangeFilter labels={['From', 'Until']} from={from} to={to} onChange={change} />
        {key && (
          <Button variant="light" onClick={() => change({ key: undefined })}>
            Show all API keys
          </Button>
        )}
        {entity && (
          <Button variant="light" onClick={() => change({ entity: undefined })}>
            Show all items
          </Button>
        )}
      </FilterBar>
      <DataTable
        noun="event"
        columns={columnsFor(open)}
        pages={pages}
        search={search}
        onSearch={(next) => change(next as typeof search)}
        empty={
          isFiltered ? (
            <EmptyState title="No entry matches" icon={IconHistory}>
              Change or clear the filters above.
            </EmptyState>
          ) : (
            <EmptyState title="No entries yet" icon={IconHistory} />
          )
        }
      />
      {opened && <EntryDetail entry={opened} onClose={() => open(undefined)} />}
    </Page>
  );
}

/** The changes of every entry, with the page's filters. */
function changesAddress({ action, user, entity, type, from, to }: ReturnType<typeof route.useSearch>): string {
  const wanted = {
    action: action?.[0],
    userId: user,
    entityType: type,
    entityId: entity,
    fromDate: from && startOf(from),
    toDate: to && endOf(to),
  };
  return `/exports/audit-changes.csv?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value) as [string, string][])}`;
}

function columnsFor(open: (entry: Entry) => void): Column<Entry>[] {
  return [
    { key: 'when', header: 'When', render: ({ createdAt }) => <DateText value={createdAt} withTime /> },
    {
      key: 'who',
      header: 'Who',
      render: ({ userId, userName, apiKey }) => {
        const only = userId ? { user: userId } : apiKey && { key: apiKey.id };
        return only ? (
          <AnchorLink to="/audit" search={(old) => ({ ...old, ...only })} inherit>
            {userName}
          </AnchorLink>
        ) : (
          userName
        );
      },
    },
    { key: 'action', header: 'Action', render: ({ actionLabel }) => actionLabel },
    {
      key: 'type',
      header: 'Type',
      kind: 'short',
      render: ({ entityType }) => (entityType ? entityLabel(entityType) : NONE),
    },
    {
      key: 'entity',
      header: 'Name',
      render: ({ entityId, entityName }) =>
        entityId ? (
          <AnchorLink to="/audit" search={(old) => ({ ...old, entity: entityId })} inherit>
            {entityName ?? entityId}
          </AnchorLink>
        ) : (
          (entityName ?? NONE)
        ),
    },
    { key: 'name', header: 'Action name', isExtra: true, render: ({ action }) => action },
    {
      key: 'details',
      kind: 'actions',
      header: 'Details',
      render: (entry) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Details of ${entry.actionLabel} ${entry.entityName ?? ''}`.trim()}
          onClick={() => open(entry)}
        >
          Details
        </Button>
      ),
    },
  ];
}

/** Users who may not list users can still filter by one, by clicking a name in the log. */
function UserFilter({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const mayList = usePermission('users:manage');
  const { data } = useApiQuery(AuditUsersDocument, {}, { enabled: mayList });
  if (!mayList)
    return (
      value && (
        <Button variant="light" onClick={() => onChange(undefined)}>
          Show all users
        </Button>
      )
    );
  return (
    <Select
      aria-label="User"
      placeholder="User"
      data={data?.users.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      clearable
      w={{ base: '48%', sm: 190 }}
    />
  );
}
