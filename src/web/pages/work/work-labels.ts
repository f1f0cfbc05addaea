import type { WorkDue, WorkKind } from '../../api/enums.generated';

/** What there is to do, by kind and by when. */

export const KIND_LABELS: Record<WorkKind, string> = {
  ASSESSMENT_TO_REVIEW: 'Assessment to review',
  ANSWERS_AWAITED: 'Waiting for answers',
  FINDING: 'Open finding',
  REMEDIATION_TO_DECIDE: 'Vendor’s answer to a finding',
  ACCEPTANCE_TO_APPROVE: 'Risk acceptance to approve',
  ACTION: 'Shared-responsibility task',
  CERTIFICATION_ENDING: 'Certification expiring',
  CONTRACT_ENDING: 'Contract renewal',
  VENDOR_REQUEST_TO_DECIDE: 'Vendor request to decide',
};

export const WORK_KINDS = Object.keys(KIND_LABELS) as WorkKind[];

export const DUE_LABELS: Record<WorkDue, string> = { OVERDUE: 'Overdue', THIS_WEEK: 'This week', LATER: 'Later' };

export const DUES = Object.keys(DUE_LABELS) as WorkDue[];
