import type { Command } from 'commander';
import { examples, later } from './command';

export function addRecountCommand(program: Command): void {
  program
    .command('recount')
    .description('recount dashboard figures and list totals after changing rows by hand')
    .addHelpText('after', examples('recount'))
    .action(later(async () => (await import('./actions/recount.js')).recountAll));
}
