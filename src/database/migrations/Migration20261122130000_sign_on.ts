import { Migration } from '@mikro-orm/migrations';

/** Signing in by identity providers. */
export class Migration20261122130000_sign_on extends Migration {
  override up(): void {
    this.addSql(
      `create table "identity_provider" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "revision" int not null default 1, "name" text not null, "issuer" text not null, "client_id" text not null, "secret_box" text not null, "is_enabled" boolean not null default true, "is_jit_enabled" boolean not null default false, "is_email_trusted" boolean not null default false, "scopes" text[] not null default '{}', "role_claim" text null, "role_mappings" jsonb not null default '[]', "default_role_id" uuid null, "last_used_at" timestamptz(3) null, constraint "identity_provider_pkey" primary key ("id"))`,
    );
    this.addSql(`create index "identity_provider_by_role" on "identity_provider" ("default_role_id")`);
    this.addSql(`alter table "identity_provider" add constraint "identity_provider_taken" unique ("issuer", "client_id")`);
    this.addSql(
      `create table "provider_session" ("session_id" uuid not null, "provider_id" uuid not null, "subject" text not null, "sid" text null, "end_session_box" text null, constraint "provider_session_pkey" primary key ("session_id"))`,
    );
    this.addSql(`create index "provider_session_by_sid" on "provider_session" ("provider_id", "sid")`);
    this.addSql(`create index "provider_session_by_subject" on "provider_session" ("provider_id", "subject")`);
    this.addSql(
      `create table "user_identity" ("id" uuid not null default gen_random_uuid(), "user_id" uuid not null, "issuer" text not null, "subject" text not null, "last_used_at" timestamptz(3) not null default now(), constraint "user_identity_pkey" primary key ("id"))`,
    );
    this.addSql(`alter table "user_identity" add constraint "user_identity_one_an_issuer" unique ("user_id", "issuer")`);
    this.addSql(`alter table "user_identity" add constraint "user_identity_subject_taken" unique ("issuer", "subject")`);
    this.addSql(
      `alter table "identity_provider" add constraint "identity_provider_default_role_id_foreign" foreign key ("default_role_id") references "role" ("id") on update cascade on delete restrict`,
    );
    this.addSql(
      `alter table "provider_session" add constraint "provider_session_session_id_foreign" foreign key ("session_id") references "session" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "provider_session" add constraint "provider_session_provider_id_foreign" foreign key ("provider_id") references "identity_provider" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "user_identity" add constraint "user_identity_user_id_foreign" foreign key ("user_id") references "app_user" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "settings" add column "password_sign_in" text check ("password_sign_in" in ('EVERYONE', 'ADMINISTRATORS', 'NOBODY')) not null default 'EVERYONE'`,
    );
  }

  override down(): void {
    this.addSql(`alter table "settings" drop column "password_sign_in"`);
    this.addSql(`drop table "provider_session", "user_identity", "identity_provider"`);
  }
}
