import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import type { Row } from '../../database/rows';
import { RevisedInput } from '../../graphql/inputs';
import { EmailScalar } from '../../graphql/scalars';
import { AuditWitnessInput } from './audit-witness';
import { BoardReportScheduleInput } from './board-report';
import { RemediationDaysInput } from './remediation-days';
import { Severity } from './severity';
import { PasswordSignIn, SecondFactorRequirement, Settings } from './settings.entity';
import { VendorFieldInput } from './vendor-fields';

@InputType({ description: 'Settings to change; those omitted keep their value' })
export class UpdateSettingsInput extends RevisedInput {
  @Field(() => String, { nullable: true, description: 'Name shown to vendors and on reports' })
  organizationName?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether API keys are accepted' })
  apiKeysEnabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether API keys can be made keys of the organisation' })
  organizationApiKeys?: boolean | null;

  @Field(() => PasswordSignIn, {
    nullable: true,
    description: 'Who can sign in with a password; NOBODY only once an administrator has signed in with an identity provider',
  })
  passwordSignIn?: PasswordSignIn | null;

  @Field(() => SecondFactorRequirement, { nullable: true, description: 'Who must have a second factor to sign in with a password' })
  requireSecondFactor?: SecondFactorRequirement | null;

  @Field(() => Int, { nullable: true, description: 'How many characters a new password must have, 8 to 64' })
  minPasswordLength?: number | null;

  @Field(() => ID, { nullable: true, description: 'The role of provisioned users whom no group gives one' })
  scimDefaultRoleId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the schema can be read without signing in' })
  publicIntrospection?: boolean | null;

  @Field(() => Float, { nullable: true, description: 'Weight of a CRITICAL question: 0, or 0.001 to 1,000' })
  weightCritical?: number | null;

  @Field(() => Float, { nullable: true, description: 'Weight of a HIGH question: 0, or 0.001 to 1,000' })
  weightHigh?: number | null;

  @Field(() => Float, { nullable: true, description: 'Weight of a MEDIUM question: 0, or 0.001 to 1,000' })
  weightMedium?: number | null;

  @Field(() => Float, { nullable: true, description: 'Weight of a LOW question: 0, or 0.001 to 1,000' })
  weightLow?: number | null;

  @Field(() => Float, { nullable: true, description: 'Lowest GREEN score, 0 to 1' })
  greenFrom?: number | null;

  @Field(() => Float, { nullable: true, description: 'Lowest AMBER score, 0 to 1' })
  amberFrom?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Count "not applicable" as non-compliant instead of leaving it out' })
  notApplicableIsNonCompliant?: boolean | null;

  @Field(() => RemediationDaysInput, { nullable: true, description: 'How long findings that are opened from now on may stay open' })
  remediationDays?: RemediationDaysInput | null;
  @Field(() => [Severity], { nullable: true, description: 'All severities whose risk only a second person accepts, from now on' })
  fourEyesFor?: Severity[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Record downloads of exports, reports and evidence in the audit log' })
  auditReads?: boolean | null;

  @Field(() => [AuditWitnessInput], { nullable: true, description: 'All witnesses of the audit log from now on' })
  auditWitnesses?: AuditWitnessInput[] | null;

  @Field(() => [EmailScalar], { nullable: true, description: 'Everybody who gets the checkpoint of the audit log from now on' })
  auditCheckpointRecipients?: string[] | null;

  @Field(() => BoardReportScheduleInput, { nullable: true, description: 'When the board report is sent from now on, and to whom' })
  boardReport?: BoardReportScheduleInput | null;

  @Field(() => [VendorFieldInput], {
    nullable: true,
    description:
      'All own fields of vendors from now on, at most 100. What vendors have in one that is left out is shown nowhere, and comes back with its key',
  })
  vendorFields?: VendorFieldInput[] | null;

  @Field(() => [[String]], {
    nullable: true,
    description:
      'All groups of words and phrases that search takes for each other from now on, besides those that ship: up to 200 groups of 2 to 20, each up to 100 characters',
  })
  searchSynonyms?: string[][] | null;
}

@InputType({ description: 'A logo of the organisation' })
export class UpdateLogoInput extends RevisedInput {
  @Field(() => String, {
    nullable: true,
    description: 'The picture in Base64: PNG, JPEG or WebP, up to 256 KiB; null removes the logo',
  })
  content?: string | null;
}

@Allow('as-parent')
@ObjectType({ description: 'The settings after the change', simpleResolvers: true })
export class SettingsPayload {
  @Field(() => Settings, { description: 'All settings' })
  settings!: Row<Settings>;
}
