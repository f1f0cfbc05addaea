import type { GraphQLResolveInfo } from 'graphql';
import { admits } from '../auth/permissions';
import type { RequestContext } from '../kernel/context';
import { loader } from '../graphql/engine/loaders';
import { isCountedRead } from '../graphql/engine/weigh';
import { isId } from '../platform/id';
import { NODE_KINDS } from './node.kinds';
import * as store from './node.store';

/** The types that the caller may find: others aren't looked up. */
function findable({ caller }: RequestContext): string[] {
  return Object.keys(NODE_KINDS).filter((name) => admits(NODE_KINDS[name]!.audiences, caller));
}

/** The type of each id, found for all in one statement; null for unknown ids. */
const typeOf = loader<string, string | null>(async (ids, ctx) => {
  const names = findable(ctx);
  const found = new Map<string, string>();
  const stored = ids.filter(isId);
  const types = names.flatMap((type) => {
    const { ids: entity } = NODE_KINDS[type]!;
    return typeof entity === 'string' ? [] : [{ type, entity }];
  });
  if (stored.length > 0) {
    const rows = await ctx.database.query(store.typesOf(types, stored));
    for (const { type, id } of rows) found.set(id, type);
  }
  const byPrefix = (id: string) => names.find((name) => NODE_KINDS[name]!.ids === id.split(':', 1)[0]);
  return ids.map((id) => (isId(id) ? found.get(id.toLowerCase()) : byPrefix(id)) ?? null);
});

type Found = { __typename: string } | null;

/** The objects with these ids. Finding entries of the audit log counts as reading it, even if only their id is selected. */
export async function findNodes(ctx: RequestContext, ids: readonly string[], info: GraphQLResolveInfo): Promise<Found[]> {
  const found = await Promise.all(ids.map((id) => findNode(ctx, id)));
  const hasEntries = found.some((one) => one?.__typename === 'AuditEntry');
  if (hasEntries && !isCountedRead(info)) await ctx.request.charge?.({ weight: 0, auditReads: 1 });
  return found;
}

/** The object with an id, and its type; null if there is none that the caller may see. */
async function findNode(ctx: RequestContext, id: string): Promise<Found> {
  const type = await ctx.load(typeOf, id);
  const found = type && (await NODE_KINDS[type]!.read(ctx, id));
  return found ? { ...found, __typename: type } : null;
}
