import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { FindingOrderField } from '../../api/enums.generated';
import { appRoute } from '../../app/root';
import { columns, oneOf, searchOf, sortBy, text } from '../../app/search';
import { requires } from '../../app/session';
import { FINDING_STATUSES, namesOf, SEVERITIES } from '../../theme/tones';

const findingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/findings',
  beforeLoad: requires('assessments:view'),
  validateSearch: searchOf({
    query: text,
    status: oneOf(...namesOf(FINDING_STATUSES)),
    severity: oneOf(...namesOf(SEVERITIES)),
    /** Code of a control. */
    control: text,
    sort: sortBy<FindingOrderField>('PRIORITY', 'CREATED_AT', 'TITLE', 'RESOLVED_AT'),
    columns,
  }),
  component: lazyRouteComponent(() => import('./findings'), 'FindingsPage'),
});

export const findingRoutes = [findingsRoute] as const;
