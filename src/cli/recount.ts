import type { Command } from 'commander';
import { recount } from '../domains/dashboard/recount';
import { asSystem, examples, print } from './run';

export function addRecountCommand(program: Command): void {
  program
    .command('recount')
    .description('recount dashboard figures and list totals after changing rows by hand')
    .addHelpText('after', examples('recount'))
    .action(async () => {
      await asSystem(({ database }) => recount(database));
      print('Recounted');
    });
}
