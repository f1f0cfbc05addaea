import { Migration } from '@mikro-orm/migrations';

/** Introductions of templates, comments on answers, and links to some sections of a questionnaire. */
export class Migration20261124150100_portal_sections extends Migration {
  override up(): void {
    this.addSql(`alter table "template" add column "introduction" text null`);
    this.addSql(`alter table "response" add column "comment" text null`);
    this.addSql(`alter table "portal_link" add column "parent_id" uuid null, add column "sections" text[] null`);
    this.addSql(
      `alter table "portal_link" add constraint "portal_link_parent_id_foreign" foreign key ("parent_id") references "portal_link" ("id") on update cascade on delete cascade`,
    );
    this.addSql(`create index "portal_link_by_parent" on "portal_link" ("parent_id")`);
  }

  override down(): void {
    this.addSql(`delete from "portal_link" where "parent_id" is not null`);
    this.addSql(`alter table "portal_link" drop column "parent_id", drop column "sections"`);
    this.addSql(`alter table "response" drop column "comment"`);
    this.addSql(`alter table "template" drop column "introduction"`);
  }
}
