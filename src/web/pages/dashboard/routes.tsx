import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { inPast } from '../../api/error';
import { DESTINATIONS } from '../../app/navigation';
import { appRoute } from '../../app/root';
import { day, moment, searchOf, vendorGroup } from '../../app/search';
import { type Me, mayDo, requires } from '../../app/session';

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

/** Where the e-mails with the report lead. */
const boardReportRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/board-report',
  /** This quarter, if not given. */
  validateSearch: searchOf({ from: day, to: day }),
  beforeLoad: (opened: { context: { me: Me; moment?: string } }) => {
    requires('vendors:view')(opened);
    requires('assessments:view')(opened);
    if (opened.context.moment !== undefined) throw inPast();
  },
  component: lazyRouteComponent(() => import('./board-report'), 'BoardReportPage'),
});

export const dashboardRoutes = [startRoute, dashboardRoute, boardReportRoute] as const;
