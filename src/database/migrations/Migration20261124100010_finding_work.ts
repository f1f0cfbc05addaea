import { Migration } from '@mikro-orm/migrations';

/**
 * Findings with an owner, a due date, a plan, comments and files. Those from before have no due date: nobody was told of one. New
 * columns may be null, so that no row and none of its versions has to be written.
 */
export class Migration20261124100010_finding_work extends Migration {
  override up(): void {
    this.addSql(
      `alter table "settings" add column "remediation_days" jsonb not null default '{"low": 180, "high": 30, "medium": 90, "critical": 14}'`,
    );
    this.addSql(
      `alter table "finding" add column "owner_id" uuid null, add column "due_on" date null, add column "plan" text null, add column "treatment" text check ("treatment" in ('MITIGATE', 'ACCEPT', 'TRANSFER', 'AVOID')) null, add column "vendor_visible" boolean null`,
    );
    this.addSql(
      `alter table "finding" add constraint "finding_owner_id_foreign" foreign key ("owner_id") references "app_user" ("id") on update cascade on delete set null`,
    );
    this.addSql(`create index "finding_by_owner" on "finding" ("owner_id", "rank", "created_at" desc, "id" desc)`);
    this.addSql(`create index "finding_by_due" on "finding" ((coalesce(due_on, '9999-12-31'::date)), "id")`);
    this.addSql(`alter table "attachment" drop constraint "attachment_single_owner"`);
    this.addSql(`alter table "attachment" add column "finding_id" uuid null, add column "is_from_vendor" boolean null`);
    this.addSql(
      `alter table "attachment" add constraint "attachment_finding_id_foreign" foreign key ("finding_id") references "finding" ("id") on update cascade on delete cascade`,
    );
    this.addSql(`create index "attachment_by_finding" on "attachment" ("finding_id")`);
    this.addSql(
      `alter table "attachment" add constraint "attachment_single_owner" check (num_nonnulls("vendor_id", "certification_id", "response_id", "action_id", "finding_id") <= 1)`,
    );
    this.addSql(`alter table "comment" add column "finding_id" uuid null, alter column "assessment_id" drop not null`);
    this.addSql(
      `alter table "comment" add constraint "comment_finding_id_foreign" foreign key ("finding_id") references "finding" ("id") on update cascade on delete cascade`,
    );
    this.addSql(`create index "comment_of_finding" on "comment" ("finding_id", "created_at", "id")`);
    this.addSql(`alter table "comment" add constraint "comment_on_one_thing" check (num_nonnulls("assessment_id", "finding_id") = 1)`);
  }

  override down(): void {
    this.addSql(`alter table "comment" drop constraint "comment_on_one_thing"`);
    this.addSql(`delete from "comment" where "finding_id" is not null`);
    this.addSql(`alter table "comment" drop column "finding_id", alter column "assessment_id" set not null`);
    this.addSql(`alter table "attachment" drop constraint "attachment_single_owner"`);
    this.addSql(`alter table "attachment" drop column "finding_id", drop column "is_from_vendor"`);
    this.addSql(
      `alter table "attachment" add constraint "attachment_single_owner" check (num_nonnulls("vendor_id", "certification_id", "response_id", "action_id") <= 1)`,
    );
    this.addSql(
      `alter table "finding" drop column "owner_id", drop column "due_on", drop column "plan", drop column "treatment", drop column "vendor_visible"`,
    );
    this.addSql(`alter table "settings" drop column "remediation_days"`);
  }
}
