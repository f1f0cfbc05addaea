import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { accountRoutes, strangerRoutes } from '../pages/account/routes';
import { assessmentRoutes } from '../pages/assessments/routes';
import { auditRoutes } from '../pages/audit/routes';
import { dashboardRoutes } from '../pages/dashboard/routes';
import { findingRoutes } from '../pages/findings/routes';
import { frameworkRoutes } from '../pages/frameworks/routes';
import { portalRoutes } from '../pages/portal/routes';
import { settingsRoutes } from '../pages/settings/routes';
import { templateRoutes } from '../pages/templates/routes';
import { vendorRoutes } from '../pages/vendors/routes';
import { focusHeading, PageError, PageLoading } from './page';
import { appRoute, rootRoute, unknownRoute } from './root';
import { parseSearch, stringifySearch } from './search';

const routeTree = rootRoute.addChildren([
  appRoute.addChildren([
    ...dashboardRoutes,
    ...vendorRoutes,
    ...assessmentRoutes,
    ...findingRoutes,
    ...templateRoutes,
    ...frameworkRoutes,
    ...auditRoutes,
    ...settingsRoutes,
    ...accountRoutes,
    unknownRoute,
  ]),
  ...strangerRoutes,
  ...portalRoutes,
]);

export function makeRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageError, // in place of the page that failed, so that the menu stays at hand
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 300,
    scrollRestoration: true,
  });
  // Where the first page begins is the browser's matter.
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged && !isTyping()) focusHeading();
  });
  return router;
}

/** A page may have set the focus into its first field. */
function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
