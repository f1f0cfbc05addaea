import { Migration } from '@mikro-orm/migrations';

/**
 * No two active API keys share a name. Where some did, the oldest keeps it, and the others get their prefix appended. If somebody
 * already gave that name to another key, that one is renamed next, so each is renamed at most once.
 */
export class Migration20261117120000_api_key_names extends Migration {
  override up(): void {
    this.addSql(`alter table "api_key" add column "has_left_name" boolean not null default false`);
    this.addSql(`update "api_key" set "has_left_name" = true where "expires_at" <= now()`);
    this.addSql(`
      do $$ begin loop
        update "api_key" set "name" = left("name", 89) || ' (' || "prefix" || ')' where "id" in (
          select "id" from (
            select "id", row_number() over (
              partition by lower("name") order by "name" like '% (' || "prefix" || ')' desc, "created_at", "id"
            ) as place
            from "api_key" where not "is_revoked" and not "has_left_name"
          ) as ranked where place > 1
        );
        exit when not found;
      end loop; end $$
    `);
    this.addSql(`
      create unique index "api_key_name_taken" on "api_key" (lower("name")) where not "is_revoked" and not "has_left_name"
    `);
  }

  override down(): void {
    this.addSql(`alter table "api_key" drop column "has_left_name"`);
  }
}
