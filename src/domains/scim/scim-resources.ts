import type { Member, ProvisionedGroup } from './scim-group.store';
import type { UserWithGroups } from './scim-user.service';

/** What providers read, in the form of RFC 7643. */

export const SCHEMAS = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

export type Resource = Record<string, unknown>;

/** The base is the address of /scim/v2. */
export function userResource(user: UserWithGroups, base: string): Resource {
  const { id, name, email, isDisabled, externalId, displayName, formattedName, givenName, familyName, workEmail, groups } = user;
  return {
    schemas: [SCHEMAS.user],
    id,
    ...(externalId !== null && { externalId }),
    userName: email,
    name: {
      formatted: formattedName ?? name,
      ...(givenName !== null && { givenName }),
      ...(familyName !== null && { familyName }),
    },
    displayName: displayName ?? name,
    active: !isDisabled,
    emails: [{ value: workEmail ?? email, type: 'work', primary: true }],
    groups: groups.map((group) => ({
      value: group.id,
      display: group.displayName,
      $ref: `${base}/Groups/${group.id}`,
      type: 'direct',
    })),
    meta: metaOf('User', `${base}/Users/${id}`, user),
  };
}

/** Without its members, which may be many. */
export function groupResource(group: ProvisionedGroup, base: string): Resource {
  const { id, displayName, externalId } = group;
  return {
    schemas: [SCHEMAS.group],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    meta: metaOf('Group', `${base}/Groups/${id}`, group),
  };
}

export function memberResource({ userId, name }: Member, base: string): Resource {
  return { value: userId, display: name, $ref: `${base}/Users/${userId}`, type: 'User' };
}

function metaOf(resourceType: string, location: string, { createdAt, updatedAt }: { createdAt: string; updatedAt: string }): Resource {
  return { resourceType, created: createdAt, lastModified: updatedAt, location };
}

/** Which attributes are wanted; the id and the schemas always are. */
export class Selection {
  private readonly only?: readonly string[];
  private readonly without: readonly string[];

  constructor(attributes: string | undefined, excluded: string | undefined) {
    this.only = attributes ? namesIn(attributes) : undefined;
    this.without = namesIn(excluded ?? '');
  }

  /** Whether the attribute, or a part of it, is wanted. */
  has(attribute: string): boolean {
    const name = attribute.toLowerCase();
    if (this.without.includes(name)) return false;
    return !this.only || this.only.some((one) => one === name || one.startsWith(`${name}.`));
  }

  of(resource: Resource): Resource {
    const shown = Object.entries(resource).filter(([name]) => name === 'id' || name === 'schemas' || this.has(name));
    return Object.fromEntries(shown.map(([name, value]) => [name, this.partsOf(name.toLowerCase(), value)]));
  }

  /** name.givenName asks for a part. */
  private partsOf(name: string, value: unknown): unknown {
    if (Array.isArray(value)) return name === 'schemas' ? value : value.map((one: unknown) => this.partsOf(name, one));
    if (typeof value !== 'object' || value === null) return value;
    const isWhole = !this.only || this.only.includes(name);
    return Object.fromEntries(
      Object.entries(value).filter(([part]) => {
        const path = `${name}.${part.toLowerCase()}`;
        return !this.without.includes(path) && (isWhole || this.only!.includes(path));
      }),
    );
  }
}

const PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/;

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim().toLowerCase().replace(PREFIX, ''))
    .filter(Boolean);
}
