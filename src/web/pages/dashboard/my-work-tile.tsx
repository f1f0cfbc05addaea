import { Group, Paper, Text } from '@mantine/core';
import { useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { count } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { MyWorkCountsDocument } from './my-work-tile.generated';

/** What waits for the user, and how much of it is late. Only of now. */
export function MyWorkTile() {
  const isNow = useMoment() === undefined;
  const { data } = useApiQuery(MyWorkCountsDocument, {}, { enabled: isNow });
  if (!isNow || !data || data.myWork.counts.total === 0) return null;
  const { total, overdue, thisWeek } = data.myWork.counts;
  return (
    <AnchorLink to="/my-work" underline="never" c="inherit">
      <Paper withBorder px="sm" py="xs">
        <Group gap="md" align="baseline">
          <Text size="sm" c="dimmed">
            My work
          </Text>
          <Text fw={600}>{count(total)}</Text>
          <Text size="sm" c={overdue > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
            {count(overdue)} overdue
          </Text>
          <Text size="sm" c="dimmed">
            {count(thisWeek)} this week
          </Text>
        </Group>
      </Paper>
    </AnchorLink>
  );
}
