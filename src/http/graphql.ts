import { type ApolloServer, HeaderMap } from '@apollo/server';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import { QUERY_FAULTS } from '../graphql/apollo';
import type { RequestContext, Services } from '../kernel/context';
import type { Documents } from '../graphql/documents';
import { badRequest, type ErrorCode, unauthenticated } from '../kernel/errors';
import { documentIdOf, type Named, textOf } from '../graphql/source';
import type { TrustedOperations } from '../graphql/trusted';
import { jsonBody, jsonIn } from './body';
import { errorHandler, httpProblem } from './errors';
import { allows } from './methods';
import { queryPairs } from './query';
import { limitGraphQL } from './rate-limit';
import { contextOf } from './request';

export interface GraphQLParts {
  services: Services;
  apollo: ApolloServer<RequestContext>;
  documents: Documents;
  trusted?: TrustedOperations;
  turns: RequestHandler;
}

/** GraphQL over HTTP. Requests are read here, once; Apollo gets the result. */
export function graphQLRoutes({ services, apollo, documents, trusted, turns }: GraphQLParts): Router {
  const router = Router();
  router.use(refuseOtherMethods, refuseUnknownKeys, limitGraphQL(services), jsonBody, turns, async (req, res) => {
    const type = typeOf(req);
    if (!type) throw httpProblem(406, `The response can only be ${TYPES.join(' or ')}`);
    assertNotForged(req);
    // A body was counted when it was read.
    if (req.method === 'GET') await req.spend?.({ bytes: req.originalUrl.length });
    const { named, ...rest } = readRequest(req);
    const query = textOf(named, documents, trusted);
    await req.spend?.({ fields: documents.measure(query) });
    const http = { method: req.method, headers: new HeaderMap(), search: '', body: undefined };
    const { body, http: head } = await apollo.executeOperation({ query, ...rest, http }, { contextValue: contextOf(services, req, res) });
    if (body.kind !== 'single') throw new Error('Incremental delivery was not requested');
    const { errors, data } = body.singleResult;
    for (const [name, value] of head.headers) res.setHeader(name, value);
    send(res, type, head.status, { errors, data });
  });
  return router;
}

export const graphQLErrors = (services: Services) =>
  errorHandler(services.log, (res, error) => {
    const { code } = error.extensions as { code: ErrorCode };
    if (res.statusCode === 401) res.setHeader('WWW-Authenticate', 'Bearer');
    // Clients with persisted queries try the hash first and send the text if needed: for them this isn't an error.
    const isQuestion = code.startsWith('PERSISTED_QUERY_');
    const type = typeOf(res.req) || JSON_TYPE;
    const hasStatus = type === RESPONSE_TYPE || !(isQuestion || QUERY_FAULTS.has(code));
    send(res, type, hasStatus ? res.statusCode : undefined, { errors: [error] });
  });

const JSON_TYPE = 'application/json; charset=utf-8';
const RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8';
const TYPES = ['application/json', 'application/graphql-response+json'];

/** The type of the response: plain JSON, unless the client prefers GraphQL's own type. */
function typeOf(req: Request): string | false {
  return req.get('accept') === undefined ? JSON_TYPE : (req.accepts([JSON_TYPE, RESPONSE_TYPE]) as string | false);
}

interface Answer {
  errors?: readonly GraphQLFormattedError[];
  data?: unknown;
}

/**
 * The default status is 200; without data it is 400, except for clients that accept plain JSON: those only read the body on
 * success (GraphQL over HTTP, 6.4).
 */
function send(res: Response, type: string, status: number | undefined, { errors, data }: Answer): void {
  res.status(status ?? (data === undefined && type === RESPONSE_TYPE ? 400 : 200));
  res.setHeader('Content-Type', type);
  res.end(`${JSON.stringify({ errors, data })}\n`);
}

const refuseOtherMethods: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'POST') next();
  else allows('GET', 'POST')(req, res, next);
};

/** Whoever sends a key means to use it: treating them as anonymous would only look like missing permissions. */
const refuseUnknownKeys: RequestHandler = (req, _res, next) => {
  next(
    req.isBearerRefused
      ? unauthenticated('The API key is not valid: it is wrong, expired, revoked, or used from an address that it isn’t for')
      : undefined,
  );
};

/** Headers that a page can't send to another origin without a preflight. */
const ASKED_FOR = ['apollo-require-preflight', 'x-apollo-operation-name'];
/** Types that a page can send to another origin without a preflight. */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/**
 * A browser sends the cookie with a GET query, whoever made the page, and the response time may reveal something. It never adds a
 * key by itself, so a valid key is proof enough. A POST has shown by its type that it isn't a form.
 */
function assertNotForged(req: Request): void {
  if (req.method === 'POST' || req.headers.cookie === undefined) return;
  if (req.caller.kind === 'api-key' || ASKED_FOR.some((header) => req.get(header))) return;
  const type = (req.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== '' && !FORM_TYPES.includes(type)) return;
  throw badRequest(
    'This request could be forged by another web site: send an API key, a Content-Type of application/json, ' +
      `or one of the headers ${ASKED_FOR.join(', ')}`,
  );
}

interface Asked {
  named: Named;
  operationName?: string;
  variables?: Record<string, unknown>;
}

/** The operation, from the URL of a GET and the body of a POST. */
function readRequest(req: Request): Asked {
  const given = req.method === 'GET' ? inAddress(req) : inBody(req);
  const { query, operationName, variables, extensions, documentId } = given;
  for (const [name, value] of Object.entries({ query, operationName })) {
    if (value !== undefined && value !== null && typeof value !== 'string') throw badRequest(`${name} must be a string`);
  }
  for (const [name, value] of Object.entries({ variables, extensions })) {
    if (value !== undefined && value !== null && !isRecord(value)) throw badRequest(`${name} must be an object`);
  }
  const { persistedQuery } = (extensions ?? {}) as { persistedQuery?: unknown };
  return {
    named: { query: (query as string | null | undefined) || undefined, id: documentIdOf(persistedQuery, documentId) },
    operationName: (operationName as string | null | undefined) || undefined,
    variables: (variables as Record<string, unknown> | null | undefined) ?? undefined,
  };
}

function inBody(req: Request): Record<string, unknown> {
  const body: unknown = req.body;
  if (Array.isArray(body)) throw badRequest('Batching is not supported: send one operation per request');
  if (!isRecord(body)) throw badRequest('The body must be a JSON object');
  return body;
}

const IN_ADDRESS = ['query', 'operationName', 'variables', 'extensions', 'documentId'];
const AS_JSON = new Set(['variables', 'extensions']);

/** Parameters without a value count as omitted. */
function inAddress(req: Request): Record<string, unknown> {
  const pairs = queryPairs(req);
  const found = IN_ADDRESS.flatMap((name) => {
    const values = pairs.filter(([key]) => key === name).map(([, value]) => value);
    if (values.length > 1) throw badRequest(`${name} may appear only once in the URL`);
    return values.filter((value) => value !== '').map((value) => [name, valueOf(name, value, req)] as const);
  });
  return Object.fromEntries(found);
}

function valueOf(name: string, value: string | undefined, { caller }: Request): unknown {
  if (value === undefined) throw badRequest(`${name} is not valid UTF-8`);
  return AS_JSON.has(name) ? jsonIn(name, value, caller) : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
