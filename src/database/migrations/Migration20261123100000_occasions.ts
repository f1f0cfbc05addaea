import { Migration } from '@mikro-orm/migrations';

/** What happens by itself (a due date passes, a certification expires) is recorded once. What had happened before isn't news. */
export class Migration20261123100000_occasions extends Migration {
  override up(): void {
    this.addSql(`alter table "assessment" add column "opened_at" timestamptz(3), add column "overdue_told" timestamptz(3)`);
    this.addSql(`update "assessment" set "overdue_told" = "due_date" where "status" in ('SENT', 'IN_PROGRESS') and "due_date" < now()`);
    this.addSql(`alter table "certification" add column "expiring_told" date, add column "expired_told" date`);
    this.addSql(`update "certification" set "expiring_told" = "expires_date", "expired_told" =
      case when "expires_date" < (now() at time zone 'UTC')::date then "expires_date" end
      where "expires_date" <= (now() at time zone 'UTC')::date + 30`);
  }

  override down(): void {
    this.addSql(`alter table "certification" drop column "expiring_told", drop column "expired_told"`);
    this.addSql(`alter table "assessment" drop column "opened_at", drop column "overdue_told"`);
  }
}
