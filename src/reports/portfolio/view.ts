import { percentDone } from '../../domains/certification/certification.rules';
import type { MonthSummary } from '../../domains/dashboard/dashboard.types';
import { ragBand, RagBand } from '../../domains/vendor/vendor.rules';
import { assessmentStatus, count, excerpt, label, many, NONE, percent, shortDate, workOf } from '../format';
import { BANDS, EARLIER, type Fill, type SeverityName, TIERS } from '../theme';
import type { ResponsibilityRow, TierRow } from './portfolio-report.store';
import type { PortfolioData } from './query';

interface TierLine extends Omit<TierRow, 'tier'> {
  tier: string;
  fill: Fill;
}

interface FindingLine {
  title: string;
  description: string | null;
  severity: SeverityName;
  vendorName: string;
  controls: string;
  since: string;
  work: string | null;
}

/** The most characters of a description: what was asked and answered, in short. */
const ROOM_FOR_DESCRIPTION = 300;

/** The score bands, from the bottom up. */
export const SCORED = [RagBand.RED, RagBand.AMBER, RagBand.GREEN] as const;

/** The content of the report as displayed. */
export interface PortfolioView {
  organisation: string;
  at: string;
  subject: string;
  average: number | null;
  band: RagBand;
  bounds: { greenFrom: number; amberFrom: number };
  summary: string;
  tiles: [name: string, value: string][];
  bands: { band: RagBand; count: number; share: string }[];
  severities: { severity: SeverityName; count: number }[];
  states: { status: string; count: number }[];
  /** How many vendors of each band have a score in each of ten steps. */
  deciles: { label: string; parts: { band: RagBand; count: number }[] }[];
  tiers: TierLine[];
  months: MonthSummary[];
  findings: FindingLine[];
  openFindings: number;
  controls: { code: string; title: string; frameworkName: string; failCount: number }[];
  overdue: { title: string; vendorName: string; status: string; due: string; late: string; reviewer: string }[];
  overdueTotal: number;
  /** The total, then each vendor. */
  responsibility: (ResponsibilityRow & { percent: string })[];
  responsibilityVendors: number;
}

export function portfolioView(data: PortfolioData, now: Date): PortfolioView {
  const { settings, portfolios, dashboard } = data;
  return {
    organisation: settings.organizationName,
    at: now.toISOString(),
    subject: portfolios ?? 'All vendors',
    average: dashboard.averageScore,
    band: ragBand(dashboard.averageScore, settings),
    bounds: settings,
    summary: summaryOf(data),
    tiles: tilesOf(data),
    bands: bandsOf(data),
    severities: dashboard.openFindingsBySeverity,
    states: dashboard.assessmentStatusCounts.map((one) => ({ status: assessmentStatus(one.status), count: one.count })),
    deciles: decilesOf(data),
    tiers: data.tiers.map((row) => ({
      ...row,
      tier: row.tier ? label(row.tier) : 'Not classified',
      fill: row.tier ? TIERS[row.tier as SeverityName] : EARLIER,
    })),
    months: data.months,
    findings: data.topFindings.map(({ description, controlCodes, createdAt, ownerName, dueOn, ...finding }) => ({
      ...finding,
      description: description && excerpt(description, ROOM_FOR_DESCRIPTION),
      controls: controlCodes.join(', ') || NONE,
      since: shortDate(createdAt),
      work: workOf(ownerName, dueOn),
    })),
    openFindings: dashboard.openFindings,
    controls: dashboard.topDeficientControls,
    overdue: overdueOf(data, now),
    overdueTotal: dashboard.overdueAssessments,
    responsibility: data.responsibility.map((row) => ({ ...row, percent: `${percentDone(row)}%` })),
    responsibilityVendors: dashboard.responsibility.totalVendors,
  };
}

function summaryOf({ dashboard, settings }: PortfolioData): string {
  const { vendorCount, averageScore, scoreDistribution, needsAttention } = dashboard;
  const holds = `The portfolio has ${many(vendorCount, 'vendor')}`;
  const bounds = `Green from ${percent(settings.greenFrom)}, amber from ${percent(settings.amberFrom)}, red below.`;
  if (averageScore === null) return `${holds}; none has a score yet. ${bounds}`;
  const scored = vendorCount - scoreDistribution.unscored;
  return [
    `${holds}, ${count(scored)} of them with a score: ${percent(averageScore)} on average.`,
    `Need attention (red, or with an overdue assessment): ${many(needsAttention, 'vendor')}.`,
    bounds,
  ].join(' ');
}

function tilesOf({ dashboard }: PortfolioData): PortfolioView['tiles'] {
  const { vendorCount, averageScore, openFindings, needsAttention, overdueAssessments } = dashboard;
  const critical = dashboard.openFindingsBySeverity.find(({ severity }) => severity === 'CRITICAL')?.count ?? 0;
  const of = (status: string) => dashboard.assessmentStatusCounts.find((one) => one.status === status)?.count ?? 0;
  return [
    ['Vendors', count(vendorCount)],
    ['Average score', percent(averageScore)],
    ['Open findings', count(openFindings)],
    ['Critical findings', count(critical)],
    ['Vendors needing attention', count(needsAttention)],
    ['Assessments overdue', count(overdueAssessments)],
    ['Waiting for review', count(of('SUBMITTED') + of('UNDER_REVIEW'))],
    ['Assessments completed', count(of('COMPLETED'))],
  ];
}

function bandsOf({ dashboard: { scoreDistribution: counts, vendorCount } }: PortfolioData): PortfolioView['bands'] {
  const line = (band: RagBand, number: number) => ({
    band,
    count: number,
    share: percent(vendorCount > 0 ? number / vendorCount : null),
  });
  return [
    line(RagBand.GREEN, counts.green),
    line(RagBand.AMBER, counts.amber),
    line(RagBand.RED, counts.red),
    line(RagBand.UNSCORED, counts.unscored),
  ];
}

function decilesOf({ deciles }: PortfolioData): PortfolioView['deciles'] {
  return Array.from({ length: 10 }, (_, step) => {
    const of = (band: RagBand) => deciles.find((one) => one.step === step && one.band === band)?.count ?? 0;
    const parts = SCORED.map((band) => ({ band, count: of(band) }));
    return { label: `${step * 10}–${step === 9 ? 100 : step * 10 + 9}%`, parts };
  });
}

const DAY = 86_400_000;

function overdueOf({ overdue }: PortfolioData, now: Date): PortfolioView['overdue'] {
  return overdue.map(({ title, vendorName, status, dueDate, reviewerName }) => ({
    title,
    vendorName,
    status: assessmentStatus(status),
    due: shortDate(dueDate),
    late: many(Math.max(1, Math.floor((now.getTime() - Date.parse(dueDate)) / DAY)), 'day'),
    reviewer: reviewerName ?? NONE,
  }));
}

export const RESPONSIBILITY = {
  completed: { ...BANDS.GREEN, label: 'Completed' },
  inProgress: { ...BANDS.AMBER, label: 'In progress' },
  pending: { ...BANDS.RED, label: 'Pending' },
  notApplicable: { ...BANDS.UNSCORED, label: 'Not applicable' },
} as const satisfies Record<string, Fill>;
