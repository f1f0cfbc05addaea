import { Migration } from '@mikro-orm/migrations';

/** Lists as people look at them. */
export class Migration20261124140100_saved_views extends Migration {
  override up(): void {
    this.addSql(
      `create table "saved_view" ("id" uuid not null default gen_random_uuid(), "list" text check ("list" in ('VENDORS', 'ASSESSMENTS', 'FINDINGS', 'CERTIFICATIONS', 'ACTIONS', 'ACCEPTANCES', 'VENDOR_REQUESTS', 'ANSWERS', 'AUDIT_LOG')) not null, "name" text not null, "filter" jsonb not null default '{}', "order_by" jsonb null, "columns" text[] not null default '{}', "owner_id" uuid null, "private_to_id" uuid null, "revision" int not null default 1, constraint "saved_view_pkey" primary key ("id"))`,
    );
    this.addSql(`create index "saved_view_by_private_to" on "saved_view" ("private_to_id")`);
    this.addSql(`create index "saved_view_shared" on "saved_view" ("list") where "private_to_id" is null`);
    this.addSql(
      `create unique index "saved_view_name_taken" on "saved_view" ("owner_id", "list", (upper(translate("name", 'İẞϴ̇', 'IßΘ') collate "folding") collate "C"))`,
    );
    this.addSql(
      `alter table "saved_view" add constraint "saved_view_owner_id_foreign" foreign key ("owner_id") references "app_user" ("id") on update cascade on delete set null`,
    );
    this.addSql(
      `alter table "saved_view" add constraint "saved_view_private_to_id_foreign" foreign key ("private_to_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table "saved_view"`);
  }
}
