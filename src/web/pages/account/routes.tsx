import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { queryOf } from '../../api/hooks';
import { appRoute, rootRoute } from '../../app/root';
import { searchOf, text } from '../../app/search';
import { SetupDocument } from '../../app/session.generated';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: searchOf({
    /** Where the user wanted to go. */
    next: text,
  }),
  component: lazyRouteComponent(() => import('./sign-in'), 'SignInPage'),
});

/** First-run setup: available only until there is an administrator. */
const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  beforeLoad: async ({ context: { queryClient } }) => {
    const { setup } = await queryClient.fetchQuery(queryOf(SetupDocument, {}));
    if (setup.administratorExists) throw redirect({ to: '/sign-in' });
  },
  component: lazyRouteComponent(() => import('./setup'), 'SetupPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account'), 'AccountPage'),
});

export const accountRoutes = [accountRoute] as const;
export const strangerRoutes = [signInRoute, setupRoute] as const;
