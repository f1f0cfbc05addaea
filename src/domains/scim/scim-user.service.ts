import { endSessionsOf } from '../../auth/sessions';
import type { RequestContext } from '../../kernel/context';
import { notFound, onTaken } from '../../kernel/errors';
import { findLocked } from '../../kernel/revise';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { Role } from '../user/role.entity';
import { User } from '../user/user.entity';
import { assertNotLastAdmin, isDisabledByHand, removeUser } from '../user/user.service';
import * as userStore from '../user/user.store';
import { scimFault } from './scim-fault';
import { conditionIn, type Page, type Paging } from './scim-filter.store';
import { defaultRole } from './scim-role.service';
import { nameOf, patchedUser, readUser, type SaidUser } from './scim-user.reading';
import * as store from './scim-user.store';

/** A user with the groups that it is in. */
export interface UserWithGroups extends store.ProvisionedUser {
  groups: { id: string; displayName: string }[];
}

const taken = onTaken(['user_email_taken', 'user_email_folded_taken'], () =>
  scimFault('uniqueness', 'A user with this userName already exists'),
);

export async function getUser(ctx: RequestContext, id: string): Promise<UserWithGroups> {
  const found = isId(id) ? await ctx.primary.one(store.one(id)) : undefined;
  if (!found) throw notFound('User');
  const [user] = await withGroups(ctx, [found]);
  return user!;
}

/** All users, also those made by hand. */
export async function findUsers(ctx: RequestContext, paging: Paging): Promise<Page<UserWithGroups>> {
  const { startIndex, count } = paging;
  const condition = conditionIn(paging, store.ATTRIBUTES);
  const { count: total } = (await ctx.primary.one(store.count(condition)))!;
  const rows = count === 0 ? [] : await ctx.primary.query(store.page(condition, startIndex - 1, count));
  return { total, rows: await withGroups(ctx, rows) };
}

async function withGroups(ctx: RequestContext, users: store.ProvisionedUser[]): Promise<UserWithGroups[]> {
  if (users.length === 0) return [];
  const groups = await ctx.primary.query(store.groupsOf(users.map(({ id }) => id)));
  return users.map((user) => ({ ...user, groups: groups.filter(({ userId }) => userId === user.id) }));
}

/** Somebody new gets the default role, and no password: they sign in by the provider. */
export async function createUser(ctx: RequestContext, sent: unknown): Promise<string> {
  const said = readUser(sent);
  const isActive = said.active ?? true;
  return change(ctx, async (tx) => {
    const { id: roleId, name: role } = await defaultRole(tx);
    const user = tx.em.create(User, {
      name: nameOf(said),
      email: said.userName,
      role: tx.em.getReference(Role, roleId),
      isProvisioned: true,
      isScimActive: isActive,
      isDisabled: !isActive,
    });
    await tx.em.flush();
    await tx.query(store.saveProfile(user.id, said));
    tx.record({ action: 'CREATE_USER', entity: entityOf(user), meta: { role, ...(!isActive && { isDisabled: true }) } });
    return user.id;
  }).catch(taken);
}

export const replaceUser = (ctx: RequestContext, id: string, sent: unknown) => changeUser(ctx, id, () => readUser(sent));

export const patchUser = (ctx: RequestContext, id: string, sent: unknown) => changeUser(ctx, id, (before) => patchedUser(before, sent));

async function changeUser(ctx: RequestContext, id: string, read: (before: SaidUser) => SaidUser): Promise<void> {
  await change(ctx, async (tx) => {
    const user = await existingUser(tx, id);
    const before = saidOf((await tx.one(store.one(user.id)))!);
    const said = read(before);
    const changed = await describe(tx, user, before, said);
    if (Object.keys(changed).length > 0) tx.record({ action: 'UPDATE_USER', entity: entityOf(user), meta: { changed } });
    if (said.active !== undefined) await setActive(tx, user, said.active);
  }).catch(taken);
}

/** Of someone made by hand, all we know is the name. */
function saidOf({ email, name, hasProfile, displayName, ...said }: store.ProvisionedUser): SaidUser {
  const { externalId, formattedName, givenName, familyName, workEmail } = said;
  const shown = hasProfile ? displayName : name;
  return { userName: email, displayName: shown, externalId, formattedName, givenName, familyName, workEmail };
}

const PROFILE = ['externalId', 'displayName', 'formattedName', 'givenName', 'familyName', 'workEmail'] as const;

/** Writes name, address and what else is said. From then on the provider keeps the user. Returns what differs from before. */
async function describe(tx: Change, user: User, before: SaidUser, said: SaidUser): Promise<Record<string, unknown>> {
  const [name, email] = [nameOf(said), said.userName];
  const parts = PROFILE.filter((part) => said[part] !== before[part]);
  const changed = {
    ...(name !== user.name && { name }),
    ...(email !== user.email && { email }),
    ...(parts.includes('externalId') && { externalId: said.externalId }),
    ...(!user.isProvisioned && { isProvisioned: true }),
  };
  if (parts.length > 0 || !user.isProvisioned) await tx.query(store.saveProfile(user.id, said));
  tx.em.assign(user, {
    name,
    email,
    isProvisioned: true,
    ...(!user.isProvisioned && { isTakenOver: true }),
    ...(parts.length > 0 && { updatedAt: new Date() }),
  });
  await tx.em.flush();
  // A link went to the old address.
  if ('email' in changed) await tx.query(userStore.endLinks([user.id]));
  const untold = parts.filter((part) => part !== 'externalId');
  return { ...changed, ...(untold.length > 0 && !('name' in changed) && { profile: untold }) };
}

/**
 * Takes access away at once, or gives back what was taken. Someone who was disabled by hand stays so: a provider says "active" with
 * every change.
 */
async function setActive(tx: Change, user: User, isActive: boolean): Promise<void> {
  if (user.isScimActive === isActive) return;
  if (!isActive) {
    await assertNotLastAdmin(tx, user, 'deactivated');
    await endSessionsOf(tx, user.id);
  }
  const [wasDisabled, isByHand] = [user.isDisabled, isDisabledByHand(user)];
  const isDisabled = isByHand || !isActive;
  tx.em.assign(user, { isScimActive: isActive, isDisabledByHand: isByHand, isDisabled });
  if (wasDisabled === isDisabled) tx.record({ action: 'UPDATE_USER', entity: entityOf(user), meta: { changed: { active: isActive } } });
  else tx.record({ action: isActive ? 'ENABLE_USER' : 'DISABLE_USER', entity: entityOf(user) });
}

export async function deleteUser(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const user = await existingUser(tx, id);
    await removeUser(tx, user, 'deleted');
    tx.record({ action: 'DELETE_USER', entity: entityOf(user) });
  });
}

async function existingUser(tx: Change, id: string): Promise<User> {
  const user = await findLocked(tx, User, id);
  if (!user) throw notFound('User');
  await user.role.load();
  return user;
}

const entityOf = ({ id, name }: User) => ({ type: 'User', id, name });
