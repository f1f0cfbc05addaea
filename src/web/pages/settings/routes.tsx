import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { appRoute } from '../../app/root';
import { columns, oneOf, searchOf, text } from '../../app/search';
import { mayDo, type Permission, requires, requiresToChange } from '../../app/session';
import { MAIL_STATUSES, namesOf } from '../../theme/tones';
import { SECTIONS } from './sections';

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  beforeLoad: requires(...SECTIONS.map(({ permission }) => permission)),
  component: lazyRouteComponent(() => import('./layout'), 'SettingsLayout'),
});

/** Opens the first section that the user may see. */
const indexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: ({ context: { me } }) => {
    throw redirect({ to: SECTIONS.find(({ permission }) => mayDo(me, permission))!.to, replace: true });
  },
});

const below = <Path extends string>(path: Path, permission: Permission) =>
  ({ getParentRoute: () => settingsRoute, path, beforeLoad: requires(permission) }) as const;

const creating = <Path extends string>(path: Path, permission: Permission) =>
  ({ getParentRoute: () => settingsRoute, path, beforeLoad: requiresToChange(permission) }) as const;

const organisationRoute = createRoute({
  ...below('/organisation', 'settings:manage'),
  component: lazyRouteComponent(() => import('./organisation'), 'OrganisationPage'),
});
const scoringRoute = createRoute({
  ...below('/scoring', 'settings:manage'),
  component: lazyRouteComponent(() => import('./scoring'), 'ScoringPage'),
});
const customFieldsRoute = createRoute({
  ...below('/custom-fields', 'settings:manage'),
  component: lazyRouteComponent(() => import('./custom-fields'), 'CustomFieldsPage'),
});
const tierRulesRoute = createRoute({
  ...below('/tier-rules', 'settings:manage'),
  component: lazyRouteComponent(() => import('./tier-rules'), 'TierRulesPage'),
});
const assessmentPlansRoute = createRoute({
  ...below('/assessment-plans', 'settings:manage'),
  component: lazyRouteComponent(() => import('./assessment-plans'), 'AssessmentPlansPage'),
});
const findingSettingsRoute = createRoute({
  ...below('/findings', 'settings:manage'),
  component: lazyRouteComponent(() => import('./finding-settings'), 'FindingSettingsPage'),
});
const searchSettingsRoute = createRoute({
  ...below('/search', 'settings:manage'),
  component: lazyRouteComponent(() => import('./search-settings'), 'SearchSettingsPage'),
});
const portfoliosRoute = createRoute({
  ...below('/portfolios', 'settings:manage'),
  component: lazyRouteComponent(() => import('./portfolios'), 'PortfoliosPage'),
});
const signInRoute = createRoute({
  ...below('/sign-in', 'settings:manage'),
  component: lazyRouteComponent(() => import('./sign-in'), 'SignInSettingsPage'),
});
const newProviderRoute = createRoute({
  ...creating('/sign-in/new', 'settings:manage'),
  component: lazyRouteComponent(() => import('./provider'), 'NewProviderPage'),
});
const providerRoute = createRoute({
  ...below('/sign-in/$providerId', 'settings:manage'),
  component: lazyRouteComponent(() => import('./provider'), 'ProviderPage'),
});
const provisioningRoute = createRoute({
  ...below('/provisioning', 'settings:manage'),
  component: lazyRouteComponent(() => import('./provisioning'), 'ProvisioningPage'),
});
const usersRoute = createRoute({
  ...below('/users', 'users:manage'),
  component: lazyRouteComponent(() => import('./users'), 'UsersPage'),
});
const newUserRoute = createRoute({
  ...creating('/users/new', 'users:manage'),
  component: lazyRouteComponent(() => import('./new-user'), 'NewUserPage'),
});
const userRoute = createRoute({
  ...below('/users/$userId', 'users:manage'),
  component: lazyRouteComponent(() => import('./user'), 'UserPage'),
});
const rolesRoute = createRoute({
  ...below('/roles', 'roles:manage'),
  component: lazyRouteComponent(() => import('./roles'), 'RolesPage'),
});
const newRoleRoute = createRoute({
  ...creating('/roles/new', 'roles:manage'),
  component: lazyRouteComponent(() => import('./role'), 'NewRolePage'),
});
const roleRoute = createRoute({
  ...below('/roles/$roleId', 'roles:manage'),
  component: lazyRouteComponent(() => import('./role'), 'RolePage'),
});
const apiKeysRoute = createRoute({
  ...below('/api-keys', 'api:manage'),
  component: lazyRouteComponent(() => import('./api-keys'), 'ApiKeysPage'),
});
const newApiKeyRoute = createRoute({
  ...creating('/api-keys/new', 'api:manage'),
  component: lazyRouteComponent(() => import('./new-api-key'), 'NewApiKeyPage'),
});
const webhooksRoute = createRoute({
  ...below('/webhooks', 'settings:manage'),
  component: lazyRouteComponent(() => import('./webhooks'), 'WebhooksPage'),
});
const newWebhookRoute = createRoute({
  ...creating('/webhooks/new', 'settings:manage'),
  component: lazyRouteComponent(() => import('./webhook'), 'NewWebhookPage'),
});
const webhookRoute = createRoute({
  ...below('/webhooks/$webhookId', 'settings:manage'),
  component: lazyRouteComponent(() => import('./webhook'), 'WebhookPage'),
});
const mailsRoute = createRoute({
  ...below('/mail', 'settings:manage'),
  validateSearch: searchOf({ recipient: text, status: oneOf(...namesOf(MAIL_STATUSES)), kind: text, columns }),
  component: lazyRouteComponent(() => import('./mails'), 'MailsPage'),
});
const mailRoute = createRoute({
  ...below('/mail/$mailId', 'settings:manage'),
  component: lazyRouteComponent(() => import('./mail'), 'MailPage'),
});

const auditLogRoute = createRoute({
  ...below('/audit-log', 'settings:manage'),
  component: lazyRouteComponent(() => import('./audit-log'), 'AuditLogPage'),
});

export const settingsRoutes = [
  settingsRoute.addChildren([
    indexRoute,
    organisationRoute,
    scoringRoute,
    customFieldsRoute,
    tierRulesRoute,
    assessmentPlansRoute,
    findingSettingsRoute,
    searchSettingsRoute,
    portfoliosRoute,
    signInRoute,
    newProviderRoute,
    providerRoute,
    provisioningRoute,
    usersRoute,
    newUserRoute,
    userRoute,
    rolesRoute,
    newRoleRoute,
    roleRoute,
    apiKeysRoute,
    newApiKeyRoute,
    webhooksRoute,
    newWebhookRoute,
    webhookRoute,
    mailsRoute,
    mailRoute,
    auditLogRoute,
  ]),
] as const;
