import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { accountRoutes, strangerRoutes } from '../pages/account/routes';
import { analysisRoutes } from '../pages/analysis/routes';
import { assessmentRoutes } from '../pages/assessments/routes';
import { auditRoutes } from '../pages/audit/routes';
import { dashboardRoutes } from '../pages/dashboard/routes';
import { findingRoutes } from '../pages/findings/routes';
import { frameworkRoutes } from '../pages/frameworks/routes';
import { notificationRoutes } from '../pages/notifications/routes';
import { portalRoutes } from '../pages/portal/routes';
import { settingsRoutes } from '../pages/settings/routes';
import { templateRoutes } from '../pages/templates/routes';
import { vendorRequestRoutes } from '../pages/vendor-requests/routes';
import { vendorRoutes } from '../pages/vendors/routes';
import { workRoutes } from '../pages/work/routes';
import { focusHeading, PageError, PageLoading } from './page';
import { appRoute, rootRoute, unknownRoute } from './root';
import { parseSearch, stringifySearch } from './search';

const routeTree = rootRoute.addChildren([
  appRoute.addChildren([
    ...workRoutes,
    ...dashboardRoutes,
    ...vendorRoutes,
    ...vendorRequestRoutes,
    ...assessmentRoutes,
    ...findingRoutes,
    ...templateRoutes,
    ...frameworkRoutes,
    ...analysisRoutes,
    ...auditRoutes,
    ...settingsRoutes,
    ...accountRoutes,
    ...notificationRoutes,
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
    defaultErrorComponent: PageError, // in place of the failed page, so that the menu stays
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 300,
    scrollRestoration: true,
  });
  // On the first page the browser sets the focus.
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || isTyping()) return;
    if (pathChanged || momentIn(fromLocation) !== momentIn(toLocation)) focusHeading();
  });
  return router;
}

const momentIn = ({ search }: { search: { asOf?: string } }) => search.asOf;

/** A page may already have focused its first field. */
function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
