import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { DESTINATIONS } from '../../app/navigation';
import { appRoute } from '../../app/root';
import { day, moment, searchOf, vendorGroup } from '../../app/search';
import { mayDo, requires } from '../../app/session';

const dashboardSearch = searchOf({
  /** The other moment, beside the one shown. */
  compare: moment,
  ...vendorGroup,
  /** The period of the board report; this quarter, if not given. */
  reportFrom: day,
  reportTo: day,
});

/** The start page: their own work for most people, the dashboard for administrators and in the past. */
const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  validateSearch: dashboardSearch,
  beforeLoad: ({ context: { me, moment: at }, search: { compare } }) => {
    const open = DESTINATIONS.filter(({ permissions }) => mayDo(me, ...permissions)).map(({ to }) => to);
    const seesAll = at !== undefined || compare !== undefined || mayDo(me, 'settings:manage');
    const to = seesAll && open.includes('/dashboard') ? '/dashboard' : (open[0] ?? '/account');
    throw redirect({ to, search: { compare, asOf: at }, replace: true });
  },
});

const dashboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/dashboard',
  beforeLoad: requires('assessments:view'),
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import('./dashboard'), 'DashboardPage'),
});

export const dashboardRoutes = [startRoute, dashboardRoute] as const;
