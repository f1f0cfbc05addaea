import { Check, Entity, Enum, Index, ManyToOne, Property, type Ref, Unique } from '@mikro-orm/core';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { INDEXED } from '../../database/likeness';
import { Editable } from '../../graphql/base.entity';
import { describeEnum } from '../../graphql/enums';
import { DateScalar, DateTimeScalar, EmailScalar } from '../../graphql/scalars';
import { User } from '../user/user.entity';
import { Portfolio } from './portfolio.entity';
import { Kept } from '../../database/record/kept';
import { TEXTS, type VendorTexts } from './vendor-fields.rules';
import { INHERENT_RISK, RENEWAL, RESIDUAL_RISK } from './vendor-risk.sql';
import { CONTRACT_VALUES } from './vendor.rules';
import { Personal } from '../../database/personal';
import { OfPortfolio } from '../../database/scope/scoped';
import { Searchable } from '../../database/searched';

export enum Tier {
  LOW = 'LOW',
  MEDIUM = 'MEDIUM',
  HIGH = 'HIGH',
  CRITICAL = 'CRITICAL',
}
describeEnum(Tier, {
  name: 'Tier',
  description: 'How much your organisation depends on a vendor',
  values: {
    LOW: 'Its failure would hardly be noticed',
    MEDIUM: 'Its failure would be inconvenient',
    HIGH: 'Its failure would harm the business',
    CRITICAL: 'The business can’t operate without it',
  },
});

export enum DataSensitivity {
  PUBLIC = 'PUBLIC',
  INTERNAL = 'INTERNAL',
  CONFIDENTIAL = 'CONFIDENTIAL',
  RESTRICTED = 'RESTRICTED',
}
describeEnum(DataSensitivity, {
  name: 'DataSensitivity',
  description: 'The most sensitive data a vendor handles',
  values: {
    PUBLIC: 'Data that anyone may see',
    INTERNAL: 'Data for internal use',
    CONFIDENTIAL: 'Data that would cause harm if disclosed',
    RESTRICTED: 'Data protected by law or contract',
  },
});

export enum GeographicRisk {
  DOMESTIC = 'DOMESTIC',
  REGIONAL = 'REGIONAL',
  GLOBAL = 'GLOBAL',
  HIGH_RISK_JURISDICTION = 'HIGH_RISK_JURISDICTION',
}
describeEnum(GeographicRisk, {
  name: 'GeographicRisk',
  description: 'Where a vendor works',
  values: {
    DOMESTIC: 'In your own country',
    REGIONAL: 'In neighbouring countries, under similar law',
    GLOBAL: 'All over the world',
    HIGH_RISK_JURISDICTION: 'In a country with weak data protection, or under sanctions',
  },
});

export enum ContractValue {
  UP_TO_50K = 'UP_TO_50K',
  FROM_50K_TO_250K = 'FROM_50K_TO_250K',
  FROM_250K_TO_1M = 'FROM_250K_TO_1M',
  FROM_1M_TO_5M = 'FROM_1M_TO_5M',
  OVER_5M = 'OVER_5M',
}
describeEnum(ContractValue, {
  name: 'ContractValue',
  description: `Annual contract value, approximate. In REST: ${Object.values(CONTRACT_VALUES).join(', ')}`,
  values: {
    UP_TO_50K: 'Up to $50,000 a year',
    FROM_50K_TO_250K: '$50,000 to $250,000 a year',
    FROM_250K_TO_1M: '$250,000 to $1 million a year',
    FROM_1M_TO_5M: '$1 million to $5 million a year',
    OVER_5M: 'More than $5 million a year',
  },
});

export enum VendorStatus {
  REQUESTED = 'REQUESTED',
  ACTIVE = 'ACTIVE',
  OFFBOARDING = 'OFFBOARDING',
  ARCHIVED = 'ARCHIVED',
}
describeEnum(VendorStatus, {
  name: 'VendorStatus',
  description:
    'Where a vendor is on its way in and out. REQUESTED and ARCHIVED ones, with their assessments and findings, are in no list, total or figure unless asked for',
  values: {
    REQUESTED: 'Somebody asked for it; nobody has decided yet',
    ACTIVE: 'You work with it',
    OFFBOARDING: 'You are about to part',
    ARCHIVED: 'You no longer work with it, or never did; its record is kept',
  },
});

@Allow('vendors:view')
@ObjectType({ description: 'A third party whose risk is managed', simpleResolvers: true })
@Kept({
  path: { name: 'vendors' },
  untold: ['overallScore', 'latestScore', 'lastAssessedAt', 'assessmentCount'],
  renamed: { offboardingStartedAt: 'offboarding.startedAt', offboardingReason: 'offboarding.reason' },
})
@Personal({ at: 'contactEmail', texts: { contactName: 'name', contactEmail: 'address' } })
@OfPortfolio('portfolio_id')
@Searchable({
  table: 'vendor',
  title: 'name',
  also: ['external_id', 'contact_name', 'contact_email', 'website', 'service_description'],
  listed: 'tags',
  isNamedElsewhere: true,
})
@Entity()
@Index({ name: 'vendor_by_name', expression: 'create index "vendor_by_name" on "vendor" (lower("name"), "id")' })
@Index({
  name: 'vendor_by_likeness',
  expression: `create index "vendor_by_likeness" on "vendor" ((${INDEXED.name}))`,
})
@Index({
  name: 'vendor_by_site',
  expression: `create index "vendor_by_site" on "vendor" ((${INDEXED.website}))`,
})
@Index({
  name: 'vendor_by_mail_host',
  expression: `create index "vendor_by_mail_host" on "vendor" ((${INDEXED.contactEmail}))`,
})
@Index({ name: 'vendor_by_tag', expression: 'create index "vendor_by_tag" on "vendor" using gin ("tags")' })
@Index({ name: 'vendor_by_tier', properties: ['tier'] })
@Index({ name: 'vendor_by_score', properties: ['overallScore'] })
@Index({ name: 'vendor_by_inherent_risk', expression: `create index "vendor_by_inherent_risk" on "vendor" ((${INHERENT_RISK}), "id")` })
@Index({ name: 'vendor_by_residual_risk', expression: `create index "vendor_by_residual_risk" on "vendor" ((${RESIDUAL_RISK}), "id")` })
@Index({ name: 'vendor_by_renewal', expression: `create index "vendor_by_renewal" on "vendor" ((${RENEWAL}), "id")` })
@Index({ name: 'vendor_by_status', properties: ['status', 'tier'] })
@Index({
  name: 'vendor_left_out',
  expression: `create index "vendor_left_out" on "vendor" ("id") where "status" in ('REQUESTED', 'ARCHIVED')`,
})
// Written the way PostgreSQL prints checks, so that they compare equal.
@Check({
  name: 'vendor_score_range',
  expression: '"overall_score" >= 0::double precision and "overall_score" <= 1::double precision',
})
export class Vendor extends (Editable as abstract new () => Editable & VendorTexts) {
  @Allow('vendors:view', 'assessments:view')
  @Field(() => ID, { description: 'Opaque id, the same in GraphQL and REST' })
  override id!: string;

  @Allow('vendors:view', 'assessments:view')
  @Field(() => String, { description: 'Name of the vendor' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Your reference (e.g. ERP ID); unique' })
  @Unique({ name: 'vendor_external_id_taken' })
  @Property({ type: 'text', nullable: true })
  externalId?: string | null;

  @Allow('vendors:view', 'assessments:view')
  @Field(() => String, { nullable: true, description: 'Contact person at the vendor' })
  @Property({ type: 'text', nullable: true })
  contactName?: string | null;

  @Allow('vendors:view', 'assessments:view')
  @Field(() => EmailScalar, { description: 'Where questionnaires are sent' })
  @Property({ type: 'text' })
  contactEmail!: string;

  @Allow('vendors:view', 'assessments:view')
  @Field(() => Tier, { nullable: true, description: 'Risk tier; null while not classified' })
  @Enum({ items: () => Tier, nullable: true })
  tier?: Tier | null;

  @Allow('vendors:view', 'assessments:view')
  @Field(() => VendorStatus, { description: 'Where it is on its way in and out' })
  @Enum({ items: () => VendorStatus, default: VendorStatus.ACTIVE })
  status: VendorStatus = VendorStatus.ACTIVE;

  @Field(() => DataSensitivity, { nullable: true, description: 'The most sensitive data the vendor handles' })
  @Enum({ items: () => DataSensitivity, nullable: true })
  dataSensitivity?: DataSensitivity | null;

  @Field(() => DateScalar, { nullable: true, description: 'When the contract is up for renewal' })
  @Property({ type: 'date', nullable: true })
  contractRenewalDate?: string | null;

  @Field(() => ContractValue, { nullable: true, description: 'Annual contract value, approximate' })
  @Enum({ items: () => ContractValue, nullable: true })
  contractValue?: ContractValue | null;

  @Field(() => GeographicRisk, { nullable: true, description: 'Geographic exposure of the vendor' })
  @Enum({ items: () => GeographicRisk, nullable: true })
  geographicRisk?: GeographicRisk | null;

  @Field(() => [String], { description: 'Your own labels, in the order given' })
  @Property({ type: 'text[]', default: [] })
  tags: string[] = [];

  /** When offboarding began, and why: `Vendor.offboarding` shows both. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  offboardingStartedAt?: Date | null;

  @Property({ type: 'text', nullable: true })
  offboardingReason?: string | null;

  @ManyToOne(() => User, { ref: true, nullable: true, deleteRule: 'set null', index: 'vendor_by_owner' })
  owner?: Ref<User> | null;

  @ManyToOne(() => Portfolio, { ref: true, nullable: true, deleteRule: 'set null', index: 'vendor_by_portfolio' })
  portfolio?: Ref<Portfolio> | null;

  @Field(() => Float, { nullable: true, description: 'Mean score of the completed assessments, 0 to 1; null if there are none' })
  @Property({ type: 'double', nullable: true })
  overallScore?: number | null;

  @Field(() => Float, { nullable: true, description: 'Score of the most recently submitted completed assessment' })
  @Property({ type: 'double', nullable: true })
  latestScore?: number | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When that assessment was submitted' })
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastAssessedAt?: Date | null;

  @Field(() => Int, { description: 'Number of assessments of any status' })
  @Property({ type: 'integer', default: 0 })
  assessmentCount: number = 0;
}

for (const [name, { description }] of TEXTS) {
  Field(() => String, { nullable: true, description })(Vendor.prototype, name);
  Property({ type: 'text', nullable: true })(Vendor.prototype, name);
}
