import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/root';
import { flag, searchOf } from '../../app/search';

const notificationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/notifications',
  validateSearch: searchOf({
    /** Only what is unread. */
    unread: flag,
  }),
  component: lazyRouteComponent(() => import('./notifications'), 'NotificationsPage'),
});

export const notificationRoutes = [notificationsRoute] as const;
