import { Migration } from '@mikro-orm/migrations';

/** The metrics get a permission of their own. Whoever read them so far, by the right to change settings, goes on doing so. */
export class Migration20261117140000_metrics_permission extends Migration {
  override up(): void {
    for (const table of ['role', 'api_key']) {
      this.addSql(`
        update "${table}" set "permissions" = array_append("permissions", 'metrics:view')
        where 'settings:manage' = any ("permissions") and 'metrics:view' <> all ("permissions")`);
    }
  }

  override down(): void {
    for (const table of ['role', 'api_key']) {
      this.addSql(`update "${table}" set "permissions" = array_remove("permissions", 'metrics:view')`);
    }
  }
}
