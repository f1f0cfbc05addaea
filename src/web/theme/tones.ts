/** Colours and labels of states, the same as in the PDF reports. */
import { STATUS_LABELS } from '../../domains/assessment/assessment.rules';
import { FINDING_STATUS_LABELS } from '../../domains/finding/finding.rules';
import { BANDS as PRINTED_BANDS, CONTROL_STATES, EARLIER, NEUTRAL, SEVERITIES, TIERS } from '../../reports/theme';
import type {
  AssessmentStatus,
  FindingStatus,
  MailStatus,
  RagBand,
  ResponsibilityStatus,
  TemplateStatus,
  VendorRequestState,
  VendorStatus,
} from '../api/enums.generated';

export interface Tone {
  colour: string;
  label: string;
}

export { CONTROL_STATES, SEVERITIES, TIERS };

export const BANDS: Record<RagBand, Tone> = PRINTED_BANDS;

const { GREEN, AMBER, RED, UNSCORED } = BANDS;
const as = ({ colour }: { colour: string }, label: string): Tone => ({ colour, label });

export const UNTIERED = as(UNSCORED, 'Not classified');

export const ASSESSMENT_STATUSES: Record<AssessmentStatus, Tone> = {
  DRAFT: as(UNSCORED, STATUS_LABELS.DRAFT),
  SENT: as(EARLIER, STATUS_LABELS.SENT),
  IN_PROGRESS: as(AMBER, STATUS_LABELS.IN_PROGRESS),
  SUBMITTED: as(NEUTRAL, STATUS_LABELS.SUBMITTED),
  UNDER_REVIEW: as(NEUTRAL, STATUS_LABELS.UNDER_REVIEW),
  COMPLETED: as(GREEN, STATUS_LABELS.COMPLETED),
};

export const FINDING_STATUSES: Record<FindingStatus, Tone> = {
  OPEN: as(RED, FINDING_STATUS_LABELS.OPEN),
  REMEDIATED: as(GREEN, FINDING_STATUS_LABELS.REMEDIATED),
  RISK_ACCEPTED: as(AMBER, FINDING_STATUS_LABELS.RISK_ACCEPTED),
};

export const VENDOR_STATUSES: Record<VendorStatus, Tone> = {
  REQUESTED: as(AMBER, 'Requested'),
  ACTIVE: as(GREEN, 'Active'),
  OFFBOARDING: as(NEUTRAL, 'Offboarding'),
  ARCHIVED: as(EARLIER, 'Archived'),
};

export const REQUEST_STATES: Record<VendorRequestState, Tone> = {
  REQUESTED: as(AMBER, 'Waiting for a decision'),
  APPROVED: as(GREEN, 'Approved'),
  REJECTED: as(RED, 'Rejected'),
};

export const TEMPLATE_STATUSES: Record<TemplateStatus, Tone> = {
  DRAFT: as(UNSCORED, 'Draft'),
  PUBLISHED: as(GREEN, 'Published'),
  ARCHIVED: as(EARLIER, 'Archived'),
};

export const RESPONSIBILITY_STATUSES: Record<ResponsibilityStatus, Tone> = {
  PENDING: as(RED, 'Pending'),
  IN_PROGRESS: as(AMBER, 'In progress'),
  COMPLETED: as(GREEN, 'Completed'),
  NOT_APPLICABLE: as(UNSCORED, 'Not applicable'),
};

export const MAIL_STATUSES: Record<MailStatus, Tone> = {
  QUEUED: as(AMBER, 'Waiting'),
  SENT: as(GREEN, 'Sent'),
  FAILED: as(RED, 'Failed'),
};

/** The names of a set of tones, in their order, for filters: `oneOf(...namesOf(TIERS))`. */
export function namesOf<Name extends string>(tones: Record<Name, Tone>): Name[] {
  return Object.keys(tones) as Name[];
}

/** For a select. */
export function optionsOf(tones: Record<string, Tone>): { value: string; label: string }[] {
  return Object.entries(tones).map(([value, { label }]) => ({ value, label }));
}

/** A report colour: unchanged on a light page, lighter on a dark one. */
export function paint(colour: string): string {
  return `light-dark(${colour}, color-mix(in oklab, ${colour} 68%, white))`;
}
