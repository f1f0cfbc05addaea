import type { Tier } from '../api/enums.generated';

/** The search parameters of a page's URL. Invalid values are dropped, so that old links still open. */

type Codec<Value> = (text: string) => Value | undefined;

export const text: Codec<string> = (value) => value || undefined;

/** A date and time with an offset; what else it is, the server says. A plus sign that was not encoded arrives as a space. */
export const moment: Codec<string> = (value) => value.replace(/ (?=\d\d:\d\d$)/, '+') || undefined;

export const flag: Codec<true> = (value) => (value === 'true' ? true : undefined);

/** 2026-11-15 */
export const day: Codec<string> = (value) => (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined);

/** A number from 0 to 100. */
export const percentage: Codec<number> = (value) => {
  const number = Number(value);
  return value.trim() !== '' && number >= 0 && number <= 100 ? number : undefined;
};

export function oneOf<Value extends string>(...allowed: readonly Value[]): Codec<Value> {
  return (value) => allowed.find((one) => one === value);
}

export function listOf<Value extends string>(codec: Codec<Value>): Codec<Value[]> {
  return (value) => {
    const found = value.split(',').flatMap((part) => codec(part) ?? []);
    return found.length > 0 ? found : undefined;
  };
}

export type Sort<Field extends string> = Field | `-${Field}`;

/** A field to sort by; a leading minus reverses the order. */
export function sortBy<Field extends string>(...fields: readonly Field[]): Codec<Sort<Field>> {
  return (value) => (fields.some((field) => field === value.replace(/^-/, '')) ? (value as Sort<Field>) : undefined);
}

/** The same for the `orderBy` argument of a list. */
export function orderOf<Field extends string>(sort: Sort<Field> | undefined): { field: Field; descending: boolean } | undefined {
  return sort && { field: sort.replace(/^-/, '') as Field, descending: sort.startsWith('-') };
}

/** The other way round: the order of a saved view. */
export function sortIn(orderBy: unknown): string | undefined {
  const { field, descending } = (orderBy ?? {}) as { field?: string; descending?: boolean };
  return field && (descending ? `-${field}` : field);
}

type Values<Codecs> = { [Name in keyof Codecs]?: Codecs[Name] extends Codec<infer Value> ? Value : never };

/**
 * For `validateSearch` of a route: `searchOf({ query: text, tier: oneOf('LOW', 'HIGH') })`. Invalid values become undefined: the router
 * keeps the parameters that the result doesn't mention.
 */
export function searchOf<Codecs extends Record<string, Codec<unknown>>>(codecs: Codecs) {
  return (raw: Record<string, unknown>): Values<Codecs> => {
    const entries = Object.entries(codecs).map(([name, codec]) => [name, raw[name] == null ? undefined : codec(String(raw[name]))]);
    return Object.fromEntries(entries.filter(([name]) => raw[name as string] != null)) as Values<Codecs>;
  };
}

/** The search parameters of every list: which columns are shown. */
export const columns = listOf(text);

/** The search parameters that choose a group of vendors. */
export const vendorGroup = {
  /** NONE: those without a tier. */
  tier: listOf(oneOf<Tier | 'NONE'>('LOW', 'MEDIUM', 'HIGH', 'CRITICAL', 'NONE')),
  tag: text,
  /** Id of the owner, or none. */
  owner: text,
  /** Id of the portfolio. */
  portfolio: text,
};

/** URLs as people write them: ?tier=HIGH&columns=name,tier */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':');
  return text && `?${text}`;
}
