import type { Held } from '../../database/rows';
import { idIs, rawSql, type Sql, sql, statement } from '../../database/sql';
import type { OrderTerm } from '../../graphql/connection';
import { type Position, seqsOf } from '../feed/event-cursor';
import type { WebhookDelivery } from './webhook-delivery.entity';
import type { WebhookDeliveryFilter } from './webhook.inputs';

export const NEWEST_FIRST: OrderTerm[] = [{ by: rawSql('place'), type: 'int8', descending: true }];

export function conditionsOf({ status, type, eventId }: WebhookDeliveryFilter): Sql[] {
  const found: Sql[] = [];
  if (status) found.push(sql`status = ${status}`);
  if (type) found.push(sql`type = ${type}`);
  if (eventId) found.push(idIs('entry_id', eventId));
  return found;
}

/** An event to be delivered. */
export interface Planned {
  entryId: string;
  type: string;
  assessmentId: string | null;
}

/** Behind all that was planned before. */
const NOW_PLACE = sql`(extract(epoch from statement_timestamp()) * 1000000)::bigint`;

/** A version-5-like id: of one event for one webhook it is always the same. */
const STABLE_ID = rawSql(`overlay(overlay(md5(w.id::text || ' ' || e.id::text) placing '5' from 13) placing '8' from 17)::uuid`);

/** Each event for each of the webhooks that wants it, in their order. */
const wanted = (webhookIds: readonly string[], events: readonly Planned[]) => {
  const each = (property: keyof Planned) => events.map((event) => event[property]);
  return sql`
    insert into webhook_delivery as d
      (id, webhook_id, entry_id, type, place, lane, seq, happened_at, assessment_id, finding_id)
    select ${STABLE_ID}, w.id, e.id, given.type, ${NOW_PLACE} + given.n, e.lane, e.seq, e.created_at, given.assessment_id,
      case e.entity_type when 'Finding' then e.entity_id end
    from unnest(${each('entryId')}::uuid[], ${each('type')}::text[], ${each('assessmentId')}::uuid[])
      with ordinality as given(id, type, assessment_id, n)
    join webhook w on w.id = any(${webhookIds}::uuid[]) and (w.types = '{}' or given.type = any(w.types))
    join audit_entry e on e.id = given.id
    on conflict (webhook_id, entry_id)`;
};

export const plan = statement(
  'webhook-delivery.plan',
  (webhookIds: readonly string[], events: readonly Planned[]) => sql<never>`${wanted(webhookIds, events)} do nothing`,
);

const AGAIN = rawSql(`status = 'PENDING', tries = 0, next_attempt_at = now()`);

/** The same, and what was sent before is sent once more: in their order, also where some of them never were. */
export const replay = statement(
  'webhook-delivery.replay',
  (webhookId: string, events: readonly Planned[]) =>
    sql<never>`${wanted([webhookId], events)} do update set ${AGAIN}, place = excluded.place`,
);

/** Those behind a position, and of that time or later, that were given up. */
export const failedSince = statement(
  'webhook-delivery.failedSince',
  (webhookId: string, after: Position, since: string | null, most: number) => sql<{ id: string }>`
    select id from webhook_delivery
    where webhook_id = ${webhookId} and status in ('FAILED', 'ABANDONED') and entry_id is not null
      and seq > (${seqsOf(after)}::bigint[])[lane + 1] and (${since}::timestamptz is null or happened_at >= ${since}::timestamptz)
    order by place limit ${most}`,
);

export const requeueAll = statement(
  'webhook-delivery.requeueAll',
  (ids: readonly string[]) => sql<never>`
    update webhook_delivery set ${AGAIN} where id = any(${ids}::uuid[]) and status in ('FAILED', 'ABANDONED')`,
);

/** Where each lane stood at a moment: the entry before the first that is not older. */
export const standingAt = statement(
  'webhook-delivery.standingAt',
  (since: string) => sql<{ lane: number; seq: number }>`
    select lane, min(seq) - 1 as seq from audit_entry where created_at >= ${since} group by lane`,
);

export const requeue = statement(
  'webhook-delivery.requeue',
  (id: string) => sql<never>`update webhook_delivery set ${AGAIN} where id = ${id}`,
);

const ABANDONED = rawSql(`status = 'ABANDONED', next_attempt_at = null`);

/** A disabled webhook is told nothing more: of what waits for it, so much. */
export const abandon = statement(
  'webhook-delivery.abandon',
  (webhookId: string, most: number) => sql<never>`
    update webhook_delivery set ${ABANDONED}
    where id in (select id from webhook_delivery where webhook_id = ${webhookId} and status = 'PENDING' limit ${most})`,
);

/** The rest of it, of all disabled webhooks; what another server deals with is left to it. */
export const abandonLeft = statement(
  'webhook-delivery.abandonLeft',
  (most: number) => sql<never>`
    update webhook_delivery set ${ABANDONED}
    where id in (
      select d.id from webhook w join webhook_delivery d on d.webhook_id = w.id
      where not w.is_enabled and d.status = 'PENDING' limit ${most} for update of d skip locked
    )`,
);

/** What an attempt needs. */
export interface Due {
  id: string;
  webhookId: string;
  type: string;
  tries: number;
  createdAt: string;
  assessmentId: string | null;
  findingId: string | null;
  /** Null for a test. */
  entryId: string | null;
  at: string | null;
  lane: number | null;
  seq: number | null;
  hash: string | null;
  action: string | null;
  actor: string | null;
  entityType: string | null;
  entityId: string | null;
  entityName: string | null;
  vendorId: string | null;
  vendorName: string | null;
}

const WAITING = sql`
  select id, webhook_id, type, tries, created_at, assessment_id, finding_id, entry_id, place from webhook_delivery
  where webhook_id = w.id and status = 'PENDING'`;

/** What is to be sent now, up to so many of each webhook: first attempts in their order, others when their time has come. */
export const due = statement(
  'webhook-delivery.due',
  (webhookIds: readonly string[], most: readonly number[], inHand: readonly string[]) => sql<Due>`
    select d.id, d.webhook_id as "webhookId", d.type, d.tries, d.created_at as "createdAt", d.assessment_id as "assessmentId",
      d.finding_id as "findingId", e.id as "entryId", e.created_at as at, e.lane, e.seq, e.hash, e.action, e.user_name as actor,
      e.entity_type as "entityType", e.entity_id as "entityId", e.entity_name as "entityName", e.vendor_id as "vendorId", v.name as "vendorName"
    from unnest(${webhookIds}::uuid[], ${most}::int[]) as w(id, most)
    cross join lateral (
      (${WAITING} and tries = 0 and id not in (select unnest(${inHand}::uuid[])) order by place limit w.most)
      union all
      (${WAITING} and tries > 0 and next_attempt_at <= now() and id not in (select unnest(${inHand}::uuid[])) order by next_attempt_at limit w.most)
    ) d
    left join audit_entry e on e.id = d.entry_id left join vendor v on v.id = e.vendor_id
    order by d.place`,
);

/** What came of an attempt. */
export interface Outcome {
  id: string;
  status: string;
  /** Those of its series before it, as they were when it began. */
  tries: number;
  /** As JSON. */
  attempt: string;
  waitSeconds: number | null;
}

/** The last attempts of a delivery that are kept. */
const MOST_ATTEMPTS = 50;

/** What was given up meanwhile stays so, unless it arrived after all. What was queued once more meanwhile is sent once more if it didn't. */
export const note = statement('webhook-delivery.note', (outcomes: readonly Outcome[]) => {
  const each = (property: keyof Outcome) => outcomes.map((outcome) => outcome[property]);
  return sql<never>`
    update webhook_delivery d set status = case when o.status = 'DELIVERED' or d.status = 'PENDING' and not o.is_again then o.status else d.status end,
      tries = case when o.is_again then d.tries else d.tries + 1 end,
      attempts = (case when jsonb_array_length(d.attempts) >= ${MOST_ATTEMPTS} then d.attempts - 0 else d.attempts end) || o.attempt::jsonb,
      next_attempt_at = case when d.status <> 'PENDING' or o.status = 'DELIVERED' then null when o.is_again then d.next_attempt_at
        when o.status = 'PENDING' then now() + make_interval(secs => o.wait) end
    from (
      select given.*, now.tries < given.tries as is_again
      from unnest(${each('id')}::uuid[], ${each('status')}::text[], ${each('tries')}::int[], ${each('attempt')}::text[],
        ${each('waitSeconds')}::float8[]) as given(id, status, tries, attempt, wait)
      join webhook_delivery now on now.id = given.id
    ) o
    where d.id = o.id and d.id = any(${each('id')}::uuid[])`;
});

/** A test, with its outcome. */
export const addTest = statement(
  'webhook-delivery.addTest',
  (test: Pick<Held<WebhookDelivery>, 'id' | 'webhookId' | 'type' | 'status'>, attempt: string) => sql<never>`
    insert into webhook_delivery (id, webhook_id, type, status, attempts, next_attempt_at, place, tries)
    values (${test.id}, ${test.webhookId}, ${test.type}, ${test.status}, jsonb_build_array(${attempt}::jsonb), null, ${NOW_PLACE}, 1)`,
);

/** So many that were settled long ago. */
export const forget = statement(
  'webhook-delivery.forget',
  (deliveredDays: number, otherDays: number, most: number) => sql<{ id: string }>`
    delete from webhook_delivery where id in (
      select id from webhook_delivery where status <> 'PENDING' and created_at < now() - make_interval(days => ${deliveredDays})
        and (status = 'DELIVERED' or created_at < now() - make_interval(days => ${otherDays})) limit ${most}
    ) returning id`,
);
