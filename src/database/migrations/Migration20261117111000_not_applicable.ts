import { Migration } from '@mikro-orm/migrations';

/** Why a question doesn't apply, and the answer it had before. */
export class Migration20261117111000_not_applicable extends Migration {
  override up(): void {
    this.addSql(`alter table "response" add column "kept_value" jsonb null, add column "not_applicable_reason" text null`);
  }

  override down(): void {
    this.addSql(`alter table "response" drop column "kept_value", drop column "not_applicable_reason"`);
  }
}
