import type { Command } from 'commander';
import { examples, later } from './command';

export function addLibraryCommands(program: Command): void {
  const library = program.command('library').description('built-in frameworks and questionnaires');

  library
    .command('list')
    .description('list them and show which are installed')
    .addHelpText('after', examples('library list'))
    .action(later(async () => (await import('./actions/library.js')).list));

  library
    .command('load [key...]')
    .description('install missing items: all, or the given keys')
    .addHelpText('after', examples('library load', 'library load soc-2 security-baseline'))
    .action(later(async () => (await import('./actions/library.js')).load));

  library
    .command('upgrade [key...]')
    .description("update installed items to this server's edition: all, or the given keys")
    .option('--check', 'only show what would be upgraded; exits with 1 if anything would')
    .addHelpText('after', examples('library upgrade --check', 'library upgrade iso-27001-2022'))
    .action(later(async () => (await import('./actions/library.js')).upgrade));
}
