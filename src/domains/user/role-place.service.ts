import { ADMINISTERING } from '../../auth/permissions';
import { badInput } from '../../kernel/errors';
import { isId } from '../../platform/id';
import type { Change } from '../audit/audit.service';
import * as store from './role-place.store';

/** Where a role holds: in some portfolios, whose names go with their ids, or everywhere. */
export interface Place {
  ids: string[] | null;
  names: string[] | null;
}

const EVERYWHERE: Place = { ids: null, names: null };
const MOST_PORTFOLIOS = 10_000;
const MOST_NAMED = 100;

/** Whoever administers the organisation does so as a whole. */
export function isForAll(permissions: readonly string[]): boolean {
  return permissions.some((permission) => (ADMINISTERING as readonly string[]).includes(permission));
}

/** The place that an input names, kept from being deleted until the transaction ends. The role must be one that can be given there. */
export async function findPlace(
  tx: Change,
  permissions: readonly string[],
  given: readonly string[] | null | undefined,
  field = 'portfolioIds',
): Promise<Place> {
  if (given == null) return EVERYWHERE;
  if (isForAll(permissions)) throw badInput({ [field]: 'must be left out: a role that manages users, roles or settings holds everywhere' });
  if (given.length > MOST_PORTFOLIOS) throw badInput({ [field]: `has more than ${MOST_PORTFOLIOS.toLocaleString('en')} entries` });
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const found = ids.every(isId) ? await tx.query(store.hold(ids)) : [];
  if (found.length !== ids.length) throw badInput({ [field]: 'does not match a portfolio' });
  return placeWith(found);
}

const placeWith = (portfolios: readonly { id: string; name: string }[]): Place => ({
  ids: portfolios.map(({ id }) => id),
  names: portfolios.map(({ name }) => name),
});

/** Of stored portfolios, those that are still there, with the names that they have now. */
export async function placeOf(tx: Change, ids: readonly string[] | null | undefined): Promise<Place> {
  return (await placesOf(tx, [ids]))[0]!;
}

/** The same for many lists of portfolios at once. */
export async function placesOf(tx: Change, lists: readonly (readonly string[] | null | undefined)[]): Promise<Place[]> {
  const named = new Set(lists.flatMap((ids) => ids ?? []));
  const found = named.size > 0 ? await tx.query(store.hold([...named])) : [];
  const places = new Map<string, Place>(); // many people have the same ones
  return lists.map((ids) => {
    if (!ids) return EVERYWHERE;
    const key = ids.join();
    const wanted = new Set(ids);
    if (!places.has(key)) places.set(key, placeWith(found.filter(({ id }) => wanted.has(id))));
    return places.get(key)!;
  });
}

/** For the audit log; nothing where portfolios play no part. */
export function toldPlace(place: Place): { portfolios?: string[] } {
  const portfolios = toldNames(place);
  return portfolios ? { portfolios } : {};
}

/** The same of a change; nothing where portfolios play no part. */
export function toldPlaces(from: Place, to: Place): { portfolios?: { from: string[] | null; to: string[] | null } } {
  return from.names || to.names ? { portfolios: { from: toldNames(from), to: toldNames(to) } } : {};
}

function toldNames({ names }: Place): string[] | null {
  return names && names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`] : names;
}

export function isSamePlace(a: Place, b: Place): boolean {
  return JSON.stringify(a.ids) === JSON.stringify(b.ids);
}

/** Whether the second is all there in the first. */
export function covers(a: readonly string[] | null | undefined, b: readonly string[] | null | undefined): boolean {
  return !a || (!!b && b.every((id) => a.includes(id)));
}
