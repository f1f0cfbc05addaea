/** All recorded actions and their labels. The log may contain older names that are no longer written. */
export const AUDIT_ACTIONS = {
  LOGIN: 'Signed in',
  LOGIN_FAILED: 'Sign-in failed',
  LOGOUT: 'Signed out',
  REVOKE_SESSION: 'Ended sessions',
  CHANGE_PASSWORD: 'Changed own password',
  REQUEST_PASSWORD_RESET: 'Asked for a new password',
  ADD_FACTOR: 'Added a second factor',
  REMOVE_FACTOR: 'Removed a second factor',
  REGENERATE_RECOVERY_CODES: 'Replaced the recovery codes',
  CREATE_VENDOR: 'Created vendor',
  UPDATE_VENDOR: 'Updated vendor',
  DELETE_VENDOR: 'Deleted vendor',
  CREATE_ASSESSMENT: 'Created assessment',
  UPDATE_ASSESSMENT: 'Updated assessment',
  DELETE_ASSESSMENT: 'Deleted assessment',
  SEND_ASSESSMENT: 'Issued assessment',
  RESEND_LINK: 'Issued a new portal link',
  REVOKE_LINK: 'Revoked the portal link',
  SAVE_ANSWERS: 'Saved answers',
  SUBMIT_ASSESSMENT: 'Submitted assessment',
  START_REVIEW: 'Started review',
  SEND_BACK_ASSESSMENT: 'Returned assessment to the vendor',
  REVIEW_DECISION: 'Decided on an answer',
  FINALIZE_ASSESSMENT: 'Finalized assessment',
  CREATE_FINDING: 'Raised finding',
  UPDATE_FINDING: 'Updated finding',
  ADD_COMMENT: 'Added comment',
  CREATE_CERTIFICATION: 'Recorded certification',
  UPDATE_CERTIFICATION: 'Updated certification',
  DELETE_CERTIFICATION: 'Deleted certification',
  UPDATE_RESPONSIBILITY: 'Updated shared-responsibility task',
  UPLOAD_FILE: 'Uploaded file',
  ATTACH_FILE: 'Attached file',
  DELETE_FILE: 'Deleted file',
  REFUSE_FILE: 'Refused infected file',
  DOWNLOAD_EVIDENCE: 'Downloaded file',
  READ_EXPORT: 'Downloaded export',
  READ_REPORT: 'Downloaded report',
  CREATE_TEMPLATE: 'Created template',
  UPDATE_TEMPLATE: 'Updated template',
  PUBLISH_TEMPLATE: 'Published template',
  ARCHIVE_TEMPLATE: 'Archived template',
  DELETE_TEMPLATE: 'Deleted template',
  IMPORT_FRAMEWORK: 'Imported framework',
  UPDATE_FRAMEWORK: 'Updated framework',
  UPGRADE_FRAMEWORK: 'Upgraded framework',
  DELETE_FRAMEWORK: 'Deleted framework',
  IMPORT_CROSSWALK: 'Imported crosswalk',
  UPDATE_CROSSWALK: 'Updated crosswalk',
  CREATE_USER: 'Created user',
  INVITE_USER: 'Invited user',
  UPDATE_USER: 'Updated user',
  DISABLE_USER: 'Disabled user',
  ENABLE_USER: 'Enabled user',
  CHANGE_ROLE: "Changed a user's role",
  RESET_PASSWORD: "Reset a user's password",
  DELETE_USER: 'Deleted user',
  ERASE_USER: 'Erased user',
  CREATE_ROLE: 'Created role',
  UPDATE_ROLE: 'Updated role',
  DELETE_ROLE: 'Deleted role',
  CREATE_PORTFOLIO: 'Created portfolio',
  UPDATE_PORTFOLIO: 'Updated portfolio',
  DELETE_PORTFOLIO: 'Deleted portfolio',
  CREATE_API_KEY: 'Created API key',
  UPDATE_API_KEY: 'Updated API key',
  MAKE_API_KEY_ORGANIZATIONAL: 'Made API key one of the organisation',
  REVOKE_API_KEY: 'Revoked API key',
  DELETE_API_KEY: 'Deleted API key',
  UPDATE_SETTINGS: 'Updated settings',
  RETRY_MAIL: 'Queued an e-mail again',
  VERIFY_AUDIT_LOG: 'Checked the audit log',
  RESTORE_BACKUP: 'Restored a backup',
  LOAD_DEMO: 'Loaded the demo portfolio',
  RECORD_BASELINE: 'Recorded the data already present',
  BEGIN_RECORD: 'Began the record',
  CHANGE_AUDIT_KEY: 'Changed the key that signs the audit log',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, action);
}

/** The types of records and their labels. */
export const ENTITY_TYPES: Record<string, string> = {
  Vendor: 'Vendor',
  Assessment: 'Assessment',
  Finding: 'Finding',
  Certification: 'Certification',
  ResponsibilityAction: 'Shared-responsibility task',
  Attachment: 'File',
  Template: 'Template',
  Framework: 'Framework',
  User: 'User',
  Role: 'Role',
  ApiKey: 'API key',
  Settings: 'Settings',
  Mail: 'E-mail',
  AuditLog: 'Audit log',
};

export function actionLabel(action: string): string {
  return (AUDIT_ACTIONS as Record<string, string>)[action] ?? action.toLowerCase().replaceAll('_', ' ');
}

/** Entries that only took down what there was. */
export function isBaseline(action: string): boolean {
  return action === 'BEGIN_RECORD' || action === 'RECORD_BASELINE';
}
