import type { NotificationKind } from '../../api/enums.generated';

/** Kinds of notifications, in words. */
export const NOTIFICATION_KINDS: Record<NotificationKind, string> = {
  ASSIGNED: 'Assigned to you',
  SUBMITTED: 'Answers submitted',
  REPLIED: 'New comment',
  OVERDUE: 'Overdue',
  EXPIRING: 'Certification expires',
  SENT_BACK: 'Sent back to the vendor',
  ACCEPTED: 'Risk accepted',
  REMEDIATION_ANSWERED: 'Finding answered',
  ACCEPTANCE_REQUESTED: 'Approval requested',
  ACCEPTANCE_DECIDED: 'Request decided',
  ACCEPTANCE_ENDING: 'Risk acceptance ends',
  VENDOR_REQUEST: 'Vendor requested',
  VENDOR_REQUEST_DECIDED: 'Request decided',
  BOARD_REPORT: 'Board report',
};
