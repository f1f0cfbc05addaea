import { frameworkById, importFrameworkFile, importSource } from '../../domains/framework/framework.service';
import type { RequestContext } from '../../kernel/context';
import { readImportFile } from './import-file';
import { asSystem, print } from './run';

interface Details {
  name?: string;
  frameworkVersion?: string;
  description?: string;
}

export function importFile(file: string, details: Details): Promise<void> {
  return asSystem((ctx) => importInto(ctx, file, details));
}

async function importInto(ctx: RequestContext, file: string, { frameworkVersion: version, ...details }: Details) {
  const bytes = await readImportFile(file);
  const fileName = file.split(/[\\/]/).at(-1)!;
  const id = /\.ya?ml$/i.test(file)
    ? await importSource(ctx, { format: 'yaml', content: bytes })
    : await importFrameworkFile(ctx, { fileName, bytes, version, ...details });
  const { name, controlCount } = (await ctx.load(frameworkById, id))!;
  print(`Imported: ${name}, ${controlCount} controls`);
}
