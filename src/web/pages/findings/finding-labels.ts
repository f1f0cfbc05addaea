import type { RemediationAnswer, RemediationState, RiskAcceptanceState, Treatment } from '../../api/enums.generated';
import { many, monthAndYear } from '../../components/format';
import { ASSESSMENT_STATUSES, BANDS, type Tone } from '../../theme/tones';

/** Labels for findings and the work on them. */

const { GREEN, AMBER, RED, UNSCORED } = BANDS;
const { SENT, SUBMITTED } = ASSESSMENT_STATUSES;
const as = ({ colour }: Tone, label: string): Tone => ({ colour, label });

export const REMEDIATION_STATES: Record<RemediationState, Tone> = {
  SENT: as(SENT, 'Waiting for the vendor'),
  ANSWERED: as(SUBMITTED, 'Answered by the vendor'),
  SENT_BACK: as(AMBER, 'Sent back to the vendor'),
  ACCEPTED: as(GREEN, 'Answer accepted'),
};

export const REMEDIATION_ANSWERS: Record<RemediationAnswer, string> = {
  PLANNED: 'Fix planned',
  DONE: 'Done',
  DISAGREE: 'Disagrees',
};

export const TREATMENTS: Record<Treatment, string> = {
  MITIGATE: 'Mitigate',
  ACCEPT: 'Accept',
  TRANSFER: 'Transfer',
  AVOID: 'Avoid',
};

export const ACCEPTANCE_STATES: Record<RiskAcceptanceState, Tone> = {
  REQUESTED: as(SUBMITTED, 'Waiting for approval'),
  APPROVED: as(GREEN, 'Approved'),
  REJECTED: as(RED, 'Rejected'),
  WITHDRAWN: as(UNSCORED, 'Withdrawn'),
  ENDED: as(UNSCORED, 'Ended'),
};

/** "3 assessments since July 2025", oldest first. */
export function seenSince(seenIn: readonly { submittedAt: string | null }[]): string {
  const since = seenIn[0]?.submittedAt;
  return `${many(seenIn.length, 'assessment')}${since ? ` since ${monthAndYear(since)}` : ''}`;
}
