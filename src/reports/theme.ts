import type { ControlState } from '../domains/compliance/evaluations';
import type { RagBand } from '../domains/vendor/vendor.rules';

/** How an area is filled. The pattern conveys in greyscale what the colour does. */
export interface Fill {
  colour: string;
  pattern: 'solid' | 'lines' | 'cross' | 'empty';
  /** What it represents. */
  label: string;
}

/** The colours of bands, the same in every chart and on the web pages. */
export const BANDS: Record<RagBand, Fill> = {
  GREEN: { colour: '#1f7a4d', pattern: 'solid', label: 'Green' },
  AMBER: { colour: '#e0a100', pattern: 'lines', label: 'Amber' },
  RED: { colour: '#b3261e', pattern: 'cross', label: 'Red' },
  UNSCORED: { colour: '#8a94a6', pattern: 'empty', label: 'Unscored' },
};

export const SEVERITIES = {
  CRITICAL: { colour: '#7a1022', pattern: 'cross', label: 'Critical' },
  HIGH: { colour: '#c4472b', pattern: 'lines', label: 'High' },
  MEDIUM: { colour: '#e0a100', pattern: 'solid', label: 'Medium' },
  LOW: { colour: '#5b7fa6', pattern: 'empty', label: 'Low' },
} as const satisfies Record<string, Fill>;

export const TIERS = { ...SEVERITIES };

/** The states of a control. */
export const CONTROL_STATES = {
  COMPLIANT: { ...BANDS.GREEN, label: 'Compliant' },
  PARTLY: { ...BANDS.AMBER, label: 'Partly compliant' },
  NOT: { ...BANDS.RED, label: 'Not compliant' },
  NOT_ASSESSED: { ...BANDS.UNSCORED, label: 'Not assessed' },
} as const satisfies Record<ControlState, Fill>;

export type SeverityName = keyof typeof SEVERITIES;

export const NEUTRAL: Fill = { colour: '#2f5bd0', pattern: 'solid', label: '' };
export const EARLIER: Fill = { colour: '#9aa6bd', pattern: 'empty', label: '' };

export const INK = '#1c2433';
export const QUIET = '#566178';
export const LINE = '#dce2ee';
export const DEEP = '#16264c';
