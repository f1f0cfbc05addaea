import { groupBy, loader } from '../../graphql/engine/loaders';
import * as store from './intake.store';
import type { SimilarVendor } from './intake.inputs';

/** The vendors that one looks like, read for all requests of a page at once. */
export const similarTo = loader<store.Likeness, SimilarVendor[]>(
  async (given, { database }) => {
    const found = groupBy(await database.query(store.similar(given)), ({ n }) => String(n));
    return given.map((_, i) => (found.get(String(i + 1)) ?? []).map(({ id, name, reason }) => ({ vendorId: id, name, reason })));
  },
  (likeness) => JSON.stringify(likeness),
);
