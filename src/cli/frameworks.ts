import type { Command } from 'commander';
import { examples, later } from './command';

export function addFrameworkCommands(program: Command): void {
  program
    .command('framework')
    .description('compliance frameworks')
    .command('import <file>')
    .description('import a framework from a file: JSON (own format, or a NIST OSCAL catalog), YAML or CSV, up to 32 MiB')
    .option('--name <name>', 'name, for CSV (default: the file name)')
    .option('--framework-version <version>', 'version, for CSV')
    .option('--description <text>', 'description, for CSV')
    .addHelpText(
      'after',
      examples('framework import NIST_SP-800-53_rev5_catalog.json', 'framework import controls.csv --name "Our controls"'),
    )
    .action(later(async () => (await import('./actions/frameworks.js')).importFile));
}
