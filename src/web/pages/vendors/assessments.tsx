import { Stack } from '@mantine/core';
import { useApiPages } from '../../api/hooks';
import { Can } from '../../app/session';
import { AssessmentStatusBadge, ScoreBadge } from '../../components/badges';
import { type Column, DataTable, type TableSearch } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { ButtonLink } from '../../components/link';
import { AssessmentLink } from '../../components/thing-links';
import { IconPlus } from '../../theme/icons';
import { VendorAssessmentsDocument, type VendorAssessmentsQuery } from './vendor.generated';

type Row = NonNullable<VendorAssessmentsQuery['vendor']>['assessments']['nodes'][number];

const COLUMNS: Column<Row>[] = [
  { key: 'title', kind: 'name', header: 'Title', render: (assessment) => <AssessmentLink assessment={assessment} /> },
  { key: 'status', kind: 'short', header: 'Status', render: ({ status }) => <AssessmentStatusBadge status={status} /> },
  {
    key: 'due',
    header: 'Due',
    render: ({ dueDate, isOverdue }) => (
      <>
        <DateText value={dueDate} />
        {isOverdue && ' (overdue)'}
      </>
    ),
  },
  { key: 'score', kind: 'short', header: 'Score', render: ({ score, ragBand }) => <ScoreBadge score={score} band={ragBand} /> },
  { key: 'submitted', kind: 'short', header: 'Submitted', render: ({ submittedAt }) => <DateText value={submittedAt} /> },
  { key: 'completed', kind: 'short', header: 'Completed', render: ({ completedAt }) => <DateText value={completedAt} /> },
];

const NOTHING = { totalCount: 0, nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

export function Assessments({
  vendorId,
  search,
  onSearch,
}: {
  vendorId: string;
  search: TableSearch;
  onSearch: (change: TableSearch) => void;
}) {
  const pages = useApiPages(VendorAssessmentsDocument, { id: vendorId }, ({ vendor }) => vendor?.assessments ?? NOTHING);
  return (
    <Stack gap="xs">
      <Can do="assessments:create">
        <ButtonLink
          to="/assessments/new"
          search={{ vendor: vendorId }}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
        >
          New assessment
        </ButtonLink>
      </Can>
      <DataTable
        noun="assessment"
        columns={COLUMNS}
        pages={pages}
        search={search}
        onSearch={onSearch}
        empty={<EmptyState title="No assessments yet">Send this vendor a questionnaire to start one.</EmptyState>}
      />
    </Stack>
  );
}
