import type { Command } from 'commander';
import { administratorLines, makeFirstAdministrator } from '../bootstrap';
import { loadDemo } from '../library/demo/load';
import { asSystem, examples, print } from './run';

export function addDemoCommands(program: Command): void {
  program
    .command('demo')
    .description('a portfolio to try things with')
    .command('load')
    .description('load the demo portfolio into an empty database')
    .addHelpText('after', examples('demo load'))
    .action(load);
}

async function load(): Promise<void> {
  await asSystem(async (ctx) => {
    // Nobody knows the passwords of the demo's users. With them alone, nobody could sign in.
    const administrator = await makeFirstAdministrator(ctx.services);
    if (administrator) print(...administratorLines(administrator));
    print(`Demo: ${await loadDemo(ctx)}`);
  });
}
