import path from 'node:path';
import type { Command } from 'commander';
import { packageRoot } from '../platform/package';
import { examples, later } from './command';

export function addSchemaCommands(program: Command): void {
  program
    .command('schema')
    .description('the GraphQL schema file')
    .command('emit')
    .description('write schema/schema.graphql from the code; needs no database')
    .option('--check', 'write nothing; fail if the file is out of date')
    .option('--file <file>', 'another file', path.join(packageRoot(), 'schema/schema.graphql'))
    .addHelpText('after', examples('schema emit', 'schema emit --check'))
    .action(later(async () => (await import('./actions/schema.js')).emit));
}
