import { Migration } from '@mikro-orm/migrations';

/** A vendor's way in and out. Those there are, are active. */
export class Migration20261124120000_vendor_status extends Migration {
  override up(): void {
    this.addSql(
      `alter table "vendor" add column "status" text check ("status" in ('REQUESTED', 'ACTIVE', 'OFFBOARDING', 'ARCHIVED')) not null default 'ACTIVE'`,
    );
    this.addSql(`create index "vendor_by_status" on "vendor" ("status", "tier")`);
    this.addSql(`create index "vendor_left_out" on "vendor" ("id") where "status" in ('REQUESTED', 'ARCHIVED')`);
  }

  override down(): void {
    this.addSql(`alter table "vendor" drop column "status"`);
  }
}
