import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root';
import { searchOf, text } from '../../app/search';

/** For vendors: no session or menu, only the link. `step` is the number of a section, or "review". */
const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal/$token',
  validateSearch: searchOf({ step: text }),
  component: lazyRouteComponent(() => import('./portal'), 'PortalPage'),
});

/** The findings that were sent to a vendor. */
const remediationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal/findings/$token',
  component: lazyRouteComponent(() => import('./remediation'), 'RemediationPage'),
});

export const portalRoutes = [portalRoute, remediationRoute] as const;
