import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { hasEverything } from '../../auth/permissions';
import { endSessionsOf } from '../../auth/sessions';
import { findLocked, revise } from '../../kernel/revise';
import type { Row } from '../../database/rows';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, notFound, onTaken } from '../../kernel/errors';
import { byId, loader } from '../../graphql/engine/loaders';
import { check, email, line, withoutNulls } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type AuditRecord, type Change, change } from '../audit/audit.service';
import { lastWayIn } from '../settings/settings.service';
import { hashNewPassword } from './password.service';
import { revokeKeysOf } from './api-key.service';
import { Role } from './role.entity';
import { covers, findPlace, isForAll, isSamePlace, type Place, placeOf, toldPlace, toldPlaces } from './role-place.service';
import { ADMIN_ROLE, managesSettings } from './role.rules';
import { assertMayGrant, assertWithinReach } from './role.service';
import * as roleStore from './role.store';
import { User } from './user.entity';
import type {
  AssignRoleInput,
  ChangeUserRoleInput,
  CreateUserInput,
  ResetUserPasswordInput,
  SetUserDisabledInput,
  UpdateUserInput,
} from './user.inputs';
import * as store from './user.store';

export const userRule = z.object({ name: line(), email });

export const userById = byId(User);

/** Whether an identity provider may give the person more later. */
export const isAtProvider = loader<string, boolean>(async (ids, { primary }) => {
  const found = new Set((await primary.query(store.atProviders(ids))).map(({ id }) => id));
  return ids.map((id) => found.has(id));
});

export function listUsers({ database }: RequestContext): Promise<Row<User>[]> {
  return database.query(store.list());
}

export function listAssignees({ database }: RequestContext): Promise<Row<User>[]> {
  return database.query(store.assignees());
}

export const emailTaken = onTaken(['user_email_taken', 'user_email_folded_taken'], () =>
  conflict('A user with this e-mail address already exists', { email: 'is already used' }),
);

export async function createUser(ctx: RequestContext, input: CreateUserInput): Promise<string> {
  const given = check(userRule, input);
  const passwordHash = await hashNewPassword(ctx.database, { field: 'password', password: input.password, email: given.email });
  return change(ctx, async (tx) => {
    const { user, told } = await addUser(ctx, tx, { ...given, passwordHash }, { roleId: input.roleId });
    tx.record({ action: 'CREATE_USER', entity: entityOf(user), meta: told });
    return user.id;
  }).catch(emailTaken);
}

type NewUser = Pick<User, 'name' | 'email' | 'passwordHash'>;

interface GivenRole {
  roleId: string;
  portfolioIds?: string[] | null;
}

/** Adds a user with a role that the caller may give. Returns what the audit log says of the role, too. */
export async function addUser(
  ctx: RequestContext,
  tx: Change,
  given: NewUser,
  { roleId, portfolioIds }: GivenRole,
): Promise<{ user: User; told: { role: string; portfolios?: string[] } }> {
  const role = await findRole(tx, roleId);
  assertMayGrant(ctx, role.permissions);
  const place = await findPlace(tx, role.permissions, portfolioIds);
  const user = tx.em.create(User, { ...given, role, portfolioIds: place.ids });
  await tx.em.flush();
  return { user, told: { role: role.name, ...toldPlace(place) } };
}

export async function updateUser(ctx: RequestContext, input: UpdateUserInput): Promise<void> {
  const { id, expectedRevision, ...rest } = input;
  const changes = check(userRule.partial(), withoutNulls(rest));
  await change(ctx, async (tx) => {
    const { name } = await existingUser(ctx, tx, id);
    const { entity: user, changed } = (await revise(tx, User, { id }, changes, expectedRevision))!;
    if (Object.keys(changed).length === 0) return;
    if (user.isProvisioned) throw managedByScim({ name }, 'Change the name and the address there');
    // Whoever had the account before may know how to sign in.
    if ('email' in changed) user.isTakenOver = true;
    await tx.em.flush();
    tx.record({ action: 'UPDATE_USER', entity: entityOf(user), meta: { changed } });
    if (!('email' in changed)) return;
    // A link went to the old address.
    await tx.query(store.endLinks([user.id]));
    for (const follow of addressFollowers) await follow(tx, user);
  }).catch(emailTaken);
}

/** What follows in the same transaction when somebody's address is changed by hand. */
type AddressFollower = (tx: Change, user: Pick<User, 'id' | 'name'>) => Promise<void>;
const addressFollowers: AddressFollower[] = [];

/** For the domain of single sign-on, which comes later. */
export function whenAddressChanges(follower: AddressFollower): void {
  addressFollowers.push(follower);
}

/** Ends a disabled user's sessions; the next request would have no access anyway. */
export async function setUserDisabled(ctx: RequestContext, { id, disabled }: SetUserDisabledInput): Promise<void> {
  // Giving back access is giving back a role. Taking it away can't wait.
  if (!disabled) await ctx.services.assertShown(ctx);
  await change(ctx, async (tx) => {
    const user = await existingUser(ctx, tx, id);
    if (disabled ? isDisabledByHand(user) : !user.isDisabled) return;
    if (disabled) {
      await assertNotLastAdmin(tx, user, 'disabled');
      await endSessionsOf(tx, id);
    }
    if (!disabled && !user.isScimActive) throw managedByScim(user, 'It took away the access, and has to give it back');
    tx.em.assign(user, { isDisabled: disabled, isDisabledByHand: disabled });
    tx.record({ action: disabled ? 'DISABLE_USER' : 'ENABLE_USER', entity: entityOf(user) });
  });
}

/** Whether someone here has taken away the access: it stays so, whatever SCIM says. */
export const isDisabledByHand = (user: User) => user.isDisabledByHand || (user.isDisabled && user.isScimActive);

export async function changeUserRole(ctx: RequestContext, { id, roleId }: ChangeUserRoleInput): Promise<void> {
  await change(ctx, async (tx) => {
    const user = await existingUser(ctx, tx, id);
    const role = await findRole(tx, roleId);
    assertMayGrant(ctx, role.permissions);
    const before = user.role.getEntity();
    if (before === role) return;
    if (user.isProvisioned) throw managedByScim(user, ROLE_OF_GROUPS);
    if (user.portfolioIds && isForAll(role.permissions))
      throw badInput({ roleId: 'manages users, roles or settings, so it holds everywhere: assignRole gives it without portfolios' });
    await assertNotLastAdmin(tx, user, 'given another role', role);
    await setRole(tx, user, role, user.portfolioIds ?? null);
    tx.record({ action: 'CHANGE_ROLE', entity: entityOf(user), meta: { from: before.name, to: role.name } });
  });
}

/** The person's one role, and where it holds: both take effect with the next request. */
export async function assignRole(ctx: RequestContext, { userId, roleId, portfolioIds }: AssignRoleInput): Promise<void> {
  await change(ctx, async (tx) => {
    const user = await existingUser(ctx, tx, userId);
    const role = await findRole(tx, roleId);
    assertMayGrant(ctx, role.permissions);
    const place = await findPlace(tx, role.permissions, portfolioIds);
    const before = user.role.getEntity();
    const placeBefore = await placeOf(tx, user.portfolioIds);
    if (before === role && isSamePlace(placeBefore, place)) return;
    if (user.isProvisioned) throw managedByScim(user, ROLE_OF_GROUPS);
    if (before !== role) await assertNotLastAdmin(tx, user, 'given another role', role);
    await setRole(tx, user, role, place.ids);
    tx.record({
      action: 'CHANGE_ROLE',
      entity: entityOf(user),
      meta: { from: before.name, to: role.name, ...toldPlaces(placeBefore, place) },
    });
  });
}

/**
 * Gives the role that another system says: it is as good as an administrator, except that the last one is never demoted. Returns
 * whether the person can do more by it than before.
 */
export async function giveRole(
  tx: Change,
  id: string,
  { roleId, portfolioIds }: GivenRole,
  how: Pick<AuditRecord, 'actor' | 'meta'>,
): Promise<boolean> {
  const user = (await findLocked(tx, User, id))!;
  const before = await user.role.loadOrFail();
  const placeBefore = await placeOf(tx, user.portfolioIds);
  const role = await findRole(tx, roleId);
  const place = await givenPlace(tx, role, portfolioIds);
  if (before.id === role.id && isSamePlace(placeBefore, place)) return false;
  if (before.id !== role.id && ((await isLastAdmin(tx, user)) || (await isLastWayIn(tx, user, role)))) return false;
  const isWider = await setRole(tx, user, role, place.ids);
  const meta = { from: before.name, to: role.name, ...toldPlaces(placeBefore, place), ...how.meta };
  tx.record({ action: 'CHANGE_ROLE', entity: entityOf(user), ...how, meta });
  return isWider;
}

/** Of portfolios that another system names, those that are there; a role that can't be given in some of them holds everywhere. */
export async function givenPlace(tx: Change, role: Role, portfolioIds: readonly string[] | null | undefined): Promise<Place> {
  return placeOf(tx, isForAll(role.permissions) ? null : portfolioIds);
}

/** A link that someone else may have seen must not open more than it did when it was sent. */
async function setRole(tx: Change, user: User, role: Role, portfolioIds: string[] | null): Promise<boolean> {
  const before = new Set(user.role.getEntity().permissions);
  const isWider = role.permissions.some((permission) => !before.has(permission)) || !covers(user.portfolioIds, portfolioIds);
  tx.em.assign(user, { role, portfolioIds });
  await tx.em.flush();
  if (isWider) await tx.query(store.endLinks([user.id]));
  return isWider;
}

/** Ends all sessions started with the old password. */
export async function resetUserPassword(ctx: RequestContext, input: ResetUserPasswordInput): Promise<void> {
  const account = isId(input.id) ? await ctx.database.one(store.accountOf(input.id)) : undefined;
  if (!account) throw notFound('User');
  const passwordHash = await hashNewPassword(ctx.database, { field: 'password', password: input.password, email: account.email });
  await change(ctx, async (tx) => {
    const user = await existingUser(ctx, tx, input.id);
    user.passwordHash = passwordHash;
    // Nobody can sign in with it to get more than they have, should a provider give that to the person later.
    if (!hasEverything(ctx.caller)) user.isTakenOver = true;
    await tx.query(store.endLinks([user.id]));
    await tx.query(store.forgetDevices([user.id], []));
    await endSessionsOf(tx, user.id);
    tx.record({ action: 'RESET_PASSWORD', entity: entityOf(user) });
  });
}

export async function deleteUser(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const user = await existingUser(ctx, tx, id);
    await removeUser(tx, user, 'deleted');
    tx.record({ action: 'DELETE_USER', entity: entityOf(user) });
  });
}

/** Deletes the row of a user who isn't the last administrator, whose keys end with it. */
export async function removeUser(tx: Change, user: User, what: string): Promise<void> {
  await assertNotLastAdmin(tx, user, what);
  await revokeKeysOf(tx, [user.id], 'Its creator was deleted');
  await tx.query(store.disownVendors(user.id));
  await tx.em.remove(user).flush();
}

/** Locks a user, if there is one. A user with more permissions than the caller can't be changed by the caller. */
export async function findUser(ctx: RequestContext, tx: Change, id: string): Promise<User | null> {
  const user = await findLocked(tx, User, id);
  if (!user) return null;
  await user.role.load();
  assertWithinReach(ctx, user.role.getEntity().permissions, 'someone who');
  return user;
}

async function existingUser(ctx: RequestContext, tx: Change, id: string): Promise<User> {
  const user = await findUser(ctx, tx, id);
  if (!user) throw notFound('User');
  return user;
}

async function findRole(tx: Change, id: string): Promise<Role> {
  // Kept as it is until the transaction ends: what it may do decides where it can hold.
  const role = isId(id) ? await tx.em.findOne(Role, { id }, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true }) : null;
  if (!role) throw badInput({ roleId: 'does not match a role' });
  return role;
}

const ROLE_OF_GROUPS = 'The role follows from the groups there (Settings > Provisioning)';
const managedByScim = ({ name }: Pick<User, 'name'>, why: string) => conflict(`${name} is managed by the identity provider (SCIM). ${why}`);

export async function assertNotLastAdmin(tx: Change, user: User, what: string, newRole?: Role): Promise<void> {
  if (await isLastAdmin(tx, user)) throw conflict(`The last enabled administrator can't be ${what}`);
  if (await isLastWayIn(tx, user, newRole)) throw conflict(`The last administrator who can sign in can't be ${what}`);
}

/** Others may have never signed in by a provider, where nobody signs in by password, or not have chosen one yet. */
async function isLastWayIn(tx: Change, user: User, newRole?: Role): Promise<boolean> {
  const isLost = managesSettings(user.role.getEntity()) && !(newRole && managesSettings(newRole));
  return isLost && !user.isDisabled && (await lastWayIn(tx, [user.id])) !== undefined;
}

/** Changes to administrators wait for each other at the Admin role, so that two can't remove the last two at once. */
async function isLastAdmin(tx: Change, user: User): Promise<boolean> {
  const role = user.role.getEntity();
  if (!role.isSystem || role.name !== ADMIN_ROLE || user.isDisabled) return false;
  await tx.query(roleStore.lock(role.id));
  return (await tx.one(store.countOthers(role.id, user.id)))!.count === 0;
}

const entityOf = (user: User) => ({ type: 'User', id: user.id, name: user.name });
