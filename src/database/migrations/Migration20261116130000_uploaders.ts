import { Migration } from '@mikro-orm/migrations';

/** Which API key uploaded a file: until it is attached to something, only its uploader can see it. */
export class Migration20261116130000_uploaders extends Migration {
  override up(): void {
    this.addSql(`alter table "attachment" add column "uploaded_by_key_id" uuid null`);
  }

  override down(): void {
    this.addSql(`alter table "attachment" drop column "uploaded_by_key_id"`);
  }
}
