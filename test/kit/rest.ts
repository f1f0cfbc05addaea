import { OpenAPIBackend } from 'openapi-backend';
import { facadePart, readDefinition } from '../../rest-facade/definition';
import { PathRouter } from '../../rest-facade/router';
import { sharedAjv } from '../../rest-facade/validation';
import type { GraphQLClient } from './client';

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON. */
  body: Body;
  text: string;
}

/** An id that doesn't exist. */
export const NOWHERE = 'f0000000-0000-4000-8000-000000000000';

/** Refuses anything not in a schema, unless openapi.yaml says otherwise. */
export function closed<T>(node: T): T {
  if (Array.isArray(node)) return node.map(closed) as T;
  if (node === null || typeof node !== 'object') return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  return (copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy) as T;
}

const definition = closed(facadePart(readDefinition()));
let contract: Promise<OpenAPIBackend> | undefined;

function readContract(): Promise<OpenAPIBackend> {
  return (contract ??= new OpenAPIBackend({ definition, quick: true, customizeAjv: sharedAjv() }).init().then((api) => {
    api.router = new PathRouter({ definition: api.definition });
    return api;
  }));
}

/** A client of the REST API that fails the test at the first response that openapi.yaml doesn't describe. */
export class RestClient {
  constructor(private readonly client: GraphQLClient) {}

  async request<Body = Record<string, unknown>>(path: string, init: RequestInit = {}): Promise<Answer<Body>> {
    const response = await this.client.fetch(`/api${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    const { status, headers } = response;
    const answer = { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
    await assertDescribed(path, init.method ?? 'GET', answer);
    return answer as Answer<Body>;
  }

  get<Body = Record<string, unknown>>(path: string, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.request<Body>(path, { headers });
  }

  send<Body = Record<string, unknown>>(method: string, path: string, body: unknown): Promise<Answer<Body>> {
    const headers = { 'content-type': 'application/json' };
    return this.request<Body>(path, { method, headers, body: JSON.stringify(body) });
  }

  delete(path: string): Promise<Answer> {
    return this.request(path, { method: 'DELETE' });
  }
}

async function assertDescribed(path: string, method: string, answer: Answer<unknown>): Promise<void> {
  const { status, headers, body, text } = answer;
  const fail = (why: string): never => {
    throw new Error(`${method} ${path} answered ${status}: ${why}\n${text.slice(0, 1_000)}`);
  };
  if (!headers.get('x-request-id')) fail('no X-Request-Id');
  if (status >= 400 && method !== 'HEAD' && !isErrorBody(body)) fail('not the error body');
  const api = await readContract();
  const [route = ''] = path.split('?');
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = api.matchOperation({ path: route, method: asked, headers: {} });
  if (!operation) return; // an unknown route or method: 404 and 405 are the same everywhere
  if (status === 404 && decodes(route) === false) return;
  const described = (operation.responses as Record<string, { content?: object }>)[status];
  if (!described) return fail('an undocumented status');
  if (method === 'HEAD' || status === 304) return text === '' ? undefined : fail('a body where none is documented');
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const types = Object.keys(described.content ?? {});
  if (types.length === 0 ? text !== '' : !types.includes(type)) fail(`a body of type "${type}"`);
  if (type !== 'application/json') return;
  const { schema } = (described.content as Record<string, { schema: Schema }>)['application/json']!;
  const disorder = findDisorder(schema, body);
  if (disorder) fail(disorder);
  const { errors } = api.validateResponse(body, operation, status);
  const told = errors?.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  if (told) fail(told.join('; '));
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** The place where fields are in another order than in openapi.yaml; undefined if there is none. */
function findDisorder({ properties, items, anyOf = [] }: Schema, value: unknown, place = 'the body'): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  for (const one of anyOf) return findDisorder(one, value, place) ?? findDisorder({ anyOf: anyOf.slice(1) }, value, place);
  if (Array.isArray(value)) {
    return items && value.map((item, i) => findDisorder(items, item, `${place}[${i}]`)).find(Boolean);
  }
  if (!properties) return undefined;
  const fields = Object.keys(value);
  const ordered = Object.keys(properties).filter((name) => fields.includes(name));
  if (fields.join() !== ordered.join()) return `${place} has the fields ${fields.join()} and not ${ordered.join()}`;
  return fields.map((name) => findDisorder(properties[name]!, (value as Record<string, unknown>)[name], `${place}.${name}`)).find(Boolean);
}

function isErrorBody(body: unknown): boolean {
  const entries = Object.entries(body ?? {});
  return entries.length === 1 && entries[0]![0] === 'error' && typeof entries[0]![1] === 'string';
}

function decodes(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
