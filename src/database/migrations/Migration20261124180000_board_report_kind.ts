import { Migration } from '@mikro-orm/migrations';

const KINDS = `'ASSIGNED', 'SUBMITTED', 'REPLIED', 'OVERDUE', 'EXPIRING', 'SENT_BACK', 'ACCEPTED', 'REMEDIATION_ANSWERED', 'ACCEPTANCE_REQUESTED', 'ACCEPTANCE_DECIDED', 'ACCEPTANCE_ENDING', 'VENDOR_REQUEST', 'VENDOR_REQUEST_DECIDED'`;

/** Who doesn't want the board report. Apart from the report's own migration, which some databases had before the kinds of the others. */
export class Migration20261124180000_board_report_kind extends Migration {
  override up(): void {
    this.allow(`${KINDS}, 'BOARD_REPORT'`);
  }

  override down(): void {
    this.addSql(`delete from "notification_setting" where "kind" = 'BOARD_REPORT'`);
    this.allow(KINDS);
  }

  /** The kinds of notifications there can be. */
  private allow(kinds: string): void {
    for (const table of ['notification', 'notification_setting']) {
      this.addSql(`alter table "${table}" drop constraint "${table}_kind_check"`);
      this.addSql(`alter table "${table}" add constraint "${table}_kind_check" check ("kind" in (${kinds}))`);
    }
  }
}
