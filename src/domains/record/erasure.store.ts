import { ERASED, ERASED_ADDRESS } from '../../database/personal';
import type { Place } from './changes.store';
import type { PersonalColumn, PersonalTable } from '../../database/personal-table';
import { personalHashOf } from '../../database/record/capture';
import { RECORD_SCHEMA, type RecordTable } from '../../database/record/record-table';
import { foldedAddress, identifier, join, rawSql, type Sql, sql, statement } from '../../database/sql';
import { escapeHtml } from '../../platform/mail/text';

/** What is known of someone who is to be erased. */
export interface Person {
  id: string;
  /** Every name and address that the person has had. */
  names: string[];
  addresses: string[];
  /** Whether the record has versions of the user: it hasn't of one who was deleted before it began. */
  isRecorded: boolean;
}

/**
 * What there is of a user, living or deleted: in the table, in its versions and in the audit log. The name is the last one; null:
 * there is no such user. An address that another user has now is that user's.
 */
export const person = statement(
  'erasure.person',
  (id: string) => sql<Omit<Person, 'id'> & { name: string | null }>`
    with entry as materialized (
      select * from audit_entry where user_id = ${id} or entity_type = 'User' and entity_id = ${id}
    ), told as materialized (
      select name, email, 'infinity'::timestamptz as at, 4 as rank from app_user where id = ${id}
      union all select name, email, kept_since, 3 from record.app_user where id = ${id} and not kept_is_end
      union all select entity_name, null, created_at, 2 from entry where entity_type = 'User' and entity_id = ${id}
      union all select user_name, null, created_at, 1 from entry where user_id = ${id}
      union all select meta->'changed'->>'name', meta->'changed'->>'email', created_at, 0 from entry
        where action = 'UPDATE_USER' and entity_id = ${id}
      union all select null, meta->>'email', created_at, 0 from entry where action = 'LOGIN_FAILED' and entity_id = ${id}
    )
    select (select name from told where name is not null order by rank desc, at desc limit 1) as name,
      array(select distinct name from told where name <> ${ERASED}) as names,
      array(select distinct spelling from told cross join unnest(array[email, ${foldedAddress(rawSql('email'))}]) as spelling
        where spelling is not null and not exists (
          select 1 from app_user other where other.id <> ${id}
            and ${foldedAddress(rawSql('other.email'))} = ${foldedAddress(rawSql('told.email'))})) as addresses,
      exists (select 1 from record.app_user where id = ${id}) as "isRecorded"`,
);

/** Rows as they are now. Those of a table whose past is kept are named. */
export const eraseRows = statement('erasure.eraseRows', (table: PersonalTable, who: Person) => {
  const rows = sql`${identifier(table.name)} t`;
  const found = isOf(table, 't', who);
  if (table.isRemoved) return sql<{ id: string }>`delete from ${rows} where ${found}`;
  const erased = replacements(table.columns, 't', who);
  if (!table.isKept) return sql<{ id: string }>`update ${rows} set ${erased} where ${found}`;
  const revised = table.isRevised ? rawSql(', revision = revision + 1, updated_at = now()') : sql``;
  return sql<{ id: string }>`update ${rows} set ${erased}${revised} where ${found} returning t.id`.writesGiven(table.entity);
});

/**
 * Versions: the hash of what is erased is kept instead, and tells nothing without its salt. Gives the places of the entries that
 * tell what the person was called: those that wrote a version, and those that replaced it.
 */
export const eraseVersions = statement('erasure.eraseVersions', (table: PersonalTable, record: RecordTable, who: Person) => {
  const isSameRow = rawSql(record.key.map(({ name }) => `n."${name}" = e."${name}"`).join(' and '));
  return sql<Place>`
    with erased as (
      update ${record.versions} v set ${replacements(table.columns, 'v', who)}, kept_hash = ${personalHashOf(record, 'v')},
        kept_personal_salt = null
      where not v.kept_is_end and (${isOf(table, 'v', who)})
      returning ${record.listed('v', record.key)}, v.kept_lane, v.kept_seq, v.kept_until
    )
    select kept_lane as lane, kept_seq::text as seq from erased
    union all
    select n.kept_lane, n.kept_seq::text from ${record.versions} n join erased e on ${isSameRow} and n.kept_since = e.kept_until`;
});

/** Whether a row, or a version of one, names the person. */
function isOf(table: PersonalTable, alias: string, who: Person): Sql {
  const column = (name: string) => sql`${rawSql(alias)}.${identifier(name)}`;
  if (table.of) {
    // The reference went with the user: what it was is in earlier versions, or nowhere if that was before the record.
    const names = table.columns.filter(({ told }) => told === 'name').map(({ name }) => sql`${column(name)} = any(${who.names}::text[])`);
    const versions = sql`${identifier(RECORD_SCHEMA)}.${identifier(table.name)}`;
    return sql`(${column(table.of)} = ${who.id} or ${column(table.of)} is null and (${join(names, ' or ')}) and (${
      who.isRecorded ? sql`${column('id')} in (select o.id from ${versions} o where o.${identifier(table.of)} = ${who.id})` : rawSql('true')
    }))`;
  }
  if (table.at) return sql`${foldedAddress(column(table.at))} = any(${who.addresses}::text[])`;
  // What is deleted names the person by an address: a name may be any word.
  const wanted = table.isRemoved ? { ...who, names: [] } : who;
  const mentions = table.columns.flatMap(({ name, told }) =>
    told === 'addresses'
      ? sql`exists (select 1 from unnest(${column(name)}) as a where ${isAddressOf('a', who)})`
      : patternsFor(told, wanted).map(({ pattern }) => sql`${column(name)} ~* ${pattern}`),
  );
  return sql`(${mentions.length > 0 ? join(mentions, ' or ') : rawSql('false')})`;
}

const isAddressOf = (column: string, { addresses }: Person) => sql`${foldedAddress(rawSql(column))} = any(${addresses}::text[])`;

function replacements(columns: readonly PersonalColumn[], alias: string, who: Person): Sql {
  return join(
    columns.map(({ name, told }) => {
      const column = sql`${rawSql(alias)}.${identifier(name)}`;
      return sql`${identifier(name)} = ${told === 'addresses' ? listWithout(column, alias === 'v', who) : replacementOf(column, told, who)}`;
    }),
    ', ',
  );
}

/** What is null stays so. */
function replacementOf(column: Sql, told: PersonalColumn['told'], who: Person): Sql {
  if (told === 'name' || told === 'id') return sql`case when ${column} is not null then ${ERASED}::text end`;
  if (told === 'address') return sql`case when ${column} is not null then ${ERASED_ADDRESS}::text end`;
  return patternsFor(told, who).reduce(
    (text, { pattern, replacement, flags }) => sql`regexp_replace(${text}, ${pattern}, ${replacement}, ${flags})`,
    column,
  );
}

/** From now on nothing is sent to the person; what was in the past tells that there was somebody. */
function listWithout(column: Sql, isPast: boolean, who: Person): Sql {
  const isTheirs = isAddressOf('a', who);
  const left = isPast
    ? sql`case when ${isTheirs} then ${ERASED_ADDRESS}::text else a end from unnest(${column}) with ordinality as u(a, n)`
    : sql`a from unnest(${column}) with ordinality as u(a, n) where not ${isTheirs}`;
  return sql`array(select ${left} order by n)`;
}

interface Pattern {
  pattern: string;
  replacement: string;
  flags: string;
}

/** Regular expressions that find names and addresses, as whole words; in JSON, as whole texts. */
function patternsFor(told: PersonalColumn['told'], { names, addresses }: Person): Pattern[] {
  const patternOf = (texts: string[], replacement: string, flags: string): Pattern[] => {
    if (texts.length === 0) return [];
    const written = texts.map((text) => (told === 'html' ? escapeHtml(text) : told === 'json' ? JSON.stringify(text) : text));
    // The longest first: one may begin with another.
    const found = written.sort((a, b) => b.length - a.length).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    // What names a member is no text.
    if (told === 'json') return [{ pattern: `(?:${found.join('|')})(?!\\s*:)`, replacement: JSON.stringify(replacement), flags }];
    return [{ pattern: `(?<!\\w)(?:${found.join('|')})(?!\\w)`, replacement, flags }];
  };
  return [...patternOf(addresses, ERASED_ADDRESS, 'gi'), ...patternOf(names, ERASED, 'g')];
}
