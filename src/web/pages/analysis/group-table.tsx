import { type LinkProps, Link } from '@tanstack/react-router';
import { Anchor } from '@mantine/core';
import type { Column } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { count } from '../../components/format';
import { PlainTable } from '../../components/plain-table';
import { IconChartBar } from '../../theme/icons';
import classes from './analysis.module.css';

export interface Group {
  key: string | null;
  label: string;
  count: number;
}

interface GroupTableProps<Row extends Group> {
  /** What the groups have in common: "Tier". */
  by: string;
  groups: readonly Row[];
  /** The list of what is in a group, if it can be filtered like that. */
  linkTo: (group: Row) => Pick<LinkProps, 'to' | 'search'> | undefined;
  columns: Pick<Column<Row>, 'key' | 'header' | 'render' | 'align' | 'kind'>[];
}

/** Groups with their counts as numbers and bars, the largest first. */
export function GroupTable<Row extends Group>({ by, groups, linkTo, columns }: GroupTableProps<Row>) {
  if (groups.length === 0)
    return (
      <EmptyState title="Nothing to count" icon={IconChartBar}>
        Change or clear the filters above.
      </EmptyState>
    );
  const most = Math.max(...groups.map((group) => group.count));
  return (
    <PlainTable
      label={`Counts by ${by.toLowerCase()}`}
      rows={groups}
      rowKey={({ key }) => key ?? ''}
      columns={[
        {
          key: 'group',
          kind: 'name',
          header: by,
          render: (group) => {
            const link = linkTo(group);
            return link ? (
              <Anchor component={Link} {...(link as { to: '/' })} inherit>
                {group.label}
              </Anchor>
            ) : (
              group.label
            );
          },
        },
        {
          key: 'bar',
          header: 'Count',
          render: (group) => (
            <span className={classes.bar}>
              <span className={classes.number}>{count(group.count)}</span>
              <span className={classes.track} aria-hidden>
                <span style={{ width: `${(100 * group.count) / most}%` }} />
              </span>
            </span>
          ),
        },
        ...columns,
      ]}
    />
  );
}
