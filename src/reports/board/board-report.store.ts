import { mean, present, rawSql, type Sql, sql, statement, where } from '../../database/sql';
import { INHERENT } from '../../domains/vendor/vendor-risk.sql';
import type { SeverityName } from '../theme';

/** The moments that a report compares: its end, the start of its period, and the start of the one before. */
export interface Moments {
  end: string;
  start: string;
  before: string;
}

/** Which vendors, by the conditions of a filter. */
type Chosen = readonly Sql[];

const chosen = (conditions: Chosen) => sql`
  chosen as (
    select id, name, tier, created_at, contract_renewal_date, ${rawSql(INHERENT)} as inherent from vendor ${where(conditions)})`;

/** The mean of the scores of what was completed until then, as overallScore is; a vendor keeps today's profile. */
const rated = ({ end, start }: Moments) => sql`
  scores as (
    select a.vendor_id, ${mean('a.score')} filter (where a.completed_at < ${end}::timestamptz) as score,
      ${mean('a.score')} filter (where a.completed_at < ${start}::timestamptz) as earlier
    from assessment a join chosen c on c.id = a.vendor_id
    where a.status = 'COMPLETED' and a.score is not null and a.completed_at < ${end}::timestamptz group by a.vendor_id
  ), rated as (
    select c.*, s.score, s.earlier as "earlierScore", c.inherent * (1 - s.score) as residual, c.inherent * (1 - s.earlier) as "earlierResidual"
    from chosen c left join scores s on s.vendor_id = c.id)`;

/** Whether a finding was open at a moment. */
const wasOpen = (moment: string) =>
  sql`f.created_at < ${moment}::timestamptz and (f.resolved_at is null or f.resolved_at >= ${moment}::timestamptz)`;

export interface Figures {
  vendors: number;
  vendorsBefore: number;
  rated: number;
  score: number | null;
  scoreBefore: number | null;
  residual: number | null;
  residualBefore: number | null;
}

export const figures = statement(
  'board-report.figures',
  (conditions: Chosen, moments: Moments) => sql<Figures>`
    with ${chosen(conditions)}, ${rated(moments)}
    select count(*) filter (where created_at < ${moments.end}::timestamptz or score is not null) as vendors,
      count(*) filter (where created_at < ${moments.start}::timestamptz or "earlierScore" is not null) as "vendorsBefore",
      count(residual) as rated,
      ${mean('score')} as score, ${mean('"earlierScore"')} as "scoreBefore",
      ${mean('residual')} as residual, ${mean('"earlierResidual"')} as "residualBefore"
    from rated`,
);

export interface RankedVendor {
  name: string;
  tier: string | null;
  inherent: number | null;
  residual: number | null;
  earlierResidual: number | null;
  score: number | null;
  earlierScore: number | null;
  open: number;
  serious: number;
}

/** By residual risk, highest first. */
export const ranked = statement(
  'board-report.ranked',
  (conditions: Chosen, moments: Moments, most: number) => sql<RankedVendor>`
    with ${chosen(conditions)}, ${rated(moments)}, top as (
      select * from rated where residual is not null order by residual desc, lower(name), id limit ${most}
    ), open as (
      select f.vendor_id, count(*) as open, count(*) filter (where f.severity in ('CRITICAL', 'HIGH')) as serious
      from finding f join top t on t.id = f.vendor_id where ${wasOpen(moments.end)} group by f.vendor_id)
    select t.name, t.tier, t.inherent, t.residual, t."earlierResidual", t.score, t."earlierScore",
      coalesce(o.open, 0) as open, coalesce(o.serious, 0) as serious
    from top t left join open o on o.vendor_id = t.id order by t.residual desc, lower(t.name), t.id`,
);

export interface MovedVendor {
  name: string;
  tier: string | null;
  residual: number;
  earlierResidual: number;
}

/** Whose residual risk changed most: it rose, or it fell. */
export const moved = statement(
  'board-report.moved',
  (conditions: Chosen, moments: Moments, most: number) => sql<MovedVendor & { rose: boolean }>`
    with ${chosen(conditions)}, ${rated(moments)}, moved as (
      select *, residual > "earlierResidual" as rose,
        row_number() over (partition by residual > "earlierResidual" order by abs(residual - "earlierResidual") desc, lower(name), id) as n
      from rated where residual <> "earlierResidual")
    select name, tier, coalesce(residual) as residual, coalesce("earlierResidual") as "earlierResidual", coalesce(rose) as rose
    from moved where n <= ${most} order by rose desc, n`,
);

export interface FindingFigures {
  severity: SeverityName;
  open: number;
  openBefore: number;
  opened: number;
  openedBefore: number;
  remediated: number;
  remediatedBefore: number;
  accepted: number;
  acceptedBefore: number;
  daysToRemediate: number | null;
}

/** The findings by severity: those open at the end and the start, and what happened in the period and the one before. */
export const findings = statement('board-report.findings', (conditions: Chosen, { end, start, before }: Moments) => {
  const within = (column: string, from: string, to: string) =>
    sql`${rawSql(column)} >= ${from}::timestamptz and ${rawSql(column)} < ${to}::timestamptz`;
  const closed = (status: string, from: string, to: string) => sql`f.status = ${status} and ${within('f.resolved_at', from, to)}`;
  return sql<FindingFigures>`
    with ${chosen(conditions)}, counted as (
      select f.severity, count(*) filter (where ${wasOpen(end)}) as open, count(*) filter (where ${wasOpen(start)}) as "openBefore",
        count(*) filter (where ${within('f.created_at', start, end)}) as opened,
        count(*) filter (where ${within('f.created_at', before, start)}) as "openedBefore",
        count(*) filter (where ${closed('REMEDIATED', start, end)}) as remediated,
        count(*) filter (where ${closed('REMEDIATED', before, start)}) as "remediatedBefore",
        count(*) filter (where ${closed('RISK_ACCEPTED', start, end)}) as accepted,
        count(*) filter (where ${closed('RISK_ACCEPTED', before, start)}) as "acceptedBefore",
        avg(extract(epoch from f.resolved_at - f.created_at) / 86400) filter (where ${closed('REMEDIATED', start, end)}) as days
      from finding f join chosen c on c.id = f.vendor_id group by f.severity)
    select s.severity, coalesce(open, 0) as open, coalesce("openBefore", 0) as "openBefore", coalesce(opened, 0) as opened,
      coalesce("openedBefore", 0) as "openedBefore", coalesce(remediated, 0) as remediated,
      coalesce("remediatedBefore", 0) as "remediatedBefore", coalesce(accepted, 0) as accepted,
      coalesce("acceptedBefore", 0) as "acceptedBefore", days::float8 as "daysToRemediate"
    from unnest(array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']) with ordinality as s(severity, n)
    left join counted on counted.severity = s.severity order by s.n`;
});

export interface AcceptedRisk {
  title: string;
  severity: SeverityName;
  vendorName: string;
  acceptedAt: string;
  by: string | null;
  reason: string | null;
  /** When that ends; null: nobody set an end. */
  until: string | null;
  /** How many there are, listed or not. */
  total: number;
}

/** The risks that are accepted at the end: those that end first, then the most severe. */
export const accepted = statement(
  'board-report.accepted',
  (conditions: Chosen, { end }: Moments, most: number) => sql<AcceptedRisk>`
    with ${chosen(conditions)}
    select f.title, f.severity, c.name as "vendorName", ${present('f.resolved_at')} as "acceptedAt",
      f.resolved_by_name as by, f.resolution_note as reason, a.until,
      count(*) over () as total
    from finding f join chosen c on c.id = f.vendor_id
    left join risk_acceptance a on a.finding_id = f.id and a.state in ('APPROVED', 'ENDED')
    where f.status = 'RISK_ACCEPTED' and f.resolved_at < ${end}::timestamptz and (f.ended_at is null or f.ended_at >= ${end}::timestamptz)
    order by a.until, f.rank, f.resolved_at, f.id limit ${most}`,
);

export interface Expiring {
  kind: 'certification' | 'contract';
  name: string;
  vendorName: string;
  on: string;
}

/** The certifications and contracts that end from one day to another, both included. */
export const expiring = statement(
  'board-report.expiring',
  (conditions: Chosen, from: string, to: string, most: number) => sql<Expiring>`
    with ${chosen(conditions)}
    select kind, name, "vendorName", "on" from (
      select 'certification' as kind, ce.name, c.name as "vendorName", ce.expires_date as "on", ce.id
      from certification ce join chosen c on c.id = ce.vendor_id
      union all select 'contract', '', c.name, c.contract_renewal_date, c.id from chosen c) e
    where "on" >= ${from}::date and "on" <= ${to}::date order by "on", lower("vendorName"), kind, id limit ${most}`,
);
