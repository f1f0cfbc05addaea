import { Migration } from '@mikro-orm/migrations';

/** The audit log as a transparency log: its tree, what was signed about it, and who else signs that. */
export class Migration20261120100000_log extends Migration {
  override up(): void {
    this.addSql(
      `create table "audit_checkpoint" ("size" bigint not null, "note" text not null, "cosignatures" text not null default '', "signed_at" timestamptz(3) not null default clock_timestamp(), constraint "audit_checkpoint_pkey" primary key ("size"))`,
    );
    this.addSql(
      `create table "audit_leaf" ("index" bigint not null, "lane" smallint not null, "seq" bigint not null, "commitments" jsonb not null, "salts" jsonb not null, "changes" jsonb null, constraint "audit_leaf_pkey" primary key ("index"))`,
    );
    this.addSql(`alter table "audit_leaf" add constraint "audit_leaf_entry_taken" unique ("lane", "seq")`);
    this.addSql(
      `create table "audit_tile" ("level" smallint not null, "index" bigint not null, "hashes" bytea not null, constraint "audit_tile_pkey" primary key ("level", "index"))`,
    );
    this.addSql(
      `create table "audit_tree" ("id" boolean not null default true, "size" bigint not null default 0, constraint "audit_tree_pkey" primary key ("id"), constraint audit_tree_single_row check ("id" = true))`,
    );
    this.addSql(`insert into "audit_tree" default values`);
    this.addSql(
      `create table "witness_state" ("vkey" text not null, "known_size" bigint not null default 0, "cosigned_size" bigint null, "cosigned_at" timestamptz(3) null, "last_error" text null, "next_offer_at" timestamptz(3) not null default now(), constraint "witness_state_pkey" primary key ("vkey"))`,
    );
    this.addSql(
      `alter table "settings" add column "audit_verifier_key" text not null default '', add column "audit_former_verifier_keys" text[] not null default '{}', add column "audit_witnesses" jsonb not null default '[]', add column "audit_checkpoint_recipients" text[] not null default '{}'`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "audit_checkpoint" cascade`);
    this.addSql(`drop table if exists "audit_leaf" cascade`);
    this.addSql(`drop table if exists "audit_tile" cascade`);
    this.addSql(`drop table if exists "audit_tree" cascade`);
    this.addSql(`drop table if exists "witness_state" cascade`);
    this.addSql(
      `alter table "settings" drop column "audit_verifier_key", drop column "audit_former_verifier_keys", drop column "audit_witnesses", drop column "audit_checkpoint_recipients"`,
    );
  }
}
