import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';

/** The names and values of the query as they came; undefined if they aren't valid UTF-8. */
export function queryPairs({ url }: Request): [name: string | undefined, value: string | undefined][] {
  const [, query = ''] = /\?(.*)/s.exec(url) ?? [];
  return query.split('&').map((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair)!;
    return [textOf(name), textOf(value)];
  });
}

/** Decoded byte by byte: express would return � for invalid bytes. A lone percent sign is literal. */
function textOf(encoded: string): string | undefined {
  const letters = encoded.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const bytes = Buffer.from(letters, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}
