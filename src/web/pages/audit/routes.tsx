import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/root';
import { columns, day, searchOf, text } from '../../app/search';
import { requires } from '../../app/session';

const auditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/audit',
  beforeLoad: requires('audit:view'),
  validateSearch: searchOf({
    action: text,
    /** Ids. */
    user: text,
    key: text,
    entity: text,
    /** A record type, such as Vendor. */
    type: text,
    from: day,
    to: day,
    columns,
  }),
  component: lazyRouteComponent(() => import('./audit'), 'AuditPage'),
});

export const auditRoutes = [auditRoute] as const;
