import { Migration } from '@mikro-orm/migrations';

/** Whether downloads are recorded in the audit log. */
export class Migration20261116131000_audit_reads extends Migration {
  override up(): void {
    this.addSql(`alter table "settings" add column "audit_reads" boolean not null default true`);
  }

  override down(): void {
    this.addSql(`alter table "settings" drop column "audit_reads"`);
  }
}
