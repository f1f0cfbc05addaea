import { type Request, type RequestHandler, type Response, Router } from 'express';
import { QUERY_FAULTS } from '../graphql/apollo';
import { RequestContext, type RequestFacts, type Services } from '../kernel/context';
import { badRequest, type ErrorCode, STATUS, unauthenticated } from '../kernel/errors';
import { jsonBody, jsonIn } from './body';
import { errorHandler, httpProblem } from './errors';
import { credentialsOf } from './identify';
import { allows } from './methods';
import { type Answer, isRecord, runOperation, type Runner } from './operation';
import { queryPairs } from './query';
import { type GraphQLLimits, limitGraphQL } from './rate-limit';
import { HttpFacts } from './request';
import { acceptedManner, begin, type Manner, ResponseOutlet } from './stream-outlets';
import type { Streams } from './streams';

export interface GraphQLParts {
  services: Services;
  runner: Runner;
  streams: Streams;
  limits: GraphQLLimits;
  turns: RequestHandler;
}

/** GraphQL over HTTP. Requests are read here, once; Apollo gets the result. */
export function graphQLRoutes({ services, runner, streams, limits, turns }: GraphQLParts): Router {
  const router = Router();
  router.use(refuseOtherMethods, refuseUnknownKeys, limitGraphQL(limits), jsonBody, turns, async (req, res) => {
    const manner = acceptedManner(req.get('accept'));
    if (!manner && !typeOf(req)) throw httpProblem(406, `The response can only be ${TYPES.join(' or ')}`);
    assertNotForged(req);
    // A body was counted when it was read.
    if (req.method === 'GET') await req.spend?.({ bytes: req.originalUrl.length });
    const facts = new StreamFacts(services, req, res);
    const ctx = new RequestContext(services, req.caller, facts);
    if (manner) {
      const credentials = credentialsOf(req, services);
      facts.subscribe = (asked) => streams.open({ asked, ctx, credentials, outlet: new ResponseOutlet(res, manner) });
    }
    // A stream may be asked for by GET, as the browser's EventSource does. The facts say that nothing is to be changed.
    const { status, headers, ...answer } = await runOperation(runner, given(req), ctx, manner ? 'POST' : req.method);
    if (res.headersSent) return;
    for (const [name, value] of headers) res.setHeader(name, value);
    // Clients of streams read nothing but a success, whatever is wrong with the operation.
    send(res, manner && !typeOf(req) ? 200 : status, answer);
  });
  return router;
}

class StreamFacts extends HttpFacts {
  subscribe?: RequestFacts['subscribe'];
}

export const graphQLErrors = (services: Services) =>
  errorHandler(services.log, (res, error) => {
    const { code } = error.extensions as { code: ErrorCode };
    if (res.statusCode === 401) res.setHeader('WWW-Authenticate', 'Bearer');
    // Clients with persisted queries try the hash first and send the text if needed: for them this isn't an error.
    const isQuestion = code.startsWith('PERSISTED_QUERY_');
    const hasStatus = typeOf(res.req) === RESPONSE_TYPE || !(isQuestion || QUERY_FAULTS.has(code));
    send(res, hasStatus ? res.statusCode : undefined, { errors: [error] });
  });

const JSON_TYPE = 'application/json; charset=utf-8';
const RESPONSE_TYPE = 'application/graphql-response+json; charset=utf-8';
const TYPES = ['application/json', 'application/graphql-response+json', 'text/event-stream', 'multipart/mixed;subscriptionSpec=1.0'];

/** The type of the response: plain JSON, unless the client prefers GraphQL's own type. */
function typeOf(req: Request): string | false {
  return req.get('accept') === undefined ? JSON_TYPE : (req.accepts([JSON_TYPE, RESPONSE_TYPE]) as string | false);
}

/**
 * The default status is 200; without data it is 400, except for clients that accept plain JSON: those only read the body on
 * success (GraphQL over HTTP, 6.4). Whoever accepts nothing but a stream gets one with a single result.
 */
function send(res: Response, status: number | undefined, { errors, data }: Pick<Answer, 'errors' | 'data'>): void {
  const manner = acceptedManner(res.req.get('accept'));
  const type = typeOf(res.req);
  if (manner && !type) return sendOnly(res, status, manner, JSON.stringify({ errors, data }));
  res.status(status ?? (data === undefined && type === RESPONSE_TYPE ? 400 : 200));
  res.setHeader('Content-Type', type || JSON_TYPE);
  res.end(`${JSON.stringify({ errors, data })}\n`);
}

function sendOnly(res: Response, status: number | undefined, manner: Manner, result: string): void {
  res.status(status === undefined || status === STATUS.BAD_USER_INPUT ? 200 : status);
  begin(res, manner);
  res.end(manner.opening + manner.result(result) + manner.closing);
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

/** The operation, from the URL of a GET and the body of a POST. */
const given = (req: Request) => (req.method === 'GET' ? inAddress(req) : inBody(req));

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
