import { Extensions } from 'type-graphql';
import { type Caller, isSignedIn } from '../kernel/caller';
import { factorDue, forbidden, type Problem, unauthenticated } from '../kernel/errors';
import { ALL_PERMISSIONS, isPermission, type Permission } from '../kernel/permission-list';

export * from '../kernel/permission-list';

/**
 * Who may read a field, besides holders of a permission:
 * - `anyone`: no sign-in needed; the field protects itself (signing in)
 * - `link`: a vendor's link is required instead of a permission; below it only `as-parent` is readable, by anybody
 * - `signed-in`: every user and API key
 * - `as-parent`: whoever could reach the object (page info, payloads, plain values)
 * - `everywhere`: whose role holds in all portfolios
 * - `settled`: everybody except those who must set up a second factor first. The engine asks it of every operation, except for
 *   what `@BeforeSetup` marks
 */
export type Audience = Permission | 'anyone' | 'link' | 'signed-in' | 'as-parent' | 'everywhere' | 'settled';

/** The extension key under which the schema stores the rule. */
export const ALLOW = 'allow';

/** Whether a caller is in one of the audiences. Every permission check ends here. */
export function admits(audiences: readonly Audience[], caller: Caller): boolean {
  return audiences.some((audience) => {
    if (audience === 'anyone') return true;
    if (audience === 'signed-in') return isSignedIn(caller);
    if (audience === 'settled') return !caller.isFactorDue;
    if (audience === 'everywhere') return !caller.portfolioIds;
    return isPermission(audience) && caller.permissions.has(audience);
  });
}

/** The error for a caller who is in none of them. */
export function refusalTo(caller: Caller, why?: string): Problem {
  if (caller.isFactorDue) return factorDue();
  return isSignedIn(caller) ? forbidden(why) : unauthenticated();
}

/** Why someone who may read the present may not ask about the past. */
export const PAST_NEEDS = 'Forbidden: asking about the past needs the permission audit:view';

/** Checks permissions where no GraphQL operation runs. */
export function assertAdmits(audiences: readonly Audience[], caller: Caller, why?: string): void {
  if (!admits(['settled'], caller) || !admits(audiences, caller)) throw refusalTo(caller, why);
}

export const CANNOT_GRANT = "You can't grant permissions that you don't have";

/** Throws unless the caller holds all of them; otherwise says which ones are missing. */
export function assertHolds(caller: Caller, permissions: readonly string[], message: string): void {
  const missing = permissions.filter((permission) => !caller.permissions.has(permission as Permission));
  if (missing.length > 0) throw forbidden(`${message}: ${missing.join(', ')}`);
}

/** Whether nobody can do more. */
export const hasEverything = ({ permissions }: Caller) => ALL_PERMISSIONS.every((one) => permissions.has(one));

/**
 * Who may read a field, declared on its resolver: a Query or Mutation field, or a whole object type. A field's rule takes
 * precedence over its type's. Any one of the named permissions is enough. Nothing is readable without a rule: the schema doesn't
 * build if one is missing.
 */
export function Allow(...audiences: [Audience, ...Audience[]]): ClassDecorator & PropertyDecorator & MethodDecorator {
  return Extensions({ [ALLOW]: audiences }) as ClassDecorator & PropertyDecorator & MethodDecorator;
}

/** Why someone who has the permission can't do it. */
export const NEEDS_EVERYWHERE = 'Forbidden: it tells of all portfolios, and your role holds in some of them only';

/** The extension key of what a field needs besides its rule. */
export const ALSO_NEEDS = 'alsoNeeds';

/** What a field needs besides its rule: every one of these permissions. */
export function AlsoNeeds(...permissions: [Permission, ...Permission[]]): MethodDecorator {
  return Extensions({ [ALSO_NEEDS]: permissions }) as MethodDecorator;
}

/** The extension key of what tells of all portfolios at once. */
export const EVERYWHERE = 'everywhere';

/** On a field that tells of all portfolios at once: the role must hold everywhere. */
export function Everywhere(): MethodDecorator {
  return Extensions({ [EVERYWHERE]: true }) as MethodDecorator;
}

/** The extension key under which a type stores the rule for finding its objects by id alone. */
export const BY_ID = 'byId';

/** The extension key of a mutation that creates the object it returns. */
export const MAKES = 'makes';

/**
 * On a mutation that creates an object: what is read back is what the caller sent. Reading values of an object that existed
 * before needs the permission to see it.
 */
export function Makes(): MethodDecorator {
  return Extensions({ [MAKES]: true }) as MethodDecorator;
}

/** The extension key of a field that leads to what the caller sees anyway. */
export const SHOWN = 'shown';

/** On a field that leads to what was chosen for the caller, or to nothing: the id of it needs no permission of its own. */
export function Shown(): MethodDecorator {
  return Extensions({ [SHOWN]: true }) as MethodDecorator;
}

/** The extension key of what someone can do who must set up a second factor first. */
export const BEFORE_SETUP = 'beforeSetup';

/** On a Query or Mutation field that is open to someone who must set up a second factor first: all that is needed to do so. */
export function BeforeSetup(): MethodDecorator {
  return Extensions({ [BEFORE_SETUP]: true }) as MethodDecorator;
}

/** The extension key of a sensitive change. */
export const SENSITIVE = 'sensitive';

/** On a mutation that an open browser must not be enough for: whoever asks must have shown shortly before who they are. */
export function Sensitive(): MethodDecorator {
  return Extensions({ [SENSITIVE]: true }) as MethodDecorator;
}
