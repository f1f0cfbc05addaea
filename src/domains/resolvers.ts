import { LibraryResolver } from '../library/library.resolver';
import {
  AssessmentReportResolver,
  DashboardReportResolver,
  FrameworkExportResolver,
  VendorReportResolver,
} from '../reports/report-urls.resolver';
import { AssessmentResolver, VendorAssessmentsResolver } from './assessment/assessment.resolver';
import { PortalResolver } from './assessment/portal.resolver';
import {
  CommentResolver,
  QuestionResolver,
  ResponseResolver,
  ReviewDecisionResolver,
  SectionScoreResolver,
} from './assessment/question.resolver';
import { ScoringPreviewResolver } from './assessment/scoring-preview.resolver';
import { AuditResolver } from './audit/audit.resolver';
import { CertificationResolver, ResponsibilityActionResolver, VendorCertificationResolver } from './certification/certification.resolver';
import { DashboardResolver } from './dashboard/dashboard.resolver';
import { AttachmentResolver, VendorEvidenceResolver } from './evidence/evidence.resolver';
import { FindingResolver, VendorFindingsResolver } from './finding/finding.resolver';
import {
  AssessmentCoverageResolver,
  ControlCoverageResolver,
  CoveringControlResolver,
  FrameworkCoverageResolver,
  VendorCoverageResolver,
} from './framework/coverage.resolver';
import { CrosswalkRelationResolver, CrosswalkResolver, RelatedControlsResolver } from './framework/crosswalk.resolver';
import { ControlResolver, FrameworkResolver } from './framework/framework.resolver';
import { AssessmentMailsResolver, MailResolver } from './mail/mail.resolver';
import { NodeResolver } from './node/node.resolver';
import { SettingsResolver } from './settings/settings.resolver';
import { TemplateQuestionResolver, TemplateResolver, TemplateSectionResolver } from './template/template.resolver';
import { ApiKeyResolver } from './user/api-key.resolver';
import { RoleResolver } from './user/role.resolver';
import { UserResolver } from './user/user.resolver';
import { DomainComplianceResolver, VendorComplianceResolver } from './vendor/compliance.resolver';
import { VendorResolver } from './vendor/vendor.resolver';

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
