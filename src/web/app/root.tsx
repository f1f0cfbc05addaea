import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { queryOf } from '../api/hooks';
import { Layout } from './layout';
import { PageError, PageNotFound } from './page';
import { meQuery } from './session';
import { SetupDocument } from './session.generated';

/** The routes that all others hang on. In a file of its own so that the areas can name them as their parent. */

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: PageNotFound,
  errorComponent: PageError,
});

/** Everything that needs a session: strangers are sent to sign in, or to the first run, and come back afterwards. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const { me } = await queryClient.ensureQueryData(meQuery);
    if (me) return { me };
    const { setup } = await queryClient.fetchQuery(queryOf(SetupDocument, {}));
    if (!setup.administratorExists) throw redirect({ to: '/setup' });
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
  },
  component: Layout,
  notFoundComponent: PageNotFound,
  errorComponent: PageError,
});

/** Any other address; inside the application, so that the menu is at hand. */
export const unknownRoute = createRoute({ getParentRoute: () => appRoute, path: '$', component: PageNotFound });
