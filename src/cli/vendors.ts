import { type Command, Option } from 'commander';
import type { SameName, VendorImportRow } from '../domains/portfolio/vendor-import.inputs';
import { importVendors } from '../domains/portfolio/vendor-import.service';
import { checkText } from '../graphql/text-input';
import { readImportFile } from './import-file';
import { asSystem, examples, print } from './run';

interface Options {
  dryRun?: boolean;
  allOrNothing?: boolean;
  sameName: Lowercase<SameName>;
}

export function addVendorCommands(program: Command): void {
  program
    .command('vendors')
    .description('vendors')
    .command('import <file>')
    .description('create and update vendors from a CSV file; exits with 1 if a row is invalid')
    .option('--dry-run', 'only show what would happen')
    .option('--all-or-nothing', 'change nothing if any row is invalid')
    .addOption(
      new Option('--same-name <choice>', 'what to do with a row whose name already exists, in a vendor or an earlier row')
        .choices(['skip', 'update', 'create'])
        .default('skip'),
    )
    .addHelpText('after', examples('vendors import vendors.csv --dry-run', 'vendors import vendors.csv'))
    .action(importFile);
}

async function importFile(file: string, { sameName, ...options }: Options): Promise<void> {
  const csv = checkText(await readImportFile(file), 'CSV');
  const { rows, applied, created, updated, unchanged, skipped, invalid, ignoredColumns } = await asSystem((ctx) =>
    importVendors(ctx, { csv, ...options, sameName: sameName.toUpperCase() as SameName }),
  );
  print(...rows.map(rowText));
  if (ignoredColumns.length > 0) print(`Ignored columns: ${ignoredColumns.join(', ')}`);
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped, ${invalid} invalid`;
  print(applied ? counts : `Nothing was changed. Would be: ${counts}`);
  if (invalid > 0) process.exitCode = 1;
}

function rowText({ line, outcome, name, externalId, errors, changedFields, sameNameVendorIds, sameNameLine }: VendorImportRow): string {
  const who = [name, externalId && `(${externalId})`].filter(Boolean).join(' ');
  const faults = errors.map(({ column, message }) => [column, message].filter(Boolean).join(' '));
  const same =
    sameNameVendorIds.length > 0 ? ['a vendor with this name exists'] : sameNameLine ? [`same name as line ${sameNameLine}`] : [];
  const details = [...changedFields, ...faults, ...same].join('; ');
  return `line ${line}: ${outcome.toLowerCase()} ${who}${details ? `: ${details}` : ''}`;
}
