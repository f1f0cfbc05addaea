import compression from 'compression';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type Context, OpenAPIBackend, type Request as ApiRequest } from 'openapi-backend';
import { type Caller, idOf, isSignedIn } from '../src/kernel/caller';
import { type FileRead, recordReads } from '../src/domains/settings/audit-reads';
import { RequestContext, type Services } from '../src/kernel/context';
import { badInput, forbidden, notFound, Problem, unauthenticated } from '../src/kernel/errors';
import type { Executor } from '../src/graphql/engine/execute';
import { errorHandler, httpProblem } from '../src/http/errors';
import { once } from '../src/http/idempotency';
import { contextOf, HttpFacts } from '../src/http/request';
import type { ReportRequest } from '../src/reports/request';
import { changeIf, withTag } from './conditions';
import { type DefinedOperation, facadePart, readDefinition, readDocument } from './definition';
import { docsRoutes } from './docs';
import type { Question, RestOperation, RestRequest, Variables } from './operation';
import { operations } from './operations';
import { STREAM_PAGE } from './pages';
import { rateLimiter } from './rate-limit';
import type { Reply } from './replies';
import { readBody, readIdempotencyKey, readIfMatch, readPath, readQuery } from './request';
import { PathRouter } from './router';
import { send, sendJson } from './send';
import { fieldMessages, sharedAjv } from './validation';

export interface FacadeParts {
  services: Services;
  executor: Executor;
  printReport(ctx: RequestContext, report: ReportRequest, signal: AbortSignal): Promise<Uint8Array>;
}

/** One request on its way through openapi-backend. */
interface Passage {
  req: Request;
  res: Response;
  /** What the library routes and validates: the path at first, the rest once the caller is admitted. */
  apiRequest: ApiRequest;
}

/**
 * The REST interface. openapi-backend takes each request through schema/openapi.yaml: which operation is it, who asks,
 * may they, are parameters and body right. Then the operation's GraphQL document runs, with the caller's identity.
 */
export async function restFacade({ services, executor, printReport }: FacadeParts): Promise<RequestHandler> {
  const definition = readDefinition();
  const limitRate = rateLimiter(services);

  /** Denies by default: a route without a security scheme, or without a permission, is open to nobody. */
  async function admit({ operation, security }: Context, { req, apiRequest }: Passage): Promise<void> {
    const { 'x-permission': permission } = operation as DefinedOperation;
    if (!security.authorized) throw unauthenticated();
    if (!permission || !req.caller.permissions.has(permission)) throw forbidden();
    apiRequest.query = readQuery(operation, req);
    if (operation.requestBody) apiRequest.body = await readBody(operation, req);
  }

  /** Prepared when they are first asked for: together they take a while. */
  const documents = new Map<string, ReturnType<Executor['prepare']>>();
  function documentOf(id: string): ReturnType<Executor['prepare']> {
    if (!documents.has(id)) documents.set(id, executor.prepare(id, readDocument(id)));
    return documents.get(id)!;
  }

  function handler(operationId: string, operation: RestOperation) {
    return async ({ operation: route, request: asked }: Context, { req, res }: Passage) => {
      const ask = async (id: string, question: Question, request: RestRequest, inside = services): Promise<Reply> => {
        const variables = question.variables?.(request) ?? {};
        const context = () => contextFor(operation, inside, new HttpFacts(inside, req, res, true, request.expectedRevision), req.caller);
        const again = (changes: Variables) => executor.run(documentOf(id), { ...variables, ...changes }, context());
        const print = (report: ReportRequest) => printReport(context(), report, whileConnected(res));
        const data = await again({}).catch((error: unknown) => {
          throw explained(operation, error);
        });
        return question.respond(data, { request, again, print });
      };
      const request: RestRequest = { params: asked.params, query: asked.query, body: asked.requestBody };
      const { shownBy } = operation;
      // On the primary: a replica may not know of the change yet.
      const show = (made?: Reply) => {
        const params = (made && shownBy!.madeBy?.(made)) ?? request.params;
        return ask(shownBy!.document, shownBy!, { ...request, params }, { ...services, replicas: undefined });
      };
      const change = (expectedRevision?: number) => ask(operationId, operation, { ...request, expectedRevision });
      const key = readIdempotencyKey(route, req);
      const done: Reply = key
        ? await once(services, { caller: idOf(req.caller), key, body: request.body }, (inside) =>
            ask(operationId, operation, request, inside),
          )
        : await changeIf(readIfMatch(route, req), { show, change });
      const reply = shownBy ? await withTag(done, show) : done;
      const record = (read: FileRead) => recordReads(contextOf(services, req, res), [read]);
      await send(req, res, reply, { log: services.log, record });
    };
  }

  /** Each run gets its own, so that no loader's cache grows while a long list is sent. */
  function contextFor({ grants }: RestOperation, inside: Services, facts: HttpFacts, caller: Caller): RequestContext {
    const lent = grants?.filter((permission) => !caller.permissions.has(permission));
    const granted = lent?.length ? { ...caller, permissions: new Set([...caller.permissions, ...lent]), lent } : caller;
    return new RequestContext(inside, granted, facts, STREAM_PAGE);
  }

  const api = new OpenAPIBackend({
    definition: facadePart(definition),
    quick: true, // a test validates the definition
    coerceTypes: true,
    ajvOpts: { allErrors: true, useDefaults: true, verbose: true }, // the words for a fault need to see it
    customizeAjv: sharedAjv(),
    securityHandlers: {
      apiKey: (_, { req }: Passage) => req.caller.kind === 'api-key',
      session: (_, { req }: Passage) => req.caller.kind === 'user',
    },
    handlers: {
      notFound: () => {
        throw notFound('Route');
      },
      methodNotAllowed: (_, { req, res, apiRequest }: Passage) => {
        res.setHeader('Allow', router.methodsAt(apiRequest.path).join(', '));
        if (req.method !== 'OPTIONS') throw httpProblem(405, 'Method not allowed');
        res.status(204).end();
      },
      postRoutingHandler: async ({ operation }: { operation?: DefinedOperation }, { req, res }: Passage) => {
        Object.assign(res.locals, { operationId: operation?.operationId, route: operation && `/api${operation.path}` }); // for metrics and traces
        await limitRate(operation, req, res);
      },
      postSecurityHandler: admit,
      validationFail: ({ operation, validation }) => {
        // What can't be an id names nothing.
        if (validation.errors!.some(({ instancePath }) => instancePath.startsWith('/path/'))) throw notFound('Thing');
        throw explained(operations[operation.operationId!], badInput(fieldMessages(validation.errors!)));
      },
    },
  });
  await api.init();
  const router = (api.router = api.validator.router = new PathRouter({ definition: api.definition }));
  for (const [id, operation] of Object.entries(operations)) api.register(id, handler(id, operation));

  const facade = Router();
  const compress = compression();
  facade.use((req, res, next) => {
    // fetch() sends no-cache along with If-None-Match, which would keep express from answering 304.
    delete req.headers['cache-control'];
    if (req.headers['accept-encoding']) return compress(req, res, next);
    res.vary('Accept-Encoding');
    next();
  });
  facade.use(docsRoutes(services, definition));
  facade.use(async (req, res) => {
    const method = (req.method === 'HEAD' ? 'GET' : req.method).toLowerCase();
    const path = readPath(req);
    if (path === undefined) throw isSignedIn(req.caller) ? notFound('Route') : unauthenticated();
    const apiRequest = { method, path, headers: {} };
    await api.handleRequest(apiRequest, { req, res, apiRequest } satisfies Passage);
  });
  facade.use(
    errorHandler(services.log, (res, { message, extensions }) => {
      if (extensions?.code === 'UNAUTHENTICATED') res.setHeader('WWW-Authenticate', 'Bearer');
      sendJson(res, { error: extensions?.code === 'NOT_FOUND' ? 'Not found' : message });
    }),
  );
  return facade;
}

/** A signal that ends the work when the caller leaves. */
function whileConnected(res: Response): AbortSignal {
  const left = new AbortController();
  res.once('close', () => left.abort(new Problem('SERVICE_UNAVAILABLE', 'The caller left')));
  return left.signal;
}

/** A refusal in the operation's own words, if it has some. */
function explained(operation: RestOperation | undefined, error: unknown): unknown {
  return error instanceof Problem ? (operation?.explain?.(error) ?? error) : error;
}
