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

export const portalRoutes = [portalRoute] as const;
