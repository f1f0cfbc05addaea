import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/root';
import { oneOf, searchOf } from '../../app/search';
import { requires } from '../../app/session';
import { DUES, WORK_KINDS } from './work-labels';

const myWorkRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/my-work',
  beforeLoad: requires('vendors:view', 'assessments:view'),
  validateSearch: searchOf({ kind: oneOf(...WORK_KINDS), due: oneOf(...DUES) }),
  component: lazyRouteComponent(() => import('./my-work'), 'MyWorkPage'),
});

export const workRoutes = [myWorkRoute] as const;
