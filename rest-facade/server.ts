import compression from 'compression';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type Context, OpenAPIBackend, type Operation, type Request as ApiRequest } from 'openapi-backend';
import { type Caller, idOf, isSignedIn, scopeOf } from '../src/kernel/caller';
import { isPermission } from '../src/auth/permissions';
import { RequestContext, type Services } from '../src/kernel/context';
import { badInput, forbidden, notFound, unauthenticated } from '../src/kernel/errors';
import { refusalOf, type Requirement } from '../src/graphql/engine/authorize';
import type { Executor, NamedOperation } from '../src/graphql/engine/execute';
import { readAsOf, refuseAsOf } from '../src/http/as-of';
import { whileConnected } from '../src/http/attendance';
import { errorHandler, httpProblem } from '../src/http/errors';
import { once } from '../src/http/idempotency';
import { contextOf, HttpFacts } from '../src/http/request';
import type { ReportRequest } from '../src/reports/request';
import { changeIf } from './conditions';
import { type DefinedOperation, readDefinition, servedPart } from './definition';
import { docsRoutes, swaggerRoutes } from './docs';
import type { AnyDocument } from './document';
import { explained, type RestOperation, type RestRequest, type Tools } from './operation';
import { operations } from './operations';
import { STREAM_PAGE } from './pages';
import { rateLimiter } from './rate-limit';
import type { FileRead } from './replies';
import { readBody, readIdempotencyKey, readIfMatch, readPath, readQuery } from './request';
import { PathRouter } from './router';
import { send, sendJson } from './send';
import { fieldMessages, sharedAjv } from './validation';

export interface FacadeParts {
  services: Services;
  executor: Executor;
  printReport(ctx: RequestContext, report: ReportRequest, signal: AbortSignal): Promise<Uint8Array>;
  /** Records downloads in the audit log. */
  recordReads(ctx: RequestContext, reads: readonly FileRead[]): Promise<void>;
}

/** A document ready to run, and what is known about it. */
interface Prepared {
  readonly named: NamedOperation;
  readonly requirements: readonly Requirement[];
  readonly auditReads: number;
}

/** One request on its way through openapi-backend. */
interface Passage {
  req: Request;
  res: Response;
  /** What the library routes and validates: just the path at first, the rest once the caller is admitted. */
  apiRequest: ApiRequest;
}

/**
 * The REST interface. openapi-backend checks each request against schema/openapi.yaml: the operation, the authentication, the
 * parameters and the body. Permissions follow from the operation's GraphQL document, which then runs with the caller's identity.
 */
export async function restFacade({ services, executor, printReport, recordReads }: FacadeParts): Promise<RequestHandler> {
  const definition = readDefinition();
  const served = servedPart(definition);
  const baseOf = ({ path }: Operation) => (served.paths![path]!.servers ? '' : '/api');
  const limitRate = rateLimiter(services);
  const routes = new Map<string | undefined, RestOperation>(Object.entries(operations));

  /** Prepared on first use, because preparing all of them takes a while. */
  const documents = new Map<AnyDocument, Prepared>();
  function prepared(document: AnyDocument): Prepared {
    let known = documents.get(document);
    if (!known) {
      const named = executor.prepare(document.name, document.text);
      documents.set(document, (known = { named, ...executor.inspect(named) }));
    }
    return known;
  }

  /** Denies by default: a route without a security scheme, or without a document, is open to nobody. */
  async function admit({ operation: route, security }: Context, { req, apiRequest }: Passage): Promise<void> {
    if (!security.authorized) throw unauthenticated();
    const operation = routes.get(route.operationId);
    if (!operation) throw forbidden();
    const refusal = refusalOf(prepared(operation.document).requirements, granted(operation, req.caller));
    if (refusal) throw refusal.problem;
    if (route.method === 'get') readAsOf(req);
    else refuseAsOf(req);
    apiRequest.query = readQuery(route, req);
    if (route.requestBody) apiRequest.body = await readBody(route, req);
  }

  function toolsFor(operation: RestOperation, { req, res }: Passage, inside: Services, expectedRevision?: number): Tools {
    const caller = granted(operation, req.caller);
    const facts = new HttpFacts(inside, req, res, true, expectedRevision);
    /** A new context per run, so that no loader's cache grows while a long list is sent. */
    const context = () => new RequestContext(inside, caller, facts, STREAM_PAGE);
    return {
      run: (document, variables) => executor.run(prepared(document).named, variables, context()),
      async print(report) {
        const ctx = context();
        if (req.asOf !== undefined) await ctx.enterPast(req.asOf);
        return printReport(ctx, report, whileConnected(res));
      },
    };
  }

  function handler(operation: RestOperation) {
    return async ({ operation: route, request: asked }: Context, passage: Passage) => {
      const { req, res } = passage;
      const request: RestRequest = { params: asked.params, query: asked.query, body: asked.requestBody };
      // A replica may not have the latest state yet, which changes are checked against and answered with.
      const here = route.method === 'get' ? services : { ...services, replicas: undefined };
      const change = (expectedRevision?: number, inside = here) =>
        operation.answer({ ...request, expectedRevision }, toolsFor(operation, passage, inside, expectedRevision));
      const key = readIdempotencyKey(route, req);
      const reply = key
        ? await once(services, { caller: idOf(req.caller), scope: scopeOf(req.caller)?.key, key, body: request.body }, (inside) =>
            change(undefined, inside),
          )
        : await changeIf(readIfMatch(route, req), {
            standing: () => operation.standing!(request, toolsFor(operation, passage, here)),
            change,
          });
      const record = (read: FileRead) => recordReads(contextOf(services, req, res), [read]);
      await send(req, res, reply, { log: services.log, record });
    };
  }

  const api = new OpenAPIBackend({
    definition: served,
    quick: true, // a test validates the definition
    coerceTypes: true,
    ajvOpts: { allErrors: true, useDefaults: true, verbose: true }, // messages quote the invalid value
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
        if (operation && baseOf(operation) !== req.baseUrl) throw notFound('Route');
        Object.assign(res.locals, { operationId: operation?.operationId, route: operation && baseOf(operation) + operation.path }); // for metrics and traces
        const known = routes.get(operation?.operationId);
        await limitRate(known ? prepared(known.document).auditReads : 0, req, res);
      },
      postSecurityHandler: admit,
      validationFail: ({ operation, validation, request: { params, query } }, { apiRequest: { body } }: Passage) => {
        // Something that can't be an id doesn't exist.
        if (validation.errors!.some(({ instancePath }) => instancePath.startsWith('/path/'))) throw notFound('Thing');
        throw explained(routes.get(operation.operationId)!, badInput(fieldMessages(validation.errors!)), { params, query, body });
      },
    },
  });
  await api.init();
  const router = (api.router = api.validator.router = new PathRouter({ definition: api.definition }));
  for (const [id, operation] of Object.entries(operations)) api.register(id, handler(operation));

  const facade = Router();
  const compress = compression();
  facade.use((req, _res, next) => {
    // fetch() sends no-cache along with If-None-Match, which would keep express from answering 304.
    delete req.headers['cache-control'];
    next();
  });
  facade.use(swaggerRoutes());
  facade.use((req, res, next) => {
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
      sendJson(res, { error: CONTRACTED.get(extensions?.code) ?? message });
    }),
  );
  return facade;
}

/** Messages that the contract prescribes, by code. */
const CONTRACTED: ReadonlyMap<unknown, string> = new Map([
  ['NOT_FOUND', 'Not found'],
  ['SECOND_FACTOR_SETUP_REQUIRED', 'Forbidden'],
]);

/** The caller, with the extra permissions that the route grants. */
function granted({ grants = {} }: RestOperation, caller: Caller): Caller {
  const lent = Object.keys(grants)
    .filter(isPermission)
    .filter((permission) => !caller.permissions.has(permission));
  return lent.length > 0 ? { ...caller, permissions: new Set([...caller.permissions, ...lent]), lent } : caller;
}
