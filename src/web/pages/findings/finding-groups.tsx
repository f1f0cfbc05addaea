import { Text } from '@mantine/core';
import { useApiQuery } from '../../api/hooks';
import type { Column } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { count, many, NONE } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { PlainTable } from '../../components/plain-table';
import { FindingGroupsDocument, type FindingGroupsQuery, type FindingGroupsQueryVariables } from './findings.generated';

type Row = FindingGroupsQuery['findingStats'][number];
type Group = 'vendor' | 'control';

const HEADERS: Record<Group, string> = { vendor: 'Vendor', control: 'Control' };

const number = (key: 'count' | 'open' | 'overdue' | 'remediated' | 'accepted', header: string): Column<Row> => ({
  key,
  header,
  align: 'end',
  render: (row) => count(row[key]),
});

/** What says something only where closed findings are shown, too. */
const OF_CLOSED: Column<Row>[] = [
  number('open', 'Open'),
  number('remediated', 'Remediated'),
  number('accepted', 'Risk accepted'),
  {
    key: 'days',
    header: 'Mean time to remediate',
    align: 'end',
    render: ({ meanDaysToRemediate: days }) => (days === null ? NONE : many(Math.round(days), 'day')),
  },
];

interface FindingGroupsProps {
  by: Group;
  filter: FindingGroupsQueryVariables['filter'];
  withClosed: boolean;
}

/** The findings counted by vendor or control; each group leads to its findings. */
export function FindingGroups({ by, filter, withClosed }: FindingGroupsProps) {
  const query = useApiQuery(FindingGroupsDocument, { by: by === 'vendor' ? 'VENDOR' : 'CONTROL', filter }, { keepPrevious: true });
  const columns: Column<Row>[] = [
    { key: 'group', kind: 'name', header: HEADERS[by], render: (row) => <GroupLink by={by} group={row} /> },
    number('count', 'Findings'),
    ...(withClosed ? OF_CLOSED : []),
    number('overdue', 'Overdue'),
  ];
  return (
    <Loaded query={query}>
      {({ findingStats: groups }) =>
        groups.length === 0 ? (
          <EmptyState title="No finding matches">Change or clear the filters above.</EmptyState>
        ) : (
          <>
            <Text size="sm" c="dimmed" role="status">
              {many(groups.length, by)}
            </Text>
            <PlainTable label={`Findings by ${by}`} columns={columns} rows={groups} rowKey={({ key }) => key ?? ''} />
          </>
        )
      }
    </Loaded>
  );
}

function GroupLink({ by, group: { key, label } }: { by: Group; group: Row }) {
  if (key === null) return label;
  return (
    <AnchorLink from="/findings" to="/findings" search={(old) => ({ ...old, [by]: key, group: undefined })} fw={550} inherit>
      {label}
    </AnchorLink>
  );
}
