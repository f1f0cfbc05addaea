import { Migration } from '@mikro-orm/migrations';

/** Options that can't be combined with others, such as "None of these". */
export class Migration20261117110000_exclusive_options extends Migration {
  override up(): void {
    this.addSql(`alter table "template_question" add column "exclusive_options" text[] not null default '{}'`);
    this.addSql(`alter table "assessment_question" add column "exclusive_options" text[] not null default '{}'`);
  }

  override down(): void {
    this.addSql(`alter table "template_question" drop column "exclusive_options"`);
    this.addSql(`alter table "assessment_question" drop column "exclusive_options"`);
  }
}
