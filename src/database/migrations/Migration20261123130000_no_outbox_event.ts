import { Migration } from '@mikro-orm/migrations';

/** The audit log is the feed: nothing was written here any more. */
export class Migration20261123130000_no_outbox_event extends Migration {
  override up(): void {
    this.addSql(`drop table "outbox_event"`);
  }

  override down(): void {
    this
      .addSql(`create table "outbox_event" ("id" uuid not null default gen_random_uuid(), "created_at" timestamptz(3) not null default now(),
      "kind" text not null, "payload" jsonb not null, "delivered_at" timestamptz(3) null, constraint "outbox_event_pkey" primary key ("id"))`);
    this.addSql(`create index "outbox_event_waiting" on "outbox_event" ("created_at") where "delivered_at" is null`);
  }
}
