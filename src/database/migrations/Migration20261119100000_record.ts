import { Migration } from '@mikro-orm/migrations';

/** Entries commit to what they say, and bind the states that changes leave behind. The tables of these follow from the entities. */
export class Migration20261119100000_record extends Migration {
  override up(): void {
    this.addSql(
      `alter table "portal_link" add column "has_password" boolean not null generated always as ("password_hash" is not null) stored`,
    );
    this.addSql(
      `alter table "audit_lane" add column "at" timestamptz(3) not null default '1970-01-01 00:00:00+00', add column "recorded" bigint not null default 0`,
    );
    this.addSql(
      `alter table "audit_entry" add column "commitments" jsonb null, add column "salts" jsonb null, add column "state_hash" text null`,
    );
  }

  override down(): void {
    this.addSql(`alter table "portal_link" drop column "has_password"`);
    this.addSql(`drop schema if exists past cascade`);
    this.addSql(`drop schema if exists record cascade`);
    this.addSql(`alter table "audit_entry" drop column "commitments", drop column "salts", drop column "state_hash"`);
    this.addSql(`alter table "audit_lane" drop column "at", drop column "recorded"`);
  }
}
