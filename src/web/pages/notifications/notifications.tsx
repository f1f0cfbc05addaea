import { Anchor, Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useApiMutation, useApiPages } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { UnreadNotificationsDocument } from '../../app/notifications.generated';
import { NoPast, Page } from '../../app/page';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { many } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loading } from '../../components/loaded';
import { notifyError } from '../../components/notify';
import { TimeAgo } from '../../components/time-ago';
import { IconBell } from '../../theme/icons';
import { NOTIFICATION_KINDS } from './kinds';
import { MarkNotificationsReadDocument, NotificationsDocument, type NotificationsQuery } from './notifications.generated';
import classes from './notifications.module.css';

const route = getRouteApi('/app/notifications');

export function NotificationsPage() {
  const isPast = useMoment() !== undefined;
  return (
    <Page title="Notifications" about="What was assigned to you, and what happened at your vendors and in your reviews">
      {isPast ? <NoPast>Notifications can’t be shown as of a past date.</NoPast> : <Notifications />}
    </Page>
  );
}

type Notification = NotificationsQuery['notifications']['nodes'][number];

function Notifications() {
  const { unread } = route.useSearch();
  const navigate = route.useNavigate();
  const { query, rows, totalCount, error, retry } = useApiPages(
    NotificationsDocument,
    { unreadOnly: unread ?? false },
    ({ notifications }) => notifications,
  );
  const { mutate: mark, isPending } = useApiMutation(MarkNotificationsReadDocument, {
    invalidates: [NotificationsDocument, UnreadNotificationsDocument],
  });
  const unreadCount = query.data?.pages[0]?.notifications.unreadCount ?? 0;
  if (error && !rows) return <ErrorBox error={error} onRetry={retry} />;
  if (!rows) return <Loading lines={8} />;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {many(totalCount ?? rows.length, 'notification')}
          {!unread && unreadCount > 0 && `, ${unreadCount} unread`}
        </Text>
        <Group gap="md">
          <Checkbox
            label="Unread only"
            checked={unread ?? false}
            onChange={({ currentTarget: { checked } }) => void navigate({ search: { unread: checked || undefined }, replace: true })}
          />
          <AnchorLink to="/account" hash="notifications" size="sm">
            E-mail settings
          </AnchorLink>
          <Button
            variant="default"
            disabled={unreadCount === 0}
            loading={isPending}
            onClick={() => mark({ input: {} }, { onError: notifyError })}
          >
            Mark all as read
          </Button>
        </Group>
      </Group>
      {rows.length === 0 ? (
        <EmptyState icon={IconBell} title={unread ? 'Nothing unread' : 'No notifications yet'}>
          You’ll see here when a vendor, a review or a task is assigned to you, and what happens next.
        </EmptyState>
      ) : (
        <ul className={classes.list} aria-label="Notifications">
          {rows.map((one) => (
            <Item key={one.id} notification={one} onFollow={() => one.readAt === null && mark({ input: { ids: [one.id] } })} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          style={{ alignSelf: 'center' }}
        >
          Show more
        </Button>
      )}
    </Stack>
  );
}

function Item({ notification: { kind, text, url, createdAt, readAt }, onFollow }: { notification: Notification; onFollow: () => void }) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    onFollow();
    // In a new tab or window, the browser goes there.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.history.push(url);
  };
  return (
    <li className={classes.item} data-unread={readAt === null || undefined}>
      <div className={classes.words}>
        <Anchor href={url} onClick={follow} inherit fw={readAt === null ? 600 : 400}>
          {text}
        </Anchor>
        <Text size="xs" c="dimmed">
          {NOTIFICATION_KINDS[kind]} · <TimeAgo value={createdAt} />
        </Text>
      </div>
      {readAt === null && (
        <Badge size="sm" variant="light" style={{ flexShrink: 0 }}>
          Unread
        </Badge>
      )}
    </li>
  );
}
