import express, { type Request, type Response } from 'express';
import { badInput, notFound } from '../src/graphql/errors';
import { httpProblem } from '../src/http/errors';
import type { DefinedOperation } from './definition';

const JSON_TYPES = ['json', '+json'];

/** The path as it came. One that can't be decoded, or holds a NUL, names nothing. */
export function readPath({ path }: Request): string {
  try {
    if (!decodeURIComponent(path).includes('\0')) return path;
  } catch {
    // malformed percent signs
  }
  throw notFound('Route');
}

/** The query parameters that the operation defines; others are ignored. */
export function readQuery({ parameters = [] }: DefinedOperation, req: Request): Record<string, string | string[]> {
  const names = parameters.flatMap((given) => ('in' in given && given.in === 'query' ? [given.name] : []));
  return pick(req.query as Record<string, string | string[]>, names);
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
export function bodyReader(limit: number) {
  const readJson = express.json({ limit, type: JSON_TYPES, strict: false });
  return async (operation: DefinedOperation, req: Request, res: Response): Promise<object> => {
    if (req.headers['content-length'] !== '0' && req.is(JSON_TYPES) === false) {
      throw httpProblem(415, 'The body must be application/json');
    }
    await new Promise<void>((resolve, reject) => {
      readJson(req, res, (error: unknown) => (error ? reject(error as Error) : resolve()));
    });
    const body: unknown = req.body;
    if (body === null || typeof body !== 'object' || Array.isArray(body)) {
      throw badInput({ '': 'The body must be a JSON object' });
    }
    return pick(body as Record<string, unknown>, fieldsOf(operation));
  };
}

function fieldsOf({ requestBody }: DefinedOperation): string[] {
  const content = requestBody && 'content' in requestBody ? requestBody.content : {};
  const schema = content['application/json']?.schema;
  return Object.keys((schema && 'properties' in schema && schema.properties) || {});
}

function pick<T>(given: Record<string, T>, names: string[]): Record<string, T> {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]!]] : [])));
}
