import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryOf, useApiPages } from '../api/hooks';
import { DateText } from '../components/date-text';
import { EmptyState } from '../components/empty-state';
import { ErrorBox } from '../components/error-box';
import { many } from '../components/format';
import { AnchorLink } from '../components/link';
import { Loading } from '../components/loaded';
import { RecordedSinceDocument } from '../components/moment.generated';
import { IconHistory } from '../theme/icons';
import { Changes } from './changes';
import { HistoryDocument } from './history.generated';
import classes from './history.module.css';
import { changesTo } from './paths';

/** What the history is about: one record, or all of a type. */
export type HistoryOf = { entityType: string; entityId?: string };

/** Who changed what and when, newest first. For users who may read the audit log. */
export function History({ of }: { of: HistoryOf }) {
  // Most findings come with the submission of an assessment, which is what that entry is about.
  const filter = of.entityType === 'Finding' ? { changedId: of.entityId } : of;
  const { query, rows, totalCount, error, retry } = useApiPages(HistoryDocument, { filter }, ({ auditLog }) => auditLog);
  const since = useQuery(queryOf(RecordedSinceDocument, {})).data?.recordedSince;
  if (error) return <ErrorBox error={error} onRetry={retry} />;
  if (!rows) return <Loading />;
  if (rows.length === 0) return <EmptyState title="No changes recorded" icon={IconHistory} />;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {many(totalCount ?? rows.length, 'entry', 'entries')}
      </Text>
      <ul className={classes.entries} aria-label="History">
        {rows.map((entry) => (
          <li key={entry.id}>
            <Group justify="space-between" gap="xs" align="baseline">
              <Text size="sm" component="div">
                <Text span inherit fw={600}>
                  {entry.actionLabel}
                  {of.entityId === undefined && of.entityType !== 'Settings' && entry.entityName && ` ${entry.entityName}`}
                </Text>{' '}
                <Text span inherit c="dimmed">
                  by {entry.userName}, <DateText value={entry.createdAt} withTime />
                </Text>
              </Text>
              {since !== undefined && entry.createdAt >= since && <AsItWas at={entry.createdAt} />}
            </Group>
            <Changes entry={{ ...entry, ...of }} changes={changesTo(of, entry)} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          style={{ alignSelf: 'flex-start' }}
        >
          Show earlier
        </Button>
      )}
    </Stack>
  );
}

/** Shows this page right after a change. */
function AsItWas({ at }: { at: string }) {
  return (
    <AnchorLink to="." search={(old) => ({ ...old, tab: undefined, asOf: at })} size="sm">
      See it as it was then
    </AnchorLink>
  );
}
