import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ControlRelation, CoverageState } from '../../api/enums.generated';
import { appRoute } from '../../app/root';
import { flag, oneOf, searchOf, text } from '../../app/search';
import { requires, requiresToChange } from '../../app/session';

const frameworksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/frameworks',
  beforeLoad: requires('frameworks:view'),
  component: lazyRouteComponent(() => import('./frameworks'), 'FrameworksPage'),
});

const importRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/frameworks/import',
  beforeLoad: requiresToChange('frameworks:edit'),
  component: lazyRouteComponent(() => import('./import-framework'), 'ImportFrameworkPage'),
});

const crosswalkRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/frameworks/crosswalk',
  beforeLoad: requires('frameworks:view'),
  validateSearch: searchOf({
    /** Ids of two frameworks. */
    from: text,
    to: text,
    view: oneOf('coverage'),
    query: text,
    relation: oneOf<ControlRelation>('EQUAL', 'SUBSET', 'SUPERSET', 'RELATED'),
    state: oneOf<CoverageState>('COVERED', 'PARTLY', 'NOT_COVERED'),
    /** Id of the vendor whose answers are used. */
    vendor: text,
  }),
  component: lazyRouteComponent(() => import('./crosswalk'), 'CrosswalkPage'),
});

const frameworkRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/frameworks/$frameworkId',
  beforeLoad: requires('frameworks:view'),
  validateSearch: searchOf({ query: text, shared: flag }),
  component: lazyRouteComponent(() => import('./framework'), 'FrameworkPage'),
});

const libraryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/library',
  beforeLoad: requires('frameworks:view', 'templates:view'),
  component: lazyRouteComponent(() => import('./library'), 'LibraryPage'),
});

export const frameworkRoutes = [frameworksRoute, importRoute, crosswalkRoute, frameworkRoute, libraryRoute] as const;
