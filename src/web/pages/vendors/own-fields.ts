import { useApiQuery } from '../../api/hooks';
import { date, count, NONE } from '../../components/format';
import type { VendorQuery } from './vendor.generated';
import { VendorFieldsDocument, type VendorFieldsQuery } from './own-fields.generated';

/** The organisation's own fields of vendors: their values in forms, and in words. */

export type OwnField = VendorFieldsQuery['settings']['vendorFields'][number];
type OwnValue = NonNullable<VendorQuery['vendor']>['fields'][number];

const NO_FIELDS: OwnField[] = [];

/** Those that the settings have, in their order; none until they are loaded, or where they aren't wanted. */
export function useOwnFields(isWanted = true): OwnField[] {
  return useApiQuery(VendorFieldsDocument, {}, { enabled: isWanted }).data?.settings.vendorFields ?? NO_FIELDS;
}

/** The value of a form's field: what an input holds. */
type FormValue = string | number | null;

const EMPTY: Record<OwnField['kind'], FormValue> = { TEXT: '', NUMBER: '', DATE: '', CHOICE: null, YES_NO: null, PERSON: null };

/** For a form: by key, empty where the vendor has none. */
export function formValues(fields: readonly Pick<OwnField, 'key' | 'kind'>[], values: readonly OwnValue[]): Record<string, FormValue> {
  const given = new Map(values.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    fields.map(({ key, kind }) => {
      const value = given.get(key) as string | number | boolean | null | undefined;
      return [key, value == null ? EMPTY[kind] : typeof value === 'boolean' ? String(value) : value];
    }),
  );
}

/** As mutation input: empty values clear. */
export function fieldsInput(fields: readonly Pick<OwnField, 'key' | 'kind'>[], values: Record<string, FormValue>): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ key, kind }) => {
      const value = values[key] ?? null;
      return [key, value === '' || value === null ? null : kind === 'YES_NO' ? value === 'true' : value];
    }),
  );
}

/** A value in words. */
export function ownText({ kind, value, person }: OwnValue): string {
  if (value === null || value === undefined) return NONE;
  if (kind === 'PERSON') return person?.name ?? NONE;
  if (kind === 'YES_NO') return value ? 'Yes' : 'No';
  if (kind === 'DATE') return date(String(value));
  return kind === 'NUMBER' ? count(value as number) : String(value);
}
