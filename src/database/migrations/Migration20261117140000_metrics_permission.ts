import { Migration } from '@mikro-orm/migrations';

/** Adds a permission for metrics, and grants it to everyone who could read them so far, by the permission to change settings. */
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
