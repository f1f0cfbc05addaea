import { type Held, type Row, select } from '../../database/rows';
import { sql, statement } from '../../database/sql';
import { ADMIN_ROLE } from '../user/role.rules';
import { Webhook } from './webhook.entity';

export const list = statement('webhook.list', () => sql<Row<Webhook>>`${select(Webhook)} order by lower(name), id`);

export const count = statement('webhook.count', () => sql<{ count: number }>`select count(*) as count from webhook`);

/** What sending needs. */
export type Sendable = Pick<
  Held<Webhook>,
  'id' | 'name' | 'url' | 'types' | 'format' | 'isEnabled' | 'secretBox' | 'previousSecretBox' | 'previousSecretUntil' | 'position'
>;

const SENDABLE = sql`
  id, name, url, types, format, is_enabled as "isEnabled", secret_box as "secretBox", previous_secret_box as "previousSecretBox",
  previous_secret_until as "previousSecretUntil", position`;

export const sendable = statement('webhook.sendable', (id: string) => sql<Sendable>`select ${SENDABLE} from webhook where id = ${id}`);

/** Those that a server sends to at present. */
export const ownedBy = statement(
  'webhook.ownedBy',
  (owner: string) => sql<Sendable>`
    select ${SENDABLE} from webhook where lease_owner = ${owner} and is_enabled and lease_until > now() order by id`,
);

/** Goes on sending to those that nobody took meanwhile. */
export const renew = statement(
  'webhook.renew',
  (owner: string, seconds: number) => sql<never>`
    update webhook set lease_until = now() + make_interval(secs => ${seconds}) where lease_owner = ${owner} and is_enabled`,
);

/** Takes those that no other server sends to: none has yet, or the one that did has died. */
export const take = statement(
  'webhook.take',
  (owner: string, seconds: number) => sql<{ id: string }>`
    with free as materialized (
      select id from webhook where is_enabled and (lease_until is null or lease_until <= now() or lease_owner = ${owner})
      for update skip locked
    )
    update webhook w set lease_owner = ${owner}, lease_until = now() + make_interval(secs => ${seconds}) from free where w.id = free.id
    returning w.id`,
);

export const release = statement(
  'webhook.release',
  (owner: string) => sql<never>`update webhook set lease_owner = null, lease_until = null where lease_owner = ${owner}`,
);

/** Stays enabled until the transaction ends, if it is. */
export const lockEnabled = statement(
  'webhook.lockEnabled',
  (id: string) => sql<{ id: string }>`select id from webhook where id = ${id} and is_enabled for no key update`,
);

/** Of these, the ones that are planned up to a position, and by this server: they stay so until the transaction ends. */
export const lockAt = statement(
  'webhook.lockAt',
  (ids: readonly string[], position: string, owner: string) => sql<{ id: string }>`
    select id from webhook where id = any(${ids}::uuid[]) and position = ${position} and lease_owner = ${owner} and is_enabled
    order by id for no key update`,
);

export const lock = statement(
  'webhook.lock',
  (ids: readonly string[]) => sql<{ id: string }>`select id from webhook where id = any(${ids}::uuid[]) order by id for no key update`,
);

export const moveTo = statement(
  'webhook.moveTo',
  (ids: readonly string[], position: string) => sql<never>`update webhook set position = ${position} where id = any(${ids}::uuid[])`,
);

/** It hears of what comes behind a position, and starts without failures. */
export const beginAt = statement(
  'webhook.beginAt',
  (id: string, position: string) => sql<never>`update webhook set position = ${position}, failing_since = null where id = ${id}`,
);

/** How attempts went, of one webhook. */
export interface Health {
  id: string;
  successAt: string | null;
  failureAt: string | null;
  /** The first failure behind the last success. */
  failingSince: string | null;
}

/** Of webhooks that the transaction has locked. */
export const noteHealth = statement('webhook.noteHealth', (health: readonly Health[]) => {
  const each = (property: keyof Health) => health.map((one) => one[property]);
  return sql<{ id: string; failingSince: string | null }>`
    update webhook w set last_success_at = h.success_at, last_failure_at = h.failure_at, failing_since = h.failing_since
    from (
      select now.id, greatest(now.last_success_at, h.success_at) as success_at, greatest(now.last_failure_at, h.failure_at) as failure_at,
        case when h.success_at is null then coalesce(now.failing_since, h.failing_since) else h.failing_since end as failing_since
      from unnest(${each('id')}::uuid[], ${each('successAt')}::timestamptz[], ${each('failureAt')}::timestamptz[],
        ${each('failingSince')}::timestamptz[]) as h(id, success_at, failure_at, failing_since)
      join webhook now on now.id = h.id
    ) h
    where w.id = h.id returning w.id, w.failing_since as "failingSince"`;
});

/** Those whose attempts have all failed for so long: one alone is no proof. */
export const failingFor = statement(
  'webhook.failingFor',
  (seconds: number) => sql<{ id: string }>`
    select id from webhook where is_enabled and last_failure_at > failing_since and last_failure_at >= failing_since + make_interval(secs => ${seconds})`,
);

export const administrators = statement(
  'webhook.administrators',
  () => sql<{ name: string; email: string }>`
    select name, email from app_user where not is_disabled and role_id = (select id from role where name = ${ADMIN_ROLE} and is_system)`,
);
