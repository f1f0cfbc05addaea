import type { AssessmentStatus, FindingStatus, RagBand, Severity, Tier, VendorRequestState, VendorStatus } from '../api/enums.generated';
import {
  ASSESSMENT_STATUSES,
  BANDS,
  FINDING_STATUSES,
  paint,
  REQUEST_STATES,
  SEVERITIES,
  TIERS,
  type Tone,
  UNTIERED,
  VENDOR_STATUSES,
} from '../theme/tones';
import classes from './badges.module.css';
import { percent } from './format';

/** A coloured mark and its label: colour is never the only sign. */
export function ToneBadge({ tone }: { tone: Tone }) {
  return (
    <span className={classes.badge}>
      <Mark tone={tone} />
      {tone.label}
    </span>
  );
}

/** The coloured mark alone, for where the label is already next to it. */
export function Mark({ tone: { colour } }: { tone: Tone }) {
  return <span className={classes.mark} style={{ background: paint(colour) }} />;
}

export const SeverityBadge = ({ severity }: { severity: Severity }) => <ToneBadge tone={SEVERITIES[severity]} />;
export const TierBadge = ({ tier }: { tier: Tier | null }) => <ToneBadge tone={tier ? TIERS[tier] : UNTIERED} />;
export const AssessmentStatusBadge = ({ status }: { status: AssessmentStatus }) => <ToneBadge tone={ASSESSMENT_STATUSES[status]} />;
export const FindingStatusBadge = ({ status }: { status: FindingStatus }) => <ToneBadge tone={FINDING_STATUSES[status]} />;
export const VendorStatusBadge = ({ status }: { status: VendorStatus }) => <ToneBadge tone={VENDOR_STATUSES[status]} />;
export const RequestStateBadge = ({ state }: { state: VendorRequestState }) => <ToneBadge tone={REQUEST_STATES[state]} />;

/** A score with its band: 87 % · Green. */
export function ScoreBadge({ score, band }: { score: number | null; band: RagBand }) {
  const { colour, label } = BANDS[band];
  return <ToneBadge tone={{ colour, label: score === null ? label : `${percent(score)} · ${label}` }} />;
}
