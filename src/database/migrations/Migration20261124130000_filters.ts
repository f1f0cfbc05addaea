import { Migration } from '@mikro-orm/migrations';

/** What lists can be filtered and sorted by: since when an assessment waits, risk, renewal, when answers were given. */
export class Migration20261124130000_filters extends Migration {
  override up(): void {
    this.addSql(`alter table "assessment" add column "sent_back_at" timestamptz(3)`);
    this.addSql(`update "assessment" a set "sent_back_at" = e.at from (
      select "entity_id", max("created_at") as at from "audit_entry" where "action" = 'SEND_BACK_ASSESSMENT' group by "entity_id") e
      where e."entity_id" = a."id" and a."status" in ('SENT', 'IN_PROGRESS')`);
    this.addSql(
      `create index "assessment_waiting" on "assessment" ((coalesce(case when status in ('SENT', 'IN_PROGRESS') then coalesce(sent_back_at, sent_at) when status in ('SUBMITTED', 'UNDER_REVIEW') then submitted_at end, '9999-12-31T00:00:00Z'::timestamptz)), "id")`,
    );
    this.addSql(
      `create index "vendor_by_inherent_risk" on "vendor" ((coalesce(case when tier is not null or data_sensitivity is not null then round(least(1, greatest(0, (coalesce(case tier when 'LOW' then 0.25::float8 when 'MEDIUM' then 0.5::float8 when 'HIGH' then 0.75::float8 when 'CRITICAL' then 1::float8 else null end, case data_sensitivity when 'PUBLIC' then 0.25::float8 when 'INTERNAL' then 0.5::float8 when 'CONFIDENTIAL' then 0.75::float8 when 'RESTRICTED' then 1::float8 else null end) + coalesce(case data_sensitivity when 'PUBLIC' then 0.25::float8 when 'INTERNAL' then 0.5::float8 when 'CONFIDENTIAL' then 0.75::float8 when 'RESTRICTED' then 1::float8 else null end, case tier when 'LOW' then 0.25::float8 when 'MEDIUM' then 0.5::float8 when 'HIGH' then 0.75::float8 when 'CRITICAL' then 1::float8 else null end)) / 2 + case contract_value when 'FROM_250K_TO_1M' then 0.05::float8 when 'FROM_1M_TO_5M' then 0.1::float8 when 'OVER_5M' then 0.1::float8 else 0 end + case geographic_risk when 'HIGH_RISK_JURISDICTION' then 0.1::float8 when 'GLOBAL' then 0.05::float8 when 'REGIONAL' then 0.05::float8 when 'DOMESTIC' then -0.05::float8 else 0 end)) * 1000000) / 1000000 end, -1)), "id")`,
    );
    this.addSql(
      `create index "vendor_by_residual_risk" on "vendor" ((coalesce((case when tier is not null or data_sensitivity is not null then round(least(1, greatest(0, (coalesce(case tier when 'LOW' then 0.25::float8 when 'MEDIUM' then 0.5::float8 when 'HIGH' then 0.75::float8 when 'CRITICAL' then 1::float8 else null end, case data_sensitivity when 'PUBLIC' then 0.25::float8 when 'INTERNAL' then 0.5::float8 when 'CONFIDENTIAL' then 0.75::float8 when 'RESTRICTED' then 1::float8 else null end) + coalesce(case data_sensitivity when 'PUBLIC' then 0.25::float8 when 'INTERNAL' then 0.5::float8 when 'CONFIDENTIAL' then 0.75::float8 when 'RESTRICTED' then 1::float8 else null end, case tier when 'LOW' then 0.25::float8 when 'MEDIUM' then 0.5::float8 when 'HIGH' then 0.75::float8 when 'CRITICAL' then 1::float8 else null end)) / 2 + case contract_value when 'FROM_250K_TO_1M' then 0.05::float8 when 'FROM_1M_TO_5M' then 0.1::float8 when 'OVER_5M' then 0.1::float8 else 0 end + case geographic_risk when 'HIGH_RISK_JURISDICTION' then 0.1::float8 when 'GLOBAL' then 0.05::float8 when 'REGIONAL' then 0.05::float8 when 'DOMESTIC' then -0.05::float8 else 0 end)) * 1000000) / 1000000 end) * (1 - overall_score), -1)), "id")`,
    );
    this.addSql(`create index "vendor_by_renewal" on "vendor" ((coalesce(contract_renewal_date, '9999-12-31'::date)), "id")`);
    this.addSql(
      `create index "responsibility_action_in_order" on "responsibility_action" (lower("framework_name"), "control_code", lower("certification_name"), "id")`,
    );
    this.addSql(
      `create index "response_newest" on "response" ("updated_at" desc, "id" desc) where not "is_hidden" and not "is_not_applicable"`,
    );
    this.addSql(`create index "finding_by_resolution" on "finding" ("resolved_at") where "resolved_at" is not null`);
    this.addSql(`create index "finding_manual" on "finding" ("rank", "created_at" desc, "id" desc) where "is_manual"`);
    this.addSql(`create index "assessment_by_submission" on "assessment" ((coalesce("submitted_at", 'epoch'::timestamptz)), "id")`);
  }

  override down(): void {
    this.addSql(`drop index "assessment_by_submission"`);
    this.addSql(`drop index "finding_manual"`);
    this.addSql(`drop index "finding_by_resolution"`);
    this.addSql(`drop index "response_newest"`);
    this.addSql(`drop index "responsibility_action_in_order"`);
    this.addSql(`drop index "vendor_by_renewal"`);
    this.addSql(`drop index "vendor_by_residual_risk"`);
    this.addSql(`drop index "vendor_by_inherent_risk"`);
    this.addSql(`drop index "assessment_waiting"`);
    this.addSql(`alter table "assessment" drop column "sent_back_at"`);
  }
}
