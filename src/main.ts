import { ConfigError, readConfig } from './config';
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

function announce({ url, firstAdministrator }: RunningServer): void {
  const lines = [
    `Vetgraph listens on ${url}`,
    `  Web page   ${url}/`,
    `  GraphQL    ${url}/graphql   (a browser gets Apollo Sandbox there)`,
    `  Explorer   ${url}/graphiql  (works offline)`,
    `  REST docs  ${url}/api/docs`,
  ];
  if (firstAdministrator) {
    const { email, generatedPassword } = firstAdministrator;
    lines.push('', 'First start: an administrator was made.', `  E-mail     ${email}`);
    lines.push(generatedPassword ? `  Password   ${generatedPassword}   (shown this once)` : '  Password   as given in ADMIN_PASSWORD');
  }
  console.log(`${lines.join('\n')}\n`);
}

function fail(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

main().catch(fail);
