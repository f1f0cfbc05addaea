import { Migration } from '@mikro-orm/migrations';

/** Provisioning by identity providers (SCIM). */
export class Migration20261122140000_scim extends Migration {
  override up(): void {
    this.addSql(
      `create table "scim_group" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "revision" int not null default 1, "display_name" text not null, "external_id" text null, "role_id" uuid null, constraint "scim_group_pkey" primary key ("id"))`,
    );
    this.addSql(`create index "scim_group_by_external_id" on "scim_group" ("external_id")`);
    this.addSql(`create index "scim_group_by_role" on "scim_group" ("role_id")`);
    this.addSql(
      `create unique index "scim_group_name_taken" on "scim_group" (upper(translate("display_name", 'İẞϴ̇', 'IßΘ') collate "folding") collate "C")`,
    );
    this.addSql(
      `create table "scim_token" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "name" text not null, "prefix" text not null, "secret_hash" text not null, "expires_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "is_revoked" boolean not null default false, "created_by_id" uuid null, constraint "scim_token_pkey" primary key ("id"))`,
    );
    this.addSql(`alter table "scim_token" add constraint "scim_token_prefix_taken" unique ("prefix")`);
    this.addSql(`create index "scim_token_by_creator" on "scim_token" ("created_by_id")`);
    this.addSql(
      `create table "scim_profile" ("user_id" uuid not null, "external_id" text null, "display_name" text null, "formatted_name" text null, "given_name" text null, "family_name" text null, "work_email" text null, constraint "scim_profile_pkey" primary key ("user_id"))`,
    );
    this.addSql(`create index "scim_profile_by_external_id" on "scim_profile" ("external_id")`);
    this.addSql(
      `create table "scim_member" ("group_id" uuid not null, "user_id" uuid not null, constraint "scim_member_pkey" primary key ("group_id", "user_id"))`,
    );
    this.addSql(`create index "scim_member_by_user" on "scim_member" ("user_id")`);
    this.addSql(
      `alter table "scim_group" add constraint "scim_group_role_id_foreign" foreign key ("role_id") references "role" ("id") on update cascade on delete restrict`,
    );
    this.addSql(
      `alter table "scim_token" add constraint "scim_token_created_by_id_foreign" foreign key ("created_by_id") references "app_user" ("id") on update cascade on delete set null`,
    );
    this.addSql(
      `alter table "scim_profile" add constraint "scim_profile_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "scim_member" add constraint "scim_member_group_id_foreign" foreign key ("group_id") references "scim_group" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "scim_member" add constraint "scim_member_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
    this.addSql(`alter table "settings" add column "scim_default_role_id" uuid null`);
    this.addSql(
      `alter table "app_user" add column "is_provisioned" boolean not null default false, add column "is_scim_active" boolean not null default true`,
    );
  }

  override down(): void {
    this.addSql(`drop table "scim_member", "scim_profile", "scim_token", "scim_group"`);
    this.addSql(`alter table "app_user" drop column "is_provisioned", drop column "is_scim_active"`);
    this.addSql(`alter table "settings" drop column "scim_default_role_id"`);
  }
}
