import { admits } from '../../auth/permissions';
import { endSessionsOf } from '../../auth/sessions';
import type { Row } from '../../database/rows';
import { groupBy, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { badInput, forbidden, notFound } from '../../kernel/errors';
import { isId } from '../../platform/id';
import { type Change, change } from '../audit/audit.service';
import type { Session } from './session.entity';
import * as store from './user-session.store';
import { findUser } from './user.service';

const MOST_SHOWN = 100;

const sessionsOf = loader<string, Row<Session>[]>(async (userIds, ctx) => {
  // Who is signed in is read where sessions are written: a replica may not know yet that one has ended.
  const groups = groupBy(await ctx.primary.query(store.newestOf(userIds, MOST_SHOWN)), ({ userId }) => userId);
  return userIds.map((id) => groups.get(id) ?? []);
});

/** Who sees how somebody signs in: they themselves, and who manages users. */
export const seesSignInOf = (ctx: RequestContext, userId: string): boolean => isOwn(ctx, userId) || admits(['users:manage'], ctx.caller);

/** Newest first; null for callers who may not see them. */
export async function listSessions(ctx: RequestContext, userId: string): Promise<Row<Session>[] | null> {
  return seesSignInOf(ctx, userId) ? ctx.load(sessionsOf, userId) : null;
}

/** Ends a session of one's own, or of someone who has no more permissions than the caller. */
export async function revokeSession(ctx: RequestContext, id: string): Promise<void> {
  await change(ctx, async (tx) => {
    const holder = isId(id) ? await tx.one(store.holder(id)) : undefined;
    if (!holder || !seesSignInOf(ctx, holder.userId)) throw notFound('Session');
    const user = await whose(ctx, tx, holder.userId);
    const ended = await tx.one(store.end(id));
    if (!ended) throw notFound('Session');
    tx.record({ action: 'REVOKE_SESSION', entity: user, meta: { ...ended } });
  });
  if (id.toLowerCase() === ctx.caller.sessionId) ctx.request.setSessionCookie?.(null);
}

/** Ends all sessions of someone else, or the caller's own except this one. Returns how many. */
export async function revokeOtherSessions(ctx: RequestContext, given: string | null | undefined): Promise<number> {
  const { sessionId } = ctx.caller;
  const userId = given?.toLowerCase() ?? ownId(ctx);
  if (!seesSignInOf(ctx, userId)) throw forbidden();
  return change(ctx, async (tx) => {
    const user = await whose(ctx, tx, userId);
    const count = await endSessionsOf(tx, userId, isOwn(ctx, userId) ? sessionId : undefined);
    if (count > 0) tx.record({ action: 'REVOKE_SESSION', entity: user, meta: { count } });
    return count;
  });
}

/** An API key has no sessions, whoever made it. */
const isOwn = ({ caller: { sessionId, userId } }: RequestContext, id: string) => sessionId !== undefined && userId === id;

function ownId({ caller: { sessionId, userId } }: RequestContext): string {
  if (!sessionId || !userId) throw badInput({ userId: 'is required: an API key has no sessions' });
  return userId;
}

/** Locks the user, as whoever changes the password does. */
async function whose(ctx: RequestContext, tx: Change, id: string): Promise<{ type: string; id: string; name: string }> {
  const user = await findUser(ctx, tx, id);
  if (!user) throw notFound('User');
  return { type: 'User', id, name: user.name };
}
