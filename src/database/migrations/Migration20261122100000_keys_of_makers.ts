import { Migration } from '@mikro-orm/migrations';

/** Keys follow their creators from now on. Those that exist were created as keys of nobody in particular, and stay so. */
export class Migration20261122100000_keys_of_makers extends Migration {
  override up(): void {
    this.addSql(`alter table "settings" add column "organization_api_keys" boolean not null default false`);
    this.addSql(
      `alter table "api_key" add column "last_used_address" text null, add column "is_organizational" boolean not null default false`,
    );
    this.addSql(`update "api_key" set "is_organizational" = true`);
  }

  override down(): void {
    this.addSql(`alter table "api_key" drop column "last_used_address", drop column "is_organizational"`);
    this.addSql(`alter table "settings" drop column "organization_api_keys"`);
  }
}
