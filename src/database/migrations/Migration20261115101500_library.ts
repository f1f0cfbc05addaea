import { Migration } from '@mikro-orm/migrations';

/** Frameworks and templates record the library item they came from; controls of different frameworks can be related. */
export class Migration20261115101500_library extends Migration {
  override up(): void {
    this.addSql(`alter table "settings" add column "library_loaded_at" timestamptz(3) null`);
    this.addSql(`
      alter table "framework" add column "library_key" text null, add column "library_edition" int null,
        add constraint "framework_library_key_taken" unique ("library_key")
    `);
    this.addSql(`
      alter table "template" add column "library_key" text null, add column "library_edition" int null,
        add constraint "template_library_edition_taken" unique ("library_key", "library_edition")
    `);
    this.addSql(`alter table "control" add column "is_retired" boolean not null default false`);
    this.addSql(`
      create table "control_relation" (
        "from_id" uuid not null,
        "to_id" uuid not null,
        "relation" text check ("relation" in ('EQUAL', 'SUBSET', 'RELATED')) not null,
        constraint "control_relation_pkey" primary key ("from_id", "to_id"),
        constraint "control_relation_from_id_foreign" foreign key ("from_id")
          references "control" ("id") on update cascade on delete cascade,
        constraint "control_relation_to_id_foreign" foreign key ("to_id")
          references "control" ("id") on update cascade on delete cascade
      )
    `);
    this.addSql(`create index "control_relation_by_to" on "control_relation" ("to_id")`);
  }

  override down(): void {
    this.addSql(`drop table "control_relation"`);
    this.addSql(`alter table "control" drop column "is_retired"`);
    this.addSql(`alter table "template" drop column "library_key", drop column "library_edition"`);
    this.addSql(`alter table "framework" drop column "library_key", drop column "library_edition"`);
    this.addSql(`alter table "settings" drop column "library_loaded_at"`);
  }
}
