import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { AssessmentOrderField } from '../../api/enums.generated';
import { appRoute } from '../../app/root';
import { columns, flag, listOf, oneOf, searchOf, sortBy, text } from '../../app/search';
import { requires } from '../../app/session';
import { ASSESSMENT_STATUSES, namesOf } from '../../theme/tones';

const assessmentsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/assessments',
  beforeLoad: requires('assessments:view'),
  validateSearch: searchOf({
    query: text,
    status: listOf(oneOf(...namesOf(ASSESSMENT_STATUSES))),
    overdue: flag,
    sort: sortBy<AssessmentOrderField>('CREATED_AT', 'DUE_DATE', 'SCORE', 'TITLE'),
    columns,
  }),
  component: lazyRouteComponent(() => import('./assessments'), 'AssessmentsPage'),
});

export const assessmentRoutes = [assessmentsRoute] as const;
