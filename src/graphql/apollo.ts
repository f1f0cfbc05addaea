import {
  ApolloServer,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLResponse,
  type HTTPGraphQLHead,
} from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { type GraphQLFormattedError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { Logger } from 'pino';
import { isSignedIn } from '../kernel/caller';
import type { RequestContext } from '../kernel/context';
import { answerSize, LONGEST_RESPONSE } from './answer-size';
import { type Documents } from './documents';
import { badInput, badRequest, type ErrorCode, Problem, STATUS } from '../kernel/errors';
import type { Executor } from './engine/execute';
import { asManyAsFit, formatError } from './format-error';
import { LIMITS } from './limits';

export interface ApolloParts {
  schema: GraphQLSchema;
  executor: Executor;
  documents: Documents;
  log: Logger;
  /** Whether anonymous callers may read the schema. */
  isIntrospectionPublic(ctx: RequestContext): Promise<boolean>;
}

/** A response up to this size costs nothing beyond its weight. */
const ORDINARY_ANSWER = 1_048_576;

/** The most errors reported for a query or its response: there can be thousands, each of which takes time to format. */
const MOST_FAULTS = 50;
const MOST_VALIDATED = 5;

/** The GraphQL server: Apollo parses and validates what src/http/graphql.ts has read. Execution is ours. */
export function createApolloServer(parts: ApolloParts): ApolloServer<RequestContext> {
  const { schema, documents, log } = parts;
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true, // access is decided per operation
    persistedQueries: false, // the text has been looked up by now
    documentStore: documents,
    includeStacktraceInErrorResponses: false,
    maxRecursiveSelections: true,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationOptions: { maxErrors: MOST_VALIDATED },
    stopOnTerminationSignals: false,
    logger: apolloLogger(log),
    formatError: (_formatted, error) => formatError(error, log),
    plugins: [
      ApolloServerPluginLandingPageDisabled(), // the explorer serves that page
      runOperations(parts),
    ],
  });
}

/** Replaces Apollo's own execution, which is never reached: rejects what may not run, and runs the rest. */
function runOperations({ executor, documents, log, isIntrospectionPublic }: ApolloParts): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        responseForOperation: (request) => respond(request).catch((error: unknown) => refused(request.response.http, error)),
        async willSendResponse({ response, contextValue }) {
          if (response.body.kind !== 'single' || !response.body.singleResult.errors) return;
          const { singleResult } = response.body;
          if (singleResult.errors!.every(({ extensions }) => QUERY_FAULTS.has(extensions?.code as ErrorCode)))
            response.http.status = undefined;
          singleResult.errors = asManyAsFit(singleResult.errors!);
          tellWhenToRetry(response.http, singleResult.errors);
          if (!isSignedIn(contextValue.caller)) singleResult.errors = withoutSuggestions(singleResult.errors);
        },
      };
    },
  };

  async function respond(asked: GraphQLRequestContext<RequestContext>): Promise<GraphQLResponse> {
    const { document, operation, request, contextValue, queryHash, response } = asked;
    const { http } = response;
    const answer = (singleResult: { errors?: GraphQLFormattedError[]; data?: Record<string, unknown> | null }): GraphQLResponse => ({
      http,
      body: { kind: 'single', singleResult },
    });
    const told = (errors: readonly unknown[]) => errors.slice(0, MOST_FAULTS).map((error) => formatError(error, log));
    if (operation?.operation === OperationTypeNode.MUTATION && contextValue.request.isSafe) throw changesByGet();
    if (!document || !operation) throw new Problem('OPERATION_RESOLUTION_FAILURE', 'operationName must name one of the operations');
    const reading = executor.read({ id: queryHash!, document, operation }, request.variables ?? {}, contextValue);
    if (reading.errors) {
      // Exceeding one of our limits isn't a malformed query.
      if (reading.errors.some((error) => error instanceof Problem)) http.status = STATUS.BAD_USER_INPUT;
      return answer({ errors: told(reading.errors) });
    }
    const { refusal } = reading;
    if (refusal && !(refusal.isIntrospection && (await isIntrospectionPublic(contextValue)))) {
      return answer({ errors: [{ ...formatError(refusal.problem, log), path: [refusal.path] }], data: null });
    }
    const { subscribed } = reading;
    if (subscribed && !contextValue.request.subscribe) throw badRequest(NEEDS_STREAM);
    await contextValue.request.charge?.(reading);
    documents.keep(queryHash!, document, !isSignedIn(contextValue.caller));
    if (subscribed) {
      await contextValue.request.subscribe!(subscribed);
      return answer({});
    }
    const { data, errors } = await reading.run();
    const length = answerSize(data);
    // A mutation has already made its changes, however long the response is and whatever is left of the limit.
    const isMutation = operation.operation === OperationTypeNode.MUTATION;
    await contextValue.request.spend?.({ bytes: Math.max(0, length - ORDINARY_ANSWER) }).catch((error: unknown) => {
      if (!isMutation) throw error;
    });
    if (length > LONGEST_RESPONSE) throw tooLong(isMutation);
    return answer({ ...(errors && { errors: told(errors) }), data });
  }

  function refused(http: HTTPGraphQLHead, error: unknown): GraphQLResponse {
    const formatted = formatError(error, log);
    http.status = STATUS[formatted.extensions!.code as ErrorCode];
    return { http, body: { kind: 'single', singleResult: { errors: [formatted] } } };
  }
}

/** What is said to those who can't be answered more than once. */
const NEEDS_STREAM =
  'A subscription is a stream, which plain JSON is not: send Accept: text/event-stream, ' +
  'or Accept: multipart/mixed;subscriptionSpec=1.0, or use a WebSocket with the subprotocol graphql-transport-ws';

const changesByGet = () => new Problem('BAD_REQUEST', 'GET requests only read: send a mutation by POST', { status: 405 });

function tooLong(isMutation: boolean): Problem {
  const fault = `would return more than ${LONGEST_RESPONSE.toLocaleString('en')} characters, which is the limit: request less at a time`;
  return badInput({ query: fault }, isMutation ? `The changes were made, but the query ${fault}` : undefined);
}

/** Malformed queries. Their status depends on what the client accepts: see src/http/graphql.ts. */
export const QUERY_FAULTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
]);

/** Transient errors say when to retry; if the server is unavailable, the status is also 503, or 507. */
function tellWhenToRetry(http: HTTPGraphQLHead, errors: readonly GraphQLFormattedError[]): void {
  for (const { extensions } of errors) {
    if (typeof extensions?.retryAfter === 'number') http.headers.set('retry-after', String(extensions.retryAfter));
    if (extensions?.code === 'SERVICE_UNAVAILABLE') http.status = (extensions.status as number | undefined) ?? STATUS.SERVICE_UNAVAILABLE;
  }
}

/** Anonymous callers, who may not read the schema, don't get suggestions for misspelled names. */
function withoutSuggestions(errors: readonly GraphQLFormattedError[]): GraphQLFormattedError[] {
  // Each string separately: callers may send such words too, and any amount of them.
  const without = (_key: string, value: unknown) => (typeof value === 'string' ? value.replace(/ Did you mean [^?]*\?/g, '') : value);
  return JSON.parse(JSON.stringify(errors), without) as GraphQLFormattedError[];
}

function apolloLogger(log: Logger) {
  return {
    debug: (message: unknown) => log.debug(message),
    info: (message: unknown) => log.debug(message),
    warn: (message: unknown) => log.warn(message),
    error: (message: unknown) => log.error(message),
  };
}
