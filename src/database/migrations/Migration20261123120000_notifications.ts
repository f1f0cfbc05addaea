import { Migration } from '@mikro-orm/migrations';

/** What concerns people, and how they hear of it. */
export class Migration20261123120000_notifications extends Migration {
  override up(): void {
    const kinds = `'ASSIGNED', 'SUBMITTED', 'REPLIED', 'OVERDUE', 'EXPIRING', 'SENT_BACK', 'ACCEPTED'`;
    this.addSql(
      `create table "notification" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "user_id" uuid not null, "kind" text check ("kind" in (${kinds})) not null, "entry_id" uuid not null, "entity_type" text not null, "entity_id" uuid not null, "vendor_id" uuid not null, "read_at" timestamptz(3) null, "awaits_email" boolean not null default false, "emailed_at" timestamptz(3) null, constraint "notification_pkey" primary key ("id"))`,
    );
    this.addSql(`create index "notification_by_vendor" on "notification" ("vendor_id")`);
    this.addSql(`create index "notification_newest" on "notification" ("user_id", "created_at" desc, "id" desc)`);
    this.addSql(`create index "notification_unread" on "notification" ("user_id", "created_at" desc, "id" desc) where "read_at" is null`);
    this.addSql(`create index "notification_awaiting_email" on "notification" ("created_at") where "awaits_email"`);
    this.addSql(`alter table "notification" add constraint "notification_told_once" unique ("user_id", "entry_id")`);
    this.addSql(
      `alter table "notification" add constraint "notification_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "notification" add constraint "notification_vendor_id_foreign" foreign key ("vendor_id") references "vendor" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `create table "notification_setting" ("user_id" uuid not null, "kind" text check ("kind" in (${kinds})) not null, "email" text check ("email" in ('AT_ONCE', 'DAILY', 'NEVER')) not null, constraint "notification_setting_pkey" primary key ("user_id", "kind"))`,
    );
    this.addSql(
      `alter table "notification_setting" add constraint "notification_setting_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table "notification_setting", "notification"`);
  }
}
