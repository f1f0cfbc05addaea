import type { Request } from 'express';
import { badInput } from '../src/kernel/errors';
import { AS_OF } from '../src/http/as-of';
import { isJson, readJson } from '../src/http/body';
import { httpProblem } from '../src/http/errors';
import { queryPairs } from '../src/http/query';
import { inNfc } from '../src/platform/nfc';
import type { DefinedOperation } from './definition';
import { wholeNumber } from './validation';

/** The path as it came, or undefined if it can't be decoded or contains a NUL. */
export function readPath({ path }: Request): string | undefined {
  try {
    return decodeURIComponent(path).includes('\0') ? undefined : path;
  } catch {
    return undefined; // malformed percent-encoding
  }
}

/** The query parameters that the operation defines; others, and those without a value, are ignored. `asOf` is read elsewhere. */
export function readQuery({ parameters = [] }: DefinedOperation, req: Request): Record<string, string | string[]> {
  const sent = queryPairs(req);
  const query: Record<string, string | string[]> = {};
  for (const given of parameters) {
    if (!('in' in given) || given.in !== 'query' || given.name === AS_OF) continue;
    const { name, schema } = given;
    const values = sent.flatMap(([key, value]) => (key === name && value !== '' ? [value] : []));
    if (values.length === 0) continue;
    if (values.includes(undefined)) throw badInput({ [name]: 'is not valid UTF-8' });
    query[name] = inNfc(values.length === 1 ? values[0]! : (values as string[]));
    // Stricter than Number(): nobody means "1e1" or " 1".
    if (schema && 'type' in schema && schema.type === 'integer' && !/^-?\d{1,15}$/.test(String(query[name]))) {
      throw badInput({ [name]: wholeNumber(schema) });
    }
  }
  return query;
}

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** The key that makes a retry safe, where the operation takes one. */
export function readIdempotencyKey(operation: DefinedOperation, req: Request): string | undefined {
  const key = readHeader(operation, IDEMPOTENCY_KEY, req);
  if (key === undefined || /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw badInput({ [IDEMPOTENCY_KEY]: 'must be 1 to 255 printable ASCII characters' });
}

/** The tags of which the entity must have one, where the operation takes them. */
export const readIfMatch = (operation: DefinedOperation, req: Request) => readHeader(operation, 'If-Match', req);

function readHeader({ parameters = [] }: DefinedOperation, name: string, req: Request): string | undefined {
  return parameters.some((given) => 'in' in given && given.name === name) ? req.get(name) : undefined;
}

/** Reads a body: a JSON object, reduced to the fields that the operation defines. */
export async function readBody(operation: DefinedOperation, req: Request): Promise<object> {
  if (req.headers['content-length'] !== '0' && !isJson(req)) {
    throw httpProblem(415, 'The body must be application/json');
  }
  const body = await readJson(req);
  if (body === undefined || body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw badInput({ '': 'The body must be a JSON object' });
  }
  const given = body as Record<string, unknown>;
  const defined = Object.entries(fieldsOf(operation)).filter(([name]) => Object.hasOwn(given, name));
  // Before anything else: limits count the characters of the form that is stored.
  return inNfc(Object.fromEntries(defined.map(([name, field]) => [name, trimmed(field, given[name])])));
}

/** The schema of a field, with our extension. */
interface FieldSchema {
  items?: FieldSchema;
  'x-trim'?: boolean;
}

function fieldsOf({ requestBody }: DefinedOperation): Record<string, FieldSchema> {
  const content = requestBody && 'content' in requestBody ? requestBody.content : {};
  const schema = content['application/json']?.schema;
  return ((schema && 'properties' in schema && schema.properties) || {}) as Record<string, FieldSchema>;
}

/** The value without surrounding whitespace, where that isn't significant. */
function trimmed({ items, 'x-trim': trims }: FieldSchema, value: unknown): unknown {
  if (trims && typeof value === 'string') return value.trim();
  return items && Array.isArray(value) ? value.map((item) => trimmed(items, item)) : value;
}
