import { Extensions } from 'type-graphql';
import { type Caller, isSignedIn } from '../kernel/caller';
import { forbidden, type Problem, unauthenticated } from '../kernel/errors';
import { isPermission, type Permission } from '../kernel/permission-list';

export * from '../kernel/permission-list';

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

/** Whether a caller is in one of the audiences. All that asks who may do or see something asks this. */
export function admits(audiences: readonly Audience[], caller: Caller): boolean {
  return audiences.some((audience) => {
    if (audience === 'anyone') return true;
    if (audience === 'signed-in') return isSignedIn(caller);
    return isPermission(audience) && caller.permissions.has(audience);
  });
}

/** What a caller is told who isn't. */
export const refusalTo = (caller: Caller): Problem => (isSignedIn(caller) ? forbidden() : unauthenticated());

/** For what runs no GraphQL operation: lets a caller of one of the audiences pass. */
export function assertAdmits(audiences: readonly Audience[], caller: Caller): void {
  if (!admits(audiences, caller)) throw refusalTo(caller);
}

/**
 * Who may read a field, declared where the resolver is. On a Query or Mutation field, or on a whole object type;
 * a field's own rule comes before its type's. Holding any one of the named permissions is enough.
 * Nothing is readable without a rule: the schema refuses to build when one is missing.
 */
export function Allow(...audiences: [Audience, ...Audience[]]): ClassDecorator & PropertyDecorator & MethodDecorator {
  return Extensions({ [ALLOW]: audiences }) as ClassDecorator & PropertyDecorator & MethodDecorator;
}

/** The extension key under which a type carries the rule for finding its things by their id alone. */
export const BY_ID = 'byId';

/** The extension key of a mutation that makes the thing it gives back. */
export const MAKES = 'makes';

/**
 * On a mutation that makes a thing: what is read back of it is what the caller sent. To read back values of a thing that
 * was there before needs the permission to see it.
 */
export function Makes(): MethodDecorator {
  return Extensions({ [MAKES]: true }) as MethodDecorator;
}
