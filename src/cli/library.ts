import type { Command } from 'commander';
import { type LibraryEntry, listLibrary, loadLibrary, upgradeLibrary } from '../library/library';
import { asSystem, examples, print } from './run';

export function addLibraryCommands(program: Command): void {
  const library = program.command('library').description('built-in frameworks and questionnaires');

  library
    .command('list')
    .description('list them and show which are installed')
    .addHelpText('after', examples('library list'))
    .action(() => asSystem(async (ctx) => printEntries(await listLibrary(ctx))));

  library
    .command('load [key...]')
    .description('install missing items: all, or the given keys')
    .addHelpText('after', examples('library load', 'library load soc-2 security-baseline'))
    .action((keys: string[]) => asSystem(async (ctx) => report('Installed', await loadLibrary(ctx, keys))));

  library
    .command('upgrade [key...]')
    .description("update installed items to this server's edition: all, or the given keys")
    .option('--check', 'only show what would be upgraded; exits with 1 if anything would')
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
    const hint = upgradeAvailable ? `; edition ${edition} is available` : '';
    print(`${kind.toLowerCase().padEnd(13)} ${key.padEnd(20)} ${title}: ${state}${hint}`);
  }
}
