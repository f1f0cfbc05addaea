import { Check, Entity, Enum, HiddenProps, type Opt, PrimaryKey, Property, raw } from '@mikro-orm/core';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Allow } from '../../auth/permissions';
import { describeEnum } from '../../graphql/enums';
import { Node } from '../../graphql/node';
import { DateTimeScalar, EmailScalar } from '../../graphql/scalars';
import { Personal } from '../../database/personal';
import { Kept, type Naming, type Refer } from '../../database/record/kept';
import { AuditWitness } from './audit-witness';
import { RemediationDays, USUAL_DAYS } from './remediation-days';
import { type FieldKinds, VendorField } from './vendor-fields';
import { Shared } from '../../database/scope/scoped';
import { Recurrence } from './recurrence';
import { Severity } from './severity';

export enum PasswordSignIn {
  EVERYONE = 'EVERYONE',
  ADMINISTRATORS = 'ADMINISTRATORS',
  NOBODY = 'NOBODY',
}
describeEnum(PasswordSignIn, {
  name: 'PasswordSignIn',
  description: 'Who can sign in with a password',
  values: {
    EVERYONE: 'Everybody who has one',
    ADMINISTRATORS: 'Everybody who may manage users, roles or settings; the others by an identity provider or a passkey',
    NOBODY: 'Nobody: everyone signs in with an identity provider or a passkey',
  },
});

export enum SecondFactorRequirement {
  NOBODY = 'NOBODY',
  ADMINISTRATORS = 'ADMINISTRATORS',
  EVERYONE = 'EVERYONE',
}
describeEnum(SecondFactorRequirement, {
  name: 'SecondFactorRequirement',
  description: 'Who must have a second factor to sign in with a password',
  values: {
    NOBODY: 'Nobody; whoever has one is asked for it',
    ADMINISTRATORS: 'Everybody who may manage users, roles or settings',
    EVERYONE: 'Everybody',
  },
});

/** What `Settings.minPasswordLength` can be. */
export const PASSWORD_LENGTH = { least: 8, usual: 12, most: 64 };

/** What plans hold that is told otherwise; they are those of the domain of intake. */
interface PlanIds {
  families: string[];
  approverRoleId: string | null;
}

const plansNamed: Naming = (plans: readonly PlanIds[], refer) =>
  plans.map(({ families, approverRoleId, ...plan }) => ({
    ...plan,
    approverRoleId,
    approverRoleName: approverRoleId === null ? null : refer('Role', approverRoleId).name,
    templates: families.map((family) => refer('Template', family, 'family')),
  }));

/** A single row, created by the first migration: its key can only be true. */
@Allow('settings:manage')
@ObjectType({ description: 'Settings of this installation', implements: Node, simpleResolvers: true })
@Kept({
  volatile: ['libraryLoadedAt'],
  untold: ['vendorFieldKinds'],
  renamed: {
    scimDefaultRoleId: 'scimDefaultRole',
    logoId: 'logo',
    boardReportRecurrence: 'boardReport.recurrence',
    boardReportRecipients: 'boardReport.recipients',
  },
  named: { scimDefaultRoleId: (id: string, refer: Refer) => refer('Role', id), assessmentPlans: plansNamed },
})
@Personal({ texts: { auditCheckpointRecipients: 'addresses', boardReportRecipients: 'addresses' } })
@Shared('They hold for all vendors')
@Entity()
@Check({ name: 'settings_single_row', expression: '"id" = true' })
@Check({
  name: 'settings_password_length',
  expression: `(min_password_length >= ${PASSWORD_LENGTH.least}) AND (min_password_length <= ${PASSWORD_LENGTH.most})`,
})
@Check({
  name: 'settings_band_order',
  expression: '0::double precision <= "amber_from" and "amber_from" <= "green_from" and "green_from" <= 1::double precision',
})
export class Settings {
  [HiddenProps]?: 'libraryLoadedAt';

  @PrimaryKey({ type: 'boolean', default: true })
  id: Opt<boolean> = true;

  @Allow('signed-in')
  @Field(() => String, { description: 'Name of the organisation, as shown to vendors' })
  @Property({ type: 'text', default: 'My organisation' })
  organizationName: Opt<string> = 'My organisation';

  /** Of the logo; null: there is none. */
  @Property({ type: 'uuid', nullable: true })
  logoId?: string | null;

  @Allow('signed-in')
  @Field(() => Boolean, { description: 'Whether API keys are accepted' })
  @Property({ type: 'boolean', default: false })
  apiKeysEnabled: Opt<boolean> = false;

  @Allow('signed-in')
  @Field(() => Boolean, { description: 'Whether an API key can be made one of the organisation, which no longer follows its creator' })
  @Property({ type: 'boolean', default: false })
  organizationApiKeys: Opt<boolean> = false;

  @Field(() => PasswordSignIn, { description: 'Who can sign in with a password' })
  @Enum({ items: () => PasswordSignIn, default: PasswordSignIn.EVERYONE })
  passwordSignIn: Opt<PasswordSignIn> = PasswordSignIn.EVERYONE;

  @Field(() => SecondFactorRequirement, {
    description: 'Who must have a second factor, of those who sign in with a password, from their next sign-in on; API keys need none',
  })
  @Enum({ items: () => SecondFactorRequirement, default: SecondFactorRequirement.NOBODY })
  requireSecondFactor: Opt<SecondFactorRequirement> = SecondFactorRequirement.NOBODY;

  @Allow('signed-in')
  @Field(() => Int, { description: 'How many characters a new password must have' })
  @Property({ type: 'integer', default: PASSWORD_LENGTH.usual })
  minPasswordLength: Opt<number> = PASSWORD_LENGTH.usual;

  /** The role of provisioned users whom no group gives one; null: Viewer. Roles come later: the store keeps it from being deleted. */
  @Property({ type: 'uuid', nullable: true })
  scimDefaultRoleId?: string | null;

  @Field(() => Boolean, { description: 'Whether the schema can be read without signing in' })
  @Property({ type: 'boolean', default: false })
  publicIntrospection: Opt<boolean> = false;

  @Field(() => Float, { description: 'Weight of a question of critical risk in the score' })
  @Property({ type: 'double', default: 10 })
  weightCritical: Opt<number> = 10;

  @Field(() => Float, { description: 'Weight of a question of high risk in the score' })
  @Property({ type: 'double', default: 6 })
  weightHigh: Opt<number> = 6;

  @Field(() => Float, { description: 'Weight of a question of medium risk in the score' })
  @Property({ type: 'double', default: 3 })
  weightMedium: Opt<number> = 3;

  @Field(() => Float, { description: 'Weight of a question of low risk in the score' })
  @Property({ type: 'double', default: 1 })
  weightLow: Opt<number> = 1;

  @Field(() => Float, { description: 'Lowest score that is GREEN, 0 to 1' })
  @Property({ type: 'double', default: 0.85 })
  greenFrom: Opt<number> = 0.85;

  @Field(() => Float, { description: 'Lowest score that is AMBER, 0 to 1; below it is RED' })
  @Property({ type: 'double', default: 0.6 })
  amberFrom: Opt<number> = 0.6;

  @Field(() => Boolean, { description: 'Whether "not applicable" counts as non-compliant instead of being left out' })
  @Property({ type: 'boolean', default: false })
  notApplicableIsNonCompliant: Opt<boolean> = false;

  @Allow('settings:manage', 'assessments:view')
  @Field(() => RemediationDays, { description: 'How long findings may stay open, by severity' })
  @Property({ type: 'json', defaultRaw: `'{"low": 180, "high": 30, "medium": 90, "critical": 14}'` })
  remediationDays: Opt<RemediationDays> = USUAL_DAYS;
  @Allow('signed-in')
  @Field(() => [Severity], {
    description: 'Severities whose risk only a second person accepts: closing such a finding as RISK_ACCEPTED directly is CONFLICT',
  })
  @Property({ type: 'text[]', default: [] })
  fourEyesFor: Opt<Severity[]> = [];

  @Field(() => Boolean, { description: 'Whether downloads of exports, reports and evidence are recorded in the audit log' })
  @Property({ type: 'boolean', default: true })
  auditReads: Opt<boolean> = true;

  @Allow('settings:manage', 'audit:view')
  @Field(() => String, { description: 'Public half of the key that signs the audit log (vkey of c2sp.org/signed-note)' })
  @Property({ type: 'text', default: '' })
  auditVerifierKey: Opt<string> = '';

  @Allow('settings:manage', 'audit:view')
  @Field(() => [String], { description: 'The same of the keys before it, newest first: checkpoints of their time stay verifiable' })
  @Property({ type: 'text[]', default: [] })
  auditFormerVerifierKeys: Opt<string[]> = [];

  @Allow('settings:manage', 'audit:view')
  @Field(() => [AuditWitness], { description: 'Who is asked to cosign the checkpoints of the audit log' })
  @Property({ type: 'json', defaultRaw: "'[]'" })
  auditWitnesses: Opt<AuditWitness[]> = [];

  @Field(() => [EmailScalar], { description: 'Who gets the checkpoint of the audit log by e-mail, once a day' })
  @Property({ type: 'text[]', default: [] })
  auditCheckpointRecipients: Opt<string[]> = [];

  /** How often the board report is sent, and to whom. */
  @Enum({ items: () => Recurrence, default: Recurrence.NONE })
  boardReportRecurrence: Opt<Recurrence> = Recurrence.NONE;

  @Property({ type: 'text[]', default: [] })
  boardReportRecipients: Opt<string[]> = [];

  /** How the answers to an intake form give a tier, and what follows from the tier: the domain of intake shows both. */
  @Property({ type: 'json', defaultRaw: "'[]'" })
  tierRules: Opt<unknown[]> = [];

  @Property({ type: 'json', defaultRaw: "'[]'" })
  assessmentPlans: Opt<unknown[]> = [];

  @Allow('signed-in')
  @Field(() => [VendorField], { description: 'Fields of your own that vendors have, in their order' })
  @Property({ type: 'json', defaultRaw: "'[]'" })
  vendorFields: Opt<VendorField[]> = [];

  /** Those of removed fields included: their values are still there, and come back with the key. */
  @Property({ type: 'json', defaultRaw: "'{}'" })
  vendorFieldKinds: Opt<FieldKinds> = {};

  @Field(() => [[String]], { description: 'Groups of words and phrases that search takes for each other, besides those that ship' })
  @Property({ type: 'json', defaultRaw: "'[]'" })
  searchSynonyms: Opt<string[][]> = [];

  /** When the library was loaded automatically, which happens once. */
  @Property({ type: 'datetime', length: 3, nullable: true, hidden: true })
  libraryLoadedAt?: Date | null;

  @Field(() => DateTimeScalar, { description: 'When the settings last changed' })
  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()', onUpdate: () => raw('now()') })
  updatedAt!: Opt<Date>;

  @Field(() => Int, {
    description: 'Increases by one with every change; send it back as expectedRevision to prevent lost updates',
  })
  @Property({ type: 'integer', version: true, default: 1 })
  revision!: Opt<number>;
}
