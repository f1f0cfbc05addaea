import { Checkbox } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiPages } from '../../api/hooks';
import { Page } from '../../app/page';
import { orderOf } from '../../app/search';
import { AssessmentStatusBadge, ScoreBadge } from '../../components/badges';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { OpenQuery } from '../../components/open-query';
import { ASSESSMENT_STATUSES, optionsOf } from '../../theme/tones';
import { AssessmentsDocument, type AssessmentsQuery, type AssessmentsQueryVariables } from './assessments.generated';

type Row = AssessmentsQuery['assessments']['nodes'][number];

const route = getRouteApi('/app/assessments');

const COLUMNS: Column<Row>[] = [
  { key: 'title', header: 'Title', sort: 'TITLE', render: ({ title }) => title },
  { key: 'vendor', header: 'Vendor', render: ({ vendor }) => vendor.name },
  { key: 'status', header: 'Status', render: ({ status }) => <AssessmentStatusBadge status={status} /> },
  {
    key: 'due',
    header: 'Due',
    sort: 'DUE_DATE',
    render: ({ dueDate, isOverdue }) => <><DateText value={dueDate} />{isOverdue && ' (overdue)'}</>,
  },
  { key: 'score', header: 'Score', sort: 'SCORE', render: ({ score, ragBand }) => <ScoreBadge score={score} band={ragBand} /> },
  { key: 'created', header: 'Created', sort: 'CREATED_AT', isExtra: true, render: ({ createdAt }) => <DateText value={createdAt} /> },
];

export function AssessmentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { query, status, overdue, sort, columns } = search;
  const variables: AssessmentsQueryVariables = { filter: { query, status, overdue }, orderBy: orderOf(sort) };
  const pages = useApiPages(AssessmentsDocument, variables, ({ assessments }) => assessments);
  const isFiltered = Boolean(query ?? status ?? overdue);
  return (
    <Page title="Assessments" actions={<OpenQuery operation={AssessmentsDocument} variables={variables} />}>
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { sort, columns } }) : undefined}>
        <TextFilter label="Title or vendor" value={query} onChange={(value) => change({ query: value })} />
        <SelectFilter
          label="Status"
          options={optionsOf(ASSESSMENT_STATUSES)}
          value={status?.[0]}
          onChange={(value) => change({ status: value && [value] })}
        />
        <Checkbox label="Overdue" checked={overdue ?? false} onChange={() => change({ overdue: overdue ? undefined : true })} my="xs" />
      </FilterBar>
      <DataTable
        noun="assessment"
        columns={COLUMNS}
        pages={pages}
        search={search}
        defaultSort="-CREATED_AT"
        onSearch={(next) => change(next as typeof search)}
        empty={
          isFiltered
            ? <EmptyState title="No assessment matches">Change or clear the filters above.</EmptyState>
            : <EmptyState title="No assessments yet">An assessment is a questionnaire on its way to a vendor and back.</EmptyState>
        }
      />
    </Page>
  );
}
