import { type Sql, sql, statement } from '../../database/sql';
import { countingAll } from '../../database/tally/tally';
import { ASSESSMENTS } from '../assessment/assessment.tallies';
import { FINDINGS } from '../finding/finding.tallies';
import { DEFICIENT_CONTROL, tallyOfVendors } from '../scoring/deficiency.store';
import { Assessment } from '../assessment/assessment.entity';
import { Vendor } from '../vendor/vendor.entity';

/** Deletes assessments a, which must be locked: tallied rows explicitly, the rest through the foreign keys. */
const removing = (which: Sql) => sql`
  failed as (${tallyOfVendors(which)}),
  gone_findings as (
    delete from finding using assessment a where finding.assessment_id = a.id and ${which} returning finding.vendor_id, ${FINDINGS.keyOf()} as key
  ), gone as (
    delete from assessment a where ${which} returning vendor_id, ${ASSESSMENTS.keyOf('a')} as key
  )`;

/** What that subtracts from the tallies. */
const REMOVED = countingAll([
  { sign: '-', kind: DEFICIENT_CONTROL, from: sql`select vendor_id, key, count from failed` },
  { sign: '-', kind: FINDINGS.kind, from: sql`select vendor_id, key, count(*) from gone_findings group by vendor_id, key` },
  { sign: '-', kind: ASSESSMENTS.kind, from: sql`select vendor_id, key, count(*) from gone group by vendor_id, key` },
]);

/** Also lowers the vendor's count. */
export const removeAssessment = statement('deletion.removeAssessment', (id: string, vendorId: string) =>
  sql<never>`
    with ${removing(sql`a.id = ${id}`)}, of_vendor as (
      update vendor set assessment_count = assessment_count - 1 from gone where vendor.id = gone.vendor_id
    )
    ${REMOVED}`
    .removes(Assessment, { id })
    .writes(Vendor, { id: vendorId }),
);

export const removeVendor = statement('deletion.removeVendor', (id: string) =>
  sql<never>`
    with ${removing(sql`a.vendor_id = ${id}`)}, gone_vendor as (delete from vendor where id = ${id})
    ${REMOVED}`.removes(Vendor, { id }),
);
