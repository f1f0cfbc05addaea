import { readConfig } from './config';
import { failToStart } from './start-errors';
import { runWorkers } from './workers';

/** One process that serves, or one that watches over those that do; that one loads nothing of the server. */
async function main(): Promise<void> {
  const config = readConfig();
  if (config.workers > 1) await runWorkers(config);
  else await import('./serve.js');
}

main().catch(failToStart);
