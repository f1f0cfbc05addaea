import { loader } from '../../graphql/engine/loaders';
import { type Facts, pathOf } from './notification.rules';
import * as store from './notification.store';

/** What the sentence about a notification is made of. */
export function factsOf({ kind, thing, name, vendorName, actor, expires, action, to }: store.FactsRow): Facts {
  return { kind, thing, name: name ?? vendorName, vendorName, actor, expires, action, to };
}

export function pathFrom({ kind, thing, entityId, vendorId, isThere }: store.FactsRow): string {
  return pathOf(kind, thing, entityId, vendorId, isThere);
}

/** By the id of the notification. */
export const notificationFacts = loader<string, store.FactsRow>(async (ids, ctx) => {
  const rows = new Map((await ctx.database.query(store.facts(ids))).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id)!);
});
