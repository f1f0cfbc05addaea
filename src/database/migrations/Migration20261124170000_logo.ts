import { Migration } from '@mikro-orm/migrations';

/** The organisation's logo. */
export class Migration20261124170000_logo extends Migration {
  override up(): void {
    this.addSql(
      `create table "logo" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "mime_type" text not null, "content" bytea not null, constraint "logo_pkey" primary key ("id"))`,
    );
    this.addSql(`alter table "settings" add column "logo_id" uuid null`);
  }

  override down(): void {
    this.addSql(`alter table "settings" drop column "logo_id"`);
    this.addSql(`drop table "logo"`);
  }
}
