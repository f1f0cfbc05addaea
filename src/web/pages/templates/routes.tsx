import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../app/root';
import { flag, oneOf, searchOf, text } from '../../app/search';
import { requires, requiresToChange } from '../../app/session';
import { namesOf, TEMPLATE_STATUSES } from '../../theme/tones';

const templatesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/templates',
  beforeLoad: requires('templates:view'),
  validateSearch: searchOf({
    query: text,
    status: oneOf(...namesOf(TEMPLATE_STATUSES)),
    /** Asks for the name of a new one. */
    new: flag,
    /** Intake forms, which are asked of whoever requests a vendor, instead of questionnaires. */
    kind: oneOf('INTAKE'),
  }),
  component: lazyRouteComponent(() => import('./templates'), 'TemplatesPage'),
});

const importRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/templates/import',
  beforeLoad: requiresToChange('templates:create'),
  component: lazyRouteComponent(() => import('./import-template'), 'ImportTemplatePage'),
});

const templateRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/templates/$templateId',
  beforeLoad: requires('templates:view'),
  validateSearch: searchOf({
    /** Shows the vendor's view next to the questions. */
    preview: flag,
  }),
  component: lazyRouteComponent(() => import('./template'), 'TemplatePage'),
});

export const templateRoutes = [templatesRoute, importRoute, templateRoute] as const;
