import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { FindingStatsBy, VendorStatsBy } from '../../api/enums.generated';
import { appRoute } from '../../app/root';
import { day, listOf, oneOf, searchOf, vendorGroup } from '../../app/search';
import { requires } from '../../app/session';
import { namesOf, SEVERITIES } from '../../theme/tones';

const VENDORS_BY: VendorStatsBy[] = [
  'TIER',
  'OWNER',
  'TAG',
  'BAND',
  'DATA_SENSITIVITY',
  'GEOGRAPHIC_RISK',
  'CONTRACT_VALUE',
  'STATUS',
  'PORTFOLIO',
];
const FINDINGS_BY: FindingStatsBy[] = [
  'SEVERITY',
  'STATUS',
  'VENDOR',
  'CONTROL',
  'OWNER',
  'TIER',
  'TEMPLATE',
  'CREATED_MONTH',
  'PORTFOLIO',
];

const analysisRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/analysis',
  beforeLoad: requires('vendors:view', 'assessments:view'),
  validateSearch: searchOf({
    count: oneOf('vendors', 'findings'),
    by: oneOf<VendorStatsBy | FindingStatsBy>(...VENDORS_BY, ...FINDINGS_BY),
    ...vendorGroup,
    severity: listOf(oneOf(...namesOf(SEVERITIES))),
    /** Findings raised from or until this day. */
    from: day,
    to: day,
  }),
  component: lazyRouteComponent(() => import('./analysis'), 'AnalysisPage'),
});

export const analysisRoutes = [analysisRoute] as const;
