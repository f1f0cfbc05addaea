import cluster from 'node:cluster';
import express, { type Express } from 'express';
import { restFacade } from '../rest-facade/server';
import { entities } from './entities';
import { assertReadable } from './graphql/engine/look-ahead';
import { explorerRoutes } from './explorer/routes';
import { createApolloServer } from './graphql/apollo';
import { sharedGraphQLSchema } from './schema';
import { recordReads } from './domains/settings/audit-reads';
import { currentSettings } from './domains/settings/settings.service';
import type { RequestContext, Services } from './kernel/context';
import { Documents } from './graphql/documents';
import { notFound } from './kernel/errors';
import { Executor } from './graphql/engine/execute';
import { readTrusted } from './graphql/trusted';
import { watched } from './graphql/watch';
import { allowOrigins, CORS_PATHS } from './http/cors';
import { boardReportRoutes } from './http/board-report';
import { auditLogRoutes } from './http/audit-log';
import { eventsExportRoutes } from './http/events-export';
import { listCsvRoutes } from './http/list-csv';
import { GraphQLLimits } from './http/rate-limit';
import { Streams } from './http/streams';
import { WebSockets } from './http/websocket';
import type { Hub } from './domains/feed/hub';
import { hasNoPast } from './http/as-of';
import { plainErrors } from './http/errors';
import { importExportRoutes } from './http/imports-exports';
import { fileRoutes } from './http/files';
import { graphQLErrors, graphQLRoutes } from './http/graphql';
import { securityHeaders } from './http/headers';
import { healthRoutes } from './http/health';
import { Identifier, identify } from './http/identify';
import { shedLoad } from './http/load';
import { measureRequests, metricsRoutes } from './http/metrics';
import { requestLog } from './http/request';
import { SCIM, scimRoutes } from './http/scim';
import { signOnRoutes } from './http/sign-on';
import { securityTextRoutes } from './http/security-text';
import { logoRoutes } from './http/logo';
import { takeTurns } from './http/one-by-one';
import { webRoutes } from './http/web';
import { pendingMigrations } from './database/migrate';
import { metricsOfAll } from './workers';
import { Metrics } from './operations/metrics';
import { printReport } from './reports';

export interface App {
  express: Express;
  webSockets: WebSockets;
}

/** Assembles the server, in the order that a request passes through it. */
export async function createApp(services: Services, hub: Hub): Promise<App> {
  const { config, log } = services;
  const metrics = new Metrics({ ...services, hub });
  const readMetrics = cluster.isWorker ? metricsOfAll(metrics.registry) : () => metrics.registry.metrics();
  const schema = watched(sharedGraphQLSchema(), metrics.resolvers, services.tracer);
  assertReadable(schema, entities, services.database.table);
  const executor = new Executor(schema);
  const documents = new Documents(config.maxQueryBytes);
  const trusted = config.trustedOperations ? readTrusted(config.trustedOperations, executor, config.maxQueryBytes) : undefined;
  const apollo = createApolloServer({ schema, executor, documents, log, isIntrospectionPublic });
  await apollo.start();

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy.length > 0 ? config.trustProxy : false);
  app.set('query parser', 'simple');

  app.use(requestLog(log));
  app.use(measureRequests(metrics, services.tracer));
  app.use(securityHeaders(config));
  app.use(CORS_PATHS, allowOrigins(config));
  app.use(healthRoutes(services, () => pendingMigrations(services.database)));
  app.use(securityTextRoutes(services));
  const turns = takeTurns(config);
  app.use(turns);
  const load = shedLoad(config);
  app.use(load.handler);
  const identifier = new Identifier(services);
  const limits = new GraphQLLimits(services);
  const streams = new Streams(services, hub, identifier, limits);
  const identifyCaller = identify(services, identifier);
  const facade = [identifyCaller, turns, await restFacade({ services, executor, printReport, recordReads })];
  app.use('/api', facade);
  app.all('/exports/audit-changes.csv', facade);
  app.use('/auth', identifyCaller, turns, signOnRoutes(services));
  app.use(SCIM, scimRoutes(services));
  app.use(explorerRoutes());
  app.use(webRoutes());
  app.use(logoRoutes(services));
  app.use(identifyCaller);
  app.use(metricsRoutes(metrics, readMetrics));
  app.use(['/graphql', '/files', '/imports', '/audit/log'], hasNoPast);
  app.use(fileRoutes(services));
  app.use(importExportRoutes(services));
  app.use(boardReportRoutes({ services, executor }));
  app.use(auditLogRoutes(services));
  app.use(eventsExportRoutes({ services, executor, streams, limits }));
  app.use(listCsvRoutes({ services, executor, limits }));
  const runner = { apollo, documents, trusted };
  app.use('/graphql', graphQLRoutes({ services, runner, streams, limits, turns }));

  app.use(() => {
    throw notFound('Page');
  });
  app.use('/graphql', graphQLErrors(services));
  app.use(plainErrors(log));
  return { express: app, webSockets: new WebSockets({ services, runner, streams, limits, identifier, load }) };
}

async function isIntrospectionPublic(ctx: RequestContext): Promise<boolean> {
  return (await ctx.load(currentSettings, 'settings')).publicIntrospection;
}
