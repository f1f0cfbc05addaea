import { ActionIcon } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createLink, useRouter } from '@tanstack/react-router';
import { type ComponentProps, useEffect } from 'react';
import { queryOf } from '../api/hooks';
import { count } from '../components/format';
import { IconBell } from '../theme/icons';
import classes from './layout.module.css';
import { UnreadNotificationsDocument } from './notifications.generated';

const EVERY_MS = 60_000;
const MOST_SHOWN = 99;

/** Asks again for what is new, of the count and of the list if that is open. */
function refreshNotifications(cache: QueryClient): void {
  for (const name of [UnreadNotificationsDocument.name, 'Notifications']) void cache.invalidateQueries({ queryKey: [name] });
}

/**
 * How many notifications are unread: asked when a page opens, when the window gets the focus, and now and then while it can be seen.
 * Whatever else hears of news calls `refreshNotifications`.
 */
function useUnreadCount(): number {
  const cache = useQueryClient();
  const router = useRouter();
  const { data } = useQuery({
    ...queryOf(UnreadNotificationsDocument, {}),
    // Nobody waits for it: a session that has ended is found when the user does something.
    meta: { isQuiet: true },
    retry: false,
    refetchInterval: EVERY_MS,
  });
  useEffect(() => {
    const refresh = () => refreshNotifications(cache);
    const unsubscribe = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged) refresh();
    });
    window.addEventListener('focus', refresh);
    return () => {
      unsubscribe();
      window.removeEventListener('focus', refresh);
    };
  }, [cache, router]);
  return data?.notifications.unreadCount ?? 0;
}

const IconLink = createLink((props: ComponentProps<typeof ActionIcon<'a'>>) => <ActionIcon component="a" {...props} />);

/** Leads to what concerns the user. */
export function Bell() {
  const unread = useUnreadCount();
  const label = unread > 0 ? `Notifications, ${count(unread)} unread` : 'Notifications';
  return (
    <IconLink to="/notifications" variant="subtle" color="gray" aria-label={label} title={label} className={classes.bell}>
      <IconBell size={18} aria-hidden />
      {unread > 0 && (
        <span className={classes.unread} aria-hidden>
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </IconLink>
  );
}
