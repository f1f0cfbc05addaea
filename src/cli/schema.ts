import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { emitSdl } from '../graphql/build-schema';
import { buildGraphQLSchema } from '../schema';
import { packageRoot } from '../platform/package';
import { examples, print } from './run';

export function addSchemaCommands(program: Command): void {
  program
    .command('schema')
    .description('the GraphQL schema file')
    .command('emit')
    .description('write schema/schema.graphql from the code; needs no database')
    .option('--check', 'write nothing; fail if the file is out of date')
    .option('--file <file>', 'another file', path.join(packageRoot(), 'schema/schema.graphql'))
    .addHelpText('after', examples('schema emit', 'schema emit --check'))
    .action(emit);
}

async function emit({ check, file }: { check?: boolean; file: string }): Promise<void> {
  const sdl = emitSdl(buildGraphQLSchema());
  if (!check) await writeFile(file, sdl);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== sdl) {
    throw new Error(`${file} is out of date: run "schema emit" and commit the file`);
  }
  print(`${file} is up to date`);
}
