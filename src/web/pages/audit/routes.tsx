import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/root';
import { columns, searchOf, text } from '../../app/search';
import { requires } from '../../app/session';

const auditRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/audit',
  beforeLoad: requires('audit:view'),
  validateSearch: searchOf({
    action: text,
    /** Ids. */
    user: text,
    entity: text,
    /** A kind of thing, such as Vendor. */
    type: text,
    /** Days, such as 2026-11-15. */
    from: day,
    to: day,
    columns,
  }),
  component: lazyRouteComponent(() => import('./audit'), 'AuditPage'),
});

function day(value: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

export const auditRoutes = [auditRoute] as const;
