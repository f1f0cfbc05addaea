import { identifier, join, rawSql, type Sql, sql, statement } from '../../database/sql';
import { ADMIN_ROLE } from '../user/role.rules';
import type { OrderTerm } from '../../graphql/connection';
import type { Details } from './notification.details';
import {
  type Concerned,
  DEFAULT_EMAIL,
  type EmailChoice,
  type Kind,
  NOTIFICATION_KINDS,
  REMINDED_KIND,
  type Thing,
  THINGS,
} from './notification.rules';

/** The tables of things, and what each is called. */
const TABLES: Record<Thing, { table: string; name: string; expires?: string }> = {
  Vendor: { table: 'vendor', name: 'thing.name' },
  // The date that was told: a certificate that was renewed since has another one.
  Certification: { table: 'certification', name: 'thing.name', expires: 'coalesce(thing.expiring_told, thing.expires_date)::text' },
  ResponsibilityAction: { table: 'responsibility_action', name: `thing.control_code || ' ' || thing.control_title` },
  Assessment: { table: 'assessment', name: 'thing.title' },
  Finding: {
    table: 'finding',
    name: 'thing.title',
    expires: `(select max(a.until at time zone 'UTC')::date::text from risk_acceptance a where a.finding_id = thing.id and a.state = 'APPROVED')`,
  },
  VendorRequest: { table: 'vendor_request', name: 'thing.name' },
};

const ACCEPTANCE = `select jsonb_build_object('severity', thing.severity, 'until', a.until, 'reason', a.reason, 'note', d.note)
    from risk_acceptance a left join risk_decision d on d.acceptance_id = a.id
    where a.finding_id = thing.id order by a.created_at desc, a.id desc limit 1`;

const REQUEST = `select jsonb_build_object('tier', thing.tier, 'reason', thing.reason, 'note', (
      select d.note from intake_decision d where d.request_id = thing.id))`;

/** What e-mails of a kind say besides. */
const DETAILS: Partial<Record<Kind, string>> = {
  ACCEPTANCE_REQUESTED: ACCEPTANCE,
  ACCEPTANCE_DECIDED: ACCEPTANCE,
  ACCEPTANCE_ENDING: ACCEPTANCE,
  ACCEPTED: `select jsonb_build_object('severity', thing.severity, 'note', thing.resolution_note)`,
  REMEDIATION_ANSWERED: `select jsonb_build_object('severity', thing.severity, 'answer', r.answer, 'plan', r.plan, 'plannedFor', r.planned_for,
      'comment', (select c.body from comment c where c.finding_id = thing.id and c.author_type = 'VENDOR' and c.created_at >= r.answered_at
        order by c.created_at desc, c.id desc limit 1))
    from remediation r where r.finding_id = thing.id order by r.sent_at desc, r.id desc limit 1`,
  VENDOR_REQUEST: REQUEST,
  VENDOR_REQUEST_DECIDED: REQUEST,
};

/** Other things have no last day. */
const NEVER = 'null::text';

/** Whoever may create vendors and, where the plan of the tier names a role, holds that or is an administrator. */
const DECIDERS = rawSql(`select d.id from app_user d join role dr on dr.id = d.role_id and 'vendors:create' = any(dr.permissions)
    left join (settings s cross join lateral jsonb_array_elements(s.assessment_plans) as plan) on plan->>'tier' = thing.tier
    where plan->>'approverRoleId' is null or plan->>'approverRoleId' = dr.id::text or dr.is_system and dr.name = '${ADMIN_ROLE}'`);

const enabled = (id: string) => `(select o.id from app_user o where o.id = ${id} and not o.is_disabled)`;

const deciding = (id: string) => `(select o.id from app_user o join role r on r.id = o.role_id and 'assessments:review' = any(r.permissions)
  where o.id = ${id} and not o.is_disabled and (o.portfolio_ids is null or v.portfolio_id = any(o.portfolio_ids)))`;

/** Who sent a finding to the vendor or asked to accept its risk last. */
const SENDER = `(select e.user_id from audit_entry e where e.entity_id = thing.id and e.action in ('SEND_REMEDIATION', 'REQUEST_RISK_ACCEPTANCE')
  order by e.created_at desc limit 1)`;

/**
 * Who looks after a finding: its owner, or else the vendor's. If that person may not decide on it, then also the first who may of these,
 * whoever sent it to the vendor or asked to accept its risk last, and the administrators. What waits for somebody is never told to nobody.
 */
const RESPONSIBLE = rawSql(`select who.id from (select coalesce(${enabled('thing.owner_id')}, ${enabled('v.owner_id')}) as keeper,
      coalesce(${deciding('thing.owner_id')}, ${deciding('v.owner_id')}, ${deciding(SENDER)}) as decider) one
    cross join lateral (
      select one.keeper union select one.decider
      union select a.id from app_user a join role r on r.id = a.role_id and r.is_system and r.name = '${ADMIN_ROLE}' where one.decider is null
    ) who(id)`);

/** Who is concerned by a thing and its vendor v. Of others than these things there are none. */
const CONCERNED: Record<Concerned, Partial<Record<Thing | 'any', Sql>>> = {
  owner: { any: rawSql('select v.owner_id') },
  reviewer: { Assessment: rawSql('select thing.reviewer_id') },
  assignee: { ResponsibilityAction: rawSql('select thing.assignee_id'), Finding: rawSql('select thing.owner_id') },
  approver: {
    Finding: rawSql(`select p.id from app_user p join role pr on pr.id = p.role_id where 'risks:accept' = any(pr.permissions)`),
  },
  decider: { VendorRequest: DECIDERS },
  requester: {
    Finding: rawSql(
      '(select a.requested_by_id from risk_acceptance a where a.finding_id = thing.id order by a.created_at desc, a.id desc limit 1)',
    ),
    VendorRequest: rawSql('select thing.requested_by_id'),
  },
  commenter: {
    Assessment: rawSql('select c.user_id from comment c where c.assessment_id = thing.id'),
    Finding: rawSql('select c.user_id from comment c where c.finding_id = thing.id'),
  },
  responsible: { Finding: RESPONSIBLE },
};
const NOBODY = rawSql('select null::uuid');

/** Entries of one kind about things of one sort. */
export interface Told {
  kind: Kind;
  thing: Thing;
  who: readonly Concerned[];
  entryIds: readonly string[];
  entityIds: readonly (string | null)[];
  /** The person who did it, by whatever means; null: nobody here. */
  byUserIds: readonly (string | null)[];
  /** Whether the e-mails wait for `takeJoined`. */
  isJoined: boolean;
}

/** Someone who wants an e-mail at once. */
export interface AtOnce {
  entryId: string;
  userId: string;
  recipient: string;
  recipientName: string;
  entityId: string;
  vendorId: string;
  vendorName: string;
  name: string;
  expires: string | null;
  details: Details | null;
}

/**
 * Tells those whom entries concern: not of their own acts, and only who has access, may see such things, and sees the vendor.
 * Gives those of them who want an e-mail at once.
 */
export const tell = statement('notification.tell', ({ kind, thing, who, entryIds, entityIds, byUserIds, isJoined }: Told) => {
  const { table, name, expires = NEVER } = TABLES[thing];
  const ways = who.flatMap((one) => CONCERNED[one][thing] ?? CONCERNED[one].any ?? []);
  const concerned = join(ways.length > 0 ? ways : [NOBODY], ' union ');
  return sql<AtOnce>`
    with chosen as materialized (
      select e.id as entry_id, e.entity_id, v.id as vendor_id, v.name as vendor_name, ${rawSql(name)} as name, ${rawSql(expires)} as expires,
        (${rawSql(DETAILS[kind] ?? 'select null::jsonb')}) as details, u.id as user_id, u.email as recipient, u.name as recipient_name, coalesce(s.email, ${DEFAULT_EMAIL[kind]}) as email
      from unnest(${entryIds}::uuid[], ${entityIds}::uuid[], ${byUserIds}::uuid[]) as e(id, entity_id, by_user_id)
      join ${identifier(table)} thing on thing.id = e.entity_id
      join vendor v on v.id = ${rawSql(thing === 'Vendor' ? 'thing.id' : 'thing.vendor_id')}
      cross join lateral (${concerned}) as concerned(user_id)
      join app_user u on u.id = concerned.user_id and u.id is distinct from e.by_user_id and not u.is_disabled
        and (u.portfolio_ids is null or v.portfolio_id = any(u.portfolio_ids))
      join role r on r.id = u.role_id and ${THINGS[thing]}::text[] && r.permissions
      left join notification_setting s on s.user_id = u.id and s.kind = ${kind}
    ), told as (
      insert into notification (user_id, kind, entry_id, entity_type, entity_id, vendor_id, created_at, awaits_email, emailed_at)
      select user_id, ${kind}, entry_id, ${thing}, entity_id, vendor_id, clock_timestamp(),
        email = 'DAILY' or (email = 'AT_ONCE' and ${isJoined}), case when email = 'AT_ONCE' and not ${isJoined} then now() end
      from chosen
      on conflict do nothing
      returning entry_id, user_id
    )
    select c.entry_id as "entryId", c.user_id as "userId", c.recipient, c.recipient_name as "recipientName", c.entity_id as "entityId",
      c.vendor_id as "vendorId", c.vendor_name as "vendorName", c.name, c.expires, c.details
    from chosen c join told t on t.entry_id = c.entry_id and t.user_id = c.user_id
    where c.email = 'AT_ONCE' and ${kind}::text <> ${REMINDED_KIND}
    order by c.user_id, c.vendor_name, c.name, c.entry_id`;
});

/** Takes those that wait for an e-mail, by entries and users: not those that were read meanwhile, or are in a daily summary. */
export const takeJoined = statement(
  'notification.takeJoined',
  (entryIds: readonly string[], userIds: readonly string[]) => sql<{ entryId: string; userId: string }>`
    update notification n set awaits_email = false, emailed_at = now()
    from unnest(${entryIds}::uuid[], ${userIds}::uuid[]) as joined(entry_id, user_id)
    where n.entry_id = joined.entry_id and n.user_id = joined.user_id and n.awaits_email
    returning n.entry_id as "entryId", n.user_id as "userId"`,
);

/** What a sentence about a notification is made of. */
export interface FactsRow {
  id: string;
  kind: Kind;
  thing: Thing;
  entityId: string;
  vendorId: string;
  vendorName: string;
  name: string | null;
  actor: string | null;
  expires: string | null;
  action: string | null;
  to: string | null;
  isThere: boolean;
}

/** Names as they are now, or as they were if the thing is gone. */
export const facts = statement(
  'notification.facts',
  (ids: readonly string[]) => sql<FactsRow>`
    select n.id, n.kind, n.entity_type as thing, n.entity_id as "entityId", n.vendor_id as "vendorId", v.name as "vendorName",
      coalesce(thing.name, e.entity_name) as name, e.user_name as actor, thing.expires, e.action, e.meta->>'to' as "to",
      coalesce(thing.is_there, false) as "isThere"
    from notification n join vendor v on v.id = n.vendor_id
    left join audit_entry e on e.id = n.entry_id
    left join lateral (${join(
      Object.entries(TABLES).map(
        ([type, { table, name, expires = NEVER }]) => sql`
      select ${rawSql(name)} as name, ${rawSql(expires)} as expires,
        true as is_there
      from ${identifier(table)} thing where n.entity_type = '${rawSql(type)}' and thing.id = n.entity_id`,
      ),
      ' union all ',
    )}) thing on true
    where n.id = any(${ids}::uuid[])`,
);

export const NEWEST_FIRST: OrderTerm[] = [{ by: rawSql('created_at'), type: 'timestamptz', descending: true }];

/** Those of a person about things that the caller may see, but for these kinds. Whoever sees some portfolios only asks within these. */
export function conditionsOf(userId: string, things: readonly Thing[], hidden: readonly Kind[], isUnread: boolean): Sql[] {
  const found = [sql`user_id = ${userId}`, sql`entity_type = any(${things}::text[])`, sql`kind <> all(${hidden}::text[])`];
  if (isUnread) found.push(sql`read_at is null`);
  return found;
}

export const countUnread = statement(
  'notification.countUnread',
  (userId: string, things: readonly Thing[], hidden: readonly Kind[]) => sql<{ count: number }>`
    select count(*) as count from notification where ${join(conditionsOf(userId, things, hidden, true), ' and ')}`,
);

/** Without ids, all. */
export const markRead = statement(
  'notification.markRead',
  (userId: string, ids: readonly string[] | null) => sql<never>`
    update notification set read_at = now(), awaits_email = false
    where user_id = ${userId} and read_at is null and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))`,
);

/** Old ones, and of each person all but the newest. */
export const forgetOld = statement(
  'notification.forgetOld',
  (days: number, atOnce: number) => sql<{ id: string }>`
    delete from notification where id in (
      select id from notification where created_at < now() - make_interval(days => ${days}) limit ${atOnce}
    ) returning id`,
);

/** Of those who have more than so many, the oldest. */
export const forgetMost = statement(
  'notification.forgetMost',
  (most: number, atOnce: number) => sql<{ id: string }>`
    delete from notification where id in (
      select older.id from (select user_id from notification group by user_id having count(*) > ${most}) as rich
      cross join lateral (
        select id from notification where user_id = rich.user_id order by created_at desc, id desc offset ${most}
      ) as older limit ${atOnce}
    ) returning id`,
);

export const settingsOf = statement(
  'notification.settingsOf',
  (userId: string) => sql<{ kind: Kind; email: EmailChoice }>`select kind, email from notification_setting where user_id = ${userId}`,
);

/** Those of some addresses, in small letters, whose owners want no e-mails of a kind. */
export const refusing = statement(
  'notification.refusing',
  (kind: Kind, addresses: readonly string[]) => sql<{ address: string }>`
    select lower(u.email) as address from app_user u join notification_setting s on s.user_id = u.id and s.kind = ${kind} and s.email = 'NEVER'
    where lower(u.email) = any(${addresses}::text[])`,
);

export const choose = statement(
  'notification.choose',
  (userId: string, kinds: readonly Kind[], emails: readonly EmailChoice[]) => sql<never>`
    insert into notification_setting (user_id, kind, email)
    select ${userId}::uuid, kind, email from unnest(${kinds}::text[], ${emails}::text[]) as chosen(kind, email)
    on conflict (user_id, kind) do update set email = excluded.email`,
);

/** What someone has chosen for the kind of the notification n, or the default. */
const choiceOf = sql`coalesce(
  (select s.email from notification_setting s where s.user_id = n.user_id and s.kind = n.kind), case n.kind ${join(
    NOTIFICATION_KINDS.map((kind) => sql`when '${rawSql(kind)}' then '${rawSql(DEFAULT_EMAIL[kind])}'`),
    ' ',
  )} end)`;

/** Something for a daily summary. */
export interface DigestRow {
  id: string;
  userId: string;
  recipient: string;
  recipientName: string;
}

/** The last moment at which summaries were due. */
const lastDue = (hour: number) => sql`(date_trunc('day', now() at time zone 'UTC') + make_interval(hours => ${hour})
  - case when extract(hour from now() at time zone 'UTC') < ${hour} then interval '1 day' else interval '0' end) at time zone 'UTC'`;

/**
 * Takes what is unread and not mailed yet, from before the hour of the summaries, of some people: of several servers that try, one
 * takes it. What someone may no longer see is taken, too, but not given.
 */
export const takeForDigests = statement(
  'notification.takeForDigests',
  (hour: number, people: number) => sql<DigestRow>`
    with due as materialized (select ${lastDue(hour)} as at), person as materialized (
      select distinct n.user_id from notification n, due where n.awaits_email and n.created_at < due.at order by n.user_id limit ${people}
    ), taken as (
      update notification n set awaits_email = false, emailed_at = now() from person, due
      where n.user_id = person.user_id and n.awaits_email and n.created_at < due.at
      returning n.id, n.user_id, n.kind, n.entity_type, n.vendor_id, n.created_at, n.read_at
    )
    select n.id, u.id as "userId", u.email as recipient, u.name as "recipientName"
    from taken n join app_user u on u.id = n.user_id and not u.is_disabled join role r on r.id = u.role_id join vendor v on v.id = n.vendor_id
    where n.read_at is null and (u.portfolio_ids is null or v.portfolio_id = any(u.portfolio_ids))
      and case n.entity_type ${join(
        Object.entries(THINGS).map(([thing, permissions]) => sql`when '${rawSql(thing)}' then ${permissions}::text[] && r.permissions`),
        ' ',
      )} end and ${choiceOf} <> 'NEVER'
    order by u.id, n.created_at desc, n.id`,
);

/** Whether anything waits for the summaries of the last hour that was due. */
export const awaitsDigest = statement(
  'notification.awaitsDigest',
  (hour: number) => sql<{ isThere: boolean }>`
    select exists (select 1 from notification where awaits_email and created_at < ${lastDue(hour)}) as "isThere"`,
);

export const nameOf = statement(
  'notification.nameOf',
  (userId: string) => sql<{ name: string }>`select name from app_user where id = ${userId}`,
);
