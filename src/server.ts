import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app';
import { type FirstAdministrator, prepareFirstStart, sessionSecret } from './bootstrap';
import type { Config } from './config';
import { Database } from './database/database';
import { type EmbeddedDatabase, startEmbedded } from './database/embedded';
import { migrate } from './database/migrate';
import { checkpointFile, Checkpoints } from './domains/audit/audit.checkpoint';
import type { Services } from './graphql/context';
import { createLogger } from './platform/logging';

export interface RunningServer {
  services: Services;
  url: string;
  firstAdministrator?: FirstAdministrator;
  /** Finishes what is under way, then stops everything in reverse order. */
  stop(): Promise<void>;
}

/** A server that can't finish what is under way by then is stopped all the same. */
const DRAIN_MS = 25_000;

export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLogger(config.logLevel);
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const database = await openDatabase(config, closers);
    await migrate(database);
    const checkpoints = new Checkpoints(database, checkpointFile(config.dataDir), log);
    const services: Services & { publicUrl: string } = {
      config,
      database,
      log,
      checkpoints,
      sessionSecret: await sessionSecret(database, config),
      publicUrl: config.publicUrl ?? '',
    };
    const firstAdministrator = await prepareFirstStart(services, config);
    await checkpoints.write();
    closers.push(() => checkpoints.write());

    const http = createServer(await createApp(services));
    await listen(http, config);
    closers.push(() => drain(http));
    const { port } = http.address() as AddressInfo;
    services.publicUrl ||= `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    return { services, url: services.publicUrl, firstAdministrator, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The embedded PostgreSQL unless another one is named. */
export async function openDatabase(config: Config, closers: (() => Promise<unknown>)[]): Promise<Database> {
  let embedded: EmbeddedDatabase | undefined;
  if (!config.databaseUrl) {
    embedded = await startEmbedded(config.dataDir, { log: (line) => console.log(line) });
    closers.push(() => embedded!.stop());
  }
  const database = await Database.open(config.databaseUrl ?? embedded!.url, config.databasePool);
  closers.push(() => database.close());
  return database;
}

function listen(http: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, resolve);
  });
}

/** No new requests; those under way finish. */
async function drain(http: Server): Promise<void> {
  const closed = new Promise((resolve) => http.close(resolve));
  http.closeIdleConnections();
  const force = setTimeout(() => http.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(force);
}
