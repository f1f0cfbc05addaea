import { Migration } from '@mikro-orm/migrations';

/** When the board report is sent, and what is attached to e-mails. */
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
  }

  override down(): void {
    this.addSql(`alter table "mail" drop column "file_id"`);
    this.addSql(`drop table "mail_file"`);
    this.addSql(`alter table "settings" drop column "board_report_recurrence", drop column "board_report_recipients"`);
  }
}
