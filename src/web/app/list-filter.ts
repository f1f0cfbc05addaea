import { dayOf, endOf, startOf } from '../components/day';

/** How the parameters in the URL of a list stand in the filter that the server takes, both ways: saved views keep the filter. */

type Fields = Readonly<Record<string, unknown>>;

export interface Part<Value> {
  /** The fields of the filter that it writes and reads. */
  fields: readonly string[];
  write: (value: Value) => Fields;
  /** What the filter has where the URL doesn't say; nothing if not given. */
  usual?: Fields;
  /** Undefined if the filter doesn't say. */
  read: (filter: Fields) => Value | undefined;
}

/** The same value. */
export function as<Value>(field: string): Part<Value> {
  return { fields: [field], write: (value) => ({ [field]: value }), read: (filter) => (filter[field] ?? undefined) as Value | undefined };
}

/** What has no form of its own in the URL stands there as JSON; what isn't JSON is left out. */
export function json(field: string): Part<string> {
  return {
    fields: [field],
    write: (text) => {
      try {
        return { [field]: JSON.parse(text) as unknown };
      } catch {
        return {};
      }
    },
    read: (filter) => (filter[field] == null ? undefined : JSON.stringify(filter[field])),
  };
}

/** In the URL, for what belongs to nobody. */
export const NOBODY = 'none';

/** The id of a person; null in the filter means nobody's, left out anybody's. */
export function person(field: string): Part<string> {
  return {
    fields: [field],
    write: (value) => ({ [field]: value === NOBODY ? null : value }),
    read: (filter) => (filter[field] === null ? NOBODY : (filter[field] as string | undefined)),
  };
}

const readDay = (value: unknown) => (typeof value === 'string' ? dayOf(value) : undefined);

/** From the start of a day. */
export function fromDay(field: string): Part<string> {
  return { fields: [field], write: (day) => ({ [field]: startOf(day) }), read: (filter) => readDay(filter[field]) };
}

/** Until the end of a day. */
export function toDay(field: string): Part<string> {
  return { fields: [field], write: (day) => ({ [field]: endOf(day) }), read: (filter) => readDay(filter[field]) };
}

/** A ratio from 0 to 1 in the filter, a percentage in the URL. */
export function percentage(field: string): Part<number> {
  return {
    fields: [field],
    write: (value) => ({ [field]: value / 100 }),
    read: (filter) => (typeof filter[field] === 'number' ? Math.round(filter[field] * 1_000) / 10 : undefined),
  };
}

/** Yes or no in the URL, true or false in the filter. */
export function yesNo(field: string): Part<'yes' | 'no'> {
  return {
    fields: [field],
    write: (value) => ({ [field]: value === 'yes' }),
    read: (filter) => (typeof filter[field] === 'boolean' ? (filter[field] ? 'yes' : 'no') : undefined),
  };
}

export type Parts<Search> = { [Name in keyof Search]?: Part<NonNullable<Search[Name]>> };

export interface ListFilter<Search, Filter> {
  filterOf: (search: Search) => Filter;
  searchOf: (filter: Fields) => Partial<Search>;
  /** Whether anything is filtered by. */
  isSet: (search: Search) => boolean;
  /** What of a filter the page can't show. */
  unknownIn: (filter: Fields) => string[];
}

/** `listFilter<Search, VendorFilter>({ query: as('query'), owner: person('ownerId') })` */
export function listFilter<Search extends object, Filter>(parts: Parts<Search>): ListFilter<Search, Filter> {
  const all = Object.entries(parts) as [keyof Search, Part<unknown>][];
  const fields = new Set(all.flatMap(([, part]) => part.fields));
  return {
    filterOf: (search) =>
      Object.assign({}, ...all.map(([name, part]) => (search[name] === undefined ? part.usual : part.write(search[name])))) as Filter,
    searchOf: (filter) =>
      Object.fromEntries(
        all.map(([name, part]) => [name, part.read(filter)]).filter(([, value]) => value !== undefined),
      ) as Partial<Search>,
    isSet: (search) => all.some(([name]) => search[name] !== undefined),
    unknownIn: (filter) => Object.keys(filter).filter((field) => filter[field] != null && !fields.has(field)),
  };
}
