import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { DESTINATIONS } from '../../app/navigation';
import { appRoute } from '../../app/root';
import { moment, searchOf, vendorGroup } from '../../app/search';
import { mayDo, requires } from '../../app/session';

const dashboardSearch = searchOf({
  /** The other moment, beside the one shown. */
  compare: moment,
  ...vendorGroup,
});

const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  validateSearch: dashboardSearch,
  beforeLoad: ({ context }) => {
    const [first] = DESTINATIONS.filter(({ permissions }) => mayDo(context.me, ...permissions));
    // Users without access to the dashboard start at the first area they can open.
    if (first?.to !== '/') throw redirect({ to: first?.to ?? '/account' });
    requires('assessments:view')({ context });
  },
  component: lazyRouteComponent(() => import('./dashboard'), 'DashboardPage'),
});

export const dashboardRoutes = [startRoute] as const;
