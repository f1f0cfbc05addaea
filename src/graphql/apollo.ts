import { ApolloServer, type ApolloServerPlugin, type GraphQLRequestContext } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import { parse } from 'graphql';
import type { Logger } from 'pino';
import { currentSettings } from '../domains/settings/settings.service';
import type { Authorizer } from './authorize';
import type { RequestContext } from './context';
import { formatError } from './format-error';
import { assertStorableText, assertWithinComplexity, assertWithinLimits, LIMITS } from './limits';

/** The GraphQL server. What it refuses before running an operation: limits, text that can't be stored, permissions. */
export function createApolloServer(schema: GraphQLSchema, authorizer: Authorizer, log: Logger): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true, // who may use it is decided by the authorizer
    csrfPrevention: true,
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    maxRecursiveSelections: true,
    parseOptions: { maxTokens: LIMITS.tokens },
    stopOnTerminationSignals: false,
    logger: apolloLogger(log),
    formatError: (_formatted, error) => formatError(error, log),
    plugins: [
      ApolloServerPluginLandingPageDisabled(), // the explorer serves that page
      guardOperations(schema, authorizer, log),
    ],
  });
}

function guardOperations(schema: GraphQLSchema, authorizer: Authorizer, log: Logger): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operationName, request }) {
          const variables = request.variables ?? {};
          assertStorableText(document, variables);
          assertWithinComplexity(schema, document, operationName ?? undefined, variables);
        },
        async responseForOperation(request: GraphQLRequestContext<RequestContext>) {
          const { document, operation, contextValue } = request;
          if (!document || !operation) return null;
          const refusal = authorizer.refusal({
            document,
            operation,
            variables: request.request.variables ?? {},
            caller: contextValue.caller,
          });
          if (!refusal || (refusal.isIntrospection && (await isIntrospectionPublic(contextValue)))) return null;
          const error = { ...formatError(refusal.problem, log), path: [refusal.path] };
          return { http: request.response.http, body: { kind: 'single', singleResult: { errors: [error], data: null } } };
        },
      };
    },
  };
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
  } catch {
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
