import { ALL_PERMISSIONS, type Permission } from '../../auth/permissions';

export const ADMIN_ROLE = 'Admin';
/** What people get whom an identity provider creates, until another role is chosen in the settings. */
export const DEFAULT_PROVISIONED_ROLE = 'Viewer';

/** Whoever holds it can let others in. */
export const managesSettings = ({ permissions }: { permissions: readonly string[] }) => permissions.includes('settings:manage');

const ADMINISTRATION: Permission[] = ['users:manage', 'roles:manage', 'settings:manage', 'api:manage', 'audit:view', 'metrics:view'];

export interface SystemRole {
  name: string;
  description: string;
  permissions: Permission[];
}

export const SYSTEM_ROLES: SystemRole[] = [
  { name: ADMIN_ROLE, description: 'Everything, including users, roles, keys and settings', permissions: ALL_PERMISSIONS },
  {
    name: 'Reviewer',
    description: 'Everything but users, roles, settings, API keys, metrics and the audit log',
    permissions: ALL_PERMISSIONS.filter((permission) => !ADMINISTRATION.includes(permission)),
  },
  {
    name: DEFAULT_PROVISIONED_ROLE,
    description: 'Sees vendors, assessments, templates and frameworks',
    permissions: ['vendors:view', 'assessments:view', 'templates:view', 'frameworks:view'],
  },
];
