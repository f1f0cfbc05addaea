/** The bands of scores, and the risk that follows from a vendor's profile alone. Pure: no database, no framework. */

export const MAX_EXTERNAL_ID = 200;

export enum RagBand {
  GREEN = 'GREEN',
  AMBER = 'AMBER',
  RED = 'RED',
  UNSCORED = 'UNSCORED',
}

export interface BandBounds {
  greenFrom: number;
  amberFrom: number;
}

/** The bands, best first, with their lower bounds. The last one takes the rest. */
export const BANDS = [
  { band: RagBand.GREEN, from: 'greenFrom' },
  { band: RagBand.AMBER, from: 'amberFrom' },
  { band: RagBand.RED, from: null },
] as const satisfies { band: RagBand; from: keyof BandBounds | null }[];

export function ragBand(score: number | null, bounds: BandBounds): RagBand {
  if (score === null) return RagBand.UNSCORED;
  return BANDS.find(({ from }) => from === null || score >= bounds[from])!.band;
}

/** The labels of annual contract values, for people and REST. */
export const CONTRACT_VALUES = {
  UP_TO_50K: '$0–$50K',
  FROM_50K_TO_250K: '$50K–$250K',
  FROM_250K_TO_1M: '$250K–$1M',
  FROM_1M_TO_5M: '$1M–$5M',
  OVER_5M: '$5M+',
} as const;

export const EXPOSURE: Record<string, number> = {
  LOW: 0.25,
  MEDIUM: 0.5,
  HIGH: 0.75,
  CRITICAL: 1,
  PUBLIC: 0.25,
  INTERNAL: 0.5,
  CONFIDENTIAL: 0.75,
  RESTRICTED: 1,
};
export const CONTRACT_ADDS: Record<string, number> = { FROM_250K_TO_1M: 0.05, FROM_1M_TO_5M: 0.1, OVER_5M: 0.1 };
export const PLACE_ADDS: Record<string, number> = { HIGH_RISK_JURISDICTION: 0.1, GLOBAL: 0.05, REGIONAL: 0.05, DOMESTIC: -0.05 };

export interface VendorProfile {
  tier: string | null;
  dataSensitivity: string | null;
  contractValue: string | null;
  geographicRisk: string | null;
}

/** The risk before any assessment, 0 to 1; null if neither tier nor data sensitivity is known. */
export function inherentRisk({ tier, dataSensitivity, contractValue, geographicRisk }: VendorProfile): number | null {
  const known = [tier, dataSensitivity].filter((value) => value !== null).map((value) => EXPOSURE[value]!);
  if (known.length === 0) return null;
  const base = known.reduce((sum, value) => sum + value, 0) / known.length;
  const risk = base + (CONTRACT_ADDS[contractValue ?? ''] ?? 0) + (PLACE_ADDS[geographicRisk ?? ''] ?? 0);
  return tidy(Math.min(1, Math.max(0, risk)));
}

/** The inherent risk that remains after the vendor's controls, by its overall score. */
export function residualRisk(vendor: VendorProfile & { overallScore: number | null }): number | null {
  const inherent = inherentRisk(vendor);
  return inherent === null || vendor.overallScore === null ? null : inherent * (1 - vendor.overallScore);
}

/** Removes floating-point noise. */
const tidy = (value: number) => Math.round(value * 1e6) / 1e6;
