import { Migration } from '@mikro-orm/migrations';

export class Migration20261124160001_notification_setting_notification_setting_kind_check extends Migration {
  override up(): void {
    this.addSql(`alter table "notification_setting" drop constraint if exists "notification_setting_kind_check"`);
    this.addSql(`alter table "notification" drop constraint if exists "notification_kind_check"`);
    this.addSql(`alter table "notification_setting" add constraint "notification_setting_kind_check" check("kind" in ('ASSIGNED', 'SUBMITTED', 'REPLIED', 'OVERDUE', 'EXPIRING', 'SENT_BACK', 'ACCEPTED', 'ACCEPTANCE_REQUESTED', 'ACCEPTANCE_DECIDED', 'ACCEPTANCE_ENDING', 'VENDOR_REQUEST', 'VENDOR_REQUEST_DECIDED', 'REMEDIATION_ANSWERED'))`);
    this.addSql(`alter table "notification" add constraint "notification_kind_check" check("kind" in ('ASSIGNED', 'SUBMITTED', 'REPLIED', 'OVERDUE', 'EXPIRING', 'SENT_BACK', 'ACCEPTED', 'ACCEPTANCE_REQUESTED', 'ACCEPTANCE_DECIDED', 'ACCEPTANCE_ENDING', 'VENDOR_REQUEST', 'VENDOR_REQUEST_DECIDED', 'REMEDIATION_ANSWERED'))`);
  }

  override down(): void {
    this.addSql(`alter table "notification" drop constraint if exists "notification_kind_check"`);
    this.addSql(`alter table "notification_setting" drop constraint if exists "notification_setting_kind_check"`);
    this.addSql(`alter table "notification" add constraint "notification_kind_check" check("kind" in ('ASSIGNED', 'SUBMITTED', 'REPLIED', 'OVERDUE', 'EXPIRING', 'SENT_BACK', 'ACCEPTED', 'REMEDIATION_ANSWERED', 'ACCEPTANCE_REQUESTED', 'ACCEPTANCE_DECIDED', 'ACCEPTANCE_ENDING', 'VENDOR_REQUEST', 'VENDOR_REQUEST_DECIDED'))`);
    this.addSql(`alter table "notification_setting" add constraint "notification_setting_kind_check" check("kind" in ('ASSIGNED', 'SUBMITTED', 'REPLIED', 'OVERDUE', 'EXPIRING', 'SENT_BACK', 'ACCEPTED', 'REMEDIATION_ANSWERED', 'ACCEPTANCE_REQUESTED', 'ACCEPTANCE_DECIDED', 'ACCEPTANCE_ENDING', 'VENDOR_REQUEST', 'VENDOR_REQUEST_DECIDED'))`);
  }
}
