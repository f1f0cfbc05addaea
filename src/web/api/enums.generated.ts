/* Written by "npm run codegen"; change the .graphql files instead. */

export type AssessmentOrderField =
  | 'CREATED_AT'
  | 'DUE_DATE'
  | 'SCORE'
  | 'TITLE';

export type AssessmentStatus =
  | 'COMPLETED'
  | 'DRAFT'
  | 'IN_PROGRESS'
  | 'SENT'
  | 'SUBMITTED'
  | 'UNDER_REVIEW';

export type CommentVisibility =
  | 'INTERNAL'
  | 'SHARED';

export type ContractValue =
  | 'FROM_1M_TO_5M'
  | 'FROM_50K_TO_250K'
  | 'FROM_250K_TO_1M'
  | 'OVER_5M'
  | 'UP_TO_50K';

export type ControlRelation =
  | 'EQUAL'
  | 'RELATED'
  | 'SUBSET'
  | 'SUPERSET';

export type CoverageState =
  | 'COVERED'
  | 'NOT_COVERED'
  | 'PARTLY';

export type DataSensitivity =
  | 'CONFIDENTIAL'
  | 'INTERNAL'
  | 'PUBLIC'
  | 'RESTRICTED';

export type FindingOrderField =
  | 'CREATED_AT'
  | 'PRIORITY'
  | 'RESOLVED_AT'
  | 'TITLE';

export type FindingStatus =
  | 'OPEN'
  | 'REMEDIATED'
  | 'RISK_ACCEPTED';

export type GeographicRisk =
  | 'DOMESTIC'
  | 'GLOBAL'
  | 'HIGH_RISK_JURISDICTION'
  | 'REGIONAL';

export type ImportOutcome =
  | 'CREATED'
  | 'INVALID'
  | 'SKIPPED'
  | 'UNCHANGED'
  | 'UPDATED';

export type LibraryKind =
  | 'FRAMEWORK'
  | 'QUESTIONNAIRE';

export type MailStatus =
  | 'FAILED'
  | 'QUEUED'
  | 'SENT';

export type QuestionType =
  | 'COMBOBOX'
  | 'DATE'
  | 'FILE_UPLOAD'
  | 'FREE_TEXT'
  | 'MULTIPLE_CHOICE'
  | 'MULTI_SELECT'
  | 'NUMERIC'
  | 'RATING'
  | 'YES_NO';

export type RagBand =
  | 'AMBER'
  | 'GREEN'
  | 'RED'
  | 'UNSCORED';

export type Recurrence =
  | 'ANNUALLY'
  | 'BIANNUALLY'
  | 'NONE'
  | 'QUARTERLY';

export type ResponsibilityStatus =
  | 'COMPLETED'
  | 'IN_PROGRESS'
  | 'NOT_APPLICABLE'
  | 'PENDING';

export type ReviewDecisionKind =
  | 'APPROVED'
  | 'CLARIFICATION_REQUESTED'
  | 'REJECTED';

export type RiskWeight =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type SameName =
  | 'CREATE'
  | 'SKIP'
  | 'UPDATE';

export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type TemplateStatus =
  | 'ARCHIVED'
  | 'DRAFT'
  | 'PUBLISHED';

export type Tier =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type TimelineEventKind =
  | 'ASSESSMENT_COMPLETED'
  | 'ASSESSMENT_CREATED'
  | 'ASSESSMENT_SENT'
  | 'ASSESSMENT_SUBMITTED'
  | 'CERTIFICATION_EXPIRED'
  | 'CERTIFICATION_RECORDED'
  | 'FINDING_CLOSED'
  | 'FINDING_RAISED'
  | 'RESPONSIBILITY_COMPLETED'
  | 'VENDOR_CREATED';

export type VendorOrderField =
  | 'CREATED_AT'
  | 'LAST_ASSESSED_AT'
  | 'NAME'
  | 'OVERALL_SCORE'
  | 'TIER';
