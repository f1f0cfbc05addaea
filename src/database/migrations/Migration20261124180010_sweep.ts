import { Migration } from '@mikro-orm/migrations';

/**
 * Servers of an earlier version don't know that a file can belong to a finding or to a step of an offboarding: a day after it was uploaded,
 * they would delete it as nobody's. So it is never their turn to; this version sweeps under another name.
 */
export class Migration20261124180010_sweep extends Migration {
  override up(): void {
    this.addSql(
      `insert into "job" ("name", "due_at") values ('sweep-files', '9999-12-31T00:00:00Z') on conflict ("name") do update set "due_at" = excluded."due_at"`,
    );
  }

  override down(): void {
    this.addSql(`delete from "job" where "name" = 'sweep-files'`);
  }
}
