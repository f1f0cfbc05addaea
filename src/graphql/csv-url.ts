import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { getArgumentValues, type GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../kernel/context';
import { badInput } from '../kernel/errors';

/** Where lists can be fetched as CSV: what filter and order show, by the arguments that the list itself takes. */
export const CSV_PATH = '/exports/lists';

/** What a URL carries: the arguments of a list, and the id of what it is a list of, if it is below something. */
export type ListArguments = Readonly<Record<string, unknown>>;

/** Arguments that choose a page. */
const OF_PAGES = new Set(['first', 'after', 'last', 'before', 'offset']);

/** Proxies accept URLs of 8,000 characters; a hundred ids take 3,000. Unpacked it isn't much longer: downloads are recorded with it. */
const MOST_CHARACTERS = 7_000;
const MOST_BYTES = 16_384;

/** The name of a list: that of its field, behind the type that it is below. */
function listOf({ parentType, fieldName }: GraphQLResolveInfo): string {
  const { name } = parentType;
  return name === 'Query'
    ? fieldName
    : name.charAt(0).toLowerCase() + name.slice(1) + fieldName.charAt(0).toUpperCase() + fieldName.slice(1);
}

/** The URL of the list that a field returns a page of; of a list below something, that has an id. */
export function csvUrlOf({ services, moment }: RequestContext, info: GraphQLResolveInfo, parentId?: string): string {
  const field = info.parentType.getFields()[info.fieldName]!;
  const args = withoutPages(getArgumentValues(field, info.fieldNodes[0]!, info.variableValues));
  const query = new URLSearchParams({ args: encode(parentId === undefined ? args : { ...args, id: parentId }) });
  if (moment !== undefined) query.set('asOf', moment);
  return `${services.publicUrl}${CSV_PATH}/${listOf(info)}.csv?${query.toString()}`;
}

const withoutPages = (args: object): ListArguments => Object.fromEntries(Object.entries(args).filter(([name]) => !OF_PAGES.has(name)));

function encode(args: ListArguments): string {
  const text = JSON.stringify(args);
  const encoded = Buffer.byteLength(text) <= MOST_BYTES ? deflateRawSync(text).toString('base64url') : '';
  if (encoded === '' || encoded.length > MOST_CHARACTERS) throw badInput({ filter: 'is too long for csvUrl' });
  return encoded;
}

/** The arguments as they were sent, but for the page: what they may be is decided where they are used. Without any, all of the list. */
export function decodeArguments(encoded: string): ListArguments {
  if (encoded === '') return {};
  if (encoded.length <= MOST_CHARACTERS) {
    try {
      const args: unknown = JSON.parse(inflateRawSync(Buffer.from(encoded, 'base64url'), { maxOutputLength: MOST_BYTES }).toString());
      if (typeof args === 'object' && args !== null && !Array.isArray(args)) return withoutPages(args);
    } catch {
      // Said below.
    }
  }
  throw badInput({ args: 'is not what csvUrl gave' });
}
