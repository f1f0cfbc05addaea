import { expressMiddleware } from '@as-integrations/express5';
import express, { type Express, type RequestHandler } from 'express';
import { parse } from 'node:url';
import { restFacade } from '../rest-facade/server';
import { explorerRoutes } from './explorer/routes';
import { createApolloServer } from './graphql/apollo';
import { buildGraphQLSchema } from './graphql/build-schema';
import type { Services } from './graphql/context';
import { Documents } from './graphql/documents';
import { notFound } from './graphql/errors';
import { Executor } from './graphql/execute';
import { watchResolvers } from './graphql/watch';
import { jsonBody } from './http/body';
import { graphQLErrors, plainErrors } from './http/errors';
import { exchangeRoutes } from './http/exchange';
import { fileRoutes } from './http/files';
import { securityHeaders } from './http/headers';
import { healthRoutes } from './http/health';
import { identify } from './http/identify';
import { shedLoad } from './http/load';
import { measureRequests, metricsRoutes } from './http/metrics';
import { contextOf, requestLog } from './http/request';
import { securityTextRoutes } from './http/security-text';
import { limitStrangers } from './http/strangers';
import { takeTurns } from './http/turns';
import { webRoutes } from './http/web';
import { Metrics } from './platform/metrics';
import { printReport } from './reports';

/** Puts the server together, in the order a request passes through it. */
export async function createApp(services: Services): Promise<Express> {
  const { config, log } = services;
  const schema = buildGraphQLSchema();
  const metrics = new Metrics(services);
  watchResolvers(schema, metrics, services.tracer);
  const executor = new Executor(schema);
  const documents = new Documents(config.maxQueryBytes);
  const apollo = createApolloServer({ schema, executor, documents, log });
  await apollo.start();

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy.length > 0 ? config.trustProxy : false);
  app.set('query parser', 'simple');

  app.use(requestLog(log));
  app.use(measureRequests(metrics, services.tracer));
  app.use(securityHeaders(config));
  app.use(healthRoutes(services));
  app.use(securityTextRoutes(services));
  const turns = takeTurns(config);
  app.use(turns);
  app.use(shedLoad(config));
  const identifyCaller = identify(services);
  app.use('/api', identifyCaller, turns, await restFacade({ services, executor, printReport }));
  app.use(explorerRoutes());
  app.use(webRoutes());
  app.use(identifyCaller);
  app.use(metricsRoutes(metrics));
  app.use(fileRoutes(services));
  app.use(exchangeRoutes(services));

  app.use(
    '/graphql',
    limitStrangers(config),
    jsonBody,
    turns,
    measureQuery(documents),
    expressMiddleware(apollo, { context: async ({ req, res }) => contextOf(services, req, res) }),
    graphQLErrors(log),
  );

  app.use(() => {
    throw notFound('Page');
  });
  app.use(plainErrors(log));
  return app;
}

/** Before Apollo sees it, wherever it may read it from. What is no text is left to Apollo, which says so. */
function measureQuery(documents: Documents): RequestHandler {
  return (req, _res, next) => {
    const inBody: unknown = (req.body as { query?: unknown } | undefined)?.query;
    // Express's own reading of the address ends after a thousand parameters; Apollo's doesn't.
    const inAddress = new URLSearchParams(parse(req.url).search ?? '').getAll('query');
    for (const text of [inBody, ...inAddress]) if (typeof text === 'string') documents.measure(text);
    next();
  };
}
