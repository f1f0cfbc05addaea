import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { badInput } from '../kernel/errors';

/** The names and values of the query as they came; undefined if they aren't valid UTF-8. */
export function queryPairs({ url }: Request): [name: string | undefined, value: string | undefined][] {
  const [, query = ''] = /\?(.*)/s.exec(url) ?? [];
  return query.split('&').map((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair)!;
    return [textOf(name), textOf(value)];
  });
}

/** The values of these parameters, each at most once. One without a value counts as omitted, and others don't matter. */
export function queryOf<K extends string>(req: Request, names: readonly K[]): Partial<Record<K, string>> {
  const given: Partial<Record<K, string>> = {};
  for (const name of names) {
    const values = queryPairs(req).flatMap(([found, value]) => (found === name ? [value] : []));
    if (values.length > 1) throw badInput({ [name]: 'may appear only once in the URL' });
    if (values.includes(undefined)) throw badInput({ [name]: 'is not valid UTF-8' });
    if (values[0]) given[name] = values[0];
  }
  return given;
}

/** Decoded byte by byte: express would return � for invalid bytes. A lone percent sign is literal. */
function textOf(encoded: string): string | undefined {
  const letters = encoded.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const bytes = Buffer.from(letters, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}
