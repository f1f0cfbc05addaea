import { Migration } from '@mikro-orm/migrations';

const KINDS = `'ASSIGNED', 'SUBMITTED', 'REPLIED', 'OVERDUE', 'EXPIRING', 'SENT_BACK', 'ACCEPTED', 'REMEDIATION_ANSWERED', 'ACCEPTANCE_REQUESTED', 'ACCEPTANCE_DECIDED', 'ACCEPTANCE_ENDING', 'VENDOR_REQUEST', 'VENDOR_REQUEST_DECIDED'`;

/** When the board report is sent, who doesn't want it, and what is attached to e-mails. */
export class Migration20261124160000_board_report extends Migration {
  override up(): void {
    this.addSql(
      `alter table "settings" add column "board_report_recurrence" text check ("board_report_recurrence" in ('NONE', 'QUARTERLY', 'BIANNUALLY', 'ANNUALLY')) not null default 'NONE', add column "board_report_recipients" text[] not null default '{}'`,
    );
    this.addSql(
      `create table "mail_file" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "name" text not null, "content_type" text not null, "content" bytea not null, constraint "mail_file_pkey" primary key ("id"))`,
    );
    this.addSql(`alter table "mail" add column "file_id" uuid null`);
    this.addSql(`create index "mail_by_file" on "mail" ("file_id")`);
    this.addSql(
      `alter table "mail" add constraint "mail_file_id_foreign" foreign key ("file_id") references "mail_file" ("id") on update cascade on delete set null`,
    );
    this.allow(`${KINDS}, 'BOARD_REPORT'`);
  }

  override down(): void {
    this.addSql(`delete from "notification_setting" where "kind" = 'BOARD_REPORT'`);
    this.allow(KINDS);
    this.addSql(`alter table "mail" drop column "file_id"`);
    this.addSql(`drop table "mail_file"`);
    this.addSql(`alter table "settings" drop column "board_report_recurrence", drop column "board_report_recipients"`);
  }

  /** The kinds of notifications there can be. */
  private allow(kinds: string): void {
    for (const table of ['notification', 'notification_setting']) {
      this.addSql(`alter table "${table}" drop constraint "${table}_kind_check"`);
      this.addSql(`alter table "${table}" add constraint "${table}_kind_check" check ("kind" in (${kinds}))`);
    }
  }
}
