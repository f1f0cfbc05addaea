import { Scope } from '../database/scope/scope';
import { ADMINISTERING, ALL_PERMISSIONS, type Permission } from './permission-list';

/** An API key as recorded in the audit log. */
interface CallingKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
}

/** What a key is bound to, and with it every key that it makes. */
interface KeyBounds {
  /** Whose permissions the key follows; null for a key of the organisation. */
  readonly makerId: string | null;
  readonly allowedIps: readonly string[];
  readonly expiresAt: string | null;
}

/** Who makes a request. Every permission check is based on this. */
export interface Caller {
  /** A provider is an identity provider that provisions users. */
  readonly kind: 'anonymous' | 'user' | 'api-key' | 'vendor' | 'provider' | 'system';
  readonly permissions: ReadonlySet<Permission>;
  /** The permissions that are only lent for a route's response, and aren't the caller's own. */
  readonly lent?: readonly Permission[];
  /** The portfolios in which the role holds; undefined: everywhere. */
  readonly portfolioIds?: readonly string[];
  /** The caller's name in the audit log. */
  readonly name: string;
  readonly userId?: string;
  readonly sessionId?: string;
  /** Seconds since the person in the session last showed who they are. */
  readonly shownSeconds?: number;
  /** The person must set up a second factor first, and can do nothing else before. */
  readonly isFactorDue?: boolean;
  readonly apiKey?: CallingKey;
  readonly keyBounds?: KeyBounds;
}

export const ANONYMOUS: Caller = { kind: 'anonymous', permissions: new Set(), name: 'Anonymous' };

export const EVERYTHING: ReadonlySet<Permission> = new Set(ALL_PERMISSIONS);

/** The server itself, and the operator at its command line. */
export const SYSTEM: Caller = { kind: 'system', permissions: EVERYTHING, name: 'System' };

/** The identity that a signed-in caller is counted by: the user, or the API key. */
export function idOf({ userId, apiKey }: Caller): string {
  return apiKey?.id ?? userId!;
}

/** The person who acts, themselves or by a key that follows them; undefined: nobody, such as a key of the organisation. */
export function personOf({ userId, keyBounds }: Caller): string | undefined {
  return userId ?? keyBounds?.makerId ?? undefined;
}

/** What a caller holds in some portfolios, or everywhere. Whoever doesn't see the whole organisation can't administer it. */
export function heldIn(
  portfolioIds: readonly string[] | undefined,
  permissions: ReadonlySet<Permission>,
): Pick<Caller, 'permissions' | 'portfolioIds'> {
  if (!portfolioIds) return { permissions };
  return { portfolioIds, permissions: new Set([...permissions].filter((one) => !ADMINISTERING.includes(one))) };
}

/** What the caller sees, who has a role in some portfolios only; undefined: everything. */
export function scopeOf({ portfolioIds, apiKey, userId }: Caller): Scope | undefined {
  return portfolioIds && new Scope(portfolioIds, apiKey?.id ?? userId);
}

export function isSignedIn(caller: Caller): boolean {
  return caller.kind !== 'anonymous' && caller.kind !== 'vendor';
}
