import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DataSensitivity, ResponsibilityStatus, VendorOrderField } from '../../api/enums.generated';
import { appRoute } from '../../app/root';
import { columns, day, flag, listOf, oneOf, percentage, searchOf, sortBy, text, vendorGroup } from '../../app/search';
import { requires, requiresToChange, requiresToCreate } from '../../app/session';
import { BANDS, namesOf, VENDOR_STATUSES } from '../../theme/tones';
import { findingListSearch } from '../findings/routes';
import { TABS } from './tabs';

const vendorsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/vendors',
  beforeLoad: requires('vendors:view'),
  validateSearch: searchOf({
    query: text,
    ...vendorGroup,
    band: oneOf(...namesOf(BANDS)),
    /** Active and offboarding ones without it. */
    status: listOf(oneOf(...namesOf(VENDOR_STATUSES))),
    sensitivity: listOf(oneOf<DataSensitivity>('PUBLIC', 'INTERNAL', 'CONFIDENTIAL', 'RESTRICTED')),
    /** Contract renewal from or until this day. */
    renewalFrom: day,
    renewalTo: day,
    /** Overall score in percent. */
    scoreFrom: percentage,
    scoreTo: percentage,
    /** Last assessed from or until this day. */
    assessedFrom: day,
    assessedTo: day,
    /** Whether there is a completed assessment. */
    assessed: oneOf('yes', 'no'),
    /** Part of the name of a valid certification. */
    certification: text,
    /** Conditions on own fields, as JSON. */
    fields: text,
    /** Only vendors in the worst band or with an overdue assessment. */
    attention: flag,
    /** Only vendors with open responsibility tasks. */
    actions: flag,
    sort: sortBy<VendorOrderField>(
      'NAME',
      'TIER',
      'OVERALL_SCORE',
      'INHERENT_RISK',
      'RESIDUAL_RISK',
      'LAST_ASSESSED_AT',
      'CONTRACT_RENEWAL_DATE',
      'CREATED_AT',
    ),
    columns,
    /** Id of the open view. */
    view: text,
  }),
  component: lazyRouteComponent(() => import('./vendors'), 'VendorsPage'),
});

/** The shared-responsibility tasks of all vendors. */
const tasksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/tasks',
  beforeLoad: requires('vendors:view'),
  validateSearch: searchOf({
    query: text,
    status: listOf(oneOf<ResponsibilityStatus>('PENDING', 'IN_PROGRESS', 'COMPLETED', 'NOT_APPLICABLE')),
    vendor: text,
    /** Id of the assignee, or none. */
    assignee: text,
    columns,
    view: text,
  }),
  component: lazyRouteComponent(() => import('./tasks'), 'TasksPage'),
});

const certificationsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/certifications',
  beforeLoad: requires('vendors:view'),
  /** Within so many days; with those that have expired. */
  validateSearch: searchOf({ within: oneOf('30', '60', '90', '365', '3650'), expired: flag, columns, view: text }),
  component: lazyRouteComponent(() => import('./certification-list'), 'CertificationListPage'),
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

export const vendorRoutes = [
  vendorsRoute,
  tasksRoute,
  certificationsRoute,
  newVendorRoute,
  importRoute,
  compareRoute,
  vendorRoute,
  editVendorRoute,
] as const;
