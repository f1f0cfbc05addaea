import { Entity, Enum, Index, ManyToOne, Property, type Ref } from '@mikro-orm/core';
import { Field, ID, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { Personal } from '../../database/personal';
import { Kept } from '../../database/record/kept';
import { Scoped } from '../../database/scope/scoped';
import { Editable } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { User } from '../user/user.entity';
import { ContractValue, DataSensitivity, GeographicRisk, Tier, Vendor } from '../vendor/vendor.entity';

export enum VendorRequestState {
  REQUESTED = 'REQUESTED',
  APPROVED = 'APPROVED',
  REJECTED = 'REJECTED',
}
describeEnum(VendorRequestState, {
  name: 'VendorRequestState',
  description: 'What became of a request for a vendor',
  values: {
    REQUESTED: 'Nobody has decided yet',
    APPROVED: 'The vendor is active',
    REJECTED: 'The vendor is archived',
  },
});

/** An answer to the form, with the question as it was. */
export interface GivenAnswer {
  questionId: string;
  question: string;
  value: unknown;
}

/**
 * Its contact is the vendor's, and who decided on it is in IntakeDecision: erasing one person must leave the others.
 */
@Allow('vendors:request', 'vendors:create')
@ObjectType({
  description: 'A vendor that somebody asks for. Needs vendors:create to see all, vendors:request for one’s own',
  simpleResolvers: true,
})
@Kept({ path: { name: 'vendorRequests' } })
@Personal({ of: 'requestedById', texts: { requestedByName: 'name' } })
@Scoped('vendor')
@Entity()
@Index({
  name: 'vendor_request_newest',
  expression: 'create index "vendor_request_newest" on "vendor_request" ("created_at" desc, "id" desc)',
})
export class VendorRequest extends Editable {
  @ManyToOne(() => Vendor, { ref: true, deleteRule: 'cascade', index: 'vendor_request_by_vendor' })
  vendor!: Ref<Vendor>;

  @Field(() => String, { description: 'Name of the vendor' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Web address' })
  @Property({ type: 'text', nullable: true })
  website?: string | null;

  @Field(() => String, { nullable: true, description: 'Why it is wanted' })
  @Property({ type: 'text', nullable: true })
  reason?: string | null;

  @Field(() => VendorRequestState, { description: 'What became of it' })
  @Enum({ items: () => VendorRequestState, default: VendorRequestState.REQUESTED })
  state: VendorRequestState = VendorRequestState.REQUESTED;

  @Property({ type: 'json', defaultRaw: "'[]'" })
  answers: GivenAnswer[] = [];

  @Field(() => DataSensitivity, { nullable: true, description: 'The most sensitive data the vendor would handle, by the answers' })
  @Enum({ items: () => DataSensitivity, nullable: true })
  dataSensitivity?: DataSensitivity | null;

  @Field(() => ContractValue, { nullable: true, description: 'Annual contract value, by the answers' })
  @Enum({ items: () => ContractValue, nullable: true })
  contractValue?: ContractValue | null;

  @Field(() => GeographicRisk, { nullable: true, description: 'Geographic exposure, by the answers' })
  @Enum({ items: () => GeographicRisk, nullable: true })
  geographicRisk?: GeographicRisk | null;

  @Field(() => Tier, { nullable: true, description: 'Risk tier: what the rules gave, or whoever decided' })
  @Enum({ items: () => Tier, nullable: true })
  tier?: Tier | null;

  @Field(() => String, { nullable: true, description: 'Name of the tier rule that matched; null: none' })
  @Property({ type: 'text', nullable: true })
  tierRule?: string | null;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'vendor_request_by_requester' })
  requestedBy?: Ref<User> | null;

  @Field(() => String, { description: 'Name of who asked, at that time' })
  @Property({ type: 'text' })
  requestedByName!: string;

  @Field(() => ID, { description: 'Opaque id, the same in GraphQL and REST' })
  override id!: string;
}
