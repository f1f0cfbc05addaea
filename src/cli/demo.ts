import type { Command } from 'commander';
import { examples, later } from './command';

export function addDemoCommands(program: Command): void {
  program
    .command('demo')
    .description('sample data')
    .command('load')
    .description('load the demo portfolio into a database without vendors and assessments')
    .option('--vendors <n>', 'how many vendors, 1 to 100,000; beyond 40, five assessments each', '40')
    .option('--seed <text>', 'seed for the made-up data; the same seed gives the same data for a day', '1')
    .addHelpText('after', examples('demo load', 'demo load --vendors 100000 --seed big'))
    .action(later(async () => (await import('./actions/demo.js')).load));
}
