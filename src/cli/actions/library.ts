import { type LibraryEntry, listLibrary, loadLibrary, upgradeLibrary } from '../../library/library';
import { asSystem, print } from './run';

export function list(): Promise<void> {
  return asSystem(async (ctx) => printEntries(await listLibrary(ctx)));
}

export function load(keys: string[]): Promise<void> {
  return asSystem(async (ctx) => report('Installed', await loadLibrary(ctx, keys)));
}

export async function upgrade(keys: string[], { check = false }: { check?: boolean }): Promise<void> {
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
