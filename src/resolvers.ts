import { AccountLinkResolver } from './domains/account/account-link.resolver';
import { FactorResolver } from './domains/account/factor.resolver';
import { SignInResolver } from './domains/account/sign-in.resolver';
import { AnswerResolver } from './domains/assessment/answer.resolver';
import { AssessmentResolver, VendorAssessmentsResolver } from './domains/assessment/assessment.resolver';
import { CommentResolver, QuestionResolver } from './domains/assessment/question.resolver';
import { AuditChangesResolver, RecordResolver } from './domains/record/record.resolver';
import { AuditResolver } from './domains/audit/audit.resolver';
import {
  CertificationResolver,
  ResponsibilityActionResolver,
  VendorCertificationResolver,
} from './domains/certification/certification.resolver';
import {
  AssessmentChangeResolver,
  CertificationChangeResolver,
  ChangesBetweenResolver,
  PortfolioScoreTermResolver,
  VendorChangeResolver,
} from './domains/changes-between/changes-between.resolver';
import { ComparisonResolver } from './domains/comparison/comparison.resolver';
import { DomainComplianceResolver, VendorComplianceResolver } from './domains/compliance/compliance.resolver';
import {
  AssessmentCoverageResolver,
  ControlCoverageResolver,
  CoveringControlResolver,
  FrameworkCoverageResolver,
  VendorCoverageResolver,
} from './domains/compliance/coverage.resolver';
import { DashboardResolver } from './domains/dashboard/dashboard.resolver';
import { StatsResolver } from './domains/dashboard/stats.resolver';
import {
  ActionEvidenceResolver,
  AssessmentEvidenceResolver,
  AttachmentResolver,
  CertificationEvidenceResolver,
  OffboardingEvidenceResolver,
  ResponseEvidenceResolver,
  VendorEvidenceResolver,
} from './domains/evidence/evidence.resolver';
import { WebhookDeliveryResolver, WebhookResolver } from './domains/webhook/webhook.resolver';
import { EventResolver } from './domains/feed/event.resolver';
import { FindingWorkResolver } from './domains/finding/finding-work.resolver';
import { FindingAcceptanceResolver, RiskAcceptanceResolver } from './domains/finding/risk-acceptance.resolver';
import { AssessmentFindingsResolver, FindingResolver, VendorFindingsResolver } from './domains/finding/finding.resolver';
import { CrosswalkRelationResolver, CrosswalkResolver, RelatedControlsResolver } from './domains/framework/crosswalk.resolver';
import { ControlResolver, FrameworkResolver } from './domains/framework/framework.resolver';
import {
  AssessmentPlanResolver,
  IntakeSettingsResolver,
  VendorPlanResolver,
  VendorRequestResolver,
} from './domains/intake/intake.resolver';
import { AuditProofResolver, AuditWitnessResolver } from './domains/log/log.resolver';
import { AssessmentMailsResolver, MailResolver } from './domains/mail/mail.resolver';
import { NotificationConnectionResolver, NotificationResolver } from './domains/notification/notification.resolver';
import { PortalLinkResolver } from './domains/portal/portal-link.resolver';
import { PortalResolver } from './domains/portal/portal.resolver';
import { OffboardingChangesResolver } from './domains/portfolio/offboarding-changes.resolver';
import { PortalFindingResolver, PortalRemediationResolver, RemediationResolver } from './domains/remediation/remediation.resolver';
import { VendorChangesResolver } from './domains/portfolio/vendor-changes.resolver';
import { VendorTimelineResolver } from './domains/portfolio/timeline.resolver';
import { ResponseReviewResolver, ReviewDecisionResolver, ReviewResolver } from './domains/review/review.resolver';
import { ScoringPreviewResolver } from './domains/scoring/scoring-preview.resolver';
import { AssessmentScoreResolver, ScoredFindingResolver, SectionScoreResolver } from './domains/scoring/scoring.resolver';
import { SearchResolver } from './domains/search/search.resolver';
import { WorkItemResolver, WorkListResolver } from './domains/work/work.resolver';
import { IdentityProviderResolver } from './domains/sign-on/identity-provider.resolver';
import { SessionProviderResolver } from './domains/sign-on/session-provider.resolver';
import { UserIdentityResolver } from './domains/sign-on/user-identity.resolver';
import { ScimGroupResolver, ScimSettingsResolver, ScimTokenResolver } from './domains/scim/scim.resolver';
import { SettingsResolver } from './domains/settings/settings.resolver';
import { TemplateQuestionResolver, TemplateResolver, TemplateSectionResolver } from './domains/template/template.resolver';
import { ApiKeyResolver } from './domains/user/api-key.resolver';
import { RoleResolver } from './domains/user/role.resolver';
import { SessionResolver, UserSessionsResolver } from './domains/user/session.resolver';
import { UserResolver } from './domains/user/user.resolver';
import { ApiKeyPortfoliosResolver, PortfolioResolver, UserPortfoliosResolver } from './domains/vendor/portfolio.resolver';
import { OffboardingResolver, OffboardingStepResolver, VendorOffboardingResolver } from './domains/vendor/offboarding.resolver';
import { AssessmentBulkResolver } from './domains/portal/assessment-bulk.resolver';
import { SavedViewResolver } from './domains/saved-view/saved-view.resolver';
import { VendorFieldsResolver, VendorFieldValueResolver } from './domains/vendor/own-fields.resolver';
import { VendorResolver } from './domains/vendor/vendor.resolver';
import { LibraryResolver } from './library/library.resolver';
import { NodeResolver } from './nodes/node.resolver';
import {
  AssessmentReportResolver,
  BoardReportResolver,
  DashboardReportResolver,
  FrameworkExportResolver,
  VendorReportResolver,
} from './reports/report-urls.resolver';

/** All resolvers of the schema. */
export const resolvers = [
  NodeResolver,
  SignInResolver,
  FactorResolver,
  AccountLinkResolver,
  UserResolver,
  SessionResolver,
  UserSessionsResolver,
  IdentityProviderResolver,
  SessionProviderResolver,
  UserIdentityResolver,
  ScimTokenResolver,
  ScimGroupResolver,
  ScimSettingsResolver,
  RoleResolver,
  ApiKeyResolver,
  SettingsResolver,
  PortfolioResolver,
  UserPortfoliosResolver,
  ApiKeyPortfoliosResolver,
  VendorResolver,
  VendorOffboardingResolver,
  OffboardingResolver,
  OffboardingStepResolver,
  VendorRequestResolver,
  VendorPlanResolver,
  AssessmentPlanResolver,
  IntakeSettingsResolver,
  VendorFieldsResolver,
  VendorFieldValueResolver,
  VendorCertificationResolver,
  VendorEvidenceResolver,
  CertificationEvidenceResolver,
  ActionEvidenceResolver,
  OffboardingEvidenceResolver,
  ResponseEvidenceResolver,
  AssessmentEvidenceResolver,
  CertificationResolver,
  ResponsibilityActionResolver,
  AttachmentResolver,
  FrameworkResolver,
  ControlResolver,
  CrosswalkResolver,
  RelatedControlsResolver,
  CrosswalkRelationResolver,
  FrameworkCoverageResolver,
  VendorCoverageResolver,
  AssessmentCoverageResolver,
  ControlCoverageResolver,
  CoveringControlResolver,
  TemplateResolver,
  TemplateSectionResolver,
  TemplateQuestionResolver,
  AssessmentResolver,
  VendorAssessmentsResolver,
  QuestionResolver,
  AnswerResolver,
  CommentResolver,
  AssessmentScoreResolver,
  ScoredFindingResolver,
  SectionScoreResolver,
  PortalResolver,
  PortalLinkResolver,
  AssessmentBulkResolver,
  ReviewResolver,
  ResponseReviewResolver,
  ReviewDecisionResolver,
  ComparisonResolver,
  FindingResolver,
  FindingWorkResolver,
  RemediationResolver,
  PortalRemediationResolver,
  PortalFindingResolver,
  VendorFindingsResolver,
  AssessmentFindingsResolver,
  RiskAcceptanceResolver,
  FindingAcceptanceResolver,
  VendorComplianceResolver,
  DomainComplianceResolver,
  OffboardingChangesResolver,
  VendorChangesResolver,
  VendorTimelineResolver,
  DashboardResolver,
  StatsResolver,
  SearchResolver,
  WorkListResolver,
  WorkItemResolver,
  ChangesBetweenResolver,
  VendorChangeResolver,
  PortfolioScoreTermResolver,
  AssessmentChangeResolver,
  CertificationChangeResolver,
  ScoringPreviewResolver,
  AssessmentReportResolver,
  BoardReportResolver,
  DashboardReportResolver,
  VendorReportResolver,
  FrameworkExportResolver,
  LibraryResolver,
  EventResolver,
  NotificationResolver,
  NotificationConnectionResolver,
  SavedViewResolver,
  WebhookResolver,
  WebhookDeliveryResolver,
  AuditResolver,
  AuditChangesResolver,
  AuditProofResolver,
  AuditWitnessResolver,
  RecordResolver,
  MailResolver,
  AssessmentMailsResolver,
];
