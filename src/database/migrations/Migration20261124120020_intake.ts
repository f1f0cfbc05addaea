import { Migration } from '@mikro-orm/migrations';

const KINDS = `'ASSIGNED', 'SUBMITTED', 'REPLIED', 'OVERDUE', 'EXPIRING', 'SENT_BACK', 'ACCEPTED', 'REMEDIATION_ANSWERED', 'ACCEPTANCE_REQUESTED', 'ACCEPTANCE_DECIDED', 'ACCEPTANCE_ENDING'`;
const LIKENESS = `left(replace(regexp_replace(trim(regexp_replace(translate(upper(translate(regexp_replace(normalize("name", NFKD), '[\\u0300-\\u036f]', '', 'g'), 'İẞϴ̇', 'IßΘ') collate "folding") collate "C", 'ØŁĐĦÞ./''’', 'OLDHT') collate "folding", '[^[:alnum:]]+', ' ', 'g')), '(?<=[^ ])( (GMBH|GESMBH|MBH|UG|HAFTUNGSBESCHRANKT|AG|KG|KGAA|OHG|OG|GBR|EK|EV|EG|SE|CO|COMPANY|CORP|CORPORATION|INC|INCORPORATED|LTD|LIMITED|LLC|LLP|LP|PLC|PBC|CIC|ULC|PTY|PTE|PVT|PRIVATE|BHD|SDN|SA|SAS|SASU|SARL|SCA|SCS|SNC|SPA|SRL|SRLS|SL|SLU|SAU|SAB|DE CV|LDA|LTDA|BV|BVBA|NV|CV|VOF|VZW|AB|AS|ASA|APS|OY|OYJ|AY|KFT|ZRT|NYRT|BT|SP Z OO|SPZOO|SRO|DOO|EOOD|OOD|OU|UAB|SIA|KK|GK|OOO|PAO|PJSC|JSC|OJSC|FZE|FZCO|WLL))+$', ''), ' ', ''), 200) collate "C"`;
const SITE = `left(rtrim(lower(regexp_replace("website" collate "C", '^ *(?:[A-Za-z][A-Za-z0-9+.-]*://|//)?(?:[^/?#@]*@)?(?:[wW]{3}[.])?([^/?#: ]*).*$', '\\1')), '.'), 255)`;
const MAIL_HOST = `rtrim(lower(regexp_replace("contact_email" collate "C", '^.*@(?:[wW]{3}[.])?', '')), '.')`;

/** Requests for vendors, what is asked of whoever requests one, and what follows from the answers. */
export class Migration20261124120020_intake extends Migration {
  override up(): void {
    this.addSql(
      `alter table "template" add column "kind" text check ("kind" in ('QUESTIONNAIRE', 'INTAKE')) not null default 'QUESTIONNAIRE'`,
    );
    this.addSql(`alter table "template_question" add column "sets_field" text null`);
    this.addSql(
      `alter table "settings" add column "tier_rules" jsonb not null default '[]', add column "assessment_plans" jsonb not null default '[]'`,
    );
    this.addSql(
      `create table "vendor_request" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "revision" int not null default 1, "vendor_id" uuid not null, "name" text not null, "website" text null, "reason" text null, "state" text check ("state" in ('REQUESTED', 'APPROVED', 'REJECTED')) not null default 'REQUESTED', "answers" jsonb not null default '[]', "data_sensitivity" text check ("data_sensitivity" in ('PUBLIC', 'INTERNAL', 'CONFIDENTIAL', 'RESTRICTED')) null, "contract_value" text check ("contract_value" in ('UP_TO_50K', 'FROM_50K_TO_250K', 'FROM_250K_TO_1M', 'FROM_1M_TO_5M', 'OVER_5M')) null, "geographic_risk" text check ("geographic_risk" in ('DOMESTIC', 'REGIONAL', 'GLOBAL', 'HIGH_RISK_JURISDICTION')) null, "tier" text check ("tier" in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')) null, "tier_rule" text null, "requested_by_id" uuid null, "requested_by_name" text not null, constraint "vendor_request_pkey" primary key ("id"))`,
    );
    this.addSql(`create index "vendor_request_by_vendor" on "vendor_request" ("vendor_id")`);
    this.addSql(`create index "vendor_request_by_requester" on "vendor_request" ("requested_by_id")`);
    this.addSql(`create index "vendor_request_newest" on "vendor_request" ("created_at" desc, "id" desc)`);
    this.addSql(
      `alter table "vendor_request" add constraint "vendor_request_vendor_id_foreign" foreign key ("vendor_id") references "vendor" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "vendor_request" add constraint "vendor_request_requested_by_id_foreign" foreign key ("requested_by_id") references "app_user" ("id") on update cascade on delete set null`,
    );
    this.addSql(
      `create table "intake_decision" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "request_id" uuid not null, "decided_by_id" uuid null, "decided_by_name" text not null, "note" text null, constraint "intake_decision_pkey" primary key ("id"))`,
    );
    this.addSql(`alter table "intake_decision" add constraint "intake_decision_taken" unique ("request_id")`);
    this.addSql(`create index "intake_decision_by_decider" on "intake_decision" ("decided_by_id")`);
    this.addSql(
      `alter table "intake_decision" add constraint "intake_decision_request_id_foreign" foreign key ("request_id") references "vendor_request" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "intake_decision" add constraint "intake_decision_decided_by_id_foreign" foreign key ("decided_by_id") references "app_user" ("id") on update cascade on delete set null`,
    );
    this.addSql(`create index "vendor_by_likeness" on "vendor" ((${LIKENESS}))`);
    this.addSql(`create index "vendor_by_site" on "vendor" ((${SITE}))`);
    this.addSql(`create index "vendor_by_mail_host" on "vendor" ((${MAIL_HOST}))`);
    this.allow(`${KINDS}, 'VENDOR_REQUEST', 'VENDOR_REQUEST_DECIDED'`);
  }

  override down(): void {
    for (const table of ['notification', 'notification_setting']) {
      this.addSql(`delete from "${table}" where "kind" in ('VENDOR_REQUEST', 'VENDOR_REQUEST_DECIDED')`);
    }
    this.allow(KINDS);
    this.addSql(`drop index "vendor_by_likeness", "vendor_by_site", "vendor_by_mail_host"`);
    this.addSql(`drop table "intake_decision", "vendor_request"`);
    this.addSql(`alter table "settings" drop column "tier_rules", drop column "assessment_plans"`);
    this.addSql(`alter table "template_question" drop column "sets_field"`);
    this.addSql(`alter table "template" drop column "kind"`);
  }

  /** The kinds of notifications there can be. */
  private allow(kinds: string): void {
    for (const table of ['notification', 'notification_setting']) {
      this.addSql(`alter table "${table}" drop constraint "${table}_kind_check"`);
      this.addSql(`alter table "${table}" add constraint "${table}_kind_check" check ("kind" in (${kinds}))`);
    }
  }
}
