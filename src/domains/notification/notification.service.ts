import type { GraphQLResolveInfo } from 'graphql';
import type { Queryable } from '../../database/database';
import type { Row } from '../../database/rows';
import { type Connection, connection, type PageArgs } from '../../graphql/connection';
import { personOf } from '../../kernel/caller';
import type { RequestContext } from '../../kernel/context';
import { badInput, forbidden } from '../../kernel/errors';
import { isId } from '../../platform/id';
import { change } from '../audit/audit.service';
import { NotificationEmail, type NotificationSetting } from './notification-setting.entity';
import { Notification, NotificationKind } from './notification.entity';
import { MOST_IDS, type NotificationSettingInput } from './notification.inputs';
import { DEFAULT_EMAIL, hiddenKinds, NOTIFICATION_KINDS, visibleThings } from './notification.rules';
import * as mailStore from '../mail/mail.store';
import * as store from './notification.store';

/** The person who asks, themselves or by a key that follows them: it sees what it may see of theirs. */
function userOf({ caller }: RequestContext): string {
  const id = personOf(caller);
  if (!id) throw forbidden('Forbidden: notifications belong to people; sign in, or use an API key that follows its creator');
  return id;
}

export function listNotifications(
  ctx: RequestContext,
  info: GraphQLResolveInfo,
  page: PageArgs,
  unreadOnly: boolean,
): Promise<Connection<Row<Notification>>> {
  const { permissions } = ctx.caller;
  const conditions = store.conditionsOf(userOf(ctx), visibleThings(permissions), hiddenKinds(permissions), unreadOnly);
  return connection(ctx, info, { entity: Notification, conditions, order: store.NEWEST_FIRST, page });
}

export async function countUnread(ctx: RequestContext): Promise<number> {
  const { permissions } = ctx.caller;
  const { count } = (await ctx.database.one(store.countUnread(userOf(ctx), visibleThings(permissions), hiddenKinds(permissions))))!;
  return count;
}

/** That someone has read something is no change of the data, and not recorded. */
export async function markRead(ctx: RequestContext, ids: readonly string[] | null): Promise<number> {
  if (ids && ids.length > MOST_IDS) throw badInput({ ids: `has more than ${MOST_IDS.toLocaleString('en')} ids` });
  await ctx.database.whole.query(store.markRead(userOf(ctx), ids?.filter(isId) ?? null));
  return countUnread(ctx);
}

type Setting = Pick<NotificationSetting, 'kind' | 'email'>;

/** Every kind once. */
export async function listSettings(ctx: RequestContext): Promise<Setting[]> {
  return settingsOf(ctx.database, userOf(ctx));
}

async function settingsOf(db: Queryable, userId: string): Promise<Setting[]> {
  const chosen = new Map((await db.query(store.settingsOf(userId))).map(({ kind, email }) => [kind, email]));
  return NOTIFICATION_KINDS.map((kind) => ({
    kind: NotificationKind[kind],
    email: NotificationEmail[chosen.get(kind) ?? DEFAULT_EMAIL[kind]],
  }));
}

export async function updateSettings(ctx: RequestContext, given: readonly NotificationSettingInput[]): Promise<Setting[]> {
  const userId = userOf(ctx);
  const kinds = given.map(({ kind }) => kind);
  const twice = kinds.findIndex((kind, i) => kinds.indexOf(kind) !== i);
  if (twice >= 0) throw badInput({ [`settings.${twice}.kind`]: 'is given twice' });
  await change(ctx, async (tx) => {
    const before = new Map((await settingsOf(tx, userId)).map(({ kind, email }) => [kind, email]));
    const changed = given.filter(({ kind, email }) => before.get(kind) !== email);
    if (changed.length === 0) return;
    await tx.query(
      store.choose(
        userId,
        changed.map(({ kind }) => kind),
        changed.map(({ email }) => email),
      ),
    );
    const meta = { settings: Object.fromEntries(changed.map(({ kind, email }) => [kind, email])) };
    const user = (await tx.one(store.nameOf(userId)))!;
    tx.record({ action: 'UPDATE_NOTIFICATION_SETTINGS', entity: { type: 'User', id: userId, name: user.name }, meta });
  });
  return listSettings(ctx);
}

/** How long notifications are kept, and how many of each person. */
const KEPT = { days: 180, most: 1_000 };
/** How long their e-mails are kept. One that couldn't be sent for some days is news to nobody. */
const MAILS_KEPT = { days: 90, unsentDays: 3 };
const FORGOTTEN_AT_ONCE = 5_000;

export async function forgetOldNotifications({ database }: RequestContext, signal: AbortSignal): Promise<void> {
  for (const some of [
    store.forgetOld(KEPT.days, FORGOTTEN_AT_ONCE),
    store.forgetMost(KEPT.most, FORGOTTEN_AT_ONCE),
    mailStore.forgetNotifications(MAILS_KEPT.days, MAILS_KEPT.unsentDays, FORGOTTEN_AT_ONCE),
  ]) {
    while (!signal.aborted && (await database.query(some)).length === FORGOTTEN_AT_ONCE);
  }
}
