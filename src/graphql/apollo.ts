import { ApolloServer, type ApolloServerPlugin, type GraphQLRequestContext, type GraphQLResponse, type HTTPGraphQLHead } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { parse } from 'graphql';
import type { Logger } from 'pino';
import { isSignedIn } from '../auth/caller';
import { currentSettings } from '../domains/settings/settings.service';
import type { Authorizer } from './authorize';
import type { RequestContext } from './context';
import { Problem } from './errors';
import type { Executor } from './execute';
import { formatError } from './format-error';
import {
  assertNoListInItself, assertStorableText, assertWithinComplexity, assertWithinLimits, LIMITS, tooDeepToParse,
} from './limits';

export interface ApolloParts {
  schema: GraphQLSchema;
  authorizer: Authorizer;
  executor: Executor;
  log: Logger;
}

/** Of the faults of one query so many are told: a query can have thousands, each of which takes time to word. */
const MOST_FAULTS = 10;

/** The GraphQL server. What it refuses before running an operation: limits, text that can't be stored, permissions. */
export function createApolloServer({ schema, authorizer, executor, log }: ApolloParts): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true, // who may use it is decided by the authorizer
    csrfPrevention: true,
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    maxRecursiveSelections: true,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationOptions: { maxErrors: MOST_FAULTS },
    stopOnTerminationSignals: false,
    logger: apolloLogger(log),
    formatError: (_formatted, error) => formatError(error, log),
    plugins: [
      ApolloServerPluginLandingPageDisabled(), // the explorer serves that page
      runOperations({ schema, authorizer, executor, log }),
    ],
  });
}

/** Takes the place of Apollo's own execution: refuses what may not run, and runs the rest as the facade does. */
function runOperations({ schema, authorizer, executor, log }: ApolloParts): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async responseForOperation(request: GraphQLRequestContext<RequestContext>) {
          const refused = await refusal(request);
          if (!refused) return run(request);
          const { problem, path, status } = refused;
          const error = { ...formatError(problem, log), ...(path && { path: [path] }) };
          const { http } = request.response;
          if (status) http.status = status;
          return { http, body: { kind: 'single', singleResult: { errors: [error], data: null } } };
        },
        async willSendResponse({ response, contextValue }) {
          if (response.body.kind !== 'single' || !response.body.singleResult.errors) return;
          const { singleResult } = response.body;
          tellWhenToRetry(response.http, singleResult.errors!);
          if (!isSignedIn(contextValue.caller)) singleResult.errors = withoutSuggestions(singleResult.errors!);
        },
      };
    },
  };

  async function run(asked: GraphQLRequestContext<RequestContext>): Promise<GraphQLResponse | null> {
    const { document, operation, request, contextValue, response } = asked;
    const variables = request.variables ?? {};
    // Apollo says what is wrong with them.
    if (!document || !operation || !executor.accepts(operation, variables)) return null;
    const { data, errors } = await executor.perform({ document, operation }, variables, contextValue);
    const singleResult = { ...(errors && { errors: errors.map((error) => formatError(error, log)) }), data };
    return { http: response.http, body: { kind: 'single', singleResult } };
  }

  async function refusal(asked: GraphQLRequestContext<RequestContext>): Promise<Refused | undefined> {
    const { document, operation, operationName, request, contextValue } = asked;
    if (!document || !operation) return undefined;
    const variables = request.variables ?? {};
    try {
      assertStorableText(document, variables);
      assertNoListInItself(schema, document);
      assertWithinComplexity(schema, document, operationName ?? undefined, variables);
    } catch (problem) {
      if (problem instanceof Problem) return { problem, status: STATUS_BAD_REQUEST };
      throw problem;
    }
    const refused = authorizer.refusal({ document, operation, variables, caller: contextValue.caller });
    return refused?.isIntrospection && (await isIntrospectionPublic(contextValue)) ? undefined : refused;
  }
}

interface Refused {
  problem: Problem;
  path?: string;
  /** HTTP; as Apollo would answer if not given. */
  status?: number;
}

const STATUS_BAD_REQUEST = 400;
const STATUS_UNAVAILABLE = 503;

/** An error that passes says when to try again; one that means the server can't serve now also answers 503, or 507. */
function tellWhenToRetry(http: HTTPGraphQLHead, errors: readonly GraphQLFormattedError[]): void {
  for (const { extensions } of errors) {
    if (typeof extensions?.retryAfter === 'number') http.headers.set('retry-after', String(extensions.retryAfter));
    if (extensions?.code === 'SERVICE_UNAVAILABLE') http.status = (extensions.status as number | undefined) ?? STATUS_UNAVAILABLE;
  }
}

/** To a stranger, who may not read the schema, a wrong name doesn't bring out the right one. */
function withoutSuggestions(errors: readonly GraphQLFormattedError[]): GraphQLFormattedError[] {
  return JSON.parse(JSON.stringify(errors).replace(/ Did you mean [^?]*\?/g, '')) as GraphQLFormattedError[];
}

async function isIntrospectionPublic(ctx: RequestContext): Promise<boolean> {
  return (await ctx.load(currentSettings, 'settings')).publicIntrospection;
}

/** Query texts that were measured and found small enough; the oldest go first. */
const measured = new Set<string>();
const MEASURED_TEXTS = 1_000;

/**
 * Measures a query before Apollo sees it: validation of a document that doubles its fragments would take minutes.
 * A text that doesn't parse is left to Apollo, which says what is wrong with it.
 */
export function measureQuery(text: unknown): void {
  if (typeof text !== 'string' || measured.has(text)) return;
  let document;
  try {
    document = parse(text, { maxTokens: LIMITS.tokens, noLocation: true });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeepToParse();
    return;
  }
  assertWithinLimits(document);
  measured.add(text);
  if (measured.size > MEASURED_TEXTS) measured.delete(measured.values().next().value!);
}

function apolloLogger(log: Logger) {
  return {
    debug: (message: unknown) => log.debug(message),
    info: (message: unknown) => log.debug(message),
    warn: (message: unknown) => log.warn(message),
    error: (message: unknown) => log.error(message),
  };
}
