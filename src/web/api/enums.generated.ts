/* Written by "npm run codegen"; change the .graphql files instead. */

export type AssessmentOrderField =
  | 'CREATED_AT'
  | 'DUE_DATE'
  | 'SCORE'
  | 'SUBMITTED_AT'
  | 'TITLE'
  | 'WAITING_SINCE';

export type AssessmentStatus =
  | 'COMPLETED'
  | 'DRAFT'
  | 'IN_PROGRESS'
  | 'SENT'
  | 'SUBMITTED'
  | 'UNDER_REVIEW';

export type AuditAction =
  | 'ACCEPT_REMEDIATION'
  | 'ADD_COMMENT'
  | 'ADD_FACTOR'
  | 'ANSWER_REMEDIATION'
  | 'APPROVE_COMPLIANT'
  | 'APPROVE_RISK_ACCEPTANCE'
  | 'ARCHIVE_TEMPLATE'
  | 'ARCHIVE_VENDOR'
  | 'ASSESSMENT_OVERDUE'
  | 'ATTACH_FILE'
  | 'BEGIN_RECORD'
  | 'CERTIFICATION_EXPIRED'
  | 'CERTIFICATION_EXPIRING'
  | 'CHANGE_AUDIT_KEY'
  | 'CHANGE_PASSWORD'
  | 'CHANGE_ROLE'
  | 'CHANGE_SCORE'
  | 'CHANGE_TIER'
  | 'CREATE_API_KEY'
  | 'CREATE_ASSESSMENT'
  | 'CREATE_CERTIFICATION'
  | 'CREATE_FINDING'
  | 'CREATE_IDENTITY_PROVIDER'
  | 'CREATE_PORTFOLIO'
  | 'CREATE_ROLE'
  | 'CREATE_SCIM_GROUP'
  | 'CREATE_SCIM_TOKEN'
  | 'CREATE_TEMPLATE'
  | 'CREATE_USER'
  | 'CREATE_VENDOR'
  | 'CREATE_VENDOR_REQUEST'
  | 'CREATE_VIEW'
  | 'CREATE_WEBHOOK'
  | 'DECIDE_VENDOR_REQUEST'
  | 'DELEGATE_SECTIONS'
  | 'DELETE_API_KEY'
  | 'DELETE_ASSESSMENT'
  | 'DELETE_CERTIFICATION'
  | 'DELETE_FILE'
  | 'DELETE_FRAMEWORK'
  | 'DELETE_IDENTITY_PROVIDER'
  | 'DELETE_PORTFOLIO'
  | 'DELETE_ROLE'
  | 'DELETE_SCIM_GROUP'
  | 'DELETE_TEMPLATE'
  | 'DELETE_USER'
  | 'DELETE_VENDOR'
  | 'DELETE_VIEW'
  | 'DELETE_WEBHOOK'
  | 'DISABLE_USER'
  | 'DISABLE_WEBHOOK'
  | 'DOWNLOAD_EVIDENCE'
  | 'ENABLE_USER'
  | 'END_RISK_ACCEPTANCE'
  | 'ERASE_USER'
  | 'FINALIZE_ASSESSMENT'
  | 'IMPORT_CROSSWALK'
  | 'IMPORT_FRAMEWORK'
  | 'INVITE_USER'
  | 'LINK_IDENTITY'
  | 'LOAD_DEMO'
  | 'LOGIN'
  | 'LOGIN_FAILED'
  | 'LOGOUT'
  | 'MAKE_API_KEY_ORGANIZATIONAL'
  | 'OPEN_PORTAL'
  | 'PUBLISH_TEMPLATE'
  | 'REACTIVATE_VENDOR'
  | 'READ_EXPORT'
  | 'READ_REPORT'
  | 'RECORD_BASELINE'
  | 'REFUSE_FILE'
  | 'REGENERATE_RECOVERY_CODES'
  | 'REJECT_RISK_ACCEPTANCE'
  | 'REMIND_ASSESSMENT'
  | 'REMOVE_FACTOR'
  | 'REPLAY_WEBHOOK'
  | 'REQUEST_PASSWORD_RESET'
  | 'REQUEST_RISK_ACCEPTANCE'
  | 'RESEND_LINK'
  | 'RESEND_WEBHOOK_DELIVERY'
  | 'RESET_PASSWORD'
  | 'RESTORE_BACKUP'
  | 'RETRY_MAIL'
  | 'REVIEW_DECISION'
  | 'REVOKE_API_KEY'
  | 'REVOKE_LINK'
  | 'REVOKE_SCIM_TOKEN'
  | 'REVOKE_SESSION'
  | 'RISK_ACCEPTANCE_ENDING'
  | 'ROTATE_WEBHOOK_SECRET'
  | 'SAVE_ANSWERS'
  | 'SEND_ASSESSMENT'
  | 'SEND_BACK_ASSESSMENT'
  | 'SEND_BACK_REMEDIATION'
  | 'SEND_REMEDIATION'
  | 'SET_SCIM_GROUP_ROLE'
  | 'START_OFFBOARDING'
  | 'START_REVIEW'
  | 'SUBMIT_ASSESSMENT'
  | 'TEST_WEBHOOK'
  | 'UNLINK_IDENTITY'
  | 'UPDATE_API_KEY'
  | 'UPDATE_ASSESSMENT'
  | 'UPDATE_CERTIFICATION'
  | 'UPDATE_CROSSWALK'
  | 'UPDATE_FINDING'
  | 'UPDATE_FRAMEWORK'
  | 'UPDATE_IDENTITY_PROVIDER'
  | 'UPDATE_NOTIFICATION_SETTINGS'
  | 'UPDATE_OFFBOARDING'
  | 'UPDATE_PORTFOLIO'
  | 'UPDATE_RESPONSIBILITY'
  | 'UPDATE_ROLE'
  | 'UPDATE_SCIM_GROUP'
  | 'UPDATE_SETTINGS'
  | 'UPDATE_TEMPLATE'
  | 'UPDATE_USER'
  | 'UPDATE_VENDOR'
  | 'UPDATE_VIEW'
  | 'UPDATE_WEBHOOK'
  | 'UPGRADE_FRAMEWORK'
  | 'UPLOAD_FILE'
  | 'VERIFY_AUDIT_LOG'
  | 'WITHDRAW_RISK_ACCEPTANCE';

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

export type FactorKind =
  | 'PASSKEY'
  | 'TOTP';

export type FindingOrderField =
  | 'CREATED_AT'
  | 'DUE_ON'
  | 'PRIORITY'
  | 'RESOLVED_AT'
  | 'TITLE';

export type FindingStatsBy =
  | 'CONTROL'
  | 'CREATED_MONTH'
  | 'OWNER'
  | 'PORTFOLIO'
  | 'SEVERITY'
  | 'STATUS'
  | 'TEMPLATE'
  | 'TIER'
  | 'VENDOR';

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

export type ListKind =
  | 'ACCEPTANCES'
  | 'ACTIONS'
  | 'ANSWERS'
  | 'ASSESSMENTS'
  | 'AUDIT_LOG'
  | 'CERTIFICATIONS'
  | 'FINDINGS'
  | 'VENDORS'
  | 'VENDOR_REQUESTS';

export type MailStatus =
  | 'FAILED'
  | 'QUEUED'
  | 'SENT';

export type NotificationEmail =
  | 'AT_ONCE'
  | 'DAILY'
  | 'NEVER';

export type NotificationKind =
  | 'ACCEPTANCE_DECIDED'
  | 'ACCEPTANCE_ENDING'
  | 'ACCEPTANCE_REQUESTED'
  | 'ACCEPTED'
  | 'ASSIGNED'
  | 'BOARD_REPORT'
  | 'EXPIRING'
  | 'OVERDUE'
  | 'REMEDIATION_ANSWERED'
  | 'REPLIED'
  | 'SENT_BACK'
  | 'SUBMITTED'
  | 'VENDOR_REQUEST'
  | 'VENDOR_REQUEST_DECIDED';

export type OffboardingStepKind =
  | 'ACCESS'
  | 'CONTRACT'
  | 'DATA';

export type PasswordSignIn =
  | 'ADMINISTRATORS'
  | 'EVERYONE'
  | 'NOBODY';

export type Permission =
  | 'API_MANAGE'
  | 'ASSESSMENTS_CREATE'
  | 'ASSESSMENTS_DELETE'
  | 'ASSESSMENTS_EDIT'
  | 'ASSESSMENTS_REVIEW'
  | 'ASSESSMENTS_VIEW'
  | 'AUDIT_VIEW'
  | 'FRAMEWORKS_DELETE'
  | 'FRAMEWORKS_EDIT'
  | 'FRAMEWORKS_VIEW'
  | 'METRICS_VIEW'
  | 'RISKS_ACCEPT'
  | 'ROLES_MANAGE'
  | 'SETTINGS_MANAGE'
  | 'TEMPLATES_CREATE'
  | 'TEMPLATES_DELETE'
  | 'TEMPLATES_EDIT'
  | 'TEMPLATES_VIEW'
  | 'USERS_MANAGE'
  | 'VENDORS_CREATE'
  | 'VENDORS_DELETE'
  | 'VENDORS_EDIT'
  | 'VENDORS_REQUEST'
  | 'VENDORS_VIEW';

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

export type RemediationAnswer =
  | 'DISAGREE'
  | 'DONE'
  | 'PLANNED';

export type RemediationDecision =
  | 'ACCEPT'
  | 'SEND_BACK';

export type RemediationState =
  | 'ACCEPTED'
  | 'ANSWERED'
  | 'SENT'
  | 'SENT_BACK';

export type ResponsibilityStatus =
  | 'COMPLETED'
  | 'IN_PROGRESS'
  | 'NOT_APPLICABLE'
  | 'PENDING';

export type ReviewDecisionKind =
  | 'APPROVED'
  | 'CLARIFICATION_REQUESTED'
  | 'REJECTED';

export type RiskAcceptanceState =
  | 'APPROVED'
  | 'ENDED'
  | 'REJECTED'
  | 'REQUESTED'
  | 'WITHDRAWN';

export type RiskWeight =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type SameName =
  | 'CREATE'
  | 'SKIP'
  | 'UPDATE';

export type SearchType =
  | 'ASSESSMENT'
  | 'CONTROL'
  | 'FINDING'
  | 'PERSON'
  | 'TEMPLATE'
  | 'VENDOR';

export type SecondFactorRequirement =
  | 'ADMINISTRATORS'
  | 'EVERYONE'
  | 'NOBODY';

export type Severity =
  | 'CRITICAL'
  | 'HIGH'
  | 'LOW'
  | 'MEDIUM';

export type SignInMethod =
  | 'PASSKEY'
  | 'PASSWORD'
  | 'PROVIDER';

export type SimilarReason =
  | 'DOMAIN'
  | 'NAME';

export type TemplateKind =
  | 'INTAKE'
  | 'QUESTIONNAIRE';

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
  | 'REMEDIATION_ANSWERED'
  | 'REMEDIATION_SENT'
  | 'RESPONSIBILITY_COMPLETED'
  | 'VENDOR_CREATED';

export type Treatment =
  | 'ACCEPT'
  | 'AVOID'
  | 'MITIGATE'
  | 'TRANSFER';

export type VendorFieldKind =
  | 'CHOICE'
  | 'DATE'
  | 'NUMBER'
  | 'PERSON'
  | 'TEXT'
  | 'YES_NO';

export type VendorOrderField =
  | 'CONTRACT_RENEWAL_DATE'
  | 'CREATED_AT'
  | 'INHERENT_RISK'
  | 'LAST_ASSESSED_AT'
  | 'NAME'
  | 'OVERALL_SCORE'
  | 'RESIDUAL_RISK'
  | 'TIER';

export type VendorRequestDecision =
  | 'APPROVE'
  | 'REJECT';

export type VendorRequestState =
  | 'APPROVED'
  | 'REJECTED'
  | 'REQUESTED';

export type VendorStatsBy =
  | 'BAND'
  | 'CONTRACT_VALUE'
  | 'DATA_SENSITIVITY'
  | 'GEOGRAPHIC_RISK'
  | 'OWNER'
  | 'PORTFOLIO'
  | 'STATUS'
  | 'TAG'
  | 'TIER';

export type VendorStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'OFFBOARDING'
  | 'REQUESTED';

export type WebhookDeliveryStatus =
  | 'ABANDONED'
  | 'DELIVERED'
  | 'FAILED'
  | 'PENDING';

export type WebhookFormat =
  | 'SLACK'
  | 'STANDARD'
  | 'TEAMS';

export type WorkDue =
  | 'LATER'
  | 'OVERDUE'
  | 'THIS_WEEK';

export type WorkKind =
  | 'ACCEPTANCE_TO_APPROVE'
  | 'ACTION'
  | 'ANSWERS_AWAITED'
  | 'ASSESSMENT_TO_REVIEW'
  | 'CERTIFICATION_ENDING'
  | 'CONTRACT_ENDING'
  | 'FINDING'
  | 'REMEDIATION_TO_DECIDE'
  | 'VENDOR_REQUEST_TO_DECIDE';
