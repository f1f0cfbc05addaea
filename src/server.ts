import 'reflect-metadata';
import cluster from 'node:cluster';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app';
import {
  type FirstAdministrator,
  makeFirstAdministrator,
  openServices,
  type OpenServices,
  prepareDatabase,
  sessionSecret,
} from './bootstrap';
import { systemContext } from './kernel/context';
import type { Config } from './kernel/config';
import { MIGRATIONS } from './database/migrations';
import { Hub } from './domains/feed/hub';
import { TreeBuilder } from './domains/log/builder';
import { takeKey } from './domains/log/key';
import { hasAdministrator } from './domains/account/first-administrator.service';
import type { Services } from './kernel/context';
import { drainOf } from './http/drain';
import { expressClasses } from './http/express-classes';
import { answerMalformed } from './http/malformed';
import { dropSlowClients, PATIENCE } from './http/slow-clients';
import { refuseTinyChunks } from './http/tiny-chunks';
import { startJobs } from './jobs';
import { type DemoStart, startDemo } from './library/demo/load';
import { loadLibraryOnce } from './library/library';
import { createLogger } from './platform/logging';

export interface RunningServer {
  services: Services;
  /** Where it listens. People may use another address: services.publicUrl. */
  url: string;
  /** If not, the first visitor to the web application creates one. */
  hasAdministrator: boolean;
  firstAdministrator?: FirstAdministrator;
  /** The result of DEMO=true. */
  demo?: DemoStart;
  /** Finishes running requests, then stops everything in reverse order. */
  stop(): Promise<void>;
}

/** Further connections are closed at once: each takes some memory, even an idle one. */
const MAX_CONNECTIONS = 10_000;
/** The queue of connections to be accepted: if it is full, TCP makes clients wait for seconds before they retry. */
const BACKLOG = 4_096;

/** Newer versions of Node ask; requests for other upgrades are answered as any others then. */
const UPGRADES = { shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket' };

/** Messages about the embedded database are printed once: by the primary, if there is one. */
const say = (line: string) => void (cluster.isWorker || console.log(line));

export async function startServer(config: Config): Promise<RunningServer> {
  const opened = await openServices(config, createLogger(config.logLevel), say);
  const { services, close: stop } = opened;
  try {
    const ran = await prepareDatabase(opened, { makesKey: true });
    if (ran.length === MIGRATIONS.length) sayWhatIsLoaded(config);
    services.sessionSecret = await sessionSecret(opened);
    await startTree(opened);
    const firstAdministrator = await makeFirstAdministrator(services);
    if (config.library) await loadLibraryOnce(systemContext(services));
    const demo = config.demo ? await startDemo(systemContext(services)) : undefined;
    await services.checkpoints.write();

    const hub = new Hub(services);
    services.feed = hub;
    const { express: app, webSockets } = await createApp(services, hub);
    const http = createServer({ connectionsCheckingInterval: PATIENCE.lookMs, ...UPGRADES, ...expressClasses(app) }, app);
    webSockets.attach(http, app);
    answerMalformed(http);
    dropSlowClients(http);
    const drain = drainOf(http);
    refuseTinyChunks(http);
    http.maxConnections = MAX_CONNECTIONS;
    await listen(http, config);
    opened.onClose(async () => {
      hub.stop();
      webSockets.stop();
      await drain();
    });
    const { port } = http.address() as AddressInfo;
    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    services.listensOn = url;
    services.publicUrl ||= url;
    if (config.jobs) opened.onClose(startJobs(services));
    return { services, url, hasAdministrator: await hasAdministrator(services.database), firstAdministrator, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Signs the audit log from here on, if this server has its key. */
async function startTree({ services, onClose }: OpenServices): Promise<void> {
  const signer = await takeKey(systemContext(services));
  if (!signer) return;
  const builder = new TreeBuilder(services, signer);
  services.tree = builder;
  builder.start();
  onClose(() => builder.stop());
}

/** For a new database, so that nobody wonders about the silence. */
function sayWhatIsLoaded({ library, demo }: Config): void {
  if (library || demo) say(`New database: loading the library${demo ? ' and the demo portfolio' : ''}, which takes a few seconds …`);
}

function listen(http: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}
