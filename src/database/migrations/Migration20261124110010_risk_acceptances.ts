import { Migration } from '@mikro-orm/migrations';

/** Accepting a risk for a time, by a second person where the settings say so. */
export class Migration20261124110010_risk_acceptances extends Migration {
  override up(): void {
    this.addSql(`alter table "settings" add column "four_eyes_for" text[] not null default '{}'`);
    this.addSql(
      `create table "risk_acceptance" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "revision" int not null default 1, "finding_id" uuid not null, "reason" text not null, "until" timestamptz(3) not null, "state" text check ("state" in ('REQUESTED', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'ENDED')) not null default 'REQUESTED', "requested_by_id" uuid null, "requested_by_name" text not null, "ending_told" timestamptz(3) null, constraint "risk_acceptance_pkey" primary key ("id"))`,
    );
    this.addSql(`create index "risk_acceptance_by_finding" on "risk_acceptance" ("finding_id")`);
    this.addSql(`create index "risk_acceptance_by_requester" on "risk_acceptance" ("requested_by_id")`);
    this.addSql(`create index "risk_acceptance_soonest" on "risk_acceptance" ("until", "id")`);
    this.addSql(`create index "risk_acceptance_running" on "risk_acceptance" ("until") where "state" = 'APPROVED'`);
    this.addSql(`create unique index "risk_acceptance_request_taken" on "risk_acceptance" ("finding_id") where "state" = 'REQUESTED'`);
    this.addSql(
      `alter table "risk_acceptance" add constraint "risk_acceptance_finding_id_foreign" foreign key ("finding_id") references "finding" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "risk_acceptance" add constraint "risk_acceptance_requested_by_id_foreign" foreign key ("requested_by_id") references "app_user" ("id") on update cascade on delete set null`,
    );
    this.addSql(
      `create table "risk_decision" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "acceptance_id" uuid not null, "decided_by_id" uuid null, "decided_by_name" text not null, "note" text null, constraint "risk_decision_pkey" primary key ("id"))`,
    );
    this.addSql(`alter table "risk_decision" add constraint "risk_decision_taken" unique ("acceptance_id")`);
    this.addSql(`create index "risk_decision_by_decider" on "risk_decision" ("decided_by_id")`);
    this.addSql(
      `alter table "risk_decision" add constraint "risk_decision_acceptance_id_foreign" foreign key ("acceptance_id") references "risk_acceptance" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "risk_decision" add constraint "risk_decision_decided_by_id_foreign" foreign key ("decided_by_id") references "app_user" ("id") on update cascade on delete set null`,
    );
    this.setKinds(`${KINDS}, 'ACCEPTANCE_REQUESTED', 'ACCEPTANCE_DECIDED', 'ACCEPTANCE_ENDING'`);
  }

  override down(): void {
    for (const table of TABLES) this.addSql(`delete from "${table}" where "kind" not in (${KINDS})`);
    this.setKinds(KINDS);
    this.addSql(`drop table "risk_decision", "risk_acceptance"`);
    this.addSql(`alter table "settings" drop column "four_eyes_for"`);
  }

  private setKinds(kinds: string): void {
    for (const table of TABLES) {
      this.addSql(`alter table "${table}" drop constraint if exists "${table}_kind_check"`);
      this.addSql(`alter table "${table}" add constraint "${table}_kind_check" check ("kind" in (${kinds}))`);
    }
  }
}

const TABLES = ['notification', 'notification_setting'];
const KINDS = `'ASSIGNED', 'SUBMITTED', 'REPLIED', 'OVERDUE', 'EXPIRING', 'SENT_BACK', 'ACCEPTED', 'REMEDIATION_ANSWERED'`;
