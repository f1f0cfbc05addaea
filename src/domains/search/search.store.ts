import type { EntityClass } from '@mikro-orm/core';
import { isListedVendor, isOfListed } from '../../database/listed';
import { nameWordsOf, type Searched, searchedIn, COMPARED, titleOf, wordsOf } from '../../database/searched';
import { join, rawSql, type Sql, sql, statement } from '../../database/sql';
import { Assessment } from '../assessment/assessment.entity';
import { STATUS_LABELS } from '../assessment/assessment.rules';
import { Finding } from '../finding/finding.entity';
import { FINDING_STATUS_LABELS } from '../finding/finding.rules';
import { Control } from '../framework/control.entity';
import { Template } from '../template/template.entity';
import { User } from '../user/user.entity';
import { Vendor } from '../vendor/vendor.entity';
import { SearchType } from './search.types';

/** What a row found says. Only controls have a code, and the framework that they are of. */
interface Found {
  id: string;
  title: string;
  subtitle: string | null;
  code: string | null;
  frameworkId: string | null;
}

interface Parent {
  readonly table: string;
  readonly key: string;
}

/** How things of a type are found. The row is called t, that which it belongs to p. */
interface Source {
  readonly entity: EntityClass<object>;
  readonly subtitle: string;
  /** What it belongs to, by whose name it is found as well. */
  readonly parent?: Parent;
  /** The order in which to look through the first ones, where there are many: an index has it. */
  readonly order?: string;
  readonly onlyIf?: Sql;
}

const OF_VENDOR = { table: 'vendor', key: 'vendor_id' };

/** What people read of a column. */
function labelled(column: string, labels: Record<string, string>): string {
  const cases = Object.entries(labels).map(([value, label]) => `when '${value}' then '${label}'`);
  return `case ${column} ${cases.join(' ')} end`;
}

const SOURCES: Record<SearchType, Source> = {
  VENDOR: {
    entity: Vendor,
    subtitle: 'coalesce(t.external_id, t.website, t.contact_email)',
    order: 'lower(name), id',
    onlyIf: isListedVendor('t'),
  },
  ASSESSMENT: {
    entity: Assessment,
    subtitle: `concat_ws(' · ', p.name, ${labelled('t.status', STATUS_LABELS)}, to_char(t.created_at at time zone 'UTC', 'Mon YYYY'))`,
    parent: OF_VENDOR,
    order: 'created_at desc, id desc',
    onlyIf: isOfListed('t'),
  },
  FINDING: {
    entity: Finding,
    subtitle: `concat_ws(' · ', p.name, initcap(t.severity), ${labelled('t.status', FINDING_STATUS_LABELS)})`,
    parent: OF_VENDOR,
    order: 'rank, created_at desc, id desc',
    onlyIf: isOfListed('t'),
  },
  CONTROL: {
    entity: Control,
    subtitle: `concat_ws(' · ', t.code, p.name, p.version)`,
    parent: { table: 'framework', key: 'framework_id' },
    onlyIf: rawSql('not t.is_retired'),
  },
  TEMPLATE: {
    entity: Template,
    subtitle: `'Version ' || t.version || ' · ' || lower(t.status)`,
    onlyIf: rawSql(`t.kind = 'QUESTIONNAIRE'`),
  },
  PERSON: { entity: User, subtitle: 't.email', onlyIf: rawSql('not t.is_disabled') },
};

const searched = (type: SearchType): Searched => searchedIn(SOURCES[type].entity);

export const parentOf = (type: SearchType) => SOURCES[type].parent?.table;

/** Whether there may be so many that the first ones tell how to find more. */
export const areMany = (type: SearchType) => SOURCES[type].order !== undefined;

function columnsOf(type: SearchType): Sql {
  const { subtitle } = SOURCES[type];
  const control = type === SearchType.CONTROL ? 't.code, t.framework_id' : 'null::text as code, null::uuid';
  return rawSql(`t.id, t."${searched(type).title}" as title, ${subtitle} as subtitle, ${control} as "frameworkId"`);
}

function from(type: SearchType, rows: Sql = rawSql(`"${searched(type).table}"`)): Sql {
  const { parent } = SOURCES[type];
  return sql`from ${rows} t ${rawSql(parent ? `join "${parent.table}" p on p.id = t."${parent.key}"` : '')}`;
}

const isShown = (type: SearchType) => SOURCES[type].onlyIf ?? rawSql('true');

/** The words of a thing together with those of the name of what it belongs to. */
const wholeWordsOf = (type: SearchType) => wordsOf(searched(type), 't', ...(SOURCES[type].parent ? ['p."name"'] : []));

const holds = (words: string, query: string): Sql => sql`${rawSql(words)} @@ ${query}::text::tsquery`;

/** No character comes after this one. */
const LAST = '\u{10FFFF}';

/** Those whose title begins with the text, given as its words: first those that equal it. Rows are taken as the index has them. */
export const titles = statement('search.titles', (type: SearchType, text: string, most: number) => {
  const title = rawSql(titleOf(searched(type), 't'));
  const whole = rawSql(`searchable(t."${searched(type).title}")`);
  const start = [...text].slice(0, COMPARED).join('');
  const longer = start === text ? rawSql('true') : sql`starts_with(${whole}, ${text}::text)`;
  return sql<Found & { isEqual: boolean }>`
    select ${columnsOf(type)}, ${whole} = ${text} as "isEqual" ${from(
      type,
      sql`(select t.* from ${rawSql(`"${searched(type).table}"`)} t
        where ${title} >= ${start} and ${title} < ${start + LAST} and ${longer} and ${isShown(type)} order by ${title} limit ${most})`,
    )}`.plannedAnew();
});

/** How many are looked at first: what many have is among them, without an index. */
const LOOKED_AT = 120;

/** Those that come first: whether the query holds, and which of its conditions do. */
export const first = statement('search.first', (type: SearchType, query: string, conditions: readonly string[]) => {
  const { order = 'id' } = SOURCES[type];
  const rows = sql`(select * from ${rawSql(`"${searched(type).table}"`)} order by ${rawSql(order)} limit ${LOOKED_AT})`;
  return sql<Found & { isFound: boolean; hits: number[] }>`
    select ${columnsOf(type)}, w.words @@ ${query}::text::tsquery and ${isShown(type)} as "isFound",
      array(select c.place::int from unnest(${conditions}::text[]) with ordinality as c (condition, place)
        where w.words @@ c.condition::tsquery) as hits
    ${from(type, rows)} cross join lateral (select ${rawSql(wholeWordsOf(type))} as words offset 0) w`;
});

/** What so many have in their names is looked for among what has the other words. */
const OFTEN = 1_000;

/** Which of the conditions hold for the name of something that others belong to, and whether for many. */
export const inNames = statement('search.inNames', (table: 'vendor' | 'framework', conditions: readonly string[]) => {
  const words = rawSql(nameWordsOf({ table, title: 'name' }, 'p'));
  return sql<{ place: number; isOften: boolean }>`
    select c.place::int as place, n.count > ${OFTEN} as "isOften" from unnest(${conditions}::text[]) with ordinality as c (condition, place)
    cross join lateral (
      select count(*) from (select 1 from ${rawSql(table)} p where ${words} @@ c.condition::tsquery limit ${OFTEN + 1}) s
    ) n where n.count > 0`;
});

/**
 * A way to find things: what holds for the name of what they belong to, and what for themselves. Of the latter, an index is asked for
 * what is rare; the rest is checked.
 */
export interface Way {
  named: string | null;
  own: string | null;
  rare: string | null;
  /** Whether the name holds for so many that the others are asked first. */
  isNamedOften: boolean;
}

/** So many things that have the rare words are checked for the others. */
const CHECKED = 500;

function having(type: SearchType, named: string | null, own: string | null): Sql {
  const { parent } = SOURCES[type];
  const conditions = [isShown(type)];
  if (own) conditions.push(holds(wordsOf(searched(type), 't'), own));
  if (parent && named) {
    const { table, key } = parent;
    const names = nameWordsOf({ table, title: 'name' }, 'p');
    conditions.push(sql`t.${rawSql(key)} = any(array(select p.id from ${rawSql(table)} p where ${holds(names, named)}))`);
  }
  return sql`from ${rawSql(`"${searched(type).table}"`)} t where ${join(conditions, ' and ')}`;
}

/**
 * Up to so many of these, by an index. Planned as if all were wanted: for the first few alone PostgreSQL would read a table from its
 * start, if it takes words for less rare than they are, as it does with many synonyms.
 */
const upTo = (most: number, columns: string, rows: Sql): Sql =>
  sql`(with f as materialized (select ${rawSql(columns)} ${rows}) select * from f limit ${most})`;

/** Those among the first that have the rare words of their own whose names fit as well. */
function among(
  type: SearchType,
  { table, key }: Parent,
  { named, own, rare }: { named: string; own: string; rare: string },
  most: number,
): Sql {
  const names = nameWordsOf({ table, title: 'name' }, 'p');
  return sql`(select t.id from ${upTo(CHECKED, 't.*', having(type, null, rare))} t
    join ${rawSql(`"${table}" p on p.id = t."${key}"`)}
    where ${holds(wordsOf(searched(type), 't'), own)} and ${holds(names, named)} limit ${most})`;
}

/**
 * Those that are found one of these ways. With `isAgain`, an index is asked for all words together, where more have the rare ones than
 * are checked: of words that are frequent by themselves and seldom together, nothing is missed. Which index to use depends on the words.
 */
export const byWords = statement('search.byWords', (type: SearchType, ways: readonly Way[], isAgain: boolean, most: number) => {
  const { parent } = SOURCES[type];
  const branches = ways.map(({ named, own, rare, isNamedOften }) => {
    if (parent && own && named && isNamedOften) return among(type, parent, { named, own, rare: rare ?? own }, most);
    if (!own || own === rare) return upTo(most, 't.id', having(type, named, own));
    if (!isAgain) {
      const candidates = upTo(CHECKED, 't.*', having(type, named, rare));
      return sql`(select t.id from ${candidates} t where ${holds(wordsOf(searched(type), 't'), own)} limit ${most})`;
    }
    const candidates = upTo(CHECKED + 1, '1', having(type, named, rare));
    return upTo(most, 't.id', sql`${having(type, named, own)} and (select count(*) from ${candidates} c) > ${CHECKED}`);
  });
  return sql<Found>`
    with found as materialized (select distinct id from (${join(branches, ' union all ')}) f)
    select ${columnsOf(type)} ${from(type)} where t.id in (select id from found) limit ${most}`.plannedAnew();
});
