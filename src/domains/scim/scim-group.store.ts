import { type Held, type Row, select, update } from '../../database/rows';
import { folded, isOneOf, rawSql, type Sql, sql, statement } from '../../database/sql';
import { User } from '../user/user.entity';
import type { Attributes } from './scim-filter.store';
import { ScimGroup } from './scim-group.entity';

export const list = statement('scim-group.list', () => sql<Row<ScimGroup>>`${select(ScimGroup)} order by lower(display_name), id`);

export const memberCounts = statement(
  'scim-group.memberCounts',
  (ids: readonly string[]) => sql<{ id: string; count: number }>`
    select group_id as id, count(*) as count from scim_member where group_id ${isOneOf(ids, 'uuid')} group by group_id`,
);

/** A group as the provider sees it. */
export type ProvisionedGroup = Pick<Held<ScimGroup>, 'id' | 'displayName' | 'externalId' | 'createdAt' | 'updatedAt'>;

const GROUP = sql`
  select g.id, g.display_name as "displayName", g.external_id as "externalId", g.created_at as "createdAt", g.updated_at as "updatedAt"
  from scim_group g`;

/** What members can be told by: of a member m who is the user u, whose name is folded once. */
export const MEMBER: Attributes = {
  columns: {
    value: { sql: rawSql('m.user_id'), type: 'id' },
    display: { sql: rawSql('u.name'), folded: rawSql('f.name'), type: 'text' },
    type: { sql: rawSql(`'User'::text`), type: 'text' },
  },
};

const PEOPLE = sql`(app_user u cross join lateral (select ${folded(rawSql('u.name'))} as name offset 0) f)`;

/** What groups can be found by. */
export const ATTRIBUTES: Attributes = {
  columns: {
    id: { sql: rawSql('g.id'), type: 'id' },
    displayname: { sql: rawSql('g.display_name'), type: 'text' },
    externalid: { sql: rawSql('g.external_id'), type: 'exact' },
    'meta.created': { sql: rawSql('g.created_at'), type: 'time' },
    'meta.lastmodified': { sql: rawSql('g.updated_at'), type: 'time' },
  },
  several: {
    members: {
      columns: MEMBER.columns,
      exists: (condition) =>
        sql`exists (select 1 from scim_member m join ${PEOPLE} on u.id = m.user_id where m.group_id = g.id and ${condition})`,
    },
  },
};

export const one = statement('scim-group.one', (id: string) => sql<ProvisionedGroup>`${GROUP} where g.id = ${id}`);

/** In the order of their ids, as their members are. */
export const page = statement(
  'scim-group.page',
  (condition: Sql, offset: number, most: number) => sql<ProvisionedGroup>`
    ${GROUP} where ${condition} order by g.id offset ${offset} limit ${most}`,
);

export const count = statement(
  'scim-group.count',
  (condition: Sql) => sql<{ count: number }>`select count(*) as count from scim_group g where ${condition}`,
);

export interface Member {
  groupId: string;
  userId: string;
  name: string;
}

/** The next members of groups, after one of them. */
export const membersAfter = statement(
  'scim-group.membersAfter',
  (groupIds: readonly string[], groupId: string, userId: string, most: number) => sql<Member>`
    select m.group_id as "groupId", m.user_id as "userId", u.name from scim_member m join app_user u on u.id = m.user_id
    where m.group_id ${isOneOf(groupIds, 'uuid')} and (m.group_id, m.user_id) > (${groupId}::uuid, ${userId}::uuid)
    order by m.group_id, m.user_id limit ${most}`,
);

export const memberIds = statement(
  'scim-group.memberIds',
  (groupId: string) => sql<{ userId: string }>`select user_id as "userId" from scim_member where group_id = ${groupId}`,
);

/** Those of the ids that are users', who aren't deleted until the transaction ends. */
export const keepUsers = statement(
  'scim-group.keepUsers',
  (ids: readonly string[]) => sql<{ id: string }>`select id from app_user where id = any(${ids}::uuid[]) order by id for key share`,
);

/** Gives those who weren't members yet; the same for those who no longer are. */
export const add = statement(
  'scim-group.add',
  (groupId: string, ids: readonly string[]) => sql<{ userId: string }>`
    insert into scim_member (group_id, user_id) select ${groupId}::uuid, unnest(${ids}::uuid[])
    on conflict do nothing returning user_id as "userId"`,
);

export const remove = statement(
  'scim-group.remove',
  (groupId: string, condition: Sql) => sql<{ userId: string }>`
    delete from scim_member m using ${PEOPLE}
    where m.group_id = ${groupId} and u.id = m.user_id and ${condition} returning m.user_id as "userId"`,
);

const named = (ids: readonly string[]) => sql`(select from unnest(${ids}::uuid[]) as named(id) where named.id = m.user_id)`;
export const isAmong = (ids: readonly string[]): Sql => sql`exists ${named(ids)}`;
export const isNotAmong = (ids: readonly string[]): Sql => sql`not exists ${named(ids)}`;
export const EVERYONE: Sql = rawSql('true');

/** Counts as a change of the group. */
export const touch = statement('scim-group.touch', (id: string) =>
  sql<never>`${update(ScimGroup, {})} where id = ${id}`.writes(ScimGroup, { id }),
);

/** Whoever is in a group is kept by the provider. Gives those who weren't before. */
export const markProvisioned = statement('scim-group.markProvisioned', (ids: readonly string[]) =>
  sql<{ id: string; name: string }>`
    update app_user set is_provisioned = true, is_taken_over = true, revision = revision + 1, updated_at = now()
    where id = any(${ids}::uuid[]) and not is_provisioned returning id, name`.writesGiven(User),
);
