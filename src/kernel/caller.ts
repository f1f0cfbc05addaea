import { ALL_PERMISSIONS, type Permission } from './permission-list';

/** An API key, as the audit log names it. */
interface CallingKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
}

/** Who makes a request. Every rule about who may do what asks this. */
export interface Caller {
  readonly kind: 'anonymous' | 'user' | 'api-key' | 'vendor' | 'system';
  readonly permissions: ReadonlySet<Permission>;
  /** Of these, what is lent for the answer that a route promises, and isn't the caller's own. */
  readonly lent?: readonly Permission[];
  /** How the audit log names the caller. */
  readonly name: string;
  readonly userId?: string;
  readonly sessionId?: string;
  readonly apiKey?: CallingKey;
}

export const ANONYMOUS: Caller = { kind: 'anonymous', permissions: new Set(), name: 'Anonymous' };

export const EVERYTHING: ReadonlySet<Permission> = new Set(ALL_PERMISSIONS);

/** The server itself and the operator at its command line. */
export const SYSTEM: Caller = { kind: 'system', permissions: EVERYTHING, name: 'System' };

/** By which a signed-in caller is counted: the user, or the API key. */
export function idOf({ userId, apiKey }: Caller): string {
  return apiKey?.id ?? userId!;
}

export function isSignedIn(caller: Caller): boolean {
  return caller.kind !== 'anonymous' && caller.kind !== 'vendor';
}
