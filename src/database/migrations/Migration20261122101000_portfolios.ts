import { Migration } from '@mikro-orm/migrations';

export class Migration20261122101000_portfolios extends Migration {
  override up(): void {
    this.addSql(
      `create table "portfolio" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "revision" int not null default 1, "name" text not null, "description" text null, constraint "portfolio_pkey" primary key ("id"))`,
    );
    this.addSql(
      `create unique index "portfolio_name_taken" on "portfolio" (upper(translate("name", 'İẞϴ̇', 'IßΘ') collate "folding") collate "C")`,
    );
    this.addSql(`alter table "vendor" add column "portfolio_id" uuid null`);
    this.addSql(
      `alter table "vendor" add constraint "vendor_portfolio_id_foreign" foreign key ("portfolio_id") references "portfolio" ("id") on update cascade on delete set null`,
    );
    this.addSql(`create index "vendor_by_portfolio" on "vendor" ("portfolio_id")`);
  }

  override down(): void {
    this.addSql(`alter table "vendor" drop constraint "vendor_portfolio_id_foreign"`);
    this.addSql(`drop table if exists "portfolio" cascade`);
    this.addSql(`drop index "vendor_by_portfolio"`);
    this.addSql(`alter table "vendor" drop column "portfolio_id"`);
  }
}
