import { Migration } from '@mikro-orm/migrations';

/** The dashboard's figures and the totals of long lists, counted on each change instead of on each read. */
export class Migration20261115103000_tallies extends Migration {
  override up(): void {
    // These rows are updated in place over and over: half of each page is left free for that.
    this.addSql(`
      create table "tally" (
        "kind" text not null,
        "key" text not null,
        "lane" smallint not null,
        "count" bigint not null,
        constraint "tally_pkey" primary key ("kind", "key", "lane")
      ) with (fillfactor = 50)
    `);
    this.addSql(`
      create table "audit_count" (
        "action" text not null,
        "day" date not null,
        "lane" smallint not null,
        "count" bigint not null,
        constraint "audit_count_pkey" primary key ("action", "day", "lane")
      ) with (fillfactor = 50)
    `);
    this.addSql(`
      insert into "tally" ("kind", "key", "lane", "count")
      select 'assessment', status, 0, count(*) from assessment group by status
      union all
      select 'finding', status || ' ' || severity, 0, count(*) from finding group by status, severity
      union all
      select 'deficient-control', jsonb_build_array(c.code, c.framework_name, c.title)::text as key, 0, count(*)
      from response r join assessment a on a.id = r.assessment_id and a.status = 'COMPLETED'
      join assessment_question_control c on c.question_id = r.question_id
      where not r.is_compliant group by key
    `);
    this.addSql(`
      insert into "audit_count" ("action", "day", "lane", "count")
      select action, (created_at at time zone 'UTC')::date as day, lane, count(*) from audit_entry group by action, day, lane
    `);
  }

  override down(): void {
    this.addSql(`drop table "audit_count"`);
    this.addSql(`drop table "tally"`);
  }
}
