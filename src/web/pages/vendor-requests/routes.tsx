import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/root';
import { columns, listOf, oneOf, searchOf, text } from '../../app/search';
import { requires, requiresToCreate } from '../../app/session';
import { namesOf, REQUEST_STATES } from '../../theme/tones';

const requestsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/vendor-requests',
  beforeLoad: requires('vendors:request', 'vendors:create'),
  validateSearch: searchOf({
    query: text,
    state: listOf(oneOf(...namesOf(REQUEST_STATES))),
    /** Id of the open request. */
    request: text,
    columns,
    /** Id of the open view. */
    view: text,
  }),
  component: lazyRouteComponent(() => import('./requests'), 'VendorRequestsPage'),
});

const newRequestRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/vendor-requests/new',
  beforeLoad: requiresToCreate('vendors:request'),
  component: lazyRouteComponent(() => import('./new-request'), 'NewVendorRequestPage'),
});

export const vendorRequestRoutes = [requestsRoute, newRequestRoute] as const;
