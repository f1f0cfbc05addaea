import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { queryOf } from '../../api/hooks';
import { appRoute, rootRoute } from '../../app/root';
import { searchOf, text } from '../../app/search';
import { meQuery } from '../../app/session';
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

/** Someone who must set up a second factor gets here, whatever page they wanted. */
const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  validateSearch: searchOf({ next: text }),
  beforeLoad: async ({ context: { queryClient } }) => {
    const { me } = await queryClient.ensureQueryData(meQuery);
    if (!me?.isFactorSetupRequired) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./second-factor'), 'SecondFactorPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./forgot-password'), 'ForgotPasswordPage'),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password/$token',
  component: lazyRouteComponent(() => import('./choose-password'), 'ResetPasswordPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation/$token',
  component: lazyRouteComponent(() => import('./choose-password'), 'InvitationPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account'), 'AccountPage'),
});

export const accountRoutes = [accountRoute] as const;
export const strangerRoutes = [
  signInRoute,
  setupRoute,
  secondFactorRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  invitationRoute,
] as const;
