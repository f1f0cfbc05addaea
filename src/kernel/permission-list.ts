/**
 * Every permission a role or an API key can have, with the labels on the settings page. This file imports nothing, so that the
 * browser can load it.
 */
export const PERMISSIONS = {
  'vendors:view': 'See vendors',
  'vendors:create': 'Create vendors',
  'vendors:request': 'Request vendors, and see one’s own requests',
  'vendors:edit': 'Edit vendors, their certifications and shared-responsibility tasks',
  'vendors:delete': 'Delete vendors and all their data',
  'assessments:view': 'See assessments, findings, the dashboard and reports',
  'assessments:create': 'Create and send assessments',
  'assessments:edit': 'Edit assessments',
  'assessments:review': 'Review answers, finalize assessments, close findings',
  'risks:accept': 'Decide on requests to accept a risk',
  'assessments:delete': 'Delete assessments',
  'templates:view': 'See questionnaire templates',
  'templates:create': 'Create and import templates',
  'templates:edit': 'Edit, publish and archive templates',
  'templates:delete': 'Delete templates',
  'frameworks:view': 'See compliance frameworks',
  'frameworks:edit': 'Import and edit frameworks',
  'frameworks:delete': 'Delete frameworks',
  'audit:view': 'Read the audit log',
  'users:manage': 'Manage users',
  'roles:manage': 'Manage roles',
  'settings:manage': 'Change settings',
  'api:manage': 'Manage API keys',
  'metrics:view': 'Read server metrics',
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[];

/** Whoever has one of these is an administrator: the organisation is theirs to change, not only its vendors. */
export const ADMINISTERING: readonly Permission[] = ['users:manage', 'roles:manage', 'settings:manage'];

export function isPermission(value: string): value is Permission {
  return Object.hasOwn(PERMISSIONS, value);
}
