import type { Queryable } from '../../database/database';
import { loader } from '../../graphql/engine/loaders';
import { endOtherWaysIn } from '../account/other-ways-in.service';
import type { Change } from '../audit/audit.service';
import { lastWayIn, whenDefaultRoleChanges } from '../settings/settings.service';
import { placesOf, toldPlaces } from '../user/role-place.service';
import { whenPermissionsChange } from '../user/role.service';
import * as roleStore from '../user/role.store';
import * as userStore from '../user/user.store';
import * as store from './scim-role.store';

/** The role of a new user, which isn't deleted until the transaction ends. */
export async function defaultRole(db: Queryable): Promise<{ id: string; name: string }> {
  return (await db.one(store.defaultRole()))!;
}

/** For what is shown. */
export const defaultRoleId = loader<'settings', string>(async (_keys, { database }) => [(await database.one(store.defaultRoleId()))!.id]);

/** Gives people the role that their groups say, all at once. The last administrator is never demoted. */
export async function followGroups(tx: Change, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.query(store.lockUsers(userIds));
  const due = await withoutLastAdministrator(tx, await tx.query(store.due(userIds)));
  if (due.length === 0) return;
  const from = await placesOf(
    tx,
    due.map((one) => one.placeFrom),
  );
  const to = await placesOf(
    tx,
    due.map((one) => one.placeTo),
  );
  await tx.query(store.give(due.map(({ id, toId }, i) => ({ id, roleId: toId, portfolioIds: to[i]!.ids }))));
  // A link that someone else may have seen must not open more than it did when it was sent.
  const widened = due.filter(({ isWidened }) => isWidened);
  if (widened.length > 0) await tx.query(userStore.endLinks(widened.map(({ id }) => id)));
  // First: of several entries about one person, the first tells what changed.
  for (const [i, { id, name, ...roles }] of due.entries()) {
    const meta = { from: roles.from, to: roles.to, ...toldPlaces(from[i]!, to[i]!) };
    tx.record({ action: 'CHANGE_ROLE', entity: { type: 'User', id, name }, meta });
  }
  await endOtherWaysIn(
    tx,
    widened.filter(({ isTakenOver }) => isTakenOver),
  );
}

/** Changes to administrators wait for each other at the Admin role, as they do by hand. */
async function withoutLastAdministrator(tx: Change, due: store.RoleChange[]): Promise<store.RoleChange[]> {
  const shutOut = due.filter(({ isShutOut }) => isShutOut).map(({ id }) => id);
  const wayIn = shutOut.length > 0 ? await lastWayIn(tx, shutOut) : undefined;
  const rest = due.filter(({ id }) => id !== wayIn);
  const demoted = rest.filter(({ isDemoted }) => isDemoted);
  if (demoted.length === 0) return rest;
  for (const { id } of await tx.query(roleStore.administrators())) await tx.query(roleStore.lock(id));
  const { count } = (await tx.one(store.otherAdministrators(demoted.map(({ id }) => id))))!;
  return count > 0 ? rest : rest.filter((one) => one !== demoted[0]);
}

/** Those who have the role because no group gives them one get the new one. */
whenDefaultRoleChanges(async (tx, formerRoleId) => {
  const holders = await tx.query(store.withoutGroupRole(formerRoleId ?? (await tx.one(store.viewer()))!.id));
  await followGroups(
    tx,
    holders.map(({ id }) => id),
  );
});

/** Of several groups, another one may now give the role with the most permissions. */
whenPermissionsChange(async (tx, roleId) => {
  const members = await tx.query(store.membersWith(roleId));
  await followGroups(
    tx,
    members.map(({ id }) => id),
  );
});
