import { groupBy, loader } from '../../graphql/engine/loaders';
import { type Reached, START } from './event-cursor';
import { heardBy } from './event.reader';
import { eventOf } from './event.service';
import * as store from './event-place.store';
import type { Event } from './event.types';

/**
 * The event of an audit entry, by the entry's id; null if the caller may not see it. Its cursor is the one that it has among others:
 * where the lanes were when it was next. Of lanes that were written in the past (demo data) times don't only grow, and the place found
 * may be another one: what follows such a cursor is still complete, and without anything twice.
 */
export const eventOfEntry = loader<string, Event | null>(async (ids, ctx) => {
  const { database, services } = ctx;
  const [entries, places] = await Promise.all([database.whole.query(store.entries(ids)), database.whole.query(store.places(ids))]);
  const placesOf = groupBy(places, ({ id }) => id);
  const placed = entries.map((entry) => {
    const position: Reached[] = [...START];
    position[entry.lane] = { seq: entry.seq, hash: entry.hash };
    for (const { lane, seq, hash } of placesOf.get(entry.id) ?? []) position[lane] = { seq, hash: hash ?? '' };
    return { entry, position };
  });
  const heard = new Map((await heardBy(database, { caller: ctx.caller }, placed)).map((one) => [one.entry.id, one]));
  return ids.map((id) => {
    const found = heard.get(id);
    return found ? eventOf(found, services.sessionSecret) : null;
  });
});
