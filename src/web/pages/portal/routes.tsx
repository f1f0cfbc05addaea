import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root';

/** For vendors: no session and no menu, only the link. */
const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal/$token',
  component: lazyRouteComponent(() => import('./portal'), 'PortalPage'),
});

export const portalRoutes = [portalRoute] as const;
