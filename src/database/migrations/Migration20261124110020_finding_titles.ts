import { Migration } from '@mikro-orm/migrations';

/** What a finding of a question is called: the gap as a statement. */
export class Migration20261124110020_finding_titles extends Migration {
  override up(): void {
    this.addSql(`alter table "template_question" add column "finding_title" text null`);
    this.addSql(`alter table "assessment_question" add column "finding_title" text null`);
  }

  override down(): void {
    this.addSql(`alter table "template_question" drop column "finding_title"`);
    this.addSql(`alter table "assessment_question" drop column "finding_title"`);
  }
}
