import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { FindingOrderField, RiskAcceptanceState } from '../../api/enums.generated';
import { appRoute } from '../../app/root';
import { columns, day, flag, listOf, oneOf, searchOf, sortBy, text } from '../../app/search';
import { requires, requiresToChange } from '../../app/session';
import { ASSESSMENT_STATUSES, FINDING_STATUSES, namesOf, SEVERITIES, TIERS } from '../../theme/tones';

/** The search parameters of a page with a list of findings. */
export const findingListSearch = {
  /** Id of the open finding. */
  finding: text,
  sort: sortBy<FindingOrderField>('PRIORITY', 'CREATED_AT', 'DUE_ON', 'TITLE', 'RESOLVED_AT'),
  columns,
};

const findingsSearch = searchOf({
  query: text,
  /** Open ones if not given. */
  status: oneOf(...namesOf(FINDING_STATUSES), 'ALL'),
  severity: listOf(oneOf(...namesOf(SEVERITIES))),
  /** Id, or "none". */
  owner: text,
  overdue: flag,
  dueFrom: day,
  dueTo: day,
  raisedFrom: day,
  raisedTo: day,
  closedFrom: day,
  closedTo: day,
  /** Ids. */
  vendor: text,
  assessment: text,
  framework: text,
  /** Code of a control. */
  control: text,
  tier: listOf(oneOf(...namesOf(TIERS))),
  source: oneOf('manual', 'automatic'),
  /** Statuses of the assessment that found it. */
  assessed: listOf(oneOf(...namesOf(ASSESSMENT_STATUSES))),
  group: oneOf('vendor', 'control'),
  /** Id of the open view. */
  view: text,
  ...findingListSearch,
});

/** What the register shows. */
export type FindingsSearch = ReturnType<typeof findingsSearch>;

const findingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/findings',
  beforeLoad: requires('assessments:view'),
  validateSearch: findingsSearch,
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

const acceptancesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/acceptances',
  beforeLoad: requires('assessments:view'),
  validateSearch: searchOf({
    /** Those that wait or hold if not given. */
    state: oneOf<RiskAcceptanceState | 'ALL'>('REQUESTED', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'ENDED', 'ALL'),
    vendor: text,
    /** Ending from or until this day. */
    from: day,
    to: day,
    columns,
    /** Id of the open view. */
    view: text,
  }),
  component: lazyRouteComponent(() => import('./acceptances'), 'AcceptancesPage'),
});

export const findingRoutes = [findingsRoute, newFindingRoute, acceptancesRoute] as const;
