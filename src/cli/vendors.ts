import type { Command } from 'commander';
import type { VendorImportRow } from '../domains/vendor/vendor-import.inputs';
import { importVendors } from '../domains/vendor/vendor-import.service';
import { checkText } from '../graphql/text-input';
import { readImportFile } from './import-file';
import { asSystem, examples, print } from './run';

interface Options {
  dryRun?: boolean;
  allOrNothing?: boolean;
}

export function addVendorCommands(program: Command): void {
  program
    .command('vendors')
    .description('the portfolio')
    .command('import <file>')
    .description('make and change vendors by a CSV file; ends with 1 if a row is invalid')
    .option('--dry-run', 'only say what would happen')
    .option('--all-or-nothing', 'change nothing if one row is invalid')
    .addHelpText('after', examples('vendors import vendors.csv --dry-run', 'vendors import vendors.csv'))
    .action(importFile);
}

async function importFile(file: string, options: Options): Promise<void> {
  const csv = checkText(await readImportFile(file));
  const { rows, applied, created, updated, unchanged, invalid, ignoredColumns } = await asSystem((ctx) =>
    importVendors(ctx, { csv, ...options }),
  );
  print(...rows.map(rowText));
  if (ignoredColumns.length > 0) print(`Ignored columns: ${ignoredColumns.join(', ')}`);
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${invalid} invalid`;
  print(applied ? counts : `Nothing was changed. It would be: ${counts}`);
  if (invalid > 0) process.exitCode = 1;
}

function rowText({ line, outcome, name, externalId, errors, changedFields }: VendorImportRow): string {
  const who = [name, externalId && `(${externalId})`].filter(Boolean).join(' ');
  const faults = errors.map(({ column, message }) => [column, message].filter(Boolean).join(' '));
  const details = [...changedFields, ...faults].join('; ');
  return `line ${line}: ${outcome.toLowerCase()} ${who}${details ? `: ${details}` : ''}`;
}
