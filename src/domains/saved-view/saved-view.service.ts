import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { admits } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { byId, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { badInput, conflict, forbidden, notFound, onTaken, staleRevision } from '../../kernel/errors';
import { findLocked } from '../../kernel/revise';
import { check, line } from '../../kernel/validate';
import { isId } from '../../platform/id';
import { type Change, changeShared } from '../audit/audit.service';
import { assertListTakes } from './list-arguments';
import { type ListKind, SavedView } from './saved-view.entity';
import type { SaveViewInput } from './saved-view.inputs';
import * as store from './saved-view.store';

/** How many views someone can have and share, and how long what they hold can be. Everybody reads the shared ones. */
const MOST = { views: 500, shared: 100, columns: 100, characters: 20_000 };

const isShort = (value: unknown) => JSON.stringify(value ?? null).length <= MOST.characters;
const TOO_LONG = `is longer than ${MOST.characters.toLocaleString('en')} characters`;

const viewRule = z.object({
  name: line(100),
  filter: z.record(z.string(), z.unknown(), { error: 'must be an object' }).refine(isShort, TOO_LONG).nullish(),
  orderBy: z.unknown().refine(isShort, TOO_LONG).optional(),
  columns: z
    .array(line(100))
    .max(MOST.columns, `has more than ${MOST.columns} columns`)
    .refine((columns) => new Set(columns).size === columns.length, 'must be different')
    .nullish(),
  isShared: z.boolean().nullish(),
});

/** The person who asks, themselves or by a key that follows them; null: a key of the organisation. */
const personOf = ({ caller }: RequestContext) => caller.userId ?? caller.keyBounds?.makerId ?? null;

export const viewById = byId(SavedView);

export const isMine = (ctx: RequestContext, { ownerId }: Pick<Row<SavedView>, 'ownerId'>) => ownerId !== null && ownerId === personOf(ctx);

/** Those of a list, or of all: read once, however often a request asks for them, because they can be long. */
const viewsOf = loader<{ kind: ListKind | null }, Row<SavedView>[]>(
  (asked, ctx) => Promise.all(asked.map(async ({ kind }) => seenBy(ctx, await ctx.database.query(store.list(personOf(ctx), kind))))),
  ({ kind }) => String(kind),
);

/** All but those that others share and that ask for something in a portfolio in which the caller has no role. */
async function seenBy(ctx: RequestContext, views: Row<SavedView>[]): Promise<Row<SavedView>[]> {
  if (!ctx.caller.portfolioIds) return views;
  const asked = new Map(views.filter((view) => !isMine(ctx, view)).map(({ id, filter }) => [id, idsIn(filter)]));
  const ids = [...new Set([...asked.values()].flat())];
  if (ids.length === 0) return views;
  const hidden = new Set((await ctx.database.whole.query(store.placed(ids))).map(({ id }) => id));
  for (const { id } of await ctx.database.query(store.placed(ids))) hidden.delete(id);
  return views.filter(({ id }) => !asked.get(id)?.some((one) => hidden.has(one)));
}

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return isId(value) ? [value.toLowerCase()] : [];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(idsIn) : [];
}

export function listViews(ctx: RequestContext, kind: ListKind | null): Promise<Row<SavedView>[]> {
  return ctx.load(viewsOf, { kind });
}

const nameTaken = onTaken(['saved_view_name_taken'], () =>
  conflict('A view of this list with this name already exists', { name: 'is already used' }),
);

/** Saves a new view, or changes one. What the list would refuse is refused, unless it is there already and stays. */
export async function saveView(ctx: RequestContext, schema: GraphQLSchema, input: SaveViewInput): Promise<string> {
  const { id, list, expectedRevision, ...rest } = input;
  const given = check(viewRule, rest);
  if (id == null) return makeView(ctx, schema, list, given);
  const before = await findView(ctx, id);
  const after = {
    filter: given.filter === undefined ? before.filter : (given.filter ?? {}),
    orderBy: given.orderBy === undefined ? before.orderBy : given.orderBy,
  };
  const isAsked = given.filter !== undefined || given.orderBy !== undefined || list !== before.list;
  if (isAsked) await assertListTakes(ctx, schema, list, after);
  return changeShared(ctx, async (tx) => {
    const view = await lockView(ctx, tx, id);
    if (expectedRevision != null && view.revision !== expectedRevision) throw staleRevision('view');
    // What was checked is what is written: someone else may have changed it in between.
    if (isAsked && view.revision !== before.revision) throw staleRevision('view');
    const ownerId = view.owner?.id ?? null;
    const isShared = given.isShared ?? view.privateTo == null;
    if (!isShared && ownerId === null) throw badInput({ isShared: 'must be true: its owner is gone' });
    if (isShared && view.privateTo != null) await assertRoom(tx, view.privateTo.id, { shared: 1 });
    tx.em.assign(view, {
      list,
      name: given.name,
      ...(isAsked && after),
      ...(given.columns !== undefined && { columns: given.columns ?? [] }),
      privateTo: isShared ? null : ownerId,
    } as never);
    await tx.em.flush();
    if (view.revision === before.revision) return view.id;
    tx.record({ action: 'UPDATE_VIEW', entity: entityOf(view), meta: metaOf(view) });
    return view.id;
  }).catch(nameTaken);
}

async function makeView(ctx: RequestContext, schema: GraphQLSchema, list: ListKind, given: z.output<typeof viewRule>): Promise<string> {
  const userId = personOf(ctx);
  if (userId === null) throw forbidden('Forbidden: views belong to people; sign in, or use an API key that follows its creator');
  const { name, orderBy } = given;
  const filter = given.filter ?? {};
  const isShared = given.isShared ?? false;
  await assertListTakes(ctx, schema, list, { filter, orderBy });
  return changeShared(ctx, async (tx) => {
    await assertRoom(tx, userId, { views: 1, shared: isShared ? 1 : 0 });
    const view = tx.em.create(SavedView, {
      list,
      name,
      filter,
      orderBy: orderBy ?? null,
      columns: given.columns ?? [],
      owner: userId,
      privateTo: isShared ? null : userId,
    } as never);
    await tx.em.flush();
    tx.record({ action: 'CREATE_VIEW', entity: entityOf(view), meta: metaOf(view) });
    return view.id;
  }).catch(nameTaken);
}

/** Whether someone can have as many more. */
async function assertRoom(tx: Change, userId: string, { views = 0, shared }: { views?: number; shared: number }): Promise<void> {
  if (!(await tx.one(store.owner(userId)))) throw forbidden();
  const had = (await tx.one(store.countOf(userId)))!;
  if (had.views + views > MOST.views) throw conflict(`You already have ${MOST.views} views, which is the limit`);
  if (had.shared + shared > MOST.shared) throw conflict(`You already share ${MOST.shared} views, which is the limit`);
}

export async function deleteView(ctx: RequestContext, id: string): Promise<void> {
  await changeShared(ctx, async (tx) => {
    const view = await lockView(ctx, tx, id);
    tx.em.remove(view);
    await tx.em.flush();
    tx.record({ action: 'DELETE_VIEW', entity: entityOf(view), meta: metaOf(view) });
  });
}

/** A view that the caller may change. */
async function findView(ctx: RequestContext, id: string): Promise<Row<SavedView>> {
  const view = await ctx.load(viewById, id);
  if (!view) throw notFound('View');
  assertMayChange(ctx, view.ownerId, view.privateToId);
  return view;
}

async function lockView(ctx: RequestContext, tx: Change, id: string): Promise<SavedView> {
  const view = await findLocked(tx, SavedView, id);
  if (!view) throw notFound('View');
  assertMayChange(ctx, view.owner?.id ?? null, view.privateTo?.id ?? null);
  return view;
}

/** Only the owner, and who manages settings a shared one. To others there is no private one. */
function assertMayChange(ctx: RequestContext, ownerId: string | null, privateToId: string | null): void {
  if (isMine(ctx, { ownerId })) return;
  if (privateToId !== null) throw notFound('View');
  if (!admits(['settings:manage'], ctx.caller)) throw forbidden();
}

const entityOf = ({ id, name }: { id: string; name: string }) => ({ type: 'SavedView', id, name });

/** The feed tells of it to whom it is private. */
const metaOf = ({ list, privateTo }: SavedView) => ({ list, isShared: privateTo == null, privateTo: privateTo?.id ?? null });
