import { Migration } from '@mikro-orm/migrations';

/** Gives controls without a domain a default one. */
export class Migration20261117102000_general_domain extends Migration {
  override up(): void {
    for (const table of ['control', 'assessment_question_control']) {
      this.addSql(`alter table "${table}" alter column "domain" set default 'General'`);
      this.addSql(`update "${table}" set "domain" = 'General' where coalesce(trim("domain"), '') = ''`);
    }
  }

  override down(): void {
    for (const table of ['control', 'assessment_question_control']) {
      this.addSql(`alter table "${table}" alter column "domain" drop default`);
    }
  }
}
