import { Migration } from '@mikro-orm/migrations';

/** All tables, in the order of their dependencies. */
export class Migration20261115000000_initial extends Migration {
  override up(): void {
    this.addSql(`
      create table "role" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "name" text not null,
        "description" text null,
        "permissions" text[] not null,
        "is_system" boolean not null default false,
        constraint "role_pkey" primary key ("id")
      )
    `);
    this.addSql(`create unique index "role_name_taken" on "role" (lower("name"))`);

    this.addSql(`
      create table "app_user" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "name" text not null,
        "email" text not null,
        "password_hash" text not null,
        "role_id" uuid not null,
        "is_disabled" boolean not null default false,
        "last_signed_in_at" timestamptz(3) null,
        constraint "app_user_pkey" primary key ("id"),
        constraint "app_user_role_id_foreign" foreign key ("role_id")
          references "role" ("id") on update cascade on delete restrict
      )
    `);
    this.addSql(`create unique index "user_email_taken" on "app_user" (lower("email"))`);
    this.addSql(`create index "user_by_name" on "app_user" (lower("name"), "id")`);
    this.addSql(`create index "user_by_role" on "app_user" ("role_id")`);

    this.addSql(`
      create table "session" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "token_hash" text not null,
        "user_id" uuid not null,
        "expires_at" timestamptz(3) not null,
        "last_seen_at" timestamptz(3) not null default now(),
        "user_agent" text null,
        constraint "session_pkey" primary key ("id"),
        constraint "session_token_taken" unique ("token_hash"),
        constraint "session_user_id_foreign" foreign key ("user_id")
          references "app_user" ("id") on update cascade on delete cascade
      )
    `);
    this.addSql(`create index "session_by_expiry" on "session" ("expires_at")`);
    this.addSql(`create index "session_by_user" on "session" ("user_id")`);

    this.addSql(`
      create table "api_key" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "name" text not null,
        "prefix" text not null,
        "secret_hash" text not null,
        "permissions" text[] null,
        "allowed_ips" text[] not null default '{}',
        "expires_at" timestamptz(3) null,
        "last_used_at" timestamptz(3) null,
        "is_revoked" boolean not null default false,
        "created_by_id" uuid null,
        constraint "api_key_pkey" primary key ("id"),
        constraint "api_key_prefix_taken" unique ("prefix"),
        constraint "api_key_created_by_id_foreign" foreign key ("created_by_id")
          references "app_user" ("id") on update cascade on delete set null
      )
    `);
    this.addSql(`create index "api_key_by_creator" on "api_key" ("created_by_id")`);

    this.addSql(`
      create table "settings" (
        "id" boolean not null default true,
        "organization_name" text not null default 'My organisation',
        "api_keys_enabled" boolean not null default false,
        "public_introspection" boolean not null default false,
        "weight_critical" double precision not null default 10,
        "weight_high" double precision not null default 6,
        "weight_medium" double precision not null default 3,
        "weight_low" double precision not null default 1,
        "green_from" double precision not null default 0.85,
        "amber_from" double precision not null default 0.6,
        "not_applicable_is_non_compliant" boolean not null default false,
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        constraint "settings_pkey" primary key ("id"),
        constraint "settings_band_order"
          check (0::double precision <= "amber_from" and "amber_from" <= "green_from"
            and "green_from" <= 1::double precision),
        constraint "settings_single_row" check ("id" = true)
      )
    `);

    this.addSql(`
      create table "secret" (
        "name" text not null,
        "value" text not null,
        "created_at" timestamptz(3) not null default now(),
        constraint "secret_pkey" primary key ("name")
      )
    `);

    this.addSql(`
      create table "rate_limit" (
        "key" text not null,
        "count" int not null,
        "resets_at" timestamptz(3) not null,
        constraint "rate_limit_pkey" primary key ("key")
      )
    `);
    this.addSql(`create index "rate_limit_by_reset" on "rate_limit" ("resets_at")`);

    this.addSql(`
      create table "idempotency_key" (
        "caller" text not null,
        "key" text not null,
        "body_hash" text not null,
        "status" int null,
        "answer" text null,
        "created_at" timestamptz(3) not null default now(),
        constraint "idempotency_key_pkey" primary key ("caller", "key")
      )
    `);
    this.addSql(`create index "idempotency_key_by_age" on "idempotency_key" ("created_at")`);

    this.addSql(`
      create table "vendor" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "name" text not null,
        "external_id" text null,
        "contact_name" text null,
        "contact_email" text not null,
        "tier" text check ("tier" in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')) null,
        "website" text null,
        "notes" text null,
        "service_description" text null,
        "data_sensitivity" text
          check ("data_sensitivity" in ('PUBLIC', 'INTERNAL', 'CONFIDENTIAL', 'RESTRICTED')) null,
        "contract_renewal_date" date null,
        "contract_value" text
          check ("contract_value" in ('UP_TO_50K', 'FROM_50K_TO_250K', 'FROM_250K_TO_1M', 'FROM_1M_TO_5M',
            'OVER_5M')) null,
        "geographic_risk" text
          check ("geographic_risk" in ('DOMESTIC', 'REGIONAL', 'GLOBAL', 'HIGH_RISK_JURISDICTION')) null,
        "tags" text[] not null default '{}',
        "owner_id" uuid null,
        "overall_score" double precision null,
        "latest_score" double precision null,
        "last_assessed_at" timestamptz(3) null,
        "assessment_count" int not null default 0,
        constraint "vendor_pkey" primary key ("id"),
        constraint "vendor_external_id_taken" unique ("external_id"),
        constraint "vendor_score_range"
          check ("overall_score" >= 0::double precision and "overall_score" <= 1::double precision),
        constraint "vendor_owner_id_foreign" foreign key ("owner_id")
          references "app_user" ("id") on update cascade on delete set null
      )
    `);
    this.addSql(`create index "vendor_by_name" on "vendor" (lower("name"), "id")`);
    this.addSql(`create index "vendor_by_owner" on "vendor" ("owner_id")`);
    this.addSql(`create index "vendor_by_score" on "vendor" ("overall_score")`);
    this.addSql(`create index "vendor_by_tag" on "vendor" using gin ("tags")`);
    this.addSql(`create index "vendor_by_tier" on "vendor" ("tier")`);

    this.addSql(`
      create table "framework" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "name" text not null,
        "version" text null,
        "description" text null,
        "control_count" int not null default 0,
        constraint "framework_pkey" primary key ("id")
      )
    `);
    this.addSql(`create unique index "framework_name_taken" on "framework" (lower("name"), coalesce("version", ''))`);

    this.addSql(`
      create table "control" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "framework_id" uuid not null,
        "domain" text null,
        "code" text not null,
        "title" text not null,
        "guidance" text null,
        "position" int not null,
        "is_shared_responsibility" boolean not null default false,
        constraint "control_pkey" primary key ("id"),
        constraint "control_code_taken" unique ("framework_id", "code"),
        constraint "control_framework_id_foreign" foreign key ("framework_id")
          references "framework" ("id") on update cascade on delete cascade
      )
    `);
    this.addSql(`create index "control_by_code" on "control" ("code")`);
    this.addSql(`create index "control_in_order" on "control" ("framework_id", "position", "id")`);

    this.addSql(`
      create table "template" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "name" text not null,
        "description" text null,
        "version" int not null default 1,
        "status" text check ("status" in ('DRAFT', 'PUBLISHED', 'ARCHIVED')) not null default 'DRAFT',
        "family" uuid not null,
        "published_at" timestamptz(3) null,
        "question_count" int not null default 0,
        constraint "template_pkey" primary key ("id"),
        constraint "template_version_taken" unique ("family", "version")
      )
    `);
    this.addSql(`create index "template_by_name" on "template" (lower("name"), "version" desc, "id")`);

    this.addSql(`
      create table "template_section" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "template_id" uuid not null,
        "title" text not null,
        "position" int not null,
        constraint "template_section_pkey" primary key ("id"),
        constraint "template_section_template_id_foreign" foreign key ("template_id")
          references "template" ("id") on update cascade on delete cascade
      )
    `);
    this.addSql(`create index "template_section_in_order" on "template_section" ("template_id", "position")`);

    this.addSql(`
      create table "template_question" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "section_id" uuid not null,
        "template_id" uuid not null,
        "position" int not null,
        "text" text not null,
        "help_text" text null,
        "type" text
          check ("type" in ('YES_NO', 'MULTIPLE_CHOICE', 'FREE_TEXT', 'FILE_UPLOAD', 'DATE', 'NUMERIC', 'COMBOBOX',
            'MULTI_SELECT', 'RATING')) not null,
        "risk_weight" text check ("risk_weight" in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')) not null,
        "required" boolean not null default false,
        "options" text[] not null default '{}',
        "expected_answer" jsonb null,
        "conditional_logic" jsonb null,
        "unmapped_control_codes" text[] not null default '{}',
        constraint "template_question_pkey" primary key ("id"),
        constraint "template_question_section_id_foreign" foreign key ("section_id")
          references "template_section" ("id") on update cascade on delete cascade,
        constraint "template_question_template_id_foreign" foreign key ("template_id")
          references "template" ("id") on update cascade on delete cascade
      )
    `);
    this.addSql(`create index "template_question_by_section" on "template_question" ("section_id")`);
    this.addSql(`create index "template_question_in_order" on "template_question" ("template_id", "position")`);

    this.addSql(`
      create table "template_question_control" (
        "question_id" uuid not null,
        "control_id" uuid not null,
        constraint "template_question_control_pkey" primary key ("question_id", "control_id"),
        constraint "template_question_control_question_id_foreign" foreign key ("question_id")
          references "template_question" ("id") on update cascade on delete cascade,
        constraint "template_question_control_control_id_foreign" foreign key ("control_id")
          references "control" ("id") on update cascade on delete cascade
      )
    `);
    this.addSql(`create index "template_question_control_by_control" on "template_question_control" ("control_id")`);

    this.addSql(`
      create table "assessment" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "title" text not null,
        "vendor_id" uuid not null,
        "template_id" uuid null,
        "template_name" text null,
        "template_version" int null,
        "status" text
          check ("status" in ('DRAFT', 'SENT', 'IN_PROGRESS', 'SUBMITTED', 'UNDER_REVIEW',
            'COMPLETED')) not null default 'DRAFT',
        "score" double precision null,
        "due_date" timestamptz(3) null,
        "sent_at" timestamptz(3) null,
        "submitted_at" timestamptz(3) null,
        "completed_at" timestamptz(3) null,
        "reviewer_id" uuid null,
        "created_by_id" uuid null,
        "recurrence" text
          check ("recurrence" in ('NONE', 'QUARTERLY', 'BIANNUALLY', 'ANNUALLY')) not null default 'NONE',
        "previous_id" uuid null,
        "next_due_on" timestamptz(3) null,
        constraint "assessment_pkey" primary key ("id"),
        constraint "assessment_score_range"
          check ("score" >= 0::double precision and "score" <= 1::double precision),
        constraint "assessment_vendor_id_foreign" foreign key ("vendor_id")
          references "vendor" ("id") on update cascade on delete cascade,
        constraint "assessment_template_id_foreign" foreign key ("template_id")
          references "template" ("id") on update cascade on delete set null,
        constraint "assessment_reviewer_id_foreign" foreign key ("reviewer_id")
          references "app_user" ("id") on update cascade on delete set null,
        constraint "assessment_created_by_id_foreign" foreign key ("created_by_id")
          references "app_user" ("id") on update cascade on delete set null,
        constraint "assessment_previous_id_foreign" foreign key ("previous_id")
          references "assessment" ("id") on update cascade on delete set null
      )
    `);
    this.addSql(`
      create unique index "assessment_successor_taken" on "assessment" ("previous_id")
        where "previous_id" is not null
    `);
    this.addSql(`
      create index "assessment_awaited" on "assessment" ("due_date") where "status" in ('SENT', 'IN_PROGRESS')
    `);
    this.addSql(`create index "assessment_by_creator" on "assessment" ("created_by_id")`);
    this.addSql(`create index "assessment_by_reviewer" on "assessment" ("reviewer_id")`);
    this.addSql(`create index "assessment_by_status" on "assessment" ("status", "created_at" desc, "id" desc)`);
    this.addSql(`create index "assessment_by_template" on "assessment" ("template_id")`);
    this.addSql(`create index "assessment_by_vendor" on "assessment" ("vendor_id", "created_at" desc, "id" desc)`);
    this.addSql(`
      create index "assessment_completed" on "assessment" ("vendor_id", "submitted_at" desc)
        where "status" = 'COMPLETED'
    `);
    this.addSql(`create index "assessment_newest" on "assessment" ("created_at" desc, "id" desc)`);

    this.addSql(`
      create table "assessment_question" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "assessment_id" uuid not null,
        "section" text not null,
        "position" int not null,
        "text" text not null,
        "help_text" text null,
        "type" text
          check ("type" in ('YES_NO', 'MULTIPLE_CHOICE', 'FREE_TEXT', 'FILE_UPLOAD', 'DATE', 'NUMERIC', 'COMBOBOX',
            'MULTI_SELECT', 'RATING')) not null,
        "risk_weight" text check ("risk_weight" in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')) not null,
        "required" boolean not null default false,
        "options" text[] not null default '{}',
        "expected_answer" jsonb null,
        "conditional_logic" jsonb null,
        "control_codes" text[] not null default '{}',
        "template_question_id" uuid null,
        constraint "assessment_question_pkey" primary key ("id"),
        constraint "assessment_question_assessment_id_foreign" foreign key ("assessment_id")
          references "assessment" ("id") on update cascade on delete cascade
      )
    `);
    this.addSql(`create index "assessment_question_in_order" on "assessment_question" ("assessment_id", "position")`);

    this.addSql(`
      create table "assessment_question_control" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "question_id" uuid not null,
        "assessment_id" uuid not null,
        "control_id" uuid null,
        "framework_id" uuid null,
        "code" text not null,
        "title" text not null,
        "domain" text null,
        "framework_name" text not null,
        "is_shared_responsibility" boolean not null default false,
        constraint "assessment_question_control_pkey" primary key ("id"),
        constraint "assessment_question_control_question_id_foreign" foreign key ("question_id")
          references "assessment_question" ("id") on update cascade on delete cascade,
        constraint "assessment_question_control_assessment_id_foreign" foreign key ("assessment_id")
          references "assessment" ("id") on update cascade on delete cascade,
        constraint "assessment_question_control_control_id_foreign" foreign key ("control_id")
          references "control" ("id") on update cascade on delete set null,
        constraint "assessment_question_control_framework_id_foreign" foreign key ("framework_id")
          references "framework" ("id") on update cascade on delete set null
      )
    `);
    this.addSql(`
      create index "assessment_question_control_by_assessment" on "assessment_question_control" ("assessment_id")
    `);
    this.addSql(`
      create index "assessment_question_control_by_control" on "assessment_question_control" ("control_id")
    `);
    this.addSql(`
      create index "assessment_question_control_by_framework" on "assessment_question_control" ("framework_id")
    `);
    this.addSql(`
      create index "assessment_question_control_by_question" on "assessment_question_control" ("question_id")
    `);

    this.addSql(`
      create table "response" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "assessment_id" uuid not null,
        "question_id" uuid not null,
        "value" jsonb null,
        "is_not_applicable" boolean not null default false,
        "is_compliant" boolean null,
        "weighted_score" double precision null,
        "max_score" double precision null,
        "is_hidden" boolean not null default false,
        constraint "response_pkey" primary key ("id"),
        constraint "response_question_taken" unique ("question_id"),
        constraint "response_assessment_id_foreign" foreign key ("assessment_id")
          references "assessment" ("id") on update cascade on delete cascade,
        constraint "response_question_id_foreign" foreign key ("question_id")
          references "assessment_question" ("id") on update cascade on delete cascade
      )
    `);
    this.addSql(`create index "response_by_assessment" on "response" ("assessment_id")`);

    this.addSql(`
      create table "review_decision" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "response_id" uuid not null,
        "assessment_id" uuid not null,
        "decision" text check ("decision" in ('APPROVED', 'REJECTED', 'CLARIFICATION_REQUESTED')) not null,
        "note" text null,
        "decided_by_id" uuid null,
        "decided_at" timestamptz(3) not null default now(),
        constraint "review_decision_pkey" primary key ("id"),
        constraint "review_decision_response_taken" unique ("response_id"),
        constraint "review_decision_response_id_foreign" foreign key ("response_id")
          references "response" ("id") on update cascade on delete cascade,
        constraint "review_decision_assessment_id_foreign" foreign key ("assessment_id")
          references "assessment" ("id") on update cascade on delete cascade,
        constraint "review_decision_decided_by_id_foreign" foreign key ("decided_by_id")
          references "app_user" ("id") on update cascade on delete set null
      )
    `);
    this.addSql(`create index "review_decision_by_assessment" on "review_decision" ("assessment_id")`);
    this.addSql(`create index "review_decision_by_reviewer" on "review_decision" ("decided_by_id")`);

    this.addSql(`
      create table "comment" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "assessment_id" uuid not null,
        "parent_id" uuid null,
        "question_id" uuid null,
        "author_type" text check ("author_type" in ('USER', 'VENDOR')) not null,
        "author_name" text not null,
        "user_id" uuid null,
        "body" text not null,
        "visibility" text check ("visibility" in ('INTERNAL', 'SHARED')) not null default 'INTERNAL',
        constraint "comment_pkey" primary key ("id"),
        constraint "comment_assessment_id_foreign" foreign key ("assessment_id")
          references "assessment" ("id") on update cascade on delete cascade,
        constraint "comment_parent_id_foreign" foreign key ("parent_id")
          references "comment" ("id") on update cascade on delete cascade,
        constraint "comment_question_id_foreign" foreign key ("question_id")
          references "assessment_question" ("id") on update cascade on delete cascade,
        constraint "comment_user_id_foreign" foreign key ("user_id")
          references "app_user" ("id") on update cascade on delete set null
      )
    `);
    this.addSql(`create index "comment_by_parent" on "comment" ("parent_id")`);
    this.addSql(`create index "comment_by_question" on "comment" ("question_id")`);
    this.addSql(`create index "comment_by_user" on "comment" ("user_id")`);
    this.addSql(`create index "comment_in_order" on "comment" ("assessment_id", "created_at", "id")`);

    this.addSql(`
      create table "portal_link" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "assessment_id" uuid not null,
        "token_hash" text not null,
        "password_hash" text null,
        "expires_at" timestamptz(3) not null,
        "revoked_at" timestamptz(3) null,
        "last_opened_at" timestamptz(3) null,
        constraint "portal_link_pkey" primary key ("id"),
        constraint "portal_link_token_taken" unique ("token_hash"),
        constraint "portal_link_assessment_id_foreign" foreign key ("assessment_id")
          references "assessment" ("id") on update cascade on delete cascade
      )
    `);
    this.addSql(`create index "portal_link_by_assessment" on "portal_link" ("assessment_id")`);

    this.addSql(`
      create table "certification" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "vendor_id" uuid not null,
        "name" text not null,
        "issuer" text null,
        "issued_date" date null,
        "expires_date" date null,
        "notes" text null,
        constraint "certification_pkey" primary key ("id"),
        constraint "certification_vendor_id_foreign" foreign key ("vendor_id")
          references "vendor" ("id") on update cascade on delete cascade
      )
    `);
    this.addSql(`create index "certification_by_expiry" on "certification" ("expires_date")`);
    this.addSql(`create index "certification_by_vendor" on "certification" ("vendor_id")`);

    this.addSql(`
      create table "responsibility_action" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "vendor_id" uuid not null,
        "certification_id" uuid null,
        "certification_name" text not null,
        "control_id" uuid null,
        "control_code" text not null,
        "control_title" text not null,
        "framework_name" text not null,
        "status" text
          check ("status" in ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'NOT_APPLICABLE')) not null default 'PENDING',
        "assignee_id" uuid null,
        "notes" text null,
        "completed_at" timestamptz(3) null,
        constraint "responsibility_action_pkey" primary key ("id"),
        constraint "responsibility_action_taken" unique ("vendor_id", "certification_name", "framework_name",
          "control_code"),
        constraint "responsibility_action_vendor_id_foreign" foreign key ("vendor_id")
          references "vendor" ("id") on update cascade on delete cascade,
        constraint "responsibility_action_certification_id_foreign" foreign key ("certification_id")
          references "certification" ("id") on update cascade on delete set null,
        constraint "responsibility_action_control_id_foreign" foreign key ("control_id")
          references "control" ("id") on update cascade on delete set null,
        constraint "responsibility_action_assignee_id_foreign" foreign key ("assignee_id")
          references "app_user" ("id") on update cascade on delete set null
      )
    `);
    this.addSql(`create index "responsibility_action_by_assignee" on "responsibility_action" ("assignee_id")`);
    this.addSql(`
      create index "responsibility_action_by_certification" on "responsibility_action" ("certification_id")
    `);
    this.addSql(`create index "responsibility_action_by_control" on "responsibility_action" ("control_id")`);

    this.addSql(`
      create table "attachment" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "file_name" text not null,
        "display_name" text null,
        "mime_type" text not null,
        "size_bytes" int not null,
        "sha256" text not null,
        "storage_key" text not null,
        "vendor_id" uuid null,
        "certification_id" uuid null,
        "response_id" uuid null,
        "action_id" uuid null,
        "assessment_id" uuid null,
        "uploaded_by_id" uuid null,
        constraint "attachment_pkey" primary key ("id"),
        constraint "attachment_storage_key_taken" unique ("storage_key"),
        constraint "attachment_assessment_of_response" check (("assessment_id" is null) = ("response_id" is null)),
        constraint "attachment_single_owner"
          check (num_nonnulls("vendor_id", "certification_id", "response_id", "action_id") <= 1),
        constraint "attachment_vendor_id_foreign" foreign key ("vendor_id")
          references "vendor" ("id") on update cascade on delete cascade,
        constraint "attachment_certification_id_foreign" foreign key ("certification_id")
          references "certification" ("id") on update cascade on delete cascade,
        constraint "attachment_response_id_foreign" foreign key ("response_id")
          references "response" ("id") on update cascade on delete cascade,
        constraint "attachment_action_id_foreign" foreign key ("action_id")
          references "responsibility_action" ("id") on update cascade on delete cascade,
        constraint "attachment_assessment_id_foreign" foreign key ("assessment_id")
          references "assessment" ("id") on update cascade on delete cascade,
        constraint "attachment_uploaded_by_id_foreign" foreign key ("uploaded_by_id")
          references "app_user" ("id") on update cascade on delete set null
      )
    `);
    this.addSql(`create index "attachment_by_action" on "attachment" ("action_id")`);
    this.addSql(`create index "attachment_by_assessment" on "attachment" ("assessment_id")`);
    this.addSql(`create index "attachment_by_certification" on "attachment" ("certification_id")`);
    this.addSql(`create index "attachment_by_response" on "attachment" ("response_id")`);
    this.addSql(`create index "attachment_by_uploader" on "attachment" ("uploaded_by_id")`);
    this.addSql(`create index "attachment_by_vendor" on "attachment" ("vendor_id")`);

    this.addSql(`
      create table "finding" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        "revision" int not null default 1,
        "vendor_id" uuid not null,
        "assessment_id" uuid not null,
        "question_id" uuid null,
        "title" text not null,
        "description" text null,
        "severity" text check ("severity" in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')) not null,
        "status" text check ("status" in ('OPEN', 'REMEDIATED', 'RISK_ACCEPTED')) not null default 'OPEN',
        "control_codes" text[] not null default '{}',
        "resolution_note" text null,
        "resolved_at" timestamptz(3) null,
        "resolved_by_id" uuid null,
        "resolved_by_name" text null,
        "is_manual" boolean not null default false,
        "rank" smallint generated always as (
          (case when "status" = 'OPEN' then 0 else 4 end)
          + (case "severity" when 'CRITICAL' then 0 when 'HIGH' then 1 when 'MEDIUM' then 2 else 3 end)
        ) stored not null,
        constraint "finding_pkey" primary key ("id"),
        constraint "finding_vendor_id_foreign" foreign key ("vendor_id")
          references "vendor" ("id") on update cascade on delete cascade,
        constraint "finding_assessment_id_foreign" foreign key ("assessment_id")
          references "assessment" ("id") on update cascade on delete cascade,
        constraint "finding_question_id_foreign" foreign key ("question_id")
          references "assessment_question" ("id") on update cascade on delete set null,
        constraint "finding_resolved_by_id_foreign" foreign key ("resolved_by_id")
          references "app_user" ("id") on update cascade on delete set null
      )
    `);
    this.addSql(`
      create unique index "finding_question_taken" on "finding" ("question_id") where "question_id" is not null
    `);
    this.addSql(`create index "finding_by_assessment" on "finding" ("assessment_id")`);
    this.addSql(`create index "finding_by_resolver" on "finding" ("resolved_by_id")`);
    this.addSql(`create index "finding_by_severity" on "finding" ("severity", "rank", "created_at" desc, "id" desc)`);
    this.addSql(`create index "finding_by_status" on "finding" ("status", "rank", "created_at" desc, "id" desc)`);
    this.addSql(`create index "finding_by_vendor" on "finding" ("vendor_id", "rank", "created_at" desc, "id" desc)`);
    this.addSql(`create index "finding_ranked" on "finding" ("rank", "created_at" desc, "id" desc)`);

    this.addSql(`
      create table "finding_control" (
        "finding_id" uuid not null,
        "code" text not null,
        "control_id" uuid null,
        constraint "finding_control_pkey" primary key ("finding_id", "code"),
        constraint "finding_control_finding_id_foreign" foreign key ("finding_id")
          references "finding" ("id") on update cascade on delete cascade,
        constraint "finding_control_control_id_foreign" foreign key ("control_id")
          references "control" ("id") on update cascade on delete set null
      )
    `);
    this.addSql(`create index "finding_control_by_control" on "finding_control" ("control_id")`);

    this.addSql(`
      create table "audit_lane" (
        "lane" smallint not null,
        "seq" bigint not null default 0,
        "hash" text not null default '',
        constraint "audit_lane_pkey" primary key ("lane")
      )
    `);

    this.addSql(`
      create table "audit_entry" (
        "id" uuid not null default gen_random_uuid(),
        "lane" smallint not null,
        "seq" bigint not null,
        "action" text not null,
        "entity_type" text null,
        "entity_id" uuid null,
        "entity_name" text null,
        "user_id" uuid null,
        "user_name" text not null,
        "meta" jsonb null,
        "created_at" timestamptz(3) not null default clock_timestamp(),
        "prev_hash" text not null,
        "hash" text not null,
        constraint "audit_entry_pkey" primary key ("id"),
        constraint "audit_entry_place_taken" unique ("lane", "seq")
      )
    `);
    this.addSql(`create index "audit_entry_by_action" on "audit_entry" ("action", "created_at" desc, "seq" desc, "id" desc)`);
    this.addSql(`create index "audit_entry_by_entity" on "audit_entry" ("entity_id", "created_at" desc, "seq" desc, "id" desc)`);
    this.addSql(`create index "audit_entry_by_user" on "audit_entry" ("user_id", "created_at" desc, "seq" desc, "id" desc)`);
    this.addSql(`create index "audit_entry_newest" on "audit_entry" ("created_at" desc, "seq" desc, "id" desc)`);

    this.addSql(`
      create table "mail" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "kind" text not null,
        "recipient" text not null,
        "subject" text not null,
        "text" text not null,
        "html" text null,
        "secret_box" text null,
        "dedupe_key" text null,
        "status" text check ("status" in ('QUEUED', 'SENT', 'FAILED')) not null default 'QUEUED',
        "attempts" int not null default 0,
        "next_attempt_at" timestamptz(3) not null default now(),
        "sent_at" timestamptz(3) null,
        "last_error" text null,
        "assessment_id" uuid null,
        constraint "mail_pkey" primary key ("id"),
        constraint "mail_dedupe_key_taken" unique ("dedupe_key"),
        constraint "mail_assessment_id_foreign" foreign key ("assessment_id")
          references "assessment" ("id") on update cascade on delete set null
      )
    `);
    this.addSql(`create index "mail_by_assessment" on "mail" ("assessment_id")`);
    this.addSql(`create index "mail_newest" on "mail" ("created_at" desc, "id" desc)`);
    this.addSql(`create index "mail_waiting" on "mail" ("next_attempt_at") where "status" = 'QUEUED'`);

    this.addSql(`
      create table "outbox_event" (
        "id" uuid not null default gen_random_uuid(),
        "created_at" timestamptz(3) not null default now(),
        "kind" text not null,
        "payload" jsonb not null,
        "delivered_at" timestamptz(3) null,
        constraint "outbox_event_pkey" primary key ("id")
      )
    `);
    this.addSql(`create index "outbox_event_waiting" on "outbox_event" ("created_at") where "delivered_at" is null`);

    this.addSql(`
      create table "job" (
        "name" text not null,
        "due_at" timestamptz(3) not null,
        constraint "job_pkey" primary key ("name")
      )
    `);

    // Rows that always exist: the settings, and the heads of the audit log's chains.
    this.addSql(`insert into "settings" ("id") values (true)`);
    this.addSql(`insert into "audit_lane" ("lane") select generate_series(0, 15)`);
  }

  override down(): void {
    for (const table of TABLES.toReversed()) this.addSql(`drop table "${table}"`);
  }
}

const TABLES = [
  'role',
  'app_user',
  'session',
  'api_key',
  'settings',
  'secret',
  'rate_limit',
  'idempotency_key',
  'vendor',
  'framework',
  'control',
  'template',
  'template_section',
  'template_question',
  'template_question_control',
  'assessment',
  'assessment_question',
  'assessment_question_control',
  'response',
  'review_decision',
  'comment',
  'portal_link',
  'certification',
  'responsibility_action',
  'attachment',
  'finding',
  'finding_control',
  'audit_lane',
  'audit_entry',
  'mail',
  'outbox_event',
  'job',
];
