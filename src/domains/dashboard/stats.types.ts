import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { describeEnum } from '../../graphql/enums';

export enum VendorStatsBy {
  TIER = 'TIER',
  OWNER = 'OWNER',
  TAG = 'TAG',
  BAND = 'BAND',
  DATA_SENSITIVITY = 'DATA_SENSITIVITY',
  GEOGRAPHIC_RISK = 'GEOGRAPHIC_RISK',
  CONTRACT_VALUE = 'CONTRACT_VALUE',
  STATUS = 'STATUS',
  PORTFOLIO = 'PORTFOLIO',
}
describeEnum(VendorStatsBy, {
  name: 'VendorStatsBy',
  description: 'What vendors are counted by; a vendor with several tags counts for each',
  values: {
    TIER: 'By risk tier',
    OWNER: 'By the user responsible for them',
    TAG: 'By your own labels',
    BAND: 'By the band of their overall score',
    DATA_SENSITIVITY: 'By the most sensitive data they handle',
    GEOGRAPHIC_RISK: 'By where they work',
    CONTRACT_VALUE: 'By annual contract value',
    STATUS: 'By whether we work with them: a filter can ask for those that lists leave out',
    PORTFOLIO: 'By the portfolio they belong to',
  },
});

export enum FindingStatsBy {
  SEVERITY = 'SEVERITY',
  STATUS = 'STATUS',
  VENDOR = 'VENDOR',
  CONTROL = 'CONTROL',
  OWNER = 'OWNER',
  TIER = 'TIER',
  TEMPLATE = 'TEMPLATE',
  CREATED_MONTH = 'CREATED_MONTH',
  PORTFOLIO = 'PORTFOLIO',
}
describeEnum(FindingStatsBy, {
  name: 'FindingStatsBy',
  description: 'What findings are counted by; a finding of several controls counts for each',
  values: {
    SEVERITY: 'By how severe they are',
    STATUS: 'By whether they are open, and how they were closed',
    VENDOR: 'By the vendor they are about',
    OWNER: 'By who is to close them',
    CONTROL: 'By the controls they are about: by code, across frameworks',
    TIER: 'By the risk tier of their vendor',
    TEMPLATE: 'By the template of the assessment that found them, whichever version',
    CREATED_MONTH: 'By the month in which they were raised, UTC',
    PORTFOLIO: 'By the portfolio of their vendor',
  },
});

@ObjectType()
abstract class Stat {
  @Field(() => String, { nullable: true, description: 'An enum value, id, tag, code or month (2026-11); null: those without' })
  key!: string | null;

  @Field(() => String, { description: 'What the group is called' })
  label!: string;

  @Field(() => Int, { description: 'How many are in the group' })
  count!: number;
}

@Allow('vendors:view')
@ObjectType({ description: 'Vendors that have something in common', simpleResolvers: true })
export class VendorStat extends Stat {
  @Field(() => Float, { nullable: true, description: 'Mean overall score of those that have one' })
  averageScore!: number | null;

  @Allow('assessments:view')
  @Field(() => Int, { description: 'Their findings that are open' })
  openFindings!: number;
}

@Allow('assessments:view')
@ObjectType({ description: 'Findings that have something in common', simpleResolvers: true })
export class FindingStat extends Stat {
  @Field(() => Int, { description: 'Those that are open' })
  open!: number;

  @Field(() => Int, { description: 'Those whose gap the vendor has closed' })
  remediated!: number;

  @Field(() => Int, { description: 'Those whose risk has been accepted' })
  accepted!: number;

  @Field(() => Int, { description: 'Those that are open and were due before today (UTC)' })
  overdue!: number;

  @Field(() => Float, { nullable: true, description: 'Mean days from being raised to being remediated; null without any that were' })
  meanDaysToRemediate!: number | null;
}
