import { Migration } from '@mikro-orm/migrations';

/** How people sign in: second factors, links by e-mail, known browsers. */
export class Migration20261122120000_accounts extends Migration {
  override up(): void {
    this.addSql(
      `create table "factor" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "user_id" uuid not null, "kind" text check ("kind" in ('TOTP', 'PASSKEY')) not null, "name" text not null, "last_used_at" timestamptz(3) null, "secret_box" text null, "last_step" int null, "credential_id" text null, "public_key" text null, "counter" bigint null, "transports" text[] null, constraint "factor_pkey" primary key ("id"))`,
    );
    this.addSql(`create index "factor_by_user" on "factor" ("user_id")`);
    this.addSql(`alter table "factor" add constraint "factor_credential_taken" unique ("credential_id")`);
    this.addSql(
      `alter table "factor" add constraint "factor_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `create table "recovery_code" ("user_id" uuid not null, "code_hash" text not null, constraint "recovery_code_pkey" primary key ("user_id", "code_hash"))`,
    );
    this.addSql(
      `alter table "recovery_code" add constraint "recovery_code_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `create table "account_link" ("id" uuid not null default gen_random_uuid(), "user_id" uuid not null, "kind" text check ("kind" in ('RESET', 'INVITATION')) not null, "token_hash" text not null, "expires_at" timestamptz(3) not null, constraint "account_link_pkey" primary key ("id"))`,
    );
    this.addSql(`alter table "account_link" add constraint "account_link_token_taken" unique ("token_hash")`);
    this.addSql(`create index "account_link_by_expiry" on "account_link" ("expires_at")`);
    this.addSql(`alter table "account_link" add constraint "account_link_newest" unique ("user_id", "kind")`);
    this.addSql(
      `alter table "account_link" add constraint "account_link_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `create table "device" ("id" uuid not null default gen_random_uuid(), "user_id" uuid not null, "token_hash" text not null, "last_seen_at" timestamptz(3) not null default now(), constraint "device_pkey" primary key ("id"))`,
    );
    this.addSql(`create index "device_by_use" on "device" ("last_seen_at")`);
    this.addSql(`alter table "device" add constraint "device_known" unique ("user_id", "token_hash")`);
    this.addSql(
      `alter table "device" add constraint "device_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
    this.addSql(`alter table "app_user" alter column "password_hash" drop not null`);
    this.addSql(
      `alter table "app_user" add column "has_password" boolean generated always as ("password_hash" is not null) stored not null`,
    );
    this.addSql(
      `alter table "session" add column "shown_at" timestamptz(3) not null default now(), add column "pending_totp" text null, add column "pending_passkey" text null`,
    );
    this.addSql(`update "session" set "shown_at" = "created_at"`);
    this.addSql(`alter table "mail" add column "user_id" uuid null`);
    this.addSql(`create index "mail_by_user" on "mail" ("user_id")`);
    this.addSql(
      `alter table "mail" add constraint "mail_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "settings" add column "require_second_factor" text check ("require_second_factor" in ('NOBODY', 'ADMINISTRATORS', 'EVERYONE')) not null default 'NOBODY', add column "min_password_length" int not null default 12`,
    );
    this.addSql(
      `alter table "settings" add constraint "settings_password_length" check ((min_password_length >= 8) AND (min_password_length <= 64))`,
    );
  }

  override down(): void {
    this.addSql(`alter table "settings" drop column "require_second_factor", drop column "min_password_length"`);
    this.addSql(`alter table "mail" drop column "user_id"`);
    this.addSql(`alter table "session" drop column "shown_at", drop column "pending_totp", drop column "pending_passkey"`);
    this.addSql(`alter table "app_user" drop column "has_password"`);
    this.addSql(`delete from "app_user" where "password_hash" is null`);
    this.addSql(`alter table "app_user" alter column "password_hash" set not null`);
    this.addSql(`drop table "device", "account_link", "recovery_code", "factor"`);
  }
}
