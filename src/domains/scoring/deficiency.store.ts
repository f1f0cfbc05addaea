import { type Sql, sql, statement } from '../../database/sql';

interface FailedControl {
  /** Code, framework and title, as a JSON array. */
  key: string;
  /** How often. */
  count: number;
}

/** The controls that the answers of completed assessments fail. An answer fails a code once, however many frameworks have it. */
export const failedControls = (which: Sql = sql`true`) => sql<FailedControl>`
  select jsonb_build_array(code, framework_name, title)::text as key, count(*) as count
  from (
    select distinct on (r.id, c.code) c.code, c.framework_name, c.title
    from response r join assessment a on a.id = r.assessment_id and a.status = 'COMPLETED'
    join assessment_question_control c on c.question_id = r.question_id
    where not r.is_compliant and ${which}
    order by r.id, c.code, c.framework_name, c.title
  ) as failed group by key`;

export const ofAssessments = statement('deficiency.ofAssessments', (assessmentIds: readonly string[]) =>
  failedControls(sql`a.id = any(${assessmentIds}::uuid[])`),
);
