import { Migration } from '@mikro-orm/migrations';

/**
 * Roles in some portfolios only. The views that show these follow from the entities (src/database/scope). Entries from before know
 * their vendor as far as what they are about is still there: others are for those who see everything.
 */
export class Migration20261122150000_scopes extends Migration {
  override up(): void {
    // Updated in place over and over, as the other tallies are.
    this.addSql(
      `create table "portfolio_tally" ("portfolio_id" uuid not null, "kind" text not null, "key" text not null, "lane" smallint not null, "count" bigint not null, constraint "portfolio_tally_pkey" primary key ("portfolio_id", "kind", "key", "lane")) with (fillfactor = 50)`,
    );
    this.addSql(`
      insert into "portfolio_tally" ("portfolio_id", "kind", "key", "lane", "count")
      select v.portfolio_id, 'assessment', a.status, 0, count(*) from assessment a join vendor v on v.id = a.vendor_id
      where v.portfolio_id is not null group by 1, 3
      union all
      select v.portfolio_id, 'finding', f.status || ' ' || f.severity, 0, count(*) from finding f join vendor v on v.id = f.vendor_id
      where v.portfolio_id is not null group by 1, 3
      union all
      select portfolio_id, 'deficient-control', jsonb_build_array(code, framework_name, title)::text as key, 0, count(*) from (
        select distinct on (r.id, c.code) v.portfolio_id, c.code, c.framework_name, c.title
        from response r join assessment a on a.id = r.assessment_id and a.status = 'COMPLETED' join vendor v on v.id = a.vendor_id
        join assessment_question_control c on c.question_id = r.question_id
        where not r.is_compliant and v.portfolio_id is not null order by r.id, c.code, c.framework_name, c.title
      ) as failed group by portfolio_id, key
    `);
    this.addSql(`alter table "audit_entry" add column "vendor_id" uuid null`);
    this.addSql(`
      update audit_entry t set vendor_id = case entity_type
        when 'Vendor' then entity_id
        when 'Assessment' then (select vendor_id from assessment where id = t.entity_id)
        when 'Finding' then (select vendor_id from finding where id = t.entity_id)
        when 'Certification' then (select vendor_id from certification where id = t.entity_id)
        when 'ResponsibilityAction' then (select vendor_id from responsibility_action where id = t.entity_id)
        else (select coalesce(f.vendor_id, (select vendor_id from certification where id = f.certification_id),
          (select vendor_id from assessment where id = f.assessment_id), (select vendor_id from responsibility_action where id = f.action_id))
          from attachment f where f.id = t.entity_id) end
      where entity_type in ('Vendor', 'Assessment', 'Finding', 'Certification', 'ResponsibilityAction', 'Attachment')
    `);
    this.addSql(
      `create index "audit_entry_by_vendor" on "audit_entry" ("vendor_id", "created_at" desc, "seq" desc, "id" desc) where "vendor_id" is not null`,
    );
    this.addSql(`alter table "app_user" add column "portfolio_ids" uuid[] null`);
    this.addSql(`alter table "api_key" add column "portfolio_ids" uuid[] null`);
    this.addSql(`alter table "scim_group" add column "portfolio_ids" uuid[] null`);
  }

  override down(): void {
    for (const schema of ['scoped_past', 'scoped_record', 'scoped_few', 'scoped']) this.addSql(`drop schema if exists ${schema} cascade`);
    this.addSql(`drop table if exists "portfolio_tally" cascade`);
    this.addSql(`alter table "scim_group" drop column "portfolio_ids"`);
    this.addSql(`alter table "api_key" drop column "portfolio_ids"`);
    this.addSql(`alter table "app_user" drop column "portfolio_ids"`);
    this.addSql(`drop index "audit_entry_by_vendor"`);
    this.addSql(`alter table "audit_entry" drop column "vendor_id"`);
  }
}
