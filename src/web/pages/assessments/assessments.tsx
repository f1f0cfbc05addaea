import { Checkbox } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiPages } from '../../api/hooks';
import { Page } from '../../app/page';
import { orderOf } from '../../app/search';
import { Can, usePermission } from '../../app/session';
import { AssessmentStatusBadge, ScoreBadge } from '../../components/badges';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { endOf, startOf } from '../../components/day';
import { DownloadButton } from '../../components/download-button';
import { EmptyState } from '../../components/empty-state';
import { DayRangeFilter, FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { NONE } from '../../components/format';
import { ButtonLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { VendorSelect } from '../../components/pickers';
import { AssessmentLink, VendorLink } from '../../components/thing-links';
import { IconPlus } from '../../theme/icons';
import { ASSESSMENT_STATUSES, optionsOf } from '../../theme/tones';
import { AssessmentsDocument, type AssessmentsQuery, type AssessmentsQueryVariables } from './assessments.generated';
import { Due } from './due';

type Row = AssessmentsQuery['assessments']['nodes'][number];

const route = getRouteApi('/app/assessments');

const COLUMNS: Column<Row>[] = [
  {
    key: 'title',
    kind: 'name',
    header: 'Title',
    sort: 'TITLE',
    render: (assessment) => <AssessmentLink assessment={assessment} />,
  },
  { key: 'vendor', header: 'Vendor', render: ({ vendor }) => <VendorLink vendor={vendor} /> },
  { key: 'status', kind: 'short', header: 'Status', render: ({ status }) => <AssessmentStatusBadge status={status} /> },
  {
    key: 'progress',
    header: 'Answered',
    isExtra: true,
    align: 'end',
    render: ({ progress }) => (progress ? `${progress.answered} of ${progress.visible}` : NONE),
  },
  { key: 'due', header: 'Due', sort: 'DUE_DATE', render: (row) => <Due {...row} /> },
  {
    key: 'score',
    kind: 'short',
    header: 'Score',
    sort: 'SCORE',
    render: ({ score, ragBand }) => <ScoreBadge score={score} band={ragBand} />,
  },
  { key: 'reviewer', header: 'Reviewer', render: ({ reviewer }) => reviewer?.name ?? NONE },
  {
    key: 'template',
    header: 'Questionnaire',
    isExtra: true,
    render: ({ templateName, templateVersion }) => (templateName ? `${templateName}, version ${templateVersion}` : NONE),
  },
  { key: 'sent', kind: 'short', header: 'Issued', isExtra: true, render: ({ sentAt }) => <DateText value={sentAt} /> },
  { key: 'submitted', kind: 'short', header: 'Submitted', isExtra: true, render: ({ submittedAt }) => <DateText value={submittedAt} /> },
  {
    key: 'created',
    kind: 'short',
    header: 'Created',
    sort: 'CREATED_AT',
    isExtra: true,
    render: ({ createdAt }) => <DateText value={createdAt} />,
  },
];

export function AssessmentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { query, status, vendor, overdue, from, to, sort, columns } = search;
  const variables: AssessmentsQueryVariables = {
    filter: { query, status, vendorId: vendor, overdue, createdFrom: from && startOf(from), createdTo: to && endOf(to) },
    orderBy: orderOf(sort),
    withProgress: columns?.includes('progress'),
  };
  const pages = useApiPages(AssessmentsDocument, variables, ({ assessments }) => assessments);
  const isFiltered = Boolean(query ?? status ?? vendor ?? overdue ?? from ?? to);
  const seesVendors = usePermission('vendors:view');
  return (
    <Page
      title="Assessments"
      actions={
        <>
          <OpenQuery operation={AssessmentsDocument} variables={variables} />
          {(status?.length ?? 0) < 2 && <DownloadButton href={csvAddress(search)}>CSV</DownloadButton>}
          <Can do="assessments:create">
            <ButtonLink to="/assessments/send" variant="default">
              Bulk send
            </ButtonLink>
            <ButtonLink to="/assessments/new" search={{ vendor }} leftSection={<IconPlus size={16} aria-hidden />}>
              New assessment
            </ButtonLink>
          </Can>
        </>
      }
    >
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { sort, columns } }) : undefined}>
        <TextFilter label="Title" value={query} onChange={(value) => change({ query: value })} />
        <SelectFilter
          label="Status"
          options={optionsOf(ASSESSMENT_STATUSES)}
          value={status?.[0]}
          onChange={(value) => change({ status: value && [value] })}
        />
        {seesVendors && (
          <VendorSelect
            aria-label="Vendor"
            clearable
            value={vendor ?? null}
            onChange={(id) => change({ vendor: id ?? undefined })}
            w={{ base: '48%', sm: 170 }}
          />
        )}
        <DayRangeFilter labels={['Created from', 'Created to']} from={from} to={to} onChange={change} />
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
          isFiltered ? (
            <EmptyState title="No assessment matches">Change or clear the filters above.</EmptyState>
          ) : (
            <EmptyState
              title="No assessments yet"
              action={
                <Can do="assessments:create">
                  <ButtonLink to="/assessments/new">New assessment</ButtonLink>
                </Can>
              }
            >
              An assessment is a questionnaire that you send to a vendor, who answers it for your review.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

/** The same list as a CSV file. It accepts one status only. */
function csvAddress({ query, status, vendor, overdue, from, to }: ReturnType<typeof route.useSearch>): string {
  const wanted = {
    format: 'csv',
    query,
    status: status?.[0],
    vendorId: vendor,
    overdue,
    fromDate: from && startOf(from),
    toDate: to && endOf(to),
  };
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return `/api/v1/assessments?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
