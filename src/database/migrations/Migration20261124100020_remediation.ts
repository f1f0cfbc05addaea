import { Migration } from '@mikro-orm/migrations';

/** Findings that are sent to the vendor by a link of their own, and what the vendor answers. */
export class Migration20261124100020_remediation extends Migration {
  override up(): void {
    this.addSql(
      `create table "remediation_link" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "vendor_id" uuid not null, "token_hash" text not null, "password_hash" text null, "message" text null, "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, constraint "remediation_link_pkey" primary key ("id"))`,
    );
    this.addSql(`create index "remediation_link_by_vendor" on "remediation_link" ("vendor_id")`);
    this.addSql(`alter table "remediation_link" add constraint "remediation_link_token_taken" unique ("token_hash")`);
    this.addSql(
      `create table "remediation" ("id" uuid not null default gen_random_uuid(), "finding_id" uuid not null, "link_id" uuid not null, "state" text check ("state" in ('SENT', 'ANSWERED', 'SENT_BACK', 'ACCEPTED')) not null default 'SENT', "message" text null, "sent_at" timestamptz(3) not null default now(), "answer" text check ("answer" in ('PLANNED', 'DONE', 'DISAGREE')) null, "plan" text null, "planned_for" date null, "answered_at" timestamptz(3) null, "decision_note" text null, "decided_at" timestamptz(3) null, constraint "remediation_pkey" primary key ("id"))`,
    );
    this.addSql(`create index "remediation_by_link" on "remediation" ("link_id")`);
    this.addSql(`create index "remediation_newest" on "remediation" ("finding_id", "sent_at" desc, "id" desc)`);
    this.addSql(
      `alter table "remediation_link" add constraint "remediation_link_vendor_id_foreign" foreign key ("vendor_id") references "vendor" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "remediation" add constraint "remediation_finding_id_foreign" foreign key ("finding_id") references "finding" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "remediation" add constraint "remediation_link_id_foreign" foreign key ("link_id") references "remediation_link" ("id") on update cascade on delete cascade`,
    );
    const kinds = `'ASSIGNED', 'SUBMITTED', 'REPLIED', 'OVERDUE', 'EXPIRING', 'SENT_BACK', 'ACCEPTED', 'REMEDIATION_ANSWERED'`;
    for (const table of ['notification', 'notification_setting']) {
      this.addSql(`alter table "${table}" drop constraint "${table}_kind_check"`);
      this.addSql(`alter table "${table}" add constraint "${table}_kind_check" check ("kind" in (${kinds}))`);
    }
    this.addSql(`alter table "mail" add column "vendor_id" uuid null`);
    this.addSql(
      `alter table "mail" add constraint "mail_vendor_id_foreign" foreign key ("vendor_id") references "vendor" ("id") on update cascade on delete set null`,
    );
    this.addSql(`create index "mail_by_vendor" on "mail" ("vendor_id")`);
  }

  override down(): void {
    const kinds = `'ASSIGNED', 'SUBMITTED', 'REPLIED', 'OVERDUE', 'EXPIRING', 'SENT_BACK', 'ACCEPTED'`;
    for (const table of ['notification', 'notification_setting']) {
      this.addSql(`alter table "${table}" drop constraint "${table}_kind_check"`);
      this.addSql(`delete from "${table}" where "kind" not in (${kinds})`);
      this.addSql(`alter table "${table}" add constraint "${table}_kind_check" check ("kind" in (${kinds}))`);
    }
    this.addSql(`alter table "mail" drop column "vendor_id"`);
    this.addSql(`drop table "remediation", "remediation_link"`);
  }
}
