import type { Command } from 'commander';
import { examples, later } from './command';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date, as the server does when it starts')
    .option('--check', 'change nothing; fail if a migration is pending')
    .addHelpText('after', examples('migrate', 'migrate --check'))
    .action(later(async () => (await import('./actions/migrate.js')).migrate));
}
