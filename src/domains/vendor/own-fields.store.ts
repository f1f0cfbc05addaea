import { type Row } from '../../database/rows';
import { containing, folded, isOneOf, join, quicklyFolded, rawSql, type Sql, sql, statement } from '../../database/sql';
import type { User } from '../user/user.entity';
import { OwnFieldValue } from './own-field-value.entity';
import { Vendor } from './vendor.entity';

/** What vendors have in their own fields. */
export const ofVendors = statement(
  'own-fields.ofVendors',
  (vendorIds: readonly string[]) => sql<Pick<Row<OwnFieldValue>, 'vendorId' | 'key' | 'value'>>`
    select vendor_id as "vendorId", key, value from own_field_value where vendor_id ${isOneOf(vendorIds, 'uuid')}`,
);

/** Which of these ids are users. */
export const users = statement(
  'own-fields.users',
  (ids: readonly string[]) => sql<Pick<Row<User>, 'id' | 'email'>>`select id, email from app_user where id ${isOneOf(ids, 'uuid')}`,
);

/** A value to be written. */
export interface WrittenValue {
  vendorId: string;
  key: string;
  value: unknown;
  personId: string | null;
}

export const write = statement('own-fields.write', (values: readonly WrittenValue[]) =>
  sql<never>`
    insert into own_field_value (vendor_id, key, value, person_id)
    select "vendorId", key, value, "personId"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given("vendorId" uuid, key text, value jsonb, "personId" uuid)
    on conflict (vendor_id, key) do update set value = excluded.value, person_id = excluded.person_id`.writes(OwnFieldValue, {
    vendorId: [...new Set(values.map(({ vendorId }) => vendorId))],
  }),
);

export const clear = statement('own-fields.clear', (cleared: readonly { vendorId: string; key: string }[]) =>
  sql<never>`
    delete from own_field_value v
    using jsonb_to_recordset(${JSON.stringify(cleared)}::jsonb) as given("vendorId" uuid, key text)
    where v.vendor_id = given."vendorId" and v.key = given.key`.removes(OwnFieldValue, {
    vendorId: [...new Set(cleared.map(({ vendorId }) => vendorId))],
  }),
);

/** A change of own fields alone is one of the vendor, too. */
export const reviseVendor = statement('own-fields.reviseVendor', (id: string) =>
  sql<never>`update vendor set revision = revision + 1, updated_at = now() where id = ${id}`.writes(Vendor, { id }),
);

/** What indexes have: see the entity. */
const INDEXED = 100;
const TEXT = rawSql(`left(value #>> '{}', 100) collate "C"`);
const NUMBER = rawSql(`(case when jsonb_typeof(value) = 'number' then value::numeric end)`);

/** A condition on the value of a field. */
export type ValueCondition =
  { equals: string | number | boolean } | { contains: string } | { from: string | number } | { to: string | number };

function valueIs(condition: ValueCondition): Sql {
  if ('contains' in condition)
    return sql`(select ${quicklyFolded('said')} from (select value #>> '{}' as said offset 0) t) like ${folded(sql`${containing(condition.contains)}::text`)}`;
  if ('equals' in condition) {
    const { equals } = condition;
    if (typeof equals === 'number') return sql`${NUMBER} = ${equals}::numeric`;
    const text = String(equals);
    const isText = sql`${TEXT} = left(${text}::text, 100) collate "C"`;
    // What is shorter is told by that alone: with another condition PostgreSQL would expect far fewer rows.
    return [...text].length < INDEXED ? isText : sql`${isText} and value = ${JSON.stringify(equals)}::jsonb`;
  }
  const [bound, operator] = 'from' in condition ? [condition.from, '>='] : [condition.to, '<='];
  if (typeof bound === 'number') return sql`${NUMBER} ${rawSql(operator)} ${bound}::numeric`;
  return sql`${TEXT} ${rawSql(operator)} ${bound}::text collate "C"`;
}

/**
 * The vendors whose value of a field fulfils all conditions; without any, those that have one. That may be a few or nearly all, which
 * no plan suits alike.
 */
export function hasValue(key: string, conditions: readonly ValueCondition[]): Sql {
  const all = join([sql`key = ${key}`, ...conditions.map(valueIs)], ' and ');
  return sql`id in (select vendor_id from own_field_value where ${all})`.plannedAnew();
}

export const hasNoValue = (key: string): Sql =>
  sql`not exists (select 1 from own_field_value o where o.vendor_id = vendor.id and o.key = ${key})`;
