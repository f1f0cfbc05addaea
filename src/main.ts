import { readConfig } from './kernel/config';
import { failToStart } from './start-errors';
import { runWorkers } from './workers';

/** One process that serves, or one that watches over those that do; that one loads nothing of the server. */
async function main(): Promise<void> {
  const config = readConfig();
  if (config.workers > 1) await runWorkers(config);
  else await import('./serve.js');
}

// Nobody reads what we say, or there is no room for it: no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

main().catch(failToStart);
