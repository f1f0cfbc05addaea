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
  if ('contains' in condition) {
    return sql`(select ${quicklyFolded('said')} from (select value #>> '{}' as said offset 0) t) like ${folded(sql`${containing(condition.contains)}::text`)}`;
  }
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

/** What the index of parts has: see the entity. */
const HAS_PARTS = rawSql(`jsonb_typeof(value) = 'string' and person_id is null`);
const PARTS = rawSql(`text_parts(value #>> '{}')`);

/** What the parts of a text match if it contains this one, as a tsquery; null if this one is too short to tell. */
export const partsOf = statement(
  'own-fields.partsOf',
  (text: string) => sql<{ parts: string | null }>`
    select string_agg(part, ' & ') as parts from (
      select '''' || regexp_replace(part, '([\\\\''])', '\\1\\1', 'g') || '''' || case length(part) when 2 then ':*' else '' end as part
      from (select part, max(length(part)) over () as longest from unnest(tsvector_to_array(text_parts(${text}::text))) as part) p
      where length(part) = longest and longest > 1) quoted`,
);

function valuesOf(key: string, conditions: readonly ValueCondition[]): Sql {
  return sql`from own_field_value where ${join([sql`key = ${key}`, ...conditions.map(valueIs)], ' and ')}`;
}

/** How many of the first so many values of a field fulfil all conditions: what many have is among them, without an index. */
export const amongFirst = statement(
  'own-fields.amongFirst',
  (key: string, conditions: readonly ValueCondition[], most: number) => sql<{ count: number }>`
    select count(*) as count from (select value from own_field_value where key = ${key} order by vendor_id limit ${most}) v
    where ${join(conditions.map(valueIs), ' and ')}`,
);

/** Up to so many vendors whose value of a field fulfils all conditions. With the parts of a text, an index is asked for these. */
export const vendorsWith = statement(
  'own-fields.vendorsWith',
  (key: string, conditions: readonly ValueCondition[], parts: string | null, most: number) =>
    sql<Pick<Row<OwnFieldValue>, 'vendorId'>>`
    select vendor_id as "vendorId" ${valuesOf(key, conditions)}
    ${parts === null ? sql`` : sql`and ${HAS_PARTS} and ${PARTS} @@ ${parts}::text::tsquery`} limit ${most}`.plannedAnew(),
);

export const isOneOfVendors = (ids: readonly string[]): Sql => sql`id = any(${ids}::uuid[])`;

/**
 * The vendors whose value of a field fulfils all conditions; without any, those that have one. That may be a few or nearly all, which
 * no plan suits alike.
 */
export function hasValue(key: string, conditions: readonly ValueCondition[]): Sql {
  return sql`id in (select vendor_id ${valuesOf(key, conditions)})`.plannedAnew();
}

/** The same where many are known to: PostgreSQL takes every other one for fit, and looks through the list until a page is full. */
export function hasValueOften(key: string, conditions: readonly ValueCondition[]): Sql {
  const fits = join(conditions.map(valueIs), ' and ');
  return sql`id in (select vendor_id from own_field_value where key = ${key} and case when ${fits} then true end)`.plannedAnew();
}

/** Up to so many vendors without a value in a field: of all vendors, in the order of their ids, as both indexes have them. */
export const vendorsWithout = statement('own-fields.vendorsWithout', (key: string, most: number) =>
  sql<Pick<Row<Vendor>, 'id'>>`
    select id from vendor except select vendor_id from own_field_value where key = ${key} limit ${most}`.plannedAnew(),
);

/** The same as a condition, where many have none. */
export const hasNoValue = (key: string): Sql =>
  sql`not exists (select 1 from own_field_value o where o.vendor_id = vendor.id and o.key = ${key})`;
