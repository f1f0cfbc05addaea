import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiPages } from '../../api/hooks';
import { Page } from '../../app/page';
import { orderOf } from '../../app/search';
import { Can, usePermission } from '../../app/session';
import { AssessmentStatusBadge, ScoreBadge } from '../../components/badges';
import { chosenOf } from '../../components/bulk-outcome';
import { CsvButton } from '../../components/csv-button';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { NONE } from '../../components/format';
import { ButtonLink } from '../../components/link';
import { OpenQuery } from '../../components/open-query';
import { SavedViews } from '../../components/saved-views';
import { AssessmentLink, VendorLink } from '../../components/thing-links';
import { TimeAgo } from '../../components/time-ago';
import { IconPlus } from '../../theme/icons';
import { ASSESSMENT_FILTER, AssessmentFilters } from './assessment-filter';
import { AssessmentsDocument, type AssessmentsQuery, type AssessmentsQueryVariables } from './assessments.generated';
import { Selected } from './bulk-edit';
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
  {
    key: 'submitted',
    kind: 'short',
    header: 'Submitted',
    sort: 'SUBMITTED_AT',
    isExtra: true,
    render: ({ submittedAt }) => <DateText value={submittedAt} />,
  },
  {
    key: 'waiting',
    kind: 'short',
    header: 'Waiting since',
    sort: 'WAITING_SINCE',
    render: ({ waitingSince }) => (waitingSince ? <TimeAgo value={waitingSince} /> : NONE),
  },
  {
    key: 'created',
    kind: 'short',
    header: 'Created',
    sort: 'CREATED_AT',
    isExtra: true,
    render: ({ createdAt }) => <DateText value={createdAt} />,
  },
];

const nameOf = ({ title, vendor }: Row) => `${title}, ${vendor.name}`;

export function AssessmentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { vendor, sort, columns } = search;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const mayChange = usePermission('assessments:edit', 'assessments:create');
  const variables: AssessmentsQueryVariables = {
    filter: ASSESSMENT_FILTER.filterOf(search),
    orderBy: orderOf(sort),
    withProgress: columns?.includes('progress'),
  };
  const pages = useApiPages(AssessmentsDocument, variables, ({ assessments }) => assessments);
  const isFiltered = ASSESSMENT_FILTER.isSet(search);
  return (
    <Page
      title="Assessments"
      actions={
        <>
          <OpenQuery operation={AssessmentsDocument} variables={variables} />
          <SavedViews
            list="ASSESSMENTS"
            filter={ASSESSMENT_FILTER}
            search={search}
            onOpen={(next, replace) => void navigate({ search: next, replace })}
          />
          <CsvButton pages={pages} />
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
      <AssessmentFilters search={search} onChange={change} onClear={() => void navigate({ search: { sort, columns } })} />
      <Selected assessments={chosenOf(chosen, pages.loaded, nameOf)} onChoose={(ids) => setChosen(new Set(ids))} />
      <DataTable
        noun="assessment"
        columns={COLUMNS}
        pages={pages}
        search={search}
        defaultSort="-CREATED_AT"
        onSearch={(next) => change(next as typeof search)}
        selection={mayChange ? { ids: chosen, nameOf, onChange: setChosen } : undefined}
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
