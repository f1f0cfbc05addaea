import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { Tier, Vendor } from '../vendor/vendor.entity';

@InputType({ description: 'Changes to several vendors: omitted fields keep their value, null clears' })
export class UpdateVendorsInput {
  @Field(() => [ID], { description: 'The vendors, 1 to 500' })
  ids!: string[];

  @Field(() => ID, { nullable: true, description: 'The user responsible for them' })
  ownerId?: string | null;

  @Field(() => Tier, { nullable: true, description: 'Risk tier' })
  tier?: Tier | null;

  @Field(() => [String], { nullable: true, description: 'Tags that each gets behind those it has; up to 50 of up to 64 characters' })
  addTags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Tags that each loses, before it gets others' })
  removeTags?: string[] | null;
}

@Allow('as-parent')
@ObjectType({ description: 'What became of a vendor', simpleResolvers: true })
export class VendorResult {
  @Field(() => ID, { description: 'The id that was given' })
  id!: string;

  @Field(() => Vendor, { nullable: true, description: 'The vendor after the change; null if it failed' })
  vendor!: Row<Vendor> | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it was done' })
  error!: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'A result for each vendor, in the order given', simpleResolvers: true })
export class VendorsPayload {
  @Field(() => [VendorResult], { description: 'The results' })
  results!: VendorResult[];
}
