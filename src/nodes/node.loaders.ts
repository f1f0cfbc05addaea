import { isOneOf, join, sql } from '../database/sql';
import { admits } from '../graphql/engine/authorize';
import type { RequestContext } from '../kernel/context';
import { loader } from '../graphql/engine/loaders';
import { isId } from '../platform/id';
import { NODE_KINDS } from './node.kinds';

/** The names of the types of which the caller may find things: the others aren't looked for. */
function findable({ caller }: RequestContext): string[] {
  return Object.keys(NODE_KINDS).filter((name) => NODE_KINDS[name]!.audiences.some((audience) => admits(audience, caller)));
}

/** The name of the type that things with these ids are of, found for all in one statement; null where there is nothing. */
const typeOf = loader<string, string | null>(async (ids, ctx) => {
  const names = findable(ctx);
  const found = new Map<string, string>();
  const stored = ids.filter(isId);
  const tables = names.flatMap((name) => {
    const { ids: entity } = NODE_KINDS[name]!;
    if (typeof entity === 'string') return [];
    return [sql`select ${name} as type, id from ${ctx.database.table(entity).name} where id ${isOneOf(stored, 'uuid')}`];
  });
  if (stored.length > 0) {
    const rows = await ctx.database.query<{ type: string; id: string }>(join(tables, ' union all '));
    for (const { type, id } of rows) found.set(id, type);
  }
  const byPrefix = (id: string) => names.find((name) => NODE_KINDS[name]!.ids === id.split(':', 1)[0]);
  return ids.map((id) => (isId(id) ? found.get(id.toLowerCase()) : byPrefix(id)) ?? null);
});

/** The thing with an id, knowing its type; null if there is none, or none that the caller may see. */
export async function findNode(ctx: RequestContext, id: string): Promise<object | null> {
  const type = await ctx.load(typeOf, id);
  const found = type && (await NODE_KINDS[type]!.read(ctx, id));
  return found ? { ...found, __typename: type } : null;
}
