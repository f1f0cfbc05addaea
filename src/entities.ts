import { AccountLink } from './domains/account/account-link.entity';
import { Device } from './domains/account/device.entity';
import { Factor } from './domains/account/factor.entity';
import { RecoveryCode } from './domains/account/recovery-code.entity';
import { AssessmentQuestionControl } from './domains/assessment/assessment-question-control.entity';
import { AssessmentQuestion } from './domains/assessment/assessment-question.entity';
import { Assessment } from './domains/assessment/assessment.entity';
import { Comment } from './domains/assessment/comment.entity';
import { PortalLink } from './domains/portal/portal-link.entity';
import { Response } from './domains/assessment/response.entity';
import { ReviewDecision } from './domains/review/review-decision.entity';
import { AuditCount } from './domains/audit/audit-count.entity';
import { AuditEntry } from './domains/audit/audit-entry.entity';
import { AuditLane } from './domains/audit/audit-lane.entity';
import { AuditCheckpoint } from './domains/log/audit-checkpoint.entity';
import { AuditLeaf } from './domains/log/audit-leaf.entity';
import { AuditTile } from './domains/log/audit-tile.entity';
import { AuditTree } from './domains/log/audit-tree.entity';
import { WitnessState } from './domains/log/witness-state.entity';
import { Certification } from './domains/certification/certification.entity';
import { ResponsibilityAction } from './domains/certification/responsibility-action.entity';
import { Attachment } from './domains/evidence/attachment.entity';
import { FindingSighting } from './domains/finding/finding-sighting.entity';
import { FindingControl } from './domains/finding/finding-control.entity';
import { RiskAcceptance } from './domains/finding/risk-acceptance.entity';
import { RiskDecision } from './domains/finding/risk-decision.entity';
import { Finding } from './domains/finding/finding.entity';
import { RemediationLink } from './domains/remediation/remediation-link.entity';
import { Remediation } from './domains/remediation/remediation.entity';
import { ControlRelation } from './domains/framework/control-relation.entity';
import { Control } from './domains/framework/control.entity';
import { Framework } from './domains/framework/framework.entity';
import { Logo } from './domains/settings/logo.entity';
import { MailFile } from './domains/mail/mail-file.entity';
import { IntakeDecision } from './domains/intake/intake-decision.entity';
import { VendorRequest } from './domains/intake/vendor-request.entity';
import { Mail } from './domains/mail/mail.entity';
import { Notification } from './domains/notification/notification.entity';
import { NotificationSetting } from './domains/notification/notification-setting.entity';
import { IdempotencyKey } from './http/idempotency-key.entity';
import { RateLimit } from './auth/rate-limit.entity';
import { Secret } from './operations/secret.entity';
import { Settings } from './domains/settings/settings.entity';
import { TemplateQuestionControl } from './domains/template/template-question-control.entity';
import { TemplateQuestion } from './domains/template/template-question.entity';
import { TemplateSection } from './domains/template/template-section.entity';
import { Template } from './domains/template/template.entity';
import { ApiKey } from './domains/user/api-key.entity';
import { Role } from './domains/user/role.entity';
import { Session } from './domains/user/session.entity';
import { SavedView } from './domains/saved-view/saved-view.entity';
import { User } from './domains/user/user.entity';
import { OffboardingStep } from './domains/vendor/offboarding-step.entity';
import { Portfolio } from './domains/vendor/portfolio.entity';
import { OwnFieldValue } from './domains/vendor/own-field-value.entity';
import { Vendor } from './domains/vendor/vendor.entity';
import { IdentityProvider } from './domains/sign-on/identity-provider.entity';
import { ProviderSession } from './domains/sign-on/provider-session.entity';
import { ScimGroup } from './domains/scim/scim-group.entity';
import { ScimMember } from './domains/scim/scim-member.entity';
import { ScimProfile } from './domains/scim/scim-profile.entity';
import { ScimToken } from './domains/scim/scim-token.entity';
import { UserIdentity } from './domains/sign-on/user-identity.entity';
import { WebhookDelivery } from './domains/webhook/webhook-delivery.entity';
import { Webhook } from './domains/webhook/webhook.entity';
import { JobTurn } from './operations/jobs/job-turn.entity';
import { PortfolioTally } from './database/tally/portfolio-tally.entity';
import { Tally } from './database/tally/tally.entity';

/** All entities, in reading order. */
export const entities = [
  Role,
  User,
  Session,
  Factor,
  RecoveryCode,
  AccountLink,
  Device,
  IdentityProvider,
  UserIdentity,
  ProviderSession,
  ScimToken,
  ScimGroup,
  ScimMember,
  ScimProfile,
  ApiKey,
  Settings,
  Logo,
  Secret,
  RateLimit,
  IdempotencyKey,
  Portfolio,
  Vendor,
  OffboardingStep,
  VendorRequest,
  IntakeDecision,
  OwnFieldValue,
  Framework,
  Control,
  ControlRelation,
  Template,
  TemplateSection,
  TemplateQuestion,
  TemplateQuestionControl,
  Assessment,
  AssessmentQuestion,
  AssessmentQuestionControl,
  Response,
  ReviewDecision,
  Comment,
  PortalLink,
  Certification,
  ResponsibilityAction,
  Attachment,
  Finding,
  FindingControl,
  FindingSighting,
  RiskAcceptance,
  RiskDecision,
  RemediationLink,
  Remediation,
  AuditLane,
  AuditCount,
  AuditEntry,
  AuditTree,
  AuditLeaf,
  AuditTile,
  AuditCheckpoint,
  WitnessState,
  Webhook,
  WebhookDelivery,
  MailFile,
  Mail,
  Notification,
  NotificationSetting,
  SavedView,
  JobTurn,
  Tally,
  PortfolioTally,
];
