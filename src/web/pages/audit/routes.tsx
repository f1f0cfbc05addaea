import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/root';
import { columns, day, listOf, searchOf, text } from '../../app/search';
import { requires } from '../../app/session';

const auditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/audit',
  beforeLoad: requires('audit:view'),
  validateSearch: searchOf({
    /** Part of who, what or the name of the record. */
    query: text,
    action: listOf(text),
    /** Ids. */
    user: text,
    key: text,
    entity: text,
    /** A record type, such as Vendor. */
    type: text,
    from: day,
    to: day,
    columns,
    /** Id of the open view. */
    view: text,
  }),
  component: lazyRouteComponent(() => import('./audit'), 'AuditPage'),
});

export const auditRoutes = [auditRoute] as const;
