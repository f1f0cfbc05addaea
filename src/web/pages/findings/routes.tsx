import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { FindingOrderField } from '../../api/enums.generated';
import { appRoute } from '../../app/root';
import { columns, oneOf, searchOf, sortBy, text } from '../../app/search';
import { requires, requiresToChange } from '../../app/session';
import { FINDING_STATUSES, namesOf, SEVERITIES } from '../../theme/tones';

/** The search parameters of a page with a list of findings. */
export const findingListSearch = {
  /** Id of the open finding. */
  finding: text,
  sort: sortBy<FindingOrderField>('PRIORITY', 'CREATED_AT', 'TITLE', 'RESOLVED_AT'),
  columns,
};

const findingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/findings',
  beforeLoad: requires('assessments:view'),
  validateSearch: searchOf({
    query: text,
    status: oneOf(...namesOf(FINDING_STATUSES)),
    severity: oneOf(...namesOf(SEVERITIES)),
    /** Ids. */
    vendor: text,
    assessment: text,
    framework: text,
    /** Code of a control. */
    control: text,
    ...findingListSearch,
  }),
  component: lazyRouteComponent(() => import('./findings'), 'FindingsPage'),
});

const newFindingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/findings/new',
  beforeLoad: requiresToChange('assessments:review'),
  /** Ids, if known. */
  validateSearch: searchOf({ vendor: text, assessment: text }),
  component: lazyRouteComponent(() => import('./new-finding'), 'NewFindingPage'),
});

export const findingRoutes = [findingsRoute, newFindingRoute] as const;
