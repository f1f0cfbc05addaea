import { Migration } from '@mikro-orm/migrations';

/** Who was disabled by hand stays so when the identity provider takes the access away and gives it back. */
export class Migration20261122145000_disabled_by_hand extends Migration {
  override up(): void {
    this.addSql(`alter table "app_user" add column "is_disabled_by_hand" boolean not null default false`);
  }

  override down(): void {
    this.addSql(`alter table "app_user" drop column "is_disabled_by_hand"`);
  }
}
