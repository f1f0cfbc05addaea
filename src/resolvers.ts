import { LibraryResolver } from './library/library.resolver';
import {
  AssessmentReportResolver,
  DashboardReportResolver,
  FrameworkExportResolver,
  VendorReportResolver,
} from './reports/report-urls.resolver';
import { AssessmentResolver, VendorAssessmentsResolver } from './domains/assessment/assessment.resolver';
import { PortalResolver } from './domains/portal/portal.resolver';
import {
  CommentResolver,
  QuestionResolver,
  ResponseResolver,
  ReviewDecisionResolver,
  SectionScoreResolver,
} from './domains/assessment/question.resolver';
import { ScoringPreviewResolver } from './domains/scoring/scoring-preview.resolver';
import { AuditResolver } from './domains/audit/audit.resolver';
import {
  CertificationResolver,
  ResponsibilityActionResolver,
  VendorCertificationResolver,
} from './domains/certification/certification.resolver';
import { DashboardResolver } from './domains/dashboard/dashboard.resolver';
import { AttachmentResolver, VendorEvidenceResolver } from './domains/evidence/evidence.resolver';
import { FindingResolver, VendorFindingsResolver } from './domains/finding/finding.resolver';
import {
  AssessmentCoverageResolver,
  ControlCoverageResolver,
  CoveringControlResolver,
  FrameworkCoverageResolver,
  VendorCoverageResolver,
} from './domains/compliance/coverage.resolver';
import { CrosswalkRelationResolver, CrosswalkResolver, RelatedControlsResolver } from './domains/framework/crosswalk.resolver';
import { ControlResolver, FrameworkResolver } from './domains/framework/framework.resolver';
import { AssessmentMailsResolver, MailResolver } from './domains/mail/mail.resolver';
import { NodeResolver } from './nodes/node.resolver';
import { SettingsResolver } from './domains/settings/settings.resolver';
import { TemplateQuestionResolver, TemplateResolver, TemplateSectionResolver } from './domains/template/template.resolver';
import { ApiKeyResolver } from './domains/user/api-key.resolver';
import { RoleResolver } from './domains/user/role.resolver';
import { UserResolver } from './domains/user/user.resolver';
import { DomainComplianceResolver, VendorComplianceResolver } from './domains/compliance/compliance.resolver';
import { VendorResolver } from './domains/vendor/vendor.resolver';

/** Everything the schema is made of. */
export const resolvers = [
  NodeResolver,
  UserResolver,
  RoleResolver,
  ApiKeyResolver,
  SettingsResolver,
  VendorResolver,
  VendorCertificationResolver,
  VendorEvidenceResolver,
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
  SectionScoreResolver,
  ResponseResolver,
  ReviewDecisionResolver,
  CommentResolver,
  PortalResolver,
  FindingResolver,
  VendorFindingsResolver,
  VendorComplianceResolver,
  DomainComplianceResolver,
  DashboardResolver,
  ScoringPreviewResolver,
  AssessmentReportResolver,
  DashboardReportResolver,
  VendorReportResolver,
  FrameworkExportResolver,
  LibraryResolver,
  AuditResolver,
  MailResolver,
  AssessmentMailsResolver,
];
