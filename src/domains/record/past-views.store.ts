import { PAST_NOW, type PastView } from '../../database/record/record-schema';
import { sql } from '../../database/sql';
import { pastTallies } from '../dashboard/recount.store';

/** What keeps no versions and can still be asked about the past. Tables without a schema are views of the past themselves. */
export const PAST_VIEWS: Readonly<Record<string, PastView>> = {
  tally: pastTallies,
  audit_entry: (live) => sql`select * from ${live}.audit_entry where created_at <= ${PAST_NOW}`,
  /** Whole days are counted already; of the last one the entries are. */
  audit_count: (live) => sql`
    select action, day, lane, count from ${live}.audit_count where day < (${PAST_NOW} at time zone 'UTC')::date
    union all
    select action, (created_at at time zone 'UTC')::date, lane, count(*) from ${live}.audit_entry
    where created_at <= ${PAST_NOW} and created_at >= date_trunc('day', ${PAST_NOW} at time zone 'UTC') at time zone 'UTC'
    group by 1, 2, 3`,
  /** How many entries each chain had. */
  audit_lane: () => sql`select lane, sum(count) as seq from audit_count group by lane`,
  /** E-mails have no past: nothing is found by their ids. */
  mail: (live) => sql`select * from ${live}.mail where false`,
  /** Nor have deliveries. */
  webhook_delivery: (live) => sql`select * from ${live}.webhook_delivery where false`,
};
