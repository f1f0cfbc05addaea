import { isListedVendor } from '../../database/listed';
import { join, rawSql, type Sql, sql, statement } from '../../database/sql';
import { ASSESSMENTS } from '../assessment/assessment.tallies';
import { FINDINGS } from '../finding/finding.tallies';
import { DEFICIENT_CONTROL, tallyOfVendors } from '../scoring/deficiency.store';

/** The tallies of listed vendors v, by something of theirs. Assessments are called a. */
export function talliesBy(what: Sql, which: Sql, assessments = sql`true`): Sql<{ by: string; kind: string; key: string; count: number }> {
  const deficiencies = sql`
    select ${what} as by, t.key, sum(t.count)::bigint as count from (${tallyOfVendors(assessments)}) t join vendor v on v.id = t.vendor_id
    where ${which} and ${isListedVendor('v')} group by 1, 2`;
  const kinds = [ASSESSMENTS, FINDINGS].map((one) => ({ kind: one.kind, counts: one.countsBy(what, which) }));
  return join(
    [...kinds, { kind: DEFICIENT_CONTROL, counts: deficiencies }].map(
      ({ kind, counts }) => sql`select by, '${rawSql(kind)}' as kind, key, count from (${counts}) as counted`,
    ),
    ' union all ',
  );
}

/** What is counted of a vendor, nothing unless it is listed, which must be locked with all that is counted. */
export const ofVendor = statement(
  'portfolio-tallies.ofVendor',
  (id: string) => sql<{ kind: string; key: string; count: number }>`
    select kind, key, count from (${talliesBy(sql`v.id`, sql`v.id = ${id}`, sql`a.vendor_id = ${id}`)}) as counts`,
);

/** Keeps the findings of a vendor as they are. */
export const lockFindings = statement(
  'portfolio-tallies.lockFindings',
  (vendorId: string) => sql<{ count: number }>`
    with locked as materialized (select 1 from finding where vendor_id = ${vendorId} for update) select count(*) as count from locked`,
);
