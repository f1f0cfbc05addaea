import { Migration } from '@mikro-orm/migrations';

/** So that whoever created an account that SCIM finds doesn't get what SCIM gives. */
export class Migration20261124181800_taken_over_accounts extends Migration {
  override up(): void {
    this.addSql(`alter table "app_user" add column "is_taken_over" boolean not null default false`);
  }

  override down(): void {
    this.addSql(`alter table "app_user" drop column "is_taken_over"`);
  }
}
