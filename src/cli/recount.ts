import type { Command } from 'commander';
import { recount } from '../domains/dashboard/recount';
import { asSystem, examples, print } from './run';

export function addRecountCommand(program: Command): void {
  program
    .command('recount')
    .description('count again what the dashboard and the totals of lists show, after rows were changed by hand')
    .addHelpText('after', examples('recount'))
    .action(async () => {
      await asSystem(({ database }) => recount(database));
      print('Everything is counted');
    });
}
