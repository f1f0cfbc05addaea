import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '../../app/session';

interface Section {
  to: NonNullable<LinkProps['to']>;
  label: string;
  permission: Permission;
}

/** The sections of the settings, in menu order. */
export const SECTIONS: Section[] = [
  { to: '/settings/organisation', label: 'Organisation', permission: 'settings:manage' },
  { to: '/settings/scoring', label: 'Scoring', permission: 'settings:manage' },
  { to: '/settings/custom-fields', label: 'Custom fields', permission: 'settings:manage' },
  { to: '/settings/tier-rules', label: 'Tier rules', permission: 'settings:manage' },
  { to: '/settings/assessment-plans', label: 'Assessment plans', permission: 'settings:manage' },
  { to: '/settings/findings', label: 'Findings', permission: 'settings:manage' },
  { to: '/settings/search', label: 'Search', permission: 'settings:manage' },
  { to: '/settings/portfolios', label: 'Portfolios', permission: 'settings:manage' },
  { to: '/settings/sign-in', label: 'Sign-in', permission: 'settings:manage' },
  { to: '/settings/provisioning', label: 'Provisioning', permission: 'settings:manage' },
  { to: '/settings/users', label: 'Users', permission: 'users:manage' },
  { to: '/settings/roles', label: 'Roles', permission: 'roles:manage' },
  { to: '/settings/api-keys', label: 'API keys', permission: 'api:manage' },
  { to: '/settings/webhooks', label: 'Webhooks', permission: 'settings:manage' },
  { to: '/settings/mail', label: 'Mail', permission: 'settings:manage' },
  { to: '/settings/audit-log', label: 'Audit log', permission: 'settings:manage' },
];
