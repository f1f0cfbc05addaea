import type { Request } from 'express';
import { badInput } from '../src/graphql/errors';
import { readJson } from '../src/http/body';
import { httpProblem } from '../src/http/errors';
import type { DefinedOperation } from './definition';

const JSON_TYPES = ['json', '+json'];

/** The path as it came. One that can't be decoded, or holds a NUL, names nothing. */
export function readPath({ path }: Request): string | undefined {
  try {
    return decodeURIComponent(path).includes('\0') ? undefined : path;
  } catch {
    return undefined; // malformed percent signs
  }
}

/** The query parameters that the operation defines; others are ignored. */
export function readQuery({ parameters = [] }: DefinedOperation, req: Request): Record<string, string | string[]> {
  const names = parameters.flatMap((given) => ('in' in given && given.in === 'query' ? [given.name] : []));
  const query = pick(req.query as Record<string, string | string[]>, names);
  for (const given of parameters) {
    if (!('in' in given) || !given.schema || !('type' in given.schema) || given.schema.type !== 'integer') continue;
    const value = query[given.name];
    // Stricter than a number: "1e1" and " 1" are none that a person would write.
    if (value !== undefined && !(typeof value === 'string' && /^-?\d{1,15}$/.test(value))) {
      throw badInput({ [given.name]: 'must be integer' });
    }
  }
  return query;
}

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** The key that makes a repetition safe, where the operation takes one. */
export function readIdempotencyKey({ parameters = [] }: DefinedOperation, req: Request): string | undefined {
  if (!parameters.some((given) => 'in' in given && given.name === IDEMPOTENCY_KEY)) return undefined;
  const key = req.get(IDEMPOTENCY_KEY);
  if (key === undefined || /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw badInput({ [IDEMPOTENCY_KEY]: 'must be 1 to 255 printable ASCII characters' });
}

/** Reads a body: a JSON object, of which the fields that the operation defines are kept. */
export async function readBody(operation: DefinedOperation, req: Request): Promise<object> {
  if (req.headers['content-length'] !== '0' && req.is(JSON_TYPES) === false) {
    throw httpProblem(415, 'The body must be application/json');
  }
  const body = await readJson(req);
  if (body === undefined || body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw badInput({ '': 'The body must be a JSON object' });
  }
  return pick(body as Record<string, unknown>, fieldsOf(operation));
}

function fieldsOf({ requestBody }: DefinedOperation): string[] {
  const content = requestBody && 'content' in requestBody ? requestBody.content : {};
  const schema = content['application/json']?.schema;
  return Object.keys((schema && 'properties' in schema && schema.properties) || {});
}

function pick<T>(given: Record<string, T>, names: string[]): Record<string, T> {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]!]] : [])));
}
