import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { DESTINATIONS } from '../../app/navigation';
import { appRoute } from '../../app/root';
import { mayDo, requires } from '../../app/session';

const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    const [first] = DESTINATIONS.filter(({ permissions }) => mayDo(context.me, ...permissions));
    // Who may not see the dashboard starts at the first area that is open to them.
    if (first?.to !== '/') throw redirect({ to: first?.to ?? '/account' });
    requires('assessments:view')({ context });
  },
  component: lazyRouteComponent(() => import('./dashboard'), 'DashboardPage'),
});

export const dashboardRoutes = [startRoute] as const;
