import type { VendorFilter } from '../../domains/vendor/vendor.inputs';
import { count, date, excerpt, label, many, NONE, percent, points, shortDate, signed } from '../format';
import type { SeverityName } from '../theme';
import { type BoardData, SOON_DAYS } from './query';

interface RankedLine {
  rank: number;
  name: string;
  tier: string;
  inherent: string;
  residual: string;
  change: string;
  score: string;
  open: string;
  share: number;
}

/** The content of the report as displayed. */
export interface BoardView {
  organisation: string;
  at: string;
  subject: string;
  period: string;
  comparedWith: string;
  summary: string;
  tiles: [name: string, value: string][];
  changes: { what: string; now: string; before: string; change: string }[];
  ranked: RankedLine[];
  rated: number;
  rose: { name: string; tier: string; from: string; to: string; change: string }[];
  fell: BoardView['rose'];
  findings: { severity: SeverityName; open: string; change: string; opened: string; remediated: string; accepted: string; days: string }[];
  accepted: { title: string; severity: SeverityName; vendorName: string; since: string; until: string; by: string; reason: string }[];
  acceptedTotal: number;
  expiring: { what: string; vendorName: string; on: string }[];
  soonDays: number;
}

export function boardView(data: BoardData, now: Date): BoardView {
  const { settings, period, before, figures, ranked, moved } = data;
  const lines = moved
    .map(({ rose, name, tier, residual, earlierResidual }) => ({
      rose,
      name,
      tier: tierOf(tier),
      from: percent(earlierResidual),
      to: percent(residual),
      change: points(residual, earlierResidual),
    }))
    .filter(({ change }) => change !== UNMOVED);
  return {
    organisation: settings.organizationName,
    at: now.toISOString(),
    subject: subjectOf(data),
    period: `${date(period.from)} to ${date(period.to)}`,
    comparedWith: `${date(before.from)} to ${date(before.to)}`,
    summary: summaryOf(data),
    tiles: tilesOf(data),
    changes: changesOf(data),
    ranked: ranked.map((vendor, i) => ({
      rank: i + 1,
      name: vendor.name,
      tier: tierOf(vendor.tier),
      inherent: percent(vendor.inherent),
      residual: percent(vendor.residual),
      change: points(vendor.residual, vendor.earlierResidual),
      score: percent(vendor.score),
      open: vendor.serious > 0 ? `${count(vendor.open)} (${count(vendor.serious)} serious)` : count(vendor.open),
      share: vendor.residual ?? 0,
    })),
    rated: figures.rated,
    rose: lines.filter(({ rose }) => rose),
    fell: lines.filter(({ rose }) => !rose),
    findings: data.findings.map((row) => ({
      severity: row.severity,
      open: count(row.open),
      change: signed(row.open - row.openBefore),
      opened: compared(row.opened, row.openedBefore),
      remediated: compared(row.remediated, row.remediatedBefore),
      accepted: compared(row.accepted, row.acceptedBefore),
      days: row.daysToRemediate === null ? NONE : many(Math.round(row.daysToRemediate), 'day'),
    })),
    acceptedTotal: acceptedTotalOf(data),
    accepted: data.accepted.map(({ acceptedAt, until, by, reason, ...risk }) => ({
      ...risk,
      since: shortDate(acceptedAt),
      until: until ? shortDate(until) : 'No end',
      by: by ?? NONE,
      reason: reason ? excerpt(reason, MOST_REASON) : NONE,
    })),
    expiring: data.expiring.map(({ kind, name, vendorName, on }) => ({
      what: kind === 'contract' ? 'Contract renewal' : name,
      vendorName,
      on: shortDate(on),
    })),
    soonDays: SOON_DAYS,
  };
}

const MOST_REASON = 300;

/** A change too small to be shown. */
const UNMOVED = points(0, 0);

const tierOf = (tier: string | null) => (tier ? label(tier) : 'Not classified');
const compared = (now: number, before: number) => `${count(now)} (${count(before)})`;
const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0);

/** All vendors, or which ones, in words. */
function subjectOf({ filter, portfolioName, portfolios }: BoardData): string {
  const { tier, tiers, isUntiered, tag, portfolioId, ...others } = filter;
  const named = [
    portfolioId != null ? `Portfolio ${portfolioName ?? NONE}` : portfolios,
    tier && `Tier ${label(tier).toLowerCase()}`,
    tiers && (tiers.length > 0 ? `Tier ${[...new Set(tiers)].map((one) => label(one).toLowerCase()).join(' or ')}` : 'No vendors'),
    isUntiered && 'Not classified',
    tag && `Tag ${tag}`,
    isNarrowed(others) && 'Selected vendors',
  ].filter(Boolean);
  return named.length > 0 ? named.join(', ') : 'All vendors';
}

const isNarrowed = (filter: VendorFilter) => Object.values(filter).some((value) => value != null);

function summaryOf({ figures, findings }: BoardData): string {
  const { vendors, rated, residual, residualBefore } = figures;
  const change = points(residual, residualBefore);
  const moved =
    change === NONE
      ? ''
      : change === UNMOVED
        ? ', unchanged since the start of the period'
        : `, ${change} points since the start of the period`;
  const risk =
    residual === null
      ? 'None has both a risk profile and a score yet.'
      : `Residual risk is ${percent(residual)} on average over the ${many(rated, 'vendor')} with a risk profile and a score${moved}.`;
  const opened = sum(findings, (row) => row.opened);
  const open = sum(findings, (row) => row.open);
  const closed = sum(findings, (row) => row.remediated + row.accepted);
  return [
    `There ${vendors === 1 ? 'is' : 'are'} ${many(vendors, 'vendor')}.`,
    risk,
    `${many(opened, 'finding')} opened and ${count(closed)} closed; ${count(open)} ${open === 1 ? 'remains' : 'remain'} open.`,
  ].join(' ');
}

const acceptedTotalOf = ({ accepted }: BoardData) => accepted[0]?.total ?? 0;

function tilesOf(data: BoardData): BoardView['tiles'] {
  const { figures, findings } = data;
  const serious = findings.filter(({ severity }) => severity === 'CRITICAL' || severity === 'HIGH');
  return [
    ['Vendors', count(figures.vendors)],
    ['Average residual risk', percent(figures.residual)],
    ['Open findings', count(sum(findings, (row) => row.open))],
    ['Critical and high', count(sum(serious, (row) => row.open))],
    ['Opened', count(sum(findings, (row) => row.opened))],
    ['Remediated', count(sum(findings, (row) => row.remediated))],
    ['Accepted risks', count(acceptedTotalOf(data))],
    ['Average score', percent(figures.score)],
  ];
}

function changesOf({ figures, findings }: BoardData): BoardView['changes'] {
  const open = sum(findings, (row) => row.open);
  const openBefore = sum(findings, (row) => row.openBefore);
  const ratio = (what: string, now: number | null, before: number | null) => ({
    what,
    now: percent(now),
    before: percent(before),
    change: points(now, before),
  });
  const number = (what: string, now: number, before: number) => ({
    what,
    now: count(now),
    before: count(before),
    change: signed(now - before),
  });
  return [
    ratio('Average residual risk', figures.residual, figures.residualBefore),
    ratio('Average score', figures.score, figures.scoreBefore),
    number('Vendors', figures.vendors, figures.vendorsBefore),
    number('Open findings', open, openBefore),
  ];
}
