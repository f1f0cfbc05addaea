import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { VendorOrderField } from '../../api/enums.generated';
import { appRoute } from '../../app/root';
import { columns, flag, oneOf, searchOf, sortBy, text } from '../../app/search';
import { requires } from '../../app/session';
import { BANDS, namesOf, TIERS } from '../../theme/tones';

const vendorsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/vendors',
  beforeLoad: requires('vendors:view'),
  validateSearch: searchOf({
    query: text,
    tier: oneOf(...namesOf(TIERS), 'NONE'),
    band: oneOf(...namesOf(BANDS)),
    tag: text,
    /** Those in the worst band or with an overdue assessment. */
    attention: flag,
    /** Those with responsibility actions that are not done. */
    actions: flag,
    sort: sortBy<VendorOrderField>('NAME', 'OVERALL_SCORE', 'LAST_ASSESSED_AT', 'CREATED_AT'),
    columns,
  }),
  component: lazyRouteComponent(() => import('./vendors'), 'VendorsPage'),
});

export const vendorRoutes = [vendorsRoute] as const;
