import 'reflect-metadata';
import { type EntityClass, type EntityMetadata, type EntityProperty, MikroORM, ReferenceKind } from '@mikro-orm/postgresql';
import { ormOptions } from '../../mikro-orm.config';
import { StatementLimit } from '../../src/database/limit';
import { personalTextsOf } from '../../src/database/personal';
import { personalTables } from '../../src/database/personal-table';
import { TEXTS } from '../../src/domains/vendor/vendor-fields.rules';
import { entities } from '../../src/entities';

const orm = MikroORM.initSync({ ...ormOptions('postgres://localhost/none', 1, new StatementLimit()), connect: false });

/** Texts that don't name a user as a person, by the reason. */
const IMPERSONAL: Record<string, string> = {
  'People write there what they like': `
    AssessmentQuestion.conditionalLogic AssessmentQuestion.exclusiveOptions AssessmentQuestion.expectedAnswer
    AssessmentQuestion.findingTitle AssessmentQuestion.helpText AssessmentQuestion.options AssessmentQuestion.section AssessmentQuestion.text
    Certification.issuer Certification.notes Comment.body Control.guidance Finding.description Finding.plan Finding.resolutionNote
    Remediation.decisionNote Remediation.message Remediation.plan RemediationLink.message RiskAcceptance.reason RiskDecision.note IntakeDecision.note
    Framework.description Portfolio.description Response.keptValue Response.notApplicableReason Response.value ResponsibilityAction.notes
    OwnFieldValue.value SavedView.filter SavedView.orderBy SavedView.columns ReviewDecision.note Role.description Settings.vendorFields Template.description TemplateQuestion.conditionalLogic
    TemplateQuestion.exclusiveOptions TemplateQuestion.expectedAnswer TemplateQuestion.findingTitle TemplateQuestion.helpText TemplateQuestion.options
    PortalLink.sections Response.comment Template.introduction
    OffboardingStep.note Vendor.offboardingReason VendorRequest.answers VendorRequest.reason VendorRequest.website
    TemplateQuestion.text Vendor.tags ${TEXTS.map(([name]) => `Vendor.${name}`).join(' ')}`,
  'It is what a thing is called, not a person': `
    ApiKey.name ApiKey.prefix Assessment.templateName Assessment.title AssessmentQuestion.controlCodes
    AssessmentQuestionControl.code AssessmentQuestionControl.domain AssessmentQuestionControl.frameworkName
    AssessmentQuestionControl.title Attachment.displayName Attachment.fileName AuditEntry.apiKey Certification.name Control.code
    Control.domain Control.title Finding.controlCodes Finding.title FindingControl.code Framework.libraryKey Framework.name
    Framework.version IdentityProvider.clientId IdentityProvider.issuer IdentityProvider.name IdentityProvider.roleClaim
    IdentityProvider.roleMappings IdentityProvider.scopes Portfolio.name ResponsibilityAction.certificationName ResponsibilityAction.controlCode ResponsibilityAction.controlTitle
    MailFile.name ResponsibilityAction.frameworkName Role.name Settings.organizationName Template.libraryKey Template.name
    OwnFieldValue.key SavedView.name Settings.vendorFieldKinds ScimGroup.displayName ScimGroup.externalId ScimToken.name ScimToken.prefix Webhook.name Webhook.url
    Settings.assessmentPlans Settings.searchSynonyms Settings.tierRules TemplateQuestion.unmappedControlCodes TemplateSection.title Vendor.externalId Vendor.name VendorRequest.name
    VendorRequest.tierRule`,
  'It is of a fixed set': `
    TemplateQuestion.setsField ApiKey.permissions Attachment.mimeType AuditCount.action AuditEntry.action AuditEntry.entityType JobTurn.name Mail.kind Logo.mimeType MailFile.contentType Notification.entityType Settings.fourEyesFor
    Webhook.types WebhookDelivery.type Role.permissions Secret.name PortfolioTally.kind Tally.kind`,
  'It is a hash, a random text, or made of ids': `
    ApiKey.secretHash Attachment.sha256 Attachment.storageKey AuditCheckpoint.cosignatures AuditCheckpoint.note AuditEntry.commitments AuditEntry.hash AuditEntry.prevHash
    AuditEntry.salts AuditEntry.stateHash AuditLane.hash AuditLane.prevHash AuditLeaf.commitments AuditLeaf.salts IdempotencyKey.bodyHash IdempotencyKey.caller
    IdempotencyKey.key IdempotencyKey.tag IdentityProvider.secretBox Mail.dedupeKey Mail.secretBox PortalLink.passwordHash PortalLink.tokenHash RemediationLink.passwordHash RemediationLink.tokenHash ScimToken.secretHash Secret.value
    Session.tokenHash Settings.auditFormerVerifierKeys Settings.auditVerifierKey Webhook.position Webhook.previousSecretBox Webhook.secretBox PortfolioTally.key Tally.key WitnessState.vkey`,
  'It goes with the user': `
    AccountLink.tokenHash Device.tokenHash Factor.credentialId Factor.name Factor.publicKey Factor.secretBox Factor.transports
    RecoveryCode.codeHash Session.address ProviderSession.endSessionBox ProviderSession.sid ProviderSession.subject Session.pendingPasskey
    Session.pendingTotp Session.userAgent User.passwordHash UserIdentity.issuer UserIdentity.subject
    ScimProfile.displayName ScimProfile.externalId ScimProfile.familyName ScimProfile.formattedName ScimProfile.givenName ScimProfile.workEmail`,
  'It is about machines':
    'Settings.remediationDays ApiKey.allowedIps ApiKey.lastUsedAddress Settings.auditWitnesses Webhook.disabledReason WebhookDelivery.attempts WitnessState.lastError',
};
const impersonal = Object.values(IMPERSONAL).flatMap((names) => names.trim().split(/\s+/));

const metaOf = (entity: unknown): EntityMetadata =>
  Object.values(orm.getMetadata().getAll()).find((meta) => (meta.class as unknown) === entity)!;
const isText = ({ kind, persist, columnTypes, enum: isEnum }: EntityProperty) =>
  kind === ReferenceKind.SCALAR && persist !== false && !isEnum && /text|json|char/.test(columnTypes[0] ?? '');

const texts = entities.flatMap((entity) =>
  metaOf(entity)
    .props.filter(isText)
    .map(({ name }) => ({ name: `${entity.name}.${name}`, entity: entity as EntityClass<object>, property: name })),
);

test.each(texts)('$name is erased with the person, or there is a reason', ({ name, entity, property }) => {
  const isPersonal = property in (personalTextsOf(entity)?.texts ?? {});
  expect([isPersonal, impersonal.includes(name)].filter(Boolean)).toHaveLength(1);
});

test('the lists name no text that is not there', () => {
  const names = new Set(texts.map(({ name }) => name));
  expect(impersonal.filter((name) => !names.has(name))).toEqual([]);
  expect(new Set(impersonal).size).toBe(impersonal.length);
});

test('all that is declared is there', () => {
  expect(
    personalTables(orm)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'app_user',
    'comment',
    'finding',
    'idempotency_key',
    'intake_decision',
    'mail',
    'offboarding_step',
    'rate_limit',
    'risk_acceptance',
    'risk_decision',
    'settings',
    'vendor',
    'vendor_request',
  ]);
});
