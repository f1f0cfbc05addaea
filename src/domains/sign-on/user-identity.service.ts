import type { Row } from '../../database/rows';
import { groupBy, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { notFound } from '../../kernel/errors';
import { isId } from '../../platform/id';
import { change } from '../audit/audit.service';
import { assertWayIn, readSettings } from '../settings/settings.service';
import * as settingsStore from '../settings/settings.store';
import { seesSignInOf } from '../user/user-sessions.service';
import { findUser } from '../user/user.service';
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
    await tx.query(settingsStore.lock());
    const owner = isId(id) ? await tx.one(store.ownerOf(id)) : undefined;
    const user = owner && (await findUser(ctx, tx, owner.userId));
    const unlinked = user && (await tx.one(store.unlink(id)));
    if (!unlinked) throw notFound('Identity');
    const { issuer, subject } = unlinked;
    await tx.query(store.endOpenedAt(issuer, subject));
    await assertWayIn(tx, await readSettings(tx));
    tx.record({ action: 'UNLINK_IDENTITY', entity: { type: 'User', id: user.id, name: user.name }, meta: { issuer } });
  });
}
