import { Migration } from '@mikro-orm/migrations';

/** A retried request gets the ETag of the first response too. */
export class Migration20261118110000_tags_of_answers extends Migration {
  override up(): void {
    this.addSql(`alter table "idempotency_key" add column "tag" text null`);
  }

  override down(): void {
    this.addSql(`alter table "idempotency_key" drop column "tag"`);
  }
}
