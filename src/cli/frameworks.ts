import type { Command } from 'commander';
import { frameworkById, importFrameworkFile, importSource } from '../domains/framework/framework.service';
import type { RequestContext } from '../kernel/context';
import { readImportFile } from './import-file';
import { asSystem, examples, print } from './run';

interface Details {
  name?: string;
  frameworkVersion?: string;
  description?: string;
}

export function addFrameworkCommands(program: Command): void {
  program
    .command('framework')
    .description('compliance frameworks')
    .command('import <file>')
    .description('import a framework from a file: JSON (own format, or a NIST OSCAL catalog), YAML or CSV, up to 32 MiB')
    .option('--name <name>', 'name, for CSV (default: the file name)')
    .option('--framework-version <version>', 'version, for CSV')
    .option('--description <text>', 'description, for CSV')
    .addHelpText(
      'after',
      examples('framework import NIST_SP-800-53_rev5_catalog.json', 'framework import controls.csv --name "Our controls"'),
    )
    .action((file: string, details: Details) => asSystem((ctx) => importFile(ctx, file, details)));
}

async function importFile(ctx: RequestContext, file: string, { frameworkVersion: version, ...details }: Details) {
  const bytes = await readImportFile(file);
  const fileName = file.split(/[\\/]/).at(-1)!;
  const id = /\.ya?ml$/i.test(file)
    ? await importSource(ctx, { format: 'yaml', content: bytes })
    : await importFrameworkFile(ctx, { fileName, bytes, version, ...details });
  const { name, controlCount } = (await ctx.load(frameworkById, id))!;
  print(`Imported: ${name}, ${controlCount} controls`);
}
