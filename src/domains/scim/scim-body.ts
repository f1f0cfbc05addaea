import { assertPlain, DocumentFault } from '../../platform/document-limits';
import { isLongerThan } from '../../platform/characters';
import { scimFault } from './scim-fault';
import { attributeName, parsePath, type Path } from './scim-filter';

/** Reads what identity providers send, in their spelling: names and operations come in any case of letters. */

export type Body = Record<string, unknown>;

export function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readBody(sent: unknown): Body {
  if (!isObject(sent)) throw scimFault('invalidSyntax', 'Send a JSON object');
  try {
    assertPlain(sent);
  } catch (error) {
    if (error instanceof DocumentFault) throw scimFault('invalidValue', `${error.place || 'The body'} ${error.message}`);
    throw error;
  }
  return sent;
}

/** What is to be set at a path; undefined: what is there goes. */
export interface Assignment {
  path: Path;
  value: unknown;
  /** The path was given, so what it names must be there and may not be read-only. */
  isNamed: boolean;
}

export interface Operation extends Assignment {
  op: 'add' | 'replace' | 'remove';
}

const MOST_OPERATIONS = 10_000;

/** Each operation of a PATCH; one without a path stands for one at each name in its value. */
export function operationsIn(sent: unknown): Operation[] {
  const body = readBody(sent);
  const listed = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1];
  if (!Array.isArray(listed) || listed.length === 0) throw scimFault('invalidSyntax', '"Operations" must be a list of operations');
  if (listed.length > MOST_OPERATIONS) throw scimFault('invalidSyntax', `There are more than ${MOST_OPERATIONS} operations`);
  return listed.flatMap((operation: unknown): Operation | Operation[] => {
    if (!isObject(operation)) throw scimFault('invalidSyntax', 'Each operation must be an object');
    const { op: written, path, value } = lowered(operation);
    const op = typeof written === 'string' ? written.toLowerCase() : '';
    if (op !== 'add' && op !== 'replace' && op !== 'remove') {
      throw scimFault('invalidSyntax', 'The "op" of an operation must be add, replace or remove');
    }
    if (path !== undefined && path !== null && path !== '') {
      if (typeof path !== 'string') throw scimFault('invalidPath', 'A path must be text');
      return { op, path: parsePath(path), value, isNamed: true };
    }
    if (op === 'remove') throw scimFault('noTarget', 'An operation that removes something needs a path');
    if (!isObject(value)) throw scimFault('invalidSyntax', 'An operation without a path needs an object as its value');
    return assignmentsIn(value).map((assignment) => ({ op, ...assignment }));
  });
}

/** What an object sets, each at its name. Entra ID also uses paths as names. */
export function assignmentsIn(body: Body): Assignment[] {
  return Object.entries(body).map(([name, value]) => ({
    path: name.includes('[') ? parsePath(name) : { attribute: attributeName(name) },
    value,
    isNamed: false,
  }));
}

/** The same object with its names in lower case. */
export function lowered(object: Body): Body {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A text; null if there is none. */
export function textIn(name: string, value: unknown, most: number): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw scimFault('invalidValue', `${name} must be text`);
  const text = value.trim();
  if (isLongerThan(text, most)) throw scimFault('invalidValue', `${name} is longer than ${most} characters`);
  return text || null;
}

/** Entra ID sends "True" and "False" as text. */
export function booleanIn(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (word !== 'true' && word !== 'false') throw scimFault('invalidValue', `${name} must be true or false`);
  return word === 'true';
}

/** Attributes that only the server sets. */
const READ_ONLY = new Set(['id', 'meta', 'groups', 'schemas']);

/** A resource that is sent back as it was read contains them, and that does no harm. */
export function assertWritable({ path: { attribute }, isNamed }: Assignment): void {
  const [first] = attribute.split('.');
  if (isNamed && READ_ONLY.has(first!)) throw scimFault('mutability', `"${first}" can't be changed`);
}
