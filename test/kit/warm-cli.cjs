/** Runs commands of the command line one after the other, as processes of their own would, without loading it for each. */
const { Readable } = require('node:stream');
const { setTimeout: sleep } = require('node:timers/promises');
const { run } = require('../../dist/src/cli.js');

/** A process of its own would go on for as long as something is open. */
const PATIENCE_MS = 60_000;

const outputs = [process.stdout, process.stderr];

/** Besides the outputs and the channel to the tests. */
function leftOpen() {
  let pipes = 0;
  return process.getActiveResourcesInfo().filter((what) => what !== 'PipeWrap' || ++pipes > outputs.length + 1);
}

async function command({ args, env, input, end }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  process.exitCode = undefined;
  await run(args);
  for (const giveUp = Date.now() + PATIENCE_MS; leftOpen().length > 0 && Date.now() < giveUp;) await sleep(1, undefined, { ref: false });
  process.send({ code: process.exitCode ?? 0, leftOpen: leftOpen() });
  for (const output of outputs) output.write(end);
}

process.on('message', (message) => void command(message));
process.on('disconnect', () => process.exit());
