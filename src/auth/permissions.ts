import { Extensions } from 'type-graphql';

/** Every permission a role or an API key can hold, with the words that the settings page shows. */
export const PERMISSIONS = {
  'vendors:view': 'See vendors',
  'vendors:create': 'Create vendors',
  'vendors:edit': 'Edit vendors, their certifications and responsibility actions',
  'vendors:delete': 'Delete vendors with all that belongs to them',
  'assessments:view': 'See assessments, findings, the dashboard and reports',
  'assessments:create': 'Create and send assessments',
  'assessments:edit': 'Edit assessments',
  'assessments:review': 'Review answers, finalize assessments, close findings',
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
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[];

export function isPermission(value: string): value is Permission {
  return Object.hasOwn(PERMISSIONS, value);
}

/**
 * Who may read a field, besides the holders of a permission:
 * - `anyone`: no sign-in needed; the field guards itself (signing in)
 * - `link`: a vendor's link is asked for instead of a permission; below it only `as-parent` is readable, by anybody
 * - `signed-in`: every user and API key
 * - `as-parent`: whoever could reach the object (page info, payloads, plain values)
 */
export type Audience = Permission | 'anyone' | 'link' | 'signed-in' | 'as-parent';

/** The extension key under which the schema carries the rule. */
export const ALLOW = 'allow';

/**
 * The one permission check, declared where the resolver is. On a Query or Mutation field, or on a whole object type;
 * a field's own rule comes before its type's. Holding any one of the named permissions is enough.
 * Nothing is readable without a rule: the schema refuses to build when one is missing.
 */
export function Allow(...audiences: [Audience, ...Audience[]]): ClassDecorator & PropertyDecorator & MethodDecorator {
  return Extensions({ [ALLOW]: audiences }) as ClassDecorator & PropertyDecorator & MethodDecorator;
}
