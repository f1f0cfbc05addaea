import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect, retainSearchParams } from '@tanstack/react-router';
import { queryOf } from '../api/hooks';
import { Layout } from './layout';
import { PageError, PageNotFound } from './page';
import { moment, searchOf } from './search';
import { meQuery } from './session';
import { SetupDocument } from './session.generated';

/** The parent routes of all others, in their own file so that the areas can import them. */

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: PageNotFound,
  errorComponent: PageError,
});

/** In the URL of every page. */
const momentSearch = searchOf({ asOf: moment });

/**
 * Everything that needs a session: others go to sign-in or first-run setup, and come back afterwards. With `asOf`, all of it shows
 * that moment; every link keeps it.
 */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  validateSearch: momentSearch,
  search: { middlewares: [retainSearchParams(['asOf'])] },
  beforeLoad: async ({ context: { queryClient }, location, search }) => {
    const { me } = await queryClient.ensureQueryData(meQuery);
    if (me?.isFactorSetupRequired) throw redirect({ to: '/second-factor', search: { next: location.href } });
    if (me) return { me, moment: search.asOf };
    const { setup } = await queryClient.fetchQuery(queryOf(SetupDocument, {}));
    if (!setup.administratorExists) throw redirect({ to: '/setup' });
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
  },
  component: Layout,
  notFoundComponent: PageNotFound,
  errorComponent: PageError,
});

/** Any other address; inside the application, so that the menu is there. */
export const unknownRoute = createRoute({ getParentRoute: () => appRoute, path: '$', component: PageNotFound });
