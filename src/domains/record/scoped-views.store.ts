import { MY_PORTFOLIOS, type ScopedView, VISIBLE_VENDORS } from '../../database/scope/scope-schema';
import { sql } from '../../database/sql';

/** What is counted over all portfolios, for someone who sees some of them. Tables without a schema are such views themselves. */
export const SCOPED_VIEWS: Readonly<Record<string, ScopedView>> = {
  tally: (live) => sql`select kind, key, lane, count from ${live}.portfolio_tally where portfolio_id = any(${MY_PORTFOLIOS})`,
  portfolio_tally: (live) => sql`select * from ${live}.portfolio_tally where portfolio_id = any(${MY_PORTFOLIOS})`,
  /** Entries about nothing of a vendor are for those who see everything. */
  audit_entry: (live) => sql`select * from ${live}.audit_entry where vendor_id in ${VISIBLE_VENDORS}`,
  audit_count: () => sql`
    select action, (created_at at time zone 'UTC')::date as day, lane, count(*) as count from audit_entry group by 1, 2, 3`,
  /** How many entries of each chain are shown. */
  audit_lane: () => sql`select lane, sum(count) as seq from audit_count group by lane`,
};
