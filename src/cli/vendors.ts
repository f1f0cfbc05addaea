import { type Command, Option } from 'commander';
import { examples, later } from './command';

export function addVendorCommands(program: Command): void {
  program
    .command('vendors')
    .description('vendors')
    .command('import <file>')
    .description('create and update vendors from a CSV file; exits with 1 if a row is invalid')
    .option('--dry-run', 'only show what would happen')
    .option('--all-or-nothing', 'change nothing if any row is invalid')
    .addOption(
      new Option('--same-name <choice>', 'what to do with a row whose name already exists, in a vendor or an earlier row')
        .choices(['skip', 'update', 'create'])
        .default('skip'),
    )
    .addHelpText('after', examples('vendors import vendors.csv --dry-run', 'vendors import vendors.csv'))
    .action(later(async () => (await import('./actions/vendors.js')).importFile));
}
