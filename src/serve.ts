import cluster from 'node:cluster';
import { administratorLines } from './bootstrap';
import { readConfig } from './kernel/config';
import type { DemoStart } from './library/demo/load';
import { type RunningServer, startServer } from './server';
import { failToStart } from './start-errors';
import { sayReady } from './workers';

/** Signals count from the first moment: one that comes during the start stops the server as soon as it is up. */
async function serve(): Promise<void> {
  const starting = startServer(readConfig());
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    if (!cluster.isWorker) console.log('Stopping: finishing requests in progress');
    starting.then((server) => server.stop()).then(() => process.exit(0), failToStart);
  };
  // Without the primary, workers are useless.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, stop);
  const server = await starting;
  sayReady();
  if (!isStopping && (!cluster.isWorker || cluster.worker?.id === 1)) announce(server);
}

function announce({ url, services, hasAdministrator, firstAdministrator, demo }: RunningServer): void {
  const { publicUrl } = services;
  const lines = [
    `Vetgraph listens on ${url}`,
    `  Web app    ${publicUrl}/`,
    `  GraphQL    ${publicUrl}/graphql   (Apollo Sandbox in a browser)`,
    `  Explorer   ${publicUrl}/graphiql  (works offline)`,
    `  REST docs  ${publicUrl}/api/docs`,
  ];
  if (!hasAdministrator) lines.push('', `There is no administrator yet: open ${publicUrl}/ to create one.`);
  if (firstAdministrator) lines.push('', ...administratorLines(firstAdministrator));
  if (demo) lines.push('', ...demoLines(publicUrl, demo));
  console.log(`${lines.join('\n')}\n`);
}

function demoLines(url: string, { portfolio, token }: DemoStart): string[] {
  if (!token) return [`Demo: ${portfolio}. An API key: npm run cli -- api-keys create --name demo`];
  const query = JSON.stringify({ query: '{ vendors(first: 3) { nodes { name tier owner { name } } } }' });
  const headers = `-H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json'`;
  return [
    `Demo: ${portfolio}.`,
    `  API key    ${token}   (shown only once)`,
    `  Try        curl -s ${url}/graphql ${headers} -d '${query}'`,
  ];
}

serve().catch(failToStart);
