import 'reflect-metadata';
import { Command, CommanderError, type OutputConfiguration } from 'commander';
import { addAdminCommands } from './cli/admin';
import { addApiKeyCommands } from './cli/api-keys';
import { addAuditCommands } from './cli/audit';
import { addBackupCommands } from './cli/backup';
import { addDemoCommands } from './cli/demo';
import { addFrameworkCommands } from './cli/frameworks';
import { addLibraryCommands } from './cli/library';
import { addMigrateCommand } from './cli/migrate';
import { addRecountCommand } from './cli/recount';
import { addSchemaCommands } from './cli/schema';
import { addVendorCommands } from './cli/vendors';
import { inNfc } from './platform/nfc';
import { packageVersion } from './platform/package';

const ENVIRONMENT = 'DATA_DIR or DATABASE_URL selects the database, as for the server. LOG_LEVEL=debug shows more details of errors.';

const FAILED = 1;
const WRONG_USE = 2;

/** Options with text to store or search for; the others are paths, secrets and keywords. */
const TEXTS = ['name', 'email', 'description', 'frameworkVersion'];

function keepTextsInNfc(_program: Command, command: Command): void {
  for (const option of TEXTS) {
    const given: unknown = command.getOptionValue(option);
    if (given !== undefined) command.setOptionValue(option, inNfc(given));
  }
}

/** The operator's commands. They work alongside a running server, and are recorded as System. */
export function createProgram(output: OutputConfiguration = {}): Command {
  const program = new Command('npm run cli --').version(packageVersion());
  // Before adding the commands, because they inherit it: usage errors are thrown.
  program.exitOverride().configureOutput(output).hook('preAction', keepTextsInNfc);
  program.description('Vetgraph: administration commands').addHelpText('after', `\n${ENVIRONMENT}`);
  addMigrateCommand(program);
  addAdminCommands(program);
  addApiKeyCommands(program);
  addAuditCommands(program);
  addBackupCommands(program);
  addRecountCommand(program);
  addSchemaCommands(program);
  addLibraryCommands(program);
  addFrameworkCommands(program);
  addVendorCommands(program);
  addDemoCommands(program);
  return program;
}

/** Runs a command to its end, and sets the exit code: 0 if it is done or help was requested. */
export async function run(args: string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already printed its help or error.
      process.exitCode = error.exitCode === 0 ? 0 : WRONG_USE;
    } else {
      const { explain, isWrongUse } = await import('./cli/errors.js');
      console.error(explain(error));
      process.exitCode = isWrongUse(error) ? WRONG_USE : FAILED;
    }
  }
}

if (require.main === module) {
  // Whoever reads the output may have read enough of it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  void run(process.argv.slice(2));
}
