import { Migration } from '@mikro-orm/migrations';

const OWNERS = '"vendor_id", "certification_id", "response_id", "action_id", "finding_id"';

/** The checklist of a vendor that leaves, and the files that prove it. */
export class Migration20261124120010_offboarding extends Migration {
  override up(): void {
    this.addSql(`alter table "vendor" add column "offboarding_started_at" timestamptz(3) null, add column "offboarding_reason" text null`);
    this.addSql(
      `create table "offboarding_step" ("id" uuid not null default gen_random_uuid(), "vendor_id" uuid not null, "kind" text check ("kind" in ('ACCESS', 'DATA', 'CONTRACT')) not null, "is_done" boolean not null default false, "note" text null, "done_at" timestamptz(3) null, "done_by_id" uuid null, "done_by_name" text null, constraint "offboarding_step_pkey" primary key ("id"))`,
    );
    this.addSql(`create index "offboarding_step_by_doer" on "offboarding_step" ("done_by_id")`);
    this.addSql(`alter table "offboarding_step" add constraint "offboarding_step_taken" unique ("vendor_id", "kind")`);
    this.addSql(
      `alter table "offboarding_step" add constraint "offboarding_step_vendor_id_foreign" foreign key ("vendor_id") references "vendor" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "offboarding_step" add constraint "offboarding_step_done_by_id_foreign" foreign key ("done_by_id") references "app_user" ("id") on update cascade on delete set null`,
    );
    this.addSql(`alter table "attachment" add column "offboarding_step_id" uuid null`);
    this.addSql(
      `alter table "attachment" add constraint "attachment_offboarding_step_id_foreign" foreign key ("offboarding_step_id") references "offboarding_step" ("id") on update cascade on delete cascade`,
    );
    this.addSql(`create index "attachment_by_offboarding_step" on "attachment" ("offboarding_step_id")`);
    this.addSql(`alter table "attachment" drop constraint "attachment_single_owner"`);
    this.addSql(
      `alter table "attachment" add constraint "attachment_single_owner" check (num_nonnulls(${OWNERS}, "offboarding_step_id") <= 1)`,
    );
  }

  override down(): void {
    this.addSql(`alter table "attachment" drop constraint "attachment_single_owner"`);
    this.addSql(`alter table "attachment" drop column "offboarding_step_id"`);
    this.addSql(`alter table "attachment" add constraint "attachment_single_owner" check (num_nonnulls(${OWNERS}) <= 1)`);
    this.addSql(`drop table "offboarding_step"`);
    this.addSql(`alter table "vendor" drop column "offboarding_started_at", drop column "offboarding_reason"`);
  }
}
