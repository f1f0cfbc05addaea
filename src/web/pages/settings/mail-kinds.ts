/** Labels for the types of e-mail. */
export const MAIL_KINDS: Record<string, string> = {
  INVITATION: 'Invitation',
  REMINDER: 'Reminder',
  OVERDUE: 'Overdue',
  SEND_BACK: 'Sent back',
  CERTIFICATION_EXPIRY: 'Certification expires',
  AUDIT_CHECKPOINT: 'Audit log checkpoint',
  PASSWORD_RESET: 'New password',
  USER_INVITATION: 'Invitation to Vetgraph',
  NEW_DEVICE: 'Sign-in from a new browser',
  NOTIFICATION: 'Notification',
  NOTIFICATION_DIGEST: 'Daily summary of notifications',
  WEBHOOK_DISABLED: 'Webhook disabled',
  REMEDIATION: 'Findings to resolve',
  REMEDIATION_SENT_BACK: 'Answer to a finding sent back',
  REMEDIATION_ANSWERED: 'Finding answered',
};
