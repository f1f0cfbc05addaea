import { getRouteApi } from '@tanstack/react-router';
import { useApiPages } from '../../api/hooks';
import { Page } from '../../app/page';
import { orderOf } from '../../app/search';
import { FindingStatusBadge, SeverityBadge } from '../../components/badges';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { NONE } from '../../components/format';
import { OpenQuery } from '../../components/open-query';
import { FINDING_STATUSES, optionsOf, SEVERITIES } from '../../theme/tones';
import { FindingsDocument, type FindingsQuery, type FindingsQueryVariables } from './findings.generated';

type Row = FindingsQuery['findings']['nodes'][number];

const route = getRouteApi('/app/findings');

const COLUMNS: Column<Row>[] = [
  { key: 'title', header: 'Finding', sort: 'TITLE', render: ({ title }) => title },
  { key: 'severity', header: 'Severity', sort: 'PRIORITY', render: ({ severity }) => <SeverityBadge severity={severity} /> },
  { key: 'status', header: 'Status', render: ({ status }) => <FindingStatusBadge status={status} /> },
  { key: 'vendor', header: 'Vendor', render: ({ vendor }) => vendor.name },
  { key: 'controls', header: 'Controls', render: ({ controlCodes }) => controlCodes.join(', ') || NONE },
  { key: 'created', header: 'Found', sort: 'CREATED_AT', render: ({ createdAt }) => <DateText value={createdAt} /> },
  { key: 'resolved', header: 'Closed', sort: 'RESOLVED_AT', isExtra: true, render: ({ resolvedAt }) => <DateText value={resolvedAt} /> },
];

export function FindingsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { query, status, severity, control, sort, columns } = search;
  const variables: FindingsQueryVariables = { filter: { query, status, severity, controlCode: control }, orderBy: orderOf(sort) };
  const pages = useApiPages(FindingsDocument, variables, ({ findings }) => findings);
  const isFiltered = Boolean(query ?? status ?? severity ?? control);
  return (
    <Page title="Risk register" actions={<OpenQuery operation={FindingsDocument} variables={variables} />}>
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { sort, columns } }) : undefined}>
        <TextFilter label="Title or description" value={query} onChange={(value) => change({ query: value })} />
        <SelectFilter label="Status" options={optionsOf(FINDING_STATUSES)} value={status} onChange={(value) => change({ status: value })} />
        <SelectFilter label="Severity" options={optionsOf(SEVERITIES)} value={severity} onChange={(value) => change({ severity: value })} />
        <TextFilter label="Control code" value={control} onChange={(value) => change({ control: value })} />
      </FilterBar>
      <DataTable
        noun="finding"
        columns={COLUMNS}
        pages={pages}
        search={search}
        defaultSort="PRIORITY"
        onSearch={(next) => change(next as typeof search)}
        empty={
          isFiltered
            ? <EmptyState title="No finding matches">Change or clear the filters above.</EmptyState>
            : <EmptyState title="No findings yet">Findings are raised when an assessment is finalized, or by hand.</EmptyState>
        }
      />
    </Page>
  );
}
