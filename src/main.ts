import { readConfig } from './kernel/config';
import { failToStart } from './start-errors';
import { runWorkers } from './workers';

/** Runs one serving process, or a supervisor of several, which loads nothing of the server. */
async function main(): Promise<void> {
  const config = readConfig();
  if (config.workers > 1) await runWorkers(config);
  else await import('./serve.js');
}

// A closed or full output is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

main().catch(failToStart);
