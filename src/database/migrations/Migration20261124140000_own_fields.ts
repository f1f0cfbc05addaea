import { Migration } from '@mikro-orm/migrations';

/** Fields that an organisation adds to its vendors, and what vendors have in them. */
export class Migration20261124140000_own_fields extends Migration {
  override up(): void {
    this.addSql(
      `create table "own_field_value" ("vendor_id" uuid not null, "key" text not null, "value" jsonb not null, "person_id" uuid null, constraint "own_field_value_pkey" primary key ("vendor_id", "key"))`,
    );
    this.addSql(`create index "own_field_value_by_person" on "own_field_value" ("person_id")`);
    this.addSql(
      `create index "own_field_value_by_number" on "own_field_value" ("key", (case when jsonb_typeof("value") = 'number' then "value"::numeric end), "vendor_id")`,
    );
    this.addSql(
      `create index "own_field_value_by_text" on "own_field_value" ("key", (left("value" #>> '{}', 100) collate "C"), "vendor_id")`,
    );
    this.addSql(
      `alter table "own_field_value" add constraint "own_field_value_vendor_id_foreign" foreign key ("vendor_id") references "vendor" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "own_field_value" add constraint "own_field_value_person_id_foreign" foreign key ("person_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "settings" add column "vendor_fields" jsonb not null default '[]', add column "vendor_field_kinds" jsonb not null default '{}'`,
    );
  }

  override down(): void {
    this.addSql(`drop table "own_field_value"`);
    this.addSql(`alter table "settings" drop column "vendor_fields", drop column "vendor_field_kinds"`);
  }
}
