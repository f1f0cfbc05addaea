import { Migration } from '@mikro-orm/migrations';

/** Webhooks, and what is sent to them. */
export class Migration20261123090000_webhooks extends Migration {
  override up(): void {
    this.addSql(
      `create table "webhook" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), "revision" int not null default 1, "name" text not null, "url" text not null, "types" text[] not null default '{}', "format" text check ("format" in ('STANDARD', 'SLACK', 'TEAMS')) not null default 'STANDARD', "is_enabled" boolean not null default true, "disabled_reason" text null, "secret_box" text not null, "previous_secret_box" text null, "previous_secret_until" timestamptz(3) null, "last_success_at" timestamptz(3) null, "last_failure_at" timestamptz(3) null, "failing_since" timestamptz(3) null, "position" text not null, "lease_owner" uuid null, "lease_until" timestamptz(3) null, constraint "webhook_pkey" primary key ("id"))`,
    );
    this.addSql(
      `create table "webhook_delivery" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(), "entry_id" uuid null, "type" text not null, "status" text check ("status" in ('PENDING', 'DELIVERED', 'FAILED', 'ABANDONED')) not null default 'PENDING', "attempts" jsonb not null default '[]', "next_attempt_at" timestamptz(3) null default now(), "place" bigint not null, "tries" int not null default 0, "lane" smallint null, "seq" bigint null, "happened_at" timestamptz(3) null, "assessment_id" uuid null, "finding_id" uuid null, "webhook_id" uuid not null, constraint "webhook_delivery_pkey" primary key ("id"))`,
    );
    this.addSql(`alter table "webhook_delivery" add constraint "webhook_delivery_planned" unique ("webhook_id", "entry_id")`);
    this.addSql(
      `create index "webhook_delivery_first" on "webhook_delivery" ("webhook_id", "place") where "status" = 'PENDING' and "tries" = 0`,
    );
    this.addSql(
      `create index "webhook_delivery_again" on "webhook_delivery" ("webhook_id", "next_attempt_at") where "status" = 'PENDING' and "tries" > 0`,
    );
    this.addSql(`create index "webhook_delivery_newest" on "webhook_delivery" ("webhook_id", "place" desc, "id" desc)`);
    this.addSql(`create index "webhook_delivery_done" on "webhook_delivery" ("created_at") where "status" <> 'PENDING'`);
    this.addSql(
      `alter table "webhook_delivery" add constraint "webhook_delivery_webhook_id_foreign" foreign key ("webhook_id") references "webhook" ("id") on update cascade on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "webhook_delivery", "webhook" cascade`);
  }
}
