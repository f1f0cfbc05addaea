import type { Command } from 'commander';
import { prepareDatabase } from '../bootstrap';
import { pendingMigrations } from '../database/migrate';
import { examples, print, withServices } from './run';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date, as the server does when it starts')
    .option('--check', 'change nothing; fail if a migration is pending')
    .addHelpText('after', examples('migrate', 'migrate --check'))
    .action(({ check }: { check?: boolean }) => (check ? checkSchema() : updateSchema()));
}

async function updateSchema(): Promise<void> {
  const ran = await withServices(prepareDatabase);
  print(...ran.map((name) => `Ran ${name}`), 'The schema is up to date');
}

async function checkSchema(): Promise<void> {
  const pending = await withServices(({ services }) => pendingMigrations(services.database));
  if (pending.length > 0) throw new Error(`Pending: ${pending.join(', ')}`);
  print('The schema is up to date');
}
