import type { RecordTable } from '../../database/record/record-table';
import { contains, idIs, identifier, isOneOf, join, rawSql, type Sql, sql, where } from '../../database/sql';
import { isId } from '../../platform/id';
import type { OrderTerm } from '../../graphql/connection';
import { actionsLabelled } from './audit.actions';
import type { AuditFilter } from './audit.inputs';

/**
 * Entries of one transaction may share a millisecond; their numbers give the order. These count the entries of all portfolios, so
 * cursors don't tell them.
 */
export const NEWEST_FIRST: OrderTerm[] = [
  { by: rawSql('created_at'), type: 'timestamptz', descending: true },
  { by: rawSql('seq'), type: 'int8', descending: true, isUntold: true },
];

/** Of the settings, which have one row only, whose id is of its own kind. */
const SETTINGS_ID = 'settings';
const ABOUT_SETTINGS = sql`entity_type = 'Settings'`;

/** An id as REST shows it: ids with the same first characters are a range of the index. */
const SHORT_ID = /^[0-9a-f]{8}$/i;
const startsWith = (column: string, start: string) => sql`
  ${rawSql(column)} between ${`${start}-0000-0000-0000-000000000000`}::uuid and ${`${start}-ffff-ffff-ffff-ffffffffffff`}::uuid`;

export function conditionsOf(filter: AuditFilter): Sql[] {
  const { action, actions, query, userId, apiKeyId, entityType, entityId, createdFrom, createdTo } = filter;
  const found: Sql[] = [];
  if (action != null) found.push(sql`action = ${action}`);
  if (actions != null) found.push(sql`action ${isOneOf(actions, 'text')}`);
  if (userId != null) found.push(idIs('user_id', userId));
  // Compared as text: something that isn't a valid id just matches no key.
  if (apiKeyId != null) found.push(sql`api_key is not null and api_key->>'id' = ${apiKeyId.toLowerCase()}`);
  if (entityType) found.push(sql`entity_type = ${entityType}`);
  if (entityId === SETTINGS_ID) found.push(ABOUT_SETTINGS);
  else if (entityId) found.push(SHORT_ID.test(entityId) ? startsWith('entity_id', entityId) : idIs('entity_id', entityId));
  if (createdFrom) found.push(sql`created_at >= ${createdFrom}`);
  if (createdTo) found.push(sql`created_at <= ${createdTo}`);
  if (query) found.push(tellsOf(query));
  return found;
}

/** The label of an action that is no longer in use is its name in words. */
function tellsOf(query: string): Sql {
  const inTexts = contains(['user_name', 'entity_name', 'action', "replace(action, '_', ' ')"], query);
  const labelled = actionsLabelled(query);
  return labelled.length > 0 ? sql`(action ${isOneOf(labelled, 'text')} or ${inTexts})` : inTexts;
}

/** Entries about a record, and others that changed it or a part of it. */
export function concerns(tables: readonly RecordTable[], id: string): Sql {
  const isSettings = id === SETTINGS_ID;
  if (!isId(id) && !isSettings) return rawSql('false');
  const kept = tables.filter(({ entity, partOf }) => (isSettings ? entity.name === 'Settings' : partOf.type === 'uuid'));
  const places = kept.flatMap(({ versions, wholes }) =>
    wholes.map(
      ({ name }) => sql`select kept_lane, kept_seq from ${versions} ${isSettings ? sql`` : sql`where ${identifier(name)} = ${id}`}`,
    ),
  );
  const about = isSettings ? ABOUT_SETTINGS : sql`entity_id = ${id}`;
  return sql`(lane, seq) in (${join([sql`select lane, seq from audit_entry where ${about}`, ...places], ' union ')})`;
}

const DAY_BEGINS = 'T00:00:00.000Z';
const DAY_ENDS = 'T23:59:59.999Z';

/**
 * The number of entries, from the daily counts; only the partial days at either end are counted entry by entry. Undefined if the
 * filter includes something that isn't counted by day.
 */
export function totalOf({ action, actions, createdFrom, createdTo, ...others }: AuditFilter): Sql<{ count: number }> | undefined {
  if (conditionsOf(others).length > 0) return undefined;
  const of = conditionsOf({ action, actions });
  if (of.length === 0 && !createdFrom && !createdTo) return sql`select coalesce(sum(seq), 0) as count from audit_lane`;
  const days: Sql[] = [...of];
  const rests: Sql[] = [];
  const rest = (from: string, to: string) =>
    rests.push(sql`
    + (select count(*) from audit_entry ${where([...of, sql`created_at >= ${from} and created_at <= ${to}`])})`);
  if (createdFrom) {
    const day = createdFrom.slice(0, 10);
    if (createdTo && createdTo.slice(0, 10) <= day) return undefined; // within a day
    days.push(createdFrom.endsWith(DAY_BEGINS) ? sql`day >= ${day}` : sql`day > ${day}`);
    if (!createdFrom.endsWith(DAY_BEGINS)) rest(createdFrom, day + DAY_ENDS);
  }
  if (createdTo) {
    const day = createdTo.slice(0, 10);
    days.push(createdTo.endsWith(DAY_ENDS) ? sql`day <= ${day}` : sql`day < ${day}`);
    if (!createdTo.endsWith(DAY_ENDS)) rest(day + DAY_BEGINS, createdTo);
  }
  return sql`select (select coalesce(sum(count), 0) from audit_count ${where(days)}) ${join(rests, ' ')} as count`;
}
