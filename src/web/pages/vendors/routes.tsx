import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { VendorOrderField } from '../../api/enums.generated';
import { appRoute } from '../../app/root';
import { columns, flag, listOf, oneOf, searchOf, sortBy, text } from '../../app/search';
import { requires, requiresToChange, requiresToCreate } from '../../app/session';
import { BANDS, namesOf, TIERS, VENDOR_STATUSES } from '../../theme/tones';
import { findingListSearch } from '../findings/routes';
import { TABS } from './tabs';

const vendorsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/vendors',
  beforeLoad: requires('vendors:view'),
  validateSearch: searchOf({
    query: text,
    tier: oneOf(...namesOf(TIERS), 'NONE'),
    band: oneOf(...namesOf(BANDS)),
    tag: text,
    /** Id of the owner. */
    owner: text,
    /** Id of the portfolio. */
    portfolio: text,
    /** Active and offboarding ones without it. */
    status: oneOf(...namesOf(VENDOR_STATUSES)),
    /** Conditions on own fields, as JSON. */
    fields: text,
    /** Only vendors in the worst band or with an overdue assessment. */
    attention: flag,
    /** Only vendors with open responsibility tasks. */
    actions: flag,
    sort: sortBy<VendorOrderField>('NAME', 'TIER', 'OVERALL_SCORE', 'LAST_ASSESSED_AT', 'CREATED_AT'),
    columns,
  }),
  component: lazyRouteComponent(() => import('./vendors'), 'VendorsPage'),
});

const newVendorRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/vendors/new',
  beforeLoad: requiresToCreate('vendors:create'),
  component: lazyRouteComponent(() => import('./vendor-form'), 'NewVendorPage'),
});

const importRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/vendors/import',
  beforeLoad: requiresToCreate('vendors:create', 'vendors:edit'),
  component: lazyRouteComponent(() => import('./import'), 'ImportVendorsPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/vendors/compare',
  beforeLoad: requires('vendors:view'),
  validateSearch: searchOf({ ids: listOf(text), framework: text }),
  component: lazyRouteComponent(() => import('./compare'), 'CompareVendorsPage'),
});

const vendorRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/vendors/$vendorId',
  beforeLoad: requires('vendors:view'),
  validateSearch: searchOf({ tab: oneOf(...TABS), framework: text, ...findingListSearch }),
  component: lazyRouteComponent(() => import('./vendor'), 'VendorPage'),
});

const editVendorRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/vendors/$vendorId/edit',
  beforeLoad: requiresToChange('vendors:edit'),
  component: lazyRouteComponent(() => import('./vendor-form'), 'EditVendorPage'),
});

export const vendorRoutes = [vendorsRoute, newVendorRoute, importRoute, compareRoute, vendorRoute, editVendorRoute] as const;
