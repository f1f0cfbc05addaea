import { present, rawSql, sql, statement } from '../../database/sql';
import { earlierEntryHash, entryHash, saltsOf } from './audit-chain.store';
import { LANES } from './audit.chain';
import type { Opened } from './audit.commitments';

/** The head of a lane: how many entries it has, and the hash of the last. */
export interface LaneHead {
  lane: number;
  seq: number;
  hash: string;
}

export interface BrokenEntry {
  lane: number;
  seq: number;
  id: string;
  action: string;
  createdAt: string;
  reason: string;
}

export const heads = statement('audit-verification.heads', () => sql<LaneHead>`select lane, seq, hash from audit_lane order by lane`);

export const count = statement('audit-verification.count', () => sql<{ count: number }>`select count(*) as count from audit_entry`);

/** The chains that have entries. */
export const chains = statement(
  'audit-verification.chains',
  () => sql<{ lane: number; last: number }>`select lane, max(seq) as last from audit_entry group by lane order by lane`,
);

/** The first broken entry among the next ones of a chain, each checked against the one before. */
export const brokenIn = statement(
  'audit-verification.brokenIn',
  (lane: number, after: number, size: number) => sql<BrokenEntry>`
    select lane, seq, id, action, created_at as "createdAt", reason from (
      select e.lane, e.seq, e.id, e.action, e.created_at, case
        when e.lane not between 0 and ${LANES - 1} then 'is in a chain that the log does not have'
        when e.seq <> coalesce(lag(e.seq) over chain, 0) + 1 then 'does not follow its predecessor: entries before it are missing'
        when e.prev_hash <> coalesce(lag(e.hash) over chain, '') then 'does not carry the hash of its predecessor'
        when e.commitments is null and e.salts is not null then case
          when not exists (select 1 from audit_entry where action = 'ERASE_USER') then 'was erased, and the log tells of no erasure' end
        when e.hash <> (case when e.commitments is null then ${earlierEntryHash('e.prev_hash', 'e.seq', 'e')}
          else ${entryHash('e.prev_hash', 'e.seq', 'e')} end) then 'was altered: its content does not match its hash'
      end as reason
      from audit_entry e where e.lane = ${lane} and e.seq <= ${after + size} and (e.seq >= ${after} or ${after} = 0)
      window chain as (order by e.seq)
    ) as checked
    where reason is not null and (seq > ${after} or ${after} = 0) order by seq limit 1`,
);

/** Of the same entries: what they say of persons and in detail, and what commits them to it. */
export const openedIn = statement(
  'audit-verification.openedIn',
  (lane: number, after: number, size: number) => sql<Omit<BrokenEntry, 'reason'> & Opened>`
    select lane, seq, id, action, created_at as "createdAt", user_id as "userId", user_name as "userName", entity_id as "entityId",
      entity_name as "entityName", meta, ${present('commitments')} as commitments, coalesce(${rawSql(saltsOf('e'))}, '{}') as salts
    from audit_entry e where lane = ${lane} and seq > ${after} and seq <= ${after + size} and commitments is not null order by seq`,
);

/** The first entry beyond its chain's head: a checkpoint taken from such heads would cover too little. */
export const beyondHead = statement(
  'audit-verification.beyondHead',
  () => sql<BrokenEntry>`
    select lane, e.seq, e.id, e.action, e.created_at as "createdAt",
      'comes after the head of its chain: the head was set back or removed' as reason
    from audit_entry e left join audit_lane head using (lane)
    where e.seq > coalesce(head.seq, 0) order by lane, e.seq limit 1`,
);

/** The first head whose entry is missing from the log. */
export const missing = statement(
  'audit-verification.missing',
  (known: readonly LaneHead[]) => sql<{ lane: number; seq: number }>`
    select head.lane, head.seq from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as head(lane int, seq bigint, hash text)
    where head.seq > 0 and not exists (
      select 1 from audit_entry e where e.lane = head.lane and e.seq = head.seq and e.hash = head.hash)
    order by head.lane limit 1`,
);

/** The result of the last verification. */
export const last = statement(
  'audit-verification.last',
  () => sql<{ verifiedAt: string; entryCount: number; isIntact: boolean; fault: string | null }>`
    select created_at as "verifiedAt", (meta->>'entries')::int as "entryCount", meta->>'fault' is null as "isIntact",
      meta->>'fault' as fault
    from audit_entry where action = 'VERIFY_AUDIT_LOG' order by created_at desc, seq desc limit 1`,
);
