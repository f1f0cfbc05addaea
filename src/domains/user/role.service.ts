import { z } from 'zod';
import { ALL_PERMISSIONS, assertHolds, CANNOT_GRANT, isPermission, type Permission } from '../../auth/permissions';
import type { Transaction } from '../../database/database';
import type { Row } from '../../database/rows';
import { findLocked, revise } from '../../kernel/revise';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, notFound, onTaken } from '../../kernel/errors';
import { byId } from '../../graphql/engine/loaders';
import { check, line, optional, prose, withoutNulls } from '../../kernel/validate';
import { type Change, change } from '../audit/audit.service';
import type { CreateRoleInput, UpdateRoleInput } from './role.inputs';
import { assertWayIn } from '../settings/settings.service';
import { Role } from './role.entity';
import { managesSettings, SYSTEM_ROLES } from './role.rules';
import { isForAll } from './role-place.service';
import * as places from './role-place.store';
import * as store from './role.store';
import * as userStore from './user.store';

const permissionList = z.array(
  z
    .string()
    .refine(isPermission, { error: ({ input }) => `"${String(input)}" is not a permission; allowed: ${ALL_PERMISSIONS.join(', ')}` }),
);

const roleRule = z.object({ name: line(100), description: optional(prose(2_000)), permissions: permissionList });

/** The permissions without duplicates, in their usual order. */
export function checkPermissions(permissions: unknown): Permission[] {
  const { permissions: given } = check(z.object({ permissions: permissionList }), { permissions });
  return ALL_PERMISSIONS.filter((permission) => given.includes(permission));
}

export const roleById = byId(Role);

export function listRoles({ database }: RequestContext): Promise<Row<Role>[]> {
  return database.query(store.list());
}

/** Nobody can grant more than they have: otherwise managing users would amount to being an administrator. */
export function assertMayGrant(ctx: RequestContext, permissions: readonly string[]): void {
  assertHolds(ctx.caller, permissions, CANNOT_GRANT);
}

/** Who or what may do more than the caller is out of the caller's reach: whoever sets a password can sign in with it. */
export function assertWithinReach(ctx: RequestContext, permissions: readonly string[], what: 'someone who' | 'a key that' | 'a role that') {
  assertHolds(ctx.caller, permissions, `You can't change ${what} may do more than you`);
}

const nameTaken = onTaken(['role_name_taken', 'role_name_folded_taken'], () =>
  conflict('A role with this name already exists', { name: 'is already used' }),
);

export async function createRole(ctx: RequestContext, input: CreateRoleInput): Promise<string> {
  const given = check(roleRule, input);
  const permissions = checkPermissions(given.permissions);
  assertMayGrant(ctx, permissions);
  return change(ctx, async (tx) => {
    const role = tx.em.create(Role, { name: given.name, description: given.description, permissions });
    await tx.em.flush();
    tx.record({ action: 'CREATE_ROLE', entity: entityOf(role), meta: { permissions } });
    return role.id;
  }).catch(nameTaken);
}

export async function updateRole(ctx: RequestContext, input: UpdateRoleInput): Promise<void> {
  const { id, expectedRevision, description, ...rest } = input;
  const changes = check(roleRule.partial(), { ...withoutNulls(rest), description });
  if (changes.permissions) changes.permissions = checkPermissions(changes.permissions);
  await change(ctx, async (tx) => {
    const role = await findCustomRole(tx, id);
    assertWithinReach(ctx, role.permissions, 'a role that');
    assertMayGrant(ctx, changes.permissions ?? []);
    const before = new Set(role.permissions);
    const managedSettings = managesSettings(role);
    if (isForAll(changes.permissions ?? [])) await assertGivenEverywhere(tx, role);
    const { changed } = (await revise(tx, Role, { id }, changes, expectedRevision))!;
    if (Object.keys(changed).length === 0) return;
    await tx.em.flush();
    // A link that someone else may have seen must not open more than it did when it was sent.
    if (changes.permissions?.some((permission) => !before.has(permission))) await tx.query(userStore.endLinksOfHolders(role.id));
    tx.record({ action: 'UPDATE_ROLE', entity: entityOf(role), meta: { changed } });
    if ('permissions' in changed) for (const follow of followers) await follow(tx, role.id);
    if (managedSettings && !managesSettings(role)) await assertWayIn(tx);
  }).catch(nameTaken);
}

/** What follows in the same transaction when a role gets other permissions. */
type Follower = (tx: Change, roleId: string) => Promise<void>;
const followers: Follower[] = [];

/** For the domain of provisioning, which comes later. */
export function whenPermissionsChange(follower: Follower): void {
  followers.push(follower);
}

/** A role that people have in some portfolios can't become one that holds everywhere. */
async function assertGivenEverywhere(tx: Change, { id }: Role): Promise<void> {
  const why = "so it can't manage users, roles or settings";
  const holder = await tx.one(places.anyHolder(id));
  if (holder) throw conflict(`${holder.name} has this role in some portfolios only, ${why}`);
  const provider = await tx.one(places.anyProvider(id));
  if (provider) throw conflict(`The identity provider ${provider.name} gives this role in some portfolios only, ${why}`);
  const group = await tx.one(places.anyGroup(id));
  if (group) throw conflict(`The group ${group.name} gives this role in some portfolios only, ${why}`);
}

export async function deleteRole(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const role = await findCustomRole(tx, id);
    if (await tx.one(store.anyHolder(id))) throw conflict('Users still have this role; assign them another one first');
    const provider = await tx.one(store.anyProvider(role.id));
    if (provider) throw conflict(`The identity provider ${provider.name} still gives this role; change its roles first`);
    const provisioning = await tx.one(store.anyProvisioning(role.id));
    if (provisioning)
      throw conflict(`${namedGiver(provisioning.name)} still gives this role; change that under Settings > Provisioning first`);
    const plan = await tx.one(store.anyPlan(role.id));
    if (plan) throw conflict(`This role approves vendors of tier ${plan.tier}; change the assessment plans in the settings first`);
    tx.em.remove(role);
    tx.record({ action: 'DELETE_ROLE', entity: entityOf(role) });
  });
}

const namedGiver = (group: string | null) => (group === null ? 'The default for provisioned users' : `The SCIM group ${group}`);

async function findCustomRole(tx: Change, id: string): Promise<Role> {
  const role = await findLocked(tx, Role, id);
  if (!role) throw notFound('Role');
  if (role.isSystem) throw badInput({ id: "is a system role, which can't be changed or deleted" });
  return role;
}

/** Creates the system roles in an empty database: with them the record begins. */
export async function createSystemRoles(tx: Transaction): Promise<void> {
  if (await tx.one(store.any())) return;
  for (const role of SYSTEM_ROLES) await tx.query(store.ensure(role));
}

/** Updates the permissions of the system roles after an upgrade, and creates those that are new. */
export function ensureSystemRoles(ctx: RequestContext): Promise<void> {
  return change(ctx, async (tx) => {
    for (const role of SYSTEM_ROLES) {
      for (const { id, isNew } of await tx.query(store.ensure(role))) {
        tx.record({ action: isNew ? 'CREATE_ROLE' : 'UPDATE_ROLE', entity: { type: 'Role', id, name: role.name } });
      }
    }
  });
}

const entityOf = (role: Role) => ({ type: 'Role', id: role.id, name: role.name });
