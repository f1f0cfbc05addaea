import type { Command } from 'commander';
import { type LibraryEntry, listLibrary, loadLibrary, upgradeLibrary } from '../library/library';
import { asSystem, examples, print } from './run';

export function addLibraryCommands(program: Command): void {
  const library = program.command('library').description('the frameworks and questionnaires that come with the server');

  library
    .command('list')
    .description('show them, and what is installed')
    .addHelpText('after', examples('library list'))
    .action(() => asSystem(async (ctx) => printEntries(await listLibrary(ctx))));

  library
    .command('load [key...]')
    .description('install what is not installed: all, or those with a key')
    .addHelpText('after', examples('library load', 'library load soc-2 security-baseline'))
    .action((keys: string[]) => asSystem(async (ctx) => report('Installed', await loadLibrary(ctx, keys))));

  library
    .command('upgrade [key...]')
    .description('bring what is installed to the edition of this server: all, or those with a key')
    .option('--check', 'only say what would be upgraded; ends with 1 if there is something')
    .addHelpText('after', examples('library upgrade --check', 'library upgrade iso-27001-2022'))
    .action(upgrade);
}

async function upgrade(keys: string[], { check = false }: { check?: boolean }): Promise<void> {
  await asSystem(async (ctx) => {
    if (!check) return report('Upgraded', await upgradeLibrary(ctx, keys));
    const entries = (await listLibrary(ctx, keys)).filter(({ upgradeAvailable }) => upgradeAvailable);
    report('To upgrade', entries);
    if (entries.length > 0) process.exitCode = 1;
  });
}

function report(what: string, entries: LibraryEntry[]): void {
  if (entries.length === 0) print(`${what}: nothing`);
  for (const { kind, key, edition } of entries) print(`${what}: ${kind.toLowerCase()} ${key}, edition ${edition}`);
}

function printEntries(entries: LibraryEntry[]): void {
  for (const { kind, key, edition, name, version, installed, upgradeAvailable } of entries) {
    const title = [name, version].filter(Boolean).join(' ');
    const state = installed ? `installed, edition ${installed.edition}` : 'not installed';
    const hint = upgradeAvailable ? `; edition ${edition} is there` : '';
    print(`${kind.toLowerCase().padEnd(13)} ${key.padEnd(20)} ${title}: ${state}${hint}`);
  }
}
