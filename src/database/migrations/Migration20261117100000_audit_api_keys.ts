import { Migration } from '@mikro-orm/migrations';

/**
 * The API key that did something, and the previous hash next to the head of a chain. Existing entries stay as they are: their
 * hashes cover no key.
 */
export class Migration20261117100000_audit_api_keys extends Migration {
  override up(): void {
    this.addSql(`alter table "audit_entry" add column "api_key" jsonb null`);
    this.addSql(`
      create index "audit_entry_by_api_key" on "audit_entry" (("api_key"->>'id'), "created_at" desc, "seq" desc, "id" desc)
      where "api_key" is not null
    `);
    this.addSql(`alter table "audit_lane" add column "prev_hash" text not null default ''`);
  }

  override down(): void {
    this.addSql(`alter table "audit_lane" drop column "prev_hash"`);
    this.addSql(`drop index "audit_entry_by_api_key"`);
    this.addSql(`alter table "audit_entry" drop column "api_key"`);
  }
}
