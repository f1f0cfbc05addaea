import { type Sql, sql } from '../../database/sql';

/** The kind of this tally. */
export const DEFICIENT_CONTROL = 'deficient-control';

interface FailedControl {
  /** Code, framework and title, as a JSON array. */
  key: string;
  count: number;
}

/** The controls failed by the answers of assessments a. An answer fails a code once, however many frameworks have it. */
export const failedControls = (which: Sql) => sql<FailedControl>`
  select jsonb_build_array(code, framework_name, title)::text as key, count(*) as count
  from (
    select distinct on (r.id, c.code) c.code, c.framework_name, c.title
    from response r join assessment a on a.id = r.assessment_id
    join assessment_question_control c on c.question_id = r.question_id
    where not r.is_compliant and ${which}
    order by r.id, c.code, c.framework_name, c.title
  ) as failed group by key`;

/** The tallied ones: verdicts are final once an assessment is completed. */
export const tallyOf = (which: Sql) => failedControls(sql`${which} and a.status = 'COMPLETED'`);
