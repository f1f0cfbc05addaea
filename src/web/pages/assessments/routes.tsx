import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { AssessmentOrderField } from '../../api/enums.generated';
import { appRoute } from '../../app/root';
import { columns, day, flag, listOf, oneOf, searchOf, sortBy, text } from '../../app/search';
import { requires, requiresToChange } from '../../app/session';
import { ASSESSMENT_STATUSES, BANDS, namesOf, TIERS } from '../../theme/tones';

const assessmentsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/assessments',
  beforeLoad: requires('assessments:view'),
  validateSearch: searchOf({
    query: text,
    status: listOf(oneOf(...namesOf(ASSESSMENT_STATUSES))),
    vendor: text,
    overdue: flag,
    /** Id of the template, in whichever version. */
    template: text,
    band: oneOf(...namesOf(BANDS)),
    /** Id of the reviewer, or none. */
    reviewer: text,
    /** Created from or until this day; likewise the others. */
    from: day,
    to: day,
    submittedFrom: day,
    submittedTo: day,
    dueFrom: day,
    dueTo: day,
    sort: sortBy<AssessmentOrderField>('CREATED_AT', 'DUE_DATE', 'SCORE', 'TITLE', 'SUBMITTED_AT', 'WAITING_SINCE'),
    columns,
    /** Id of the open view. */
    view: text,
  }),
  component: lazyRouteComponent(() => import('./assessments'), 'AssessmentsPage'),
});

/** The answers of all assessments. */
const answersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/answers',
  beforeLoad: requires('assessments:view'),
  validateSearch: searchOf({
    question: text,
    value: text,
    compliant: oneOf('yes', 'no'),
    /** Code of a control. */
    control: text,
    /** Ids. */
    template: text,
    vendor: text,
    /** Answered on this day or later. */
    since: day,
    columns,
    view: text,
  }),
  component: lazyRouteComponent(() => import('./all-answers'), 'AllAnswersPage'),
});

const newRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/assessments/new',
  beforeLoad: requiresToChange('assessments:create'),
  validateSearch: searchOf({ vendor: text, template: text }),
  component: lazyRouteComponent(() => import('./new'), 'NewAssessmentPage'),
});

const sendManyRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/assessments/send',
  beforeLoad: requiresToChange('assessments:create'),
  validateSearch: searchOf({ template: text, query: text, tier: oneOf(...namesOf(TIERS)), tag: text }),
  component: lazyRouteComponent(() => import('./send-many'), 'SendManyPage'),
});

export const TABS = ['overview', 'answers', 'score', 'findings', 'comments', 'evidence', 'history'] as const;

const assessmentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/assessments/$assessmentId',
  beforeLoad: requires('assessments:view'),
  validateSearch: searchOf({
    tab: oneOf(...TABS),
    /** Shows only answers that are not compliant. */
    failed: flag,
  }),
  component: lazyRouteComponent(() => import('./assessment'), 'AssessmentPage'),
});

const reviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/assessments/$assessmentId/review',
  beforeLoad: requires('assessments:view'),
  validateSearch: searchOf({
    /** The question shown. */
    question: text,
  }),
  component: lazyRouteComponent(() => import('./review'), 'ReviewPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/assessments/$assessmentId/compare',
  beforeLoad: requires('assessments:view'),
  validateSearch: searchOf({
    /** The earlier assessment; the previous one by default. */
    with: text,
    /** Also shows unchanged questions. */
    all: flag,
  }),
  component: lazyRouteComponent(() => import('./compare'), 'ComparePage'),
});

export const assessmentRoutes = [
  assessmentsRoute,
  answersRoute,
  newRoute,
  sendManyRoute,
  assessmentRoute,
  reviewRoute,
  compareRoute,
] as const;
