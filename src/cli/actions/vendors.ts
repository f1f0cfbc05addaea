import type { SameName, VendorImportRow } from '../../domains/portfolio/vendor-import.inputs';
import { importVendors } from '../../domains/portfolio/vendor-import.service';
import { checkText } from '../../graphql/text-input';
import { readImportFile } from './import-file';
import { asSystem, print } from './run';

interface Options {
  dryRun?: boolean;
  allOrNothing?: boolean;
  sameName: Lowercase<SameName>;
}

export async function importFile(file: string, { sameName, ...options }: Options): Promise<void> {
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
