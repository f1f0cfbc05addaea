import { hostOfAddress, hostOfSite, likenessOf } from '../../database/likeness';
import { insertInto, type Row, select, update, type Values } from '../../database/rows';
import { contains, idIs, isOneOf, rawSql, type Sql, sql, statement } from '../../database/sql';
import type { OrderTerm } from '../../graphql/connection';
import { Template } from '../template/template.entity';
import { ADMIN_ROLE } from '../user/role.rules';
import type { SimilarReason, VendorRequestFilter } from './intake.inputs';
import { IntakeDecision } from './intake-decision.entity';
import { PUBLIC_MAIL } from './public-mail.rules';
import { VendorRequest } from './vendor-request.entity';

export const NEWEST_FIRST: OrderTerm[] = [{ by: rawSql('created_at'), type: 'timestamptz', descending: true }];

/** Everybody's, or one person's own; nobody's without one. */
export function conditionsOf({ state, query }: VendorRequestFilter, own: { id: string | null } | undefined): Sql[] {
  const found: Sql[] = [];
  if (own) found.push(own.id === null ? rawSql('false') : idIs('requested_by_id', own.id));
  if (state) found.push(sql`state = any(${state}::text[])`);
  if (query) {
    const contact = sql`(select ${contains(['v.contact_email'], query)} from vendor v where v.id = vendor_id)`;
    found.push(sql`(${contains(['name'], query)} or ${contact})`);
  }
  return found;
}

export const insert = statement('intake.insert', (row: Values<VendorRequest> & { id: string }) =>
  insertInto(VendorRequest, row).writes(VendorRequest, { id: row.id }),
);

export const vendorOf = statement(
  'intake.vendorOf',
  (id: string) => sql<{ vendorId: string }>`select vendor_id as "vendorId" from vendor_request where id = ${id}`,
);

export const lock = statement('intake.lock', (id: string) => sql<Row<VendorRequest>>`${select(VendorRequest)} where id = ${id} for update`);

export const decide = statement('intake.decide', (id: string, values: Required<Pick<Values<VendorRequest>, 'state' | 'tier'>>) =>
  sql<never>`${update(VendorRequest, values)} where id = ${id}`.writes(VendorRequest, { id }),
);

export const noteDecision = statement('intake.noteDecision', (row: Values<IntakeDecision>) => insertInto(IntakeDecision, row));

export const decisionsOn = statement(
  'intake.decisionsOn',
  (requestIds: readonly string[]) => sql<Row<IntakeDecision>>`${select(IntakeDecision)} where request_id ${isOneOf(requestIds, 'uuid')}`,
);

/** The form that was published last, or the one with an id, if it is published. */
export const form = statement(
  'intake.form',
  (id: string | null) => sql<Pick<Row<Template>, 'id' | 'name' | 'introduction' | 'family'>>`
    select id, name, introduction, family from template
    where kind = 'INTAKE' and status = 'PUBLISHED' and id = coalesce(${id}::uuid, id) order by published_at desc, id limit 1`,
);

/** The questions of intake forms with these ids. */
export const intakeQuestions = statement(
  'intake.intakeQuestions',
  (ids: readonly string[]) => sql<{ id: string; text: string; family: string }>`
    select q.id, q.text, t.family from template_question q join template t on t.id = q.template_id
    where q.id = any(${ids}::uuid[]) and t.kind = 'INTAKE'`,
);

/** The families of questionnaires, by the id of a version. */
export const familiesOf = statement(
  'intake.familiesOf',
  (ids: readonly string[]) => sql<{ id: string; family: string }>`
    select id, family from template where id = any(${ids}::uuid[]) and kind = 'QUESTIONNAIRE'`,
);

/** What stands for each family: the published version, or else the newest. */
export const shownOf = statement(
  'intake.shownOf',
  (families: readonly string[]) => sql<Row<Template>>`
    select distinct on (family) * from (${select(Template)} where family ${isOneOf(families, 'uuid')}) as versions
    order by family, status = 'PUBLISHED' desc, version desc`,
);

/** The role of a user, and whether it is that of administrators. */
export const roleOf = statement(
  'intake.roleOf',
  (userId: string) => sql<{ id: string; isAdmin: boolean }>`
    select r.id, r.is_system and r.name = ${ADMIN_ROLE} as "isAdmin" from app_user u join role r on r.id = u.role_id where u.id = ${userId}`,
);

/** The first of these people who sees the vendor. */
export const firstWhoSees = statement(
  'intake.firstWhoSees',
  (vendorId: string, userIds: readonly (string | null)[]) => sql<{ id: string }>`
    select u.id from unnest(${userIds}::uuid[]) with ordinality as given(id, n)
    join app_user u on u.id = given.id and not u.is_disabled join role r on r.id = u.role_id and 'vendors:view' = any(r.permissions)
    join vendor v on v.id = ${vendorId} and (u.portfolio_ids is null or v.portfolio_id = any(u.portfolio_ids))
    order by given.n limit 1`,
);

export const firstPortfolio = statement(
  'intake.firstPortfolio',
  (ids: readonly string[]) => sql<{ id: string }>`select id from portfolio where id = any(${ids}::uuid[]) order by lower(name), id limit 1`,
);

/** What a vendor is compared by, and which one it is itself. */
export interface Likeness {
  name: string;
  website: string | null;
  contactEmail: string | null;
  butId: string | null;
}

interface SimilarRow {
  /** The number of what was asked about, from 1. */
  n: number;
  id: string;
  name: string;
  reason: SimilarReason;
}

/** More than so many of a kind would say nothing. */
const MOST_SIMILAR = 10;

const one = (reason: string, condition: Sql) => sql`
  (select v.id, v.name, '${rawSql(reason)}' as reason from vendor v
    where ${condition} and v.id is distinct from given.but_id order by v.id limit ${rawSql(String(MOST_SIMILAR))})`;

/** Vendors of any status that others look like, each once; found by indexes. */
export const similar = statement('intake.similar', (given: readonly Likeness[]) => {
  const column = (name: keyof Likeness) => given.map((each) => each[name]);
  const host = (value: Sql) => sql`nullif(${value}, '')`;
  return sql<SimilarRow>`
    select n, id, name, reason from (
      select distinct on (given.n, found.id) given.n, found.id, found.name, found.reason
      from (
        select *, array(select host from unnest(array[${host(hostOfSite(rawSql('website')))}, ${host(hostOfAddress(rawSql('email')))}]) as host
          where host is not null and host <> all(${PUBLIC_MAIL}::text[])) as hosts
        from unnest(${column('name')}::text[], ${column('website')}::text[], ${column('contactEmail')}::text[], ${column('butId')}::uuid[])
          with ordinality as asked(called, website, email, but_id, n)
      ) as given cross join lateral (
        ${one('NAME', sql`${likenessOf(rawSql('v.name'))} = ${likenessOf(rawSql('given.called'))} and ${likenessOf(rawSql('given.called'))} <> ''`)}
        union all ${one('DOMAIN', sql`${hostOfSite(rawSql('v.website'))} = any(given.hosts)`)}
        union all ${one('DOMAIN', sql`${hostOfAddress(rawSql('v.contact_email'))} = any(given.hosts)`)}
      ) as found
      order by given.n, found.id, found.reason desc
    ) as all_found order by n, reason desc, lower(name), id`;
});
