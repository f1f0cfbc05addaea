import { Migration } from '@mikro-orm/migrations';

/**
 * Removes the results of provisional scoring from assessments that were sent back. Also, an answer that fails a code now counts
 * once for it, however many frameworks have that code.
 */
export class Migration20261117103000_withdrawn_scores extends Migration {
  override up(): void {
    this.addSql(`
      with gone as (
        delete from finding f using assessment a where a.id = f.assessment_id and a.status = 'IN_PROGRESS'
          and a.submitted_at is not null and not f.is_manual and f.status = 'OPEN' and f.revision = 1
        returning f.status, f.severity
      )
      insert into tally as t (kind, key, lane, count) select 'finding', status || ' ' || severity, 0, -count(*) from gone group by 2
      on conflict (kind, key, lane) do update set count = t.count + excluded.count
    `);
    this.addSql(`update assessment set submitted_at = null where status = 'IN_PROGRESS' and submitted_at is not null`);
    this.addSql(`delete from tally where kind = 'deficient-control'`);
    this.addSql(`
      insert into tally (kind, key, lane, count)
      select 'deficient-control', jsonb_build_array(code, framework_name, title)::text as key, 0, count(*)
      from (
        select distinct on (r.id, c.code) c.code, c.framework_name, c.title
        from response r join assessment a on a.id = r.assessment_id and a.status = 'COMPLETED'
        join assessment_question_control c on c.question_id = r.question_id
        where not r.is_compliant order by r.id, c.code, c.framework_name, c.title
      ) as failed group by key
    `);
  }

  /** The next submission recreates what was deleted. */
  override down(): void {}
}
