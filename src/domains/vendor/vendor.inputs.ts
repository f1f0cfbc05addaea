import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { connectionOf } from '../../graphql/connection';
import { describeEnum } from '../../graphql/enums';
import { DateScalar, DateTimeScalar, EmailScalar, JsonScalar } from '../../graphql/scalars';
import { ContractValue, DataSensitivity, GeographicRisk, Tier, Vendor, VendorStatus } from './vendor.entity';
import { VendorFieldFilter } from './own-fields.inputs';
import { TEXTS, type VendorTexts } from './vendor-fields.rules';
import { RagBand } from './vendor.rules';

describeEnum(RagBand, {
  name: 'RagBand',
  description: 'Band of a score; the thresholds are in the settings',
  values: {
    GREEN: 'The score is good',
    AMBER: 'The score is acceptable',
    RED: 'The score is poor',
    UNSCORED: 'There is no score yet',
  },
});

@InputType({ description: 'Filter for vendors; all given conditions must match' })
export class VendorFilter {
  @Field(() => String, { nullable: true, description: 'Part of the name or contact e-mail, case-insensitive; at most 200 characters' })
  query?: string | null;

  @Field(() => [ID], { nullable: true, description: 'With one of these ids, at most 100' })
  ids?: string[] | null;

  @Field(() => [VendorStatus], {
    nullable: true,
    description: 'With one of these statuses; ACTIVE and OFFBOARDING if not given, and any if ids or externalId are',
  })
  status?: VendorStatus[] | null;

  @Field(() => Tier, { nullable: true, description: 'Of this tier' })
  tier?: Tier | null;

  @Field(() => String, { nullable: true, description: 'With this tag' })
  tag?: string | null;

  @Field(() => ID, { nullable: true, description: 'With this owner; null: without an owner' })
  ownerId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this portfolio' })
  portfolioId?: string | null;

  @Field(() => String, { nullable: true, description: 'With exactly this external id, spaces and case included' })
  externalId?: string | null;

  @Field(() => RagBand, { nullable: true, description: 'With an overall score in this band' })
  ragBand?: RagBand | null;

  @Field(() => Boolean, { nullable: true, description: 'true: only those without a tier; false: only those with one' })
  isUntiered?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'true: only those in the red band or with an overdue assessment' })
  needsAttention?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'true: only those with shared-responsibility tasks that are pending or in progress',
  })
  hasOpenActions?: boolean | null;

  @Field(() => [Tier], { nullable: true, description: 'Of one of these tiers' })
  tiers?: Tier[] | null;

  @Field(() => [DataSensitivity], { nullable: true, description: 'Whose most sensitive data is of one of these kinds' })
  dataSensitivity?: DataSensitivity[] | null;

  @Field(() => DateScalar, { nullable: true, description: 'With a contract up for renewal on this day or later' })
  renewalFrom?: string | null;

  @Field(() => DateScalar, { nullable: true, description: 'With a contract up for renewal on this day or earlier' })
  renewalTo?: string | null;

  @Field(() => Float, { nullable: true, description: 'With an overall score of at least this' })
  scoreFrom?: number | null;

  @Field(() => Float, { nullable: true, description: 'With an overall score of at most this' })
  scoreTo?: number | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Last assessed at this time or later' })
  lastAssessedFrom?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Last assessed at this time or earlier' })
  lastAssessedTo?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'true: only those with a completed assessment; false: only the others' })
  isAssessed?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Holding a certification with this in its name, in any case, whose last day has not passed; at most 200 characters',
  })
  certification?: string | null;

  @Field(() => [VendorFieldFilter], { nullable: true, description: 'By own fields, at most 100 conditions; all must hold' })
  fields?: VendorFieldFilter[] | null;
}

export enum VendorOrderField {
  NAME = 'NAME',
  TIER = 'TIER',
  OVERALL_SCORE = 'OVERALL_SCORE',
  LAST_ASSESSED_AT = 'LAST_ASSESSED_AT',
  CREATED_AT = 'CREATED_AT',
  INHERENT_RISK = 'INHERENT_RISK',
  RESIDUAL_RISK = 'RESIDUAL_RISK',
  CONTRACT_RENEWAL_DATE = 'CONTRACT_RENEWAL_DATE',
}
describeEnum(VendorOrderField, {
  name: 'VendorOrderField',
  description: 'What vendors can be sorted by',
  values: {
    NAME: 'By name, case-insensitive',
    TIER: 'By tier, from LOW to CRITICAL',
    OVERALL_SCORE: 'By overall score',
    LAST_ASSESSED_AT: 'By when its last completed assessment was submitted',
    CREATED_AT: 'By creation time',
    INHERENT_RISK: 'By inherent risk',
    RESIDUAL_RISK: 'By residual risk',
    CONTRACT_RENEWAL_DATE: 'By the day the contract is up for renewal; those without one come after all others',
  },
});

@InputType({ description: 'How vendors are sorted' })
export class VendorOrder {
  @Field(() => VendorOrderField, { description: 'Sort key; vendors without it come first when ascending' })
  field!: VendorOrderField;

  @Field(() => Boolean, { nullable: true, description: 'Descending order' })
  descending?: boolean | null;
}

@InputType()
abstract class VendorTextsInput {}

for (const [name, { description, asInput = description }] of TEXTS) {
  Field(() => String, { nullable: true, description: asInput })(VendorTextsInput.prototype, name);
}

@InputType()
abstract class VendorDetailsInput extends (VendorTextsInput as abstract new () => VendorTexts) {
  @Field(() => String, { nullable: true, description: 'Your reference (e.g. ERP ID), unique; kept as given, spaces included' })
  externalId?: string | null;

  @Field(() => String, { nullable: true, description: 'Contact person at the vendor' })
  contactName?: string | null;

  @Field(() => Tier, { nullable: true, description: 'Risk tier' })
  tier?: Tier | null;

  @Field(() => DataSensitivity, { nullable: true, description: 'The most sensitive data the vendor handles' })
  dataSensitivity?: DataSensitivity | null;

  @Field(() => DateScalar, { nullable: true, description: 'When the contract is up for renewal' })
  contractRenewalDate?: string | null;

  @Field(() => ContractValue, { nullable: true, description: 'Annual contract value' })
  contractValue?: ContractValue | null;

  @Field(() => GeographicRisk, { nullable: true, description: 'Geographic exposure of the vendor' })
  geographicRisk?: GeographicRisk | null;

  @Field(() => [String], { nullable: true, description: 'Up to 50 tags of up to 64 characters' })
  tags?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'The user responsible for the vendor' })
  ownerId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The portfolio the vendor belongs to; null: none' })
  portfolioId?: string | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'Own fields (Settings.vendorFields) by key: those omitted keep their value, null clears; a required one must have a value',
  })
  fields?: unknown;
}

@InputType({ description: 'A vendor to create' })
export class CreateVendorInput extends VendorDetailsInput {
  @Field(() => String, { description: 'Name, 1 to 200 characters' })
  name!: string;

  @Field(() => EmailScalar, { description: 'Where questionnaires are sent' })
  contactEmail!: string;
}

@InputType({ description: 'Changes to a vendor: omitted fields keep their value; null clears a nullable one' })
export class UpdateVendorInput extends VendorDetailsInput {
  @Field(() => ID, { description: 'The vendor' })
  id!: string;

  @Field(() => Int, { nullable: true, description: 'Fails with CONFLICT unless this is the current revision' })
  expectedRevision?: number | null;

  @Field(() => String, { nullable: true, description: 'Name, 1 to 200 characters' })
  name?: string | null;

  @Field(() => EmailScalar, { nullable: true, description: 'Where questionnaires are sent' })
  contactEmail?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The vendor after the change', simpleResolvers: true })
export class VendorPayload {
  @Field(() => Vendor, { description: 'The vendor' })
  vendor!: Row<Vendor>;
}

export const VendorConnection = connectionOf(Vendor, 'Vendor', { hasCsv: true });

@Allow('as-parent')
@ObjectType({ description: 'Vendors by the band of their overall score', simpleResolvers: true })
export class RagCounts {
  @Field(() => Int, { description: 'In the green band' })
  green!: number;

  @Field(() => Int, { description: 'In the amber band' })
  amber!: number;

  @Field(() => Int, { description: 'In the red band' })
  red!: number;

  @Field(() => Int, { description: 'Without a score' })
  unscored!: number;
}
