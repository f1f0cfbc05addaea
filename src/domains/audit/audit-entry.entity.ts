import { randomUUID } from 'node:crypto';
import { BigIntType, Entity, HiddenProps, Index, type Opt, PrimaryKey, Property, Unique } from '@mikro-orm/core';
import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Node } from '../../graphql/node';
import { DateTimeScalar, JsonScalar } from '../../graphql/scalars';
import { NotKept } from '../../database/record/kept';
import { Personal } from '../../database/personal';
import { ScopedByView } from '../../database/scope/scoped';

@Allow('audit:view')
@ObjectType({ description: 'An API key as it was when it was used', simpleResolvers: true })
export class AuditApiKey {
  @Field(() => ID, { description: 'Id of the key, even if since deleted' })
  id!: string;

  @Field(() => String, { description: 'Its name at that time' })
  name!: string;

  @Field(() => String, { description: 'Its eight-character prefix; the rest is secret' })
  prefix!: string;
}

/** Never deleted, and never changed but to erase what names a person. It has no foreign keys, so it outlives what it is about. */
@Allow('audit:view')
@ObjectType({ description: 'Who did what, and when', implements: Node, simpleResolvers: true })
@NotKept('Never changes: the past is all that is old enough')
@Personal({ texts: { userName: 'name', entityName: 'name', meta: 'json' }, erasedBy: 'erase_from_audit_log' })
@ScopedByView('shows the entries about vendors of the portfolios')
@Entity()
@Unique({ name: 'audit_entry_place_taken', properties: ['lane', 'seq'] })
@Index({
  name: 'audit_entry_newest',
  expression: 'create index "audit_entry_newest" on "audit_entry" ("created_at" desc, "seq" desc, "id" desc)',
})
@Index({
  name: 'audit_entry_by_action',
  expression: 'create index "audit_entry_by_action" on "audit_entry" ("action", "created_at" desc, "seq" desc, "id" desc)',
})
@Index({
  name: 'audit_entry_by_user',
  expression: 'create index "audit_entry_by_user" on "audit_entry" ("user_id", "created_at" desc, "seq" desc, "id" desc)',
})
@Index({
  name: 'audit_entry_by_entity',
  expression: 'create index "audit_entry_by_entity" on "audit_entry" ("entity_id", "created_at" desc, "seq" desc, "id" desc)',
})
@Index({
  name: 'audit_entry_by_api_key',
  expression: `create index "audit_entry_by_api_key" on "audit_entry" (("api_key"->>'id'), "created_at" desc, "seq" desc, "id" desc) where "api_key" is not null`,
})
@Index({
  name: 'audit_entry_by_vendor',
  expression: `create index "audit_entry_by_vendor" on "audit_entry" ("vendor_id", "created_at" desc, "seq" desc, "id" desc) where "vendor_id" is not null`,
})
export class AuditEntry {
  [HiddenProps]?: 'commitments' | 'salt' | 'salts' | 'stateHash' | 'vendorId';

  @Field(() => ID, { description: 'Opaque id, the same in GraphQL and REST' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id: Opt<string> = randomUUID();

  /** The hash chain it is in. */
  @Property({ type: 'smallint' })
  lane!: number;

  /** Position in that chain, from 1. */
  @Property({ type: new BigIntType('string') })
  seq!: string;

  @Field(() => String, { description: 'What was done, such as CREATE_VENDOR' })
  @Property({ type: 'text' })
  action!: string;

  @Field(() => String, { nullable: true, description: 'Type of the affected record' })
  @Property({ type: 'text', nullable: true })
  entityType?: string | null;

  @Field(() => String, { nullable: true, description: 'Full ID of the affected record; REST shows its first 8 characters' })
  @Property({ type: 'uuid', nullable: true })
  entityId?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the affected record at that time' })
  @Property({ type: 'text', nullable: true })
  entityName?: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the user who did it, even if since deleted; null if it wasn’t a user' })
  @Property({ type: 'uuid', nullable: true })
  userId?: string | null;

  @Field(() => String, { description: "The person's name, API key <name>, Vendor portal (<vendor>) or System" })
  @Property({ type: 'text' })
  userName!: string;

  @Field(() => AuditApiKey, { nullable: true, description: 'The API key that was used, even if since deleted' })
  @Property({ type: 'json', nullable: true })
  apiKey?: AuditApiKey | null;

  @Field(() => JsonScalar, { nullable: true, description: 'Details of the action, such as from and to' })
  @Property({ type: 'json', nullable: true })
  meta?: Record<string, unknown> | null;

  /**
   * The vendor that the affected record belongs to: whoever sees that vendor sees the entry. It follows from the record and is no
   * part of the hash.
   */
  @Property({ type: 'uuid', nullable: true, hidden: true })
  vendorId?: string | null;

  /** What the entry commits to; null for entries from before the record began, which are hashed with their names and details. */
  @Property({ type: 'json', nullable: true, hidden: true })
  commitments?: Record<string, string> | null;

  /** What the salts of all commitments are made of. */
  @Property({ type: 'blob', nullable: true, hidden: true })
  salt?: Buffer | null;

  /** The salts themselves where something was erased, which has none, and in entries of earlier versions. */
  @Property({ type: 'json', nullable: true, hidden: true })
  salts?: Record<string, string> | null;

  /** Hash over the states that the change left behind; null where it changed nothing that has a past. */
  @Property({ type: 'text', nullable: true, hidden: true })
  stateHash?: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was done' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'clock_timestamp()' })
  createdAt!: Opt<Date>;

  /** Hash of the previous entry in the chain; empty for the first. */
  @Property({ type: 'text' })
  prevHash!: string;

  /** Hash of the content and the previous hash. */
  @Property({ type: 'text' })
  hash!: string;
}
