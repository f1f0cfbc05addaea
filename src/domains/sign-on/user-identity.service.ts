import type { Row } from '../../database/rows';
import { groupBy, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { notFound } from '../../kernel/errors';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import { assertWayIn } from '../settings/settings.service';
import { seesSignInOf } from '../user/user-sessions.service';
import { findUser, whenAddressChanges } from '../user/user.service';
import * as store from './sign-on.store';
import type { UserIdentity } from './user-identity.entity';

const identitiesOf = loader<string, Row<UserIdentity>[]>(async (userIds, { primary }) => {
  const groups = groupBy(await primary.query(store.identitiesOf(userIds)), ({ userId }) => userId);
  return userIds.map((id) => groups.get(id) ?? []);
});

/** The last used first; null for callers who may not see them. */
export async function listIdentities(ctx: RequestContext, userId: string): Promise<Row<UserIdentity>[] | null> {
  return seesSignInOf(ctx, userId) ? ctx.load(identitiesOf, userId) : null;
}

/** The next sign-in links whoever then has the person's verified address at the provider. */
export async function unlinkIdentity(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const owner = isId(id) ? await tx.one(store.ownerOf(id)) : undefined;
    const user = owner && (await findUser(ctx, tx, owner.userId));
    const unlinked = user && (await tx.one(store.unlink(id)));
    if (!unlinked) throw notFound('Identity');
    await leave(tx, user, [unlinked]);
  });
}

/** Whoever signed in before may be somebody else than the person with the new address. */
whenAddressChanges(async (tx, user) => {
  const unlinked = await tx.query(store.unlinkAll(user.id));
  if (unlinked.length === 0) return;
  await leave(tx, user, unlinked);
});

/** Ends the sessions of identities that are no longer linked. */
async function leave(
  tx: Change,
  { id, name }: { id: string; name: string },
  unlinked: readonly Pick<Row<UserIdentity>, 'issuer' | 'subject'>[],
): Promise<void> {
  for (const { issuer, subject } of unlinked) {
    await tx.query(store.endOpenedAt(issuer, subject));
    tx.record({ action: 'UNLINK_IDENTITY', entity: { type: 'User', id, name }, meta: { issuer } });
  }
  await assertWayIn(tx);
}
