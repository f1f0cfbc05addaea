import { administratorLines } from './bootstrap';
import { ConfigError, readConfig } from './config';
import type { DemoStart } from './library/demo/load';
import { type RunningServer, startServer } from './server';

async function main(): Promise<void> {
  const server = await startServer(readConfig());
  announce(server);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      console.log('Stopping: finishing the requests under way');
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
}

function announce({ url, services, firstAdministrator, demo }: RunningServer): void {
  const { publicUrl } = services;
  const lines = [
    `Vetgraph listens on ${url}`,
    `  Web page   ${publicUrl}/`,
    `  GraphQL    ${publicUrl}/graphql   (a browser gets Apollo Sandbox there)`,
    `  Explorer   ${publicUrl}/graphiql  (works offline)`,
    `  REST docs  ${publicUrl}/api/docs`,
  ];
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
    `  API key    ${token}   (shown this once)`,
    `  Try        curl -s ${url}/graphql ${headers} -d '${query}'`,
  ];
}

function fail(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

main().catch(fail);
