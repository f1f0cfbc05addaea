import { rawSql, sql, statement } from '../../database/sql';
import { type Position, type Reached, seqsOf } from './event-cursor';

/** How long a lane is. */
interface Head extends Required<Reached> {
  lane: number;
}

export const heads = statement('event.heads', () => sql<Head>`select lane, seq, hash from audit_lane order by lane`);

/** The same, with the hashes of the entries at some places; those before the first have none. */
export const standing = statement(
  'event.standing',
  (seqs: readonly number[]) => sql<Head & { there: string | null }>`
    select lane, seq, hash, (select e.hash from audit_entry e where e.lane = l.lane and e.seq = (${seqs}::bigint[])[l.lane + 1]) as there
    from audit_lane l order by lane`,
);

/** An entry as the feed sees it. */
export interface FeedEntry {
  id: string;
  lane: number;
  seq: number;
  at: string;
  action: string;
  /** What something was and became, where the details say so, and what a file belongs to. */
  from: unknown;
  to: unknown;
  owner: string | null;
  entityType: string | null;
  entityId: string | null;
  entityName: string | null;
  actor: string;
  vendorId: string | null;
  /** Null once it is deleted. */
  assessmentId: string | null;
  /** Who made the request for a vendor, or whose a view is that isn't shared; null: nobody in particular. */
  personId: string | null;
  hash: string;
  /** Of the entry before it in its lane. */
  prevHash: string;
}

/** The assessment that an entry is about, or that what it is about belongs to. */
const ASSESSMENT_OF = rawSql(`case entity_type when 'Assessment' then entity_id
  when 'Finding' then (select assessment_id from finding where id = entity_id)
  when 'Attachment' then (select coalesce(a.assessment_id, f.assessment_id)
    from attachment a left join finding f on f.id = a.finding_id where a.id = entity_id) end`);

const NOBODY = '00000000-0000-0000-0000-000000000000';

const PERSON_OF = rawSql(`case entity_type when 'VendorRequest' then (select requested_by_id from vendor_request where id = entity_id)
  when 'SavedView' then case when meta ? 'privateTo' then (meta->>'privateTo')::uuid else '${NOBODY}' end end`);

const DETAILS = rawSql(`meta->'from' as "from", meta->'to' as "to", meta->>'owner' as owner`);

export const FEED_COLUMNS = sql`id, lane, seq, created_at as at, action, ${DETAILS}, entity_type as "entityType", entity_id as "entityId",
        entity_name as "entityName", user_name as actor, vendor_id as "vendorId", ${ASSESSMENT_OF} as "assessmentId",
        ${PERSON_OF} as "personId", hash, prev_hash as "prevHash"`;

/** Up to so many entries of each lane, between two positions. */
export const between = statement(
  'event.between',
  (from: Position, until: Position, most: number) => sql<FeedEntry>`
    select e.* from unnest(${seqsOf(from)}::bigint[], ${seqsOf(until)}::bigint[]) with ordinality as part(begin, until, n) cross join lateral (
      select ${FEED_COLUMNS} from audit_entry where lane = part.n - 1 and seq > part.begin and seq <= part.until order by seq limit ${most}
    ) e`,
);

/** Those of some entries that a caller of some portfolios sees: asked within the scope. */
export const seen = statement(
  'event.seen',
  (ids: readonly string[]) => sql<{ id: string }>`select id from audit_entry where id = any(${ids}::uuid[])`,
);

/** What files belong to. */
export const filesOf = statement(
  'event.filesOf',
  (ids: readonly string[]) => sql<{ id: string; isOfAssessment: boolean }>`
    select id, num_nonnulls(assessment_id, finding_id) > 0 as "isOfAssessment" from attachment
    where id = any(${ids}::uuid[])
      and num_nonnulls(vendor_id, certification_id, response_id, action_id, finding_id, offboarding_step_id) > 0`,
);
