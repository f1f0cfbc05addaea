import { isOfListed } from '../../database/listed';
import { rawSql, type Sql, sql } from '../../database/sql';

/** The kind of this tally. */
export const DEFICIENT_CONTROL = 'deficient-control';

interface FailedControl {
  /** Code, framework and title, as a JSON array. */
  key: string;
  count: number;
}

/**
 * The controls failed by the answers of assessments a, in tables of the schema, if one is given. An answer fails a code once,
 * however many frameworks have it.
 */
const failed = (which: Sql, schema = sql``) => sql`(
    select distinct on (r.id, c.code) a.vendor_id, c.code, c.framework_name, c.title
    from ${schema}response r join ${schema}assessment a on a.id = r.assessment_id
    join ${schema}assessment_question_control c on c.question_id = r.question_id
    where not r.is_compliant and ${which}
    order by r.id, c.code, c.framework_name, c.title
  ) as failed`;

const KEY = rawSql('jsonb_build_array(code, framework_name, title)::text');

/** They are tallied once an assessment is completed: then its verdicts are final. */
const isTallied = (which: Sql) => sql`${which} and a.status = 'COMPLETED'`;

/** The figures are of listed vendors. */
const isCounted = (which: Sql, schema?: Sql) => isTallied(sql`${which} and ${isOfListed('a', schema)}`);

const counted = (which: Sql, schema?: Sql) => sql<FailedControl>`
  select ${KEY} as key, count(*) as count from ${failed(which, schema)} group by key`;

export const tallyOf = (which: Sql, schema?: Sql) => counted(isCounted(which, schema), schema);

/** The same of all vendors, whether they are listed or not. */
export const tallyOfAll = () => counted(isTallied(sql`true`));

/** The same by vendors, also before an assessment is completed. */
export const failedOfVendors = (which: Sql) => sql<FailedControl & { vendor_id: string }>`
  select vendor_id, ${KEY} as key, count(*) as count from ${failed(which)} group by vendor_id, key`;

export const tallyOfVendors = (which: Sql) => failedOfVendors(isTallied(which));

/**
 * The same as of a moment in the past, for a view of it: what is tallied now, without the assessments that were completed later, or
 * whose vendors were listed later, and with those that were deleted or left out since. The others have the verdicts that they had.
 */
export function pastTally(live: Sql): Sql<FailedControl> {
  const isNotCountedIn = (schema: Sql) => sql`not exists (
    select 1 from ${schema}assessment o where o.id = a.id and o.status = 'COMPLETED' and ${isOfListed('o', schema)})`;
  const now = sql`${live}.`;
  return sql`
  select key, sum(count) as count from (
    select key, count from ${now}tally where kind = '${rawSql(DEFICIENT_CONTROL)}'
    union all
    select key, -count from (${tallyOf(isNotCountedIn(sql``), now)}) as later
    union all
    select key, count from (${tallyOf(isNotCountedIn(now))}) as gone
  ) as changes group by key`;
}
