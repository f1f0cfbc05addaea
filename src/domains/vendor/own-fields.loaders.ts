import type { Row } from '../../database/rows';
import type { Sql } from '../../database/sql';
import { groupBy, loader } from '../../graphql/engine/loaders';
import type { RequestContext } from '../../kernel/context';
import { badInput, type FieldMessages } from '../../kernel/errors';
import type { CsvCell } from '../../platform/csv';
import { currentSettings } from '../settings/settings.service';
import type { VendorField } from '../settings/vendor-fields';
import type { OwnFieldValue } from './own-field-value.entity';
import type { VendorFieldFilter, VendorFieldValue } from './own-fields.inputs';
import { cellOfValue, Misfit, readAs } from './own-fields.rules';
import * as store from './own-fields.store';

const storedValuesOf = loader<string, Pick<Row<OwnFieldValue>, 'key' | 'value'>[]>(async (vendorIds, ctx) => {
  const rows = groupBy(await ctx.database.query(store.ofVendors(vendorIds)), ({ vendorId }) => vendorId);
  return vendorIds.map((id) => rows.get(id) ?? []);
});

/** The own fields, in their order. */
async function ownFields(ctx: RequestContext): Promise<readonly VendorField[]> {
  return (await ctx.load(currentSettings, 'settings')).vendorFields;
}

/** What a vendor has in each of its own fields, in their order. */
export async function ownFieldsOf(ctx: RequestContext, vendorId: string): Promise<VendorFieldValue[]> {
  const fields = await ownFields(ctx);
  if (fields.length === 0) return [];
  const values = new Map((await ctx.load(storedValuesOf, vendorId)).map(({ key, value }) => [key, value]));
  return fields.map(({ key, label, kind }) => ({ key, label, kind, value: values.get(key) ?? null }));
}

/**
 * Own fields as columns of CSV: a function that gives the cells of a vendor, as importVendors reads them, in the order of the keys.
 * Two statements, however many vendors.
 */
export async function ownFieldCells(
  ctx: RequestContext,
  vendorIds: readonly string[],
): Promise<{ keys: string[]; cellsOf: (vendorId: string) => CsvCell[] }> {
  const fields = await ownFields(ctx);
  const keys = fields.map(({ key }) => key);
  if (fields.length === 0 || vendorIds.length === 0) return { keys, cellsOf: () => keys.map(() => null) };
  const rows = await ctx.database.query(store.ofVendors(vendorIds));
  const people = new Set(fields.filter(({ kind }) => kind === 'PERSON').map(({ key }) => key));
  const ids = [...new Set(rows.flatMap(({ key, value }) => (people.has(key) ? [value as string] : [])))];
  const users = ids.length > 0 ? await ctx.database.query(store.users(ids)) : [];
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  const byVendor = groupBy(rows, ({ vendorId }) => vendorId);
  return {
    keys,
    cellsOf(vendorId) {
      const values = new Map((byVendor.get(vendorId) ?? []).map(({ key, value }) => [key, value]));
      return fields.map((field) => cellOfValue(field, values.get(field.key), (id) => emails.get(id)));
    },
  };
}

/** Which kinds have a condition, where not all have. */
const ONLY: Readonly<Record<'contains' | 'from' | 'to', readonly string[]>> = {
  contains: ['TEXT'],
  from: ['NUMBER', 'DATE'],
  to: ['NUMBER', 'DATE'],
};

/** Each is a search of its own. */
const MOST_FILTERS = 100;

/** The conditions of a filter by own fields. */
export async function conditionsOf(ctx: RequestContext, filters: readonly VendorFieldFilter[]): Promise<Sql[]> {
  if (filters.length === 0) return [];
  if (filters.length > MOST_FILTERS) throw badInput({ 'filter.fields': `has more than ${MOST_FILTERS} entries` });
  const fields = new Map((await ownFields(ctx)).map((field) => [field.key, field]));
  const faults: FieldMessages = {};
  const asked = filters.flatMap((filter, i) => {
    const fail = (name: string, why: string) => void (faults[`filter.fields.${i}.${name}`] = why);
    const field = fields.get(filter.key);
    if (!field) return (fail('key', 'is no own field'), []);
    return [{ key: field.key, values: valuesAskedOf(field, filter, fail), isSet: filter.isSet }];
  });
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const conditions: Sql[] = [];
  for (const { key, values, isSet } of asked) {
    if (values.length > 0 || isSet) conditions.push(await having(ctx, key, values));
    if (isSet === false) conditions.push(await lacking(ctx, key));
  }
  return conditions;
}

function valuesAskedOf(field: VendorField, filter: VendorFieldFilter, fail: (name: string, why: string) => void): store.ValueCondition[] {
  return (['equals', 'contains', 'from', 'to'] as const).flatMap((name): store.ValueCondition[] => {
    const given = filter[name];
    if (given == null) return [];
    if (name !== 'equals' && !ONLY[name].includes(field.kind)) return (fail(name, `is only for ${ONLY[name].join(' and ')}`), []);
    try {
      return [{ [name]: name === 'contains' ? given : readAs(field, given) } as store.ValueCondition];
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      return (fail(name, error.message), []);
    }
  });
}

/** So many vendors are told one by one. */
const MOST_TOLD = 2_000;

/** What so many of those looked at first have isn't worth asking an index for. */
const LOOKED_AT = 200;
const OFTEN = 20;

/** A text in a field is looked for once, for a page and its total: texts are long, and how many contain one is hard to estimate. */
async function having(ctx: RequestContext, key: string, values: readonly store.ValueCondition[]): Promise<Sql> {
  const text = values.flatMap((value) => ('contains' in value ? [value.contains] : []))[0];
  if (text === undefined) return store.hasValue(key, values);
  // The past has no index.
  const parts = ctx.moment === undefined ? (await ctx.database.one(store.partsOf(text)))!.parts : null;
  if (parts !== null && (await ctx.database.one(store.amongFirst(key, values, LOOKED_AT)))!.count >= OFTEN) {
    return store.hasValueOften(key, values);
  }
  const found = await ctx.database.query(store.vendorsWith(key, values, parts, MOST_TOLD + 1));
  return found.length <= MOST_TOLD ? store.isOneOfVendors(found.map(({ vendorId }) => vendorId)) : store.hasValueOften(key, values);
}

/** Who has no value is as costly to tell where all have one as where few do: so those are looked for once, too. */
async function lacking(ctx: RequestContext, key: string): Promise<Sql> {
  const found = await ctx.database.query(store.vendorsWithout(key, MOST_TOLD + 1));
  return found.length <= MOST_TOLD ? store.isOneOfVendors(found.map(({ id }) => id)) : store.hasNoValue(key);
}
