import type { Row } from '../../database/rows';
import { byId, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { badInput, notFound, onTaken } from '../../kernel/errors';
import { findLocked } from '../../kernel/revise';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { Role } from '../user/role.entity';
import { findPlace, isSamePlace, placeOf, toldPlaces } from '../user/role-place.service';
import * as roleStore from '../user/role.store';
import { scimFault } from './scim-fault';
import { conditionIn, conditionOf, type Page, type Paging } from './scim-filter.store';
import { ScimGroup } from './scim-group.entity';
import type { SetScimGroupRoleInput } from './scim-group.inputs';
import { readGroup, readGroupPatch, type SaidGroup, unknownMember } from './scim-group.reading';
import * as store from './scim-group.store';
import type { MemberStep } from './scim-member-steps';
import { followGroups } from './scim-role.service';

/** The members that are read at once: a group may have very many. */
const MEMBERS_AT_ONCE = 1_000;
/** Members are named in the audit log up to this many; beyond, only how many they were. */
const MOST_NAMED = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export const groupById = byId(ScimGroup);

export function listGroups({ database }: RequestContext): Promise<Row<ScimGroup>[]> {
  return database.query(store.list());
}

export const memberCount = loader<string, number>(async (ids, { database }) => {
  const counts = new Map((await database.query(store.memberCounts(ids))).map(({ id, count }) => [id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
});

const taken = onTaken(['scim_group_name_taken'], () => scimFault('uniqueness', 'A group with this displayName already exists'));

export async function getGroup(ctx: RequestContext, id: string): Promise<store.ProvisionedGroup> {
  const found = isId(id) ? await ctx.primary.one(store.one(id)) : undefined;
  if (!found) throw notFound('Group');
  return found;
}

export async function findGroups(ctx: RequestContext, paging: Paging): Promise<Page<store.ProvisionedGroup>> {
  const condition = conditionIn(paging, store.ATTRIBUTES);
  const { count: total } = (await ctx.primary.one(store.count(condition)))!;
  const { startIndex, count } = paging;
  return { total, rows: count === 0 ? [] : await ctx.primary.query(store.page(condition, startIndex - 1, count)) };
}

/** The members of groups, by the ids of the groups, some at a time. */
export async function* membersOf(ctx: RequestContext, groupIds: readonly string[]): AsyncGenerator<store.Member[]> {
  let last = { groupId: FIRST_ID, userId: FIRST_ID };
  for (;;) {
    const members = await ctx.primary.query(store.membersAfter(groupIds, last.groupId, last.userId, MEMBERS_AT_ONCE));
    if (members.length > 0) yield members;
    if (members.length < MEMBERS_AT_ONCE) return;
    last = members.at(-1)!;
  }
}

export async function createGroup(ctx: RequestContext, sent: unknown): Promise<string> {
  const { displayName, externalId, members } = readGroup(sent);
  return change(ctx, async (tx) => {
    const group = tx.em.create(ScimGroup, { displayName, externalId });
    await tx.em.flush();
    const moved = await moveMembers(tx, group, members.steps);
    tx.record({ action: 'CREATE_SCIM_GROUP', entity: entityOf(group), meta: told(moved) });
    return group.id;
  }).catch(taken);
}

export const replaceGroup = (ctx: RequestContext, id: string, sent: unknown) => changeGroup(ctx, id, readGroup(sent));

export const patchGroup = (ctx: RequestContext, id: string, sent: unknown) => changeGroup(ctx, id, readGroupPatch(sent));

async function changeGroup(ctx: RequestContext, id: string, { displayName, externalId, members }: SaidGroup): Promise<void> {
  await change(ctx, async (tx) => {
    const group = await existingGroup(tx, id);
    const changed = {
      ...(displayName !== undefined && displayName !== group.displayName && { displayName }),
      ...(externalId !== undefined && externalId !== (group.externalId ?? null) && { externalId }),
    };
    tx.em.assign(group, changed);
    await tx.em.flush();
    const moved = await moveMembers(tx, group, members.steps);
    const isMoved = moved.joined.size + moved.left.size > 0;
    if (!isMoved && Object.keys(changed).length === 0) return;
    if (isMoved) await tx.query(store.touch(group.id));
    tx.record({ action: 'UPDATE_SCIM_GROUP', entity: entityOf(group), meta: { changed, ...told(moved) } });
  }).catch(taken);
}

/** Its members lose the role that it gave. */
export async function deleteGroup(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const group = await existingGroup(tx, id);
    const left = new Set((await tx.query(store.remove(group.id, store.EVERYONE))).map(({ userId }) => userId));
    if (group.role) await followGroups(tx, [...left]);
    tx.em.remove(group);
    tx.record({ action: 'DELETE_SCIM_GROUP', entity: entityOf(group), meta: told({ joined: new Set(), left }) });
  });
}

/** Decides which role members get, from now on and at once. */
export async function setGroupRole(ctx: RequestContext, { id, roleId, portfolioIds }: SetScimGroupRoleInput): Promise<void> {
  if (roleId == null && portfolioIds != null) throw badInput({ portfolioIds: 'is where a role holds: choose the role, too' });
  await change(ctx, async (tx) => {
    const group = await existingGroup(tx, id, 'SCIM group');
    const role = roleId == null ? null : await keptRole(tx, roleId);
    const place = await findPlace(tx, role?.permissions ?? [], portfolioIds);
    const before = group.role ? await group.role.loadOrFail() : null;
    const placeBefore = await placeOf(tx, group.portfolioIds);
    if (before?.id === role?.id && isSamePlace(placeBefore, place)) return;
    tx.em.assign(group, { role, portfolioIds: place.ids });
    await tx.em.flush();
    const meta = { from: before?.name ?? null, to: role?.name ?? null, ...toldPlaces(placeBefore, place) };
    tx.record({ action: 'SET_SCIM_GROUP_ROLE', entity: entityOf(group), meta });
    const members = await tx.query(store.memberIds(group.id));
    await followGroups(
      tx,
      members.map(({ userId }) => userId),
    );
  });
}

async function keptRole(tx: Change, id: string): Promise<Role> {
  const [kept] = isId(id) ? await tx.query(roleStore.keep([id])) : [];
  const role = kept && (await tx.em.findOne(Role, { id: kept.id }));
  if (!role) throw badInput({ roleId: 'does not match a role' });
  return role;
}

/** Who came and who went, all steps together. */
interface Moved {
  joined: Set<string>;
  left: Set<string>;
}

/** Only those who come or go are looked at, however many others there are. */
async function moveMembers(tx: Change, group: ScimGroup, steps: readonly MemberStep[]): Promise<Moved> {
  const moved: Moved = { joined: new Set(), left: new Set() };
  for (const step of steps) await moveSome(tx, group.id, step, moved);
  const joined = [...moved.joined];
  const provisioned = joined.length > 0 ? await tx.query(store.markProvisioned(joined)) : [];
  if (group.role) await followGroups(tx, [...joined, ...moved.left]);
  for (const { id, name } of provisioned) {
    tx.record({ action: 'UPDATE_USER', entity: { type: 'User', id, name }, meta: { changed: { isProvisioned: true } } });
  }
  return moved;
}

async function moveSome(tx: Change, groupId: string, step: MemberStep, { joined, left }: Moved): Promise<void> {
  const leave = async (condition: Parameters<typeof store.remove>[1]) => {
    for (const { userId } of await tx.query(store.remove(groupId, condition))) if (!joined.delete(userId)) left.add(userId);
  };
  if (step.kind === 'remove-where') return leave(conditionOf({ kind: 'or', parts: step.filters }, store.MEMBER));
  const { isAll, come, go, asked } = step;
  const users = new Set(asked.size > 0 ? (await tx.query(store.keepUsers([...asked]))).map(({ id }) => id) : []);
  const unknown = [...asked].find((id) => !users.has(id));
  if (unknown !== undefined) throw unknownMember(unknown);
  if (isAll) await leave(come.size > 0 ? store.isNotAmong([...come]) : store.EVERYONE);
  else if (go.size > 0) await leave(store.isAmong([...go]));
  if (come.size === 0) return;
  for (const { userId } of await tx.query(store.add(groupId, [...come]))) if (!left.delete(userId)) joined.add(userId);
}

function told({ joined, left }: Moved): Record<string, unknown> {
  const of = (ids: Set<string>) => (ids.size > MOST_NAMED ? { count: ids.size } : { count: ids.size, ids: [...ids] });
  return { ...(joined.size > 0 && { joined: of(joined) }), ...(left.size > 0 && { left: of(left) }) };
}

async function existingGroup(tx: Change, id: string, what = 'Group'): Promise<ScimGroup> {
  const group = await findLocked(tx, ScimGroup, id);
  if (!group) throw notFound(what);
  return group;
}

const entityOf = ({ id, displayName }: ScimGroup) => ({ type: 'ScimGroup', id, name: displayName });
