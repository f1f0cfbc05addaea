import { Migration } from '@mikro-orm/migrations';

/**
 * A gap that several assessments find is one finding. Findings learn which gap they are of when it is found again
 * (finding/sighting.store.ts), so that none has to be rewritten here, and those of servers of the last version do, too.
 */
export class Migration20261124110000_gaps extends Migration {
  override up(): void {
    this.addSql(`alter table "template_question" add column "lineage" uuid null`);
    // Across versions, questions are the same by their text; the second one with a text by that, and so on.
    this.addSql(`update "template_question" q set "lineage" = kin."lineage" from (
        select "id", first_value("id") over (partition by "family", "text", "n" order by "version") as "lineage" from (
          select q."id", t."family", t."version", q."text",
            row_number() over (partition by t."id", q."text" order by q."position") as "n"
          from "template_question" q join "template" t on t."id" = q."template_id"
        ) as numbered
      ) as kin where kin."id" = q."id"`);
    this.addSql(`alter table "assessment_question" add column "lineage" uuid null`);
    this.addSql(
      `alter table "finding" add column "gap" uuid null, add column "is_seen" boolean not null default true, add column "previous_id" uuid null, add column "ended_at" timestamptz(3) null`,
    );
    this.addSql(
      `alter table "finding" add constraint "finding_previous_id_foreign" foreign key ("previous_id") references "finding" ("id") on update cascade on delete set null`,
    );
    this.addSql(
      `create unique index "finding_gap_taken" on "finding" ("vendor_id", "gap") where "gap" is not null and "status" <> 'REMEDIATED' and "ended_at" is null`,
    );
    this.addSql(`create index "finding_by_gap" on "finding" ("vendor_id", "gap", "created_at" desc) where "gap" is not null`);
    this.addSql(`create index "finding_by_previous" on "finding" ("previous_id") where "previous_id" is not null`);
    this.addSql(
      `create table "finding_sighting" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "finding_id" uuid not null, "assessment_id" uuid not null, "question_id" uuid not null, constraint "finding_sighting_pkey" primary key ("id"))`,
    );
    this.addSql(`alter table "finding_sighting" add constraint "finding_sighting_once" unique ("finding_id", "assessment_id")`);
    this.addSql(`alter table "finding_sighting" add constraint "finding_sighting_question_taken" unique ("question_id")`);
    this.addSql(`create index "finding_sighting_by_assessment" on "finding_sighting" ("assessment_id")`);
    for (const [column, table] of [
      ['finding_id', 'finding'],
      ['assessment_id', 'assessment'],
      ['question_id', 'assessment_question'],
    ]) {
      this.addSql(
        `alter table "finding_sighting" add constraint "finding_sighting_${column}_foreign" foreign key ("${column}") references "${table}" ("id") on update cascade on delete cascade`,
      );
    }
  }

  override down(): void {
    this.addSql(`drop table "finding_sighting"`);
    this.addSql(`alter table "finding" drop column "gap", drop column "is_seen", drop column "previous_id", drop column "ended_at"`);
    this.addSql(`alter table "assessment_question" drop column "lineage"`);
    this.addSql(`alter table "template_question" drop column "lineage"`);
  }
}
