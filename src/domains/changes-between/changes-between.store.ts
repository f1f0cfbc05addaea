import { versionsOf, wasThere } from '../../database/record/record-table';
import { identifier, join, rawSql, type Sql, sql, statement } from '../../database/sql';
import { isExpired } from '../certification/certification.store';
import { FindingStatus, Severity } from '../finding/finding.entity';
import { isOverdue } from '../vendor/overdue.store';
import { BANDED_VENDORS } from '../vendor/vendor.store';
import type { AssessmentChange, CertificationChange, Listed, PortfolioScoreTerm, VendorChange } from './changes-between.types';

/** Two moments, in UTC with milliseconds. */
export interface Ends {
  from: string;
  to: string;
}

interface Slice {
  limit: number;
  offset: number;
}

const timeOf = (moment: string) => sql`${moment}::timestamptz`;
const dayOf = (moment: string) => sql`${moment.slice(0, 10)}::date`;

/** A query of what was at a moment: in it, the names of these tables stand for their rows of then, also to the rules it uses. */
function at(moment: string, tables: readonly string[], query: Sql): Sql {
  const were = tables.map((table) => sql`${identifier(table)} as (select * from ${versionsOf(table)} where ${wasThere(timeOf(moment))})`);
  return sql`with ${join(were, ', ')} ${query}`;
}

/** One page of the rows in `found`, and how many there are. */
function pageOf<T>(order: Sql, { limit, offset }: Slice): Sql<Listed<T>> {
  return sql`
    select (select count(*) from found) as "totalCount", (select coalesce(json_agg(page), '[]')
      from (select * from found order by ${order} limit ${limit} offset ${offset}) as page) as nodes`;
}

export const vendorCounts = statement('changes-between.vendorCounts', ({ from, to }: Ends) => {
  const count = sql`select count(*) from vendor`;
  return sql<{ before: number; after: number }>`
    select (${at(from, ['vendor'], count)}) as before, (${at(to, ['vendor'], count)}) as after`;
});

/** The vendors at each end, with their bands by the settings of then. */
const earlierAndLater = ({ from, to }: Ends) => {
  const banded = sql`select id, name, tier, overall_score as score, band from ${BANDED_VENDORS} v`;
  return sql`earlier as (${at(from, ['vendor', 'settings'], banded)}), later as (${at(to, ['vendor', 'settings'], banded)})`;
};

/** On the vendors at the earlier and the later end, e and l. */
const VENDORS = {
  added: rawSql('e.id is null'),
  removed: rawSql('l.id is null'),
  retiered: rawSql('e.id is not null and l.id is not null and e.tier is distinct from l.tier'),
  moved: rawSql('e.band <> l.band'),
};

export const vendors = statement(
  'changes-between.vendors',
  (ends: Ends, kind: keyof typeof VENDORS, page: Slice) => sql<Listed<VendorChange>>`
    with ${earlierAndLater(ends)}, found as (
      select id as "vendorId", coalesce(l.name, e.name) as name, e.tier as "tierBefore", l.tier as "tierAfter",
        e.band as "bandBefore", l.band as "bandAfter", e.score as "scoreBefore", l.score as "scoreAfter",
        l.score - e.score as "scoreChange"
      from earlier e full join later l using (id) where ${VENDORS[kind]}
    ) ${pageOf(sql`lower(name), "vendorId"`, page)}`,
);

/** What the mean of equal scores may differ from them by. */
const NOISE = rawSql('1e-12');

/** The mean score at both ends, and the vendors that moved it, those first that did most. */
export const score = statement(
  'changes-between.score',
  (ends: Ends, most: number) => sql<{ before: number | null; after: number | null; terms: PortfolioScoreTerm[] }>`
    with ${earlierAndLater(ends)}, mean as (
      select (select avg(score) from earlier) as before, (select avg(score) from later) as after,
        (select count(score) from later) as scored
    ), term as (
      select id as "vendorId", coalesce(l.name, e.name) as name, e.score as "scoreBefore", l.score as "scoreAfter",
        (coalesce(l.score, mean.before) - coalesce(e.score, mean.before)) / mean.scored as contribution
      from earlier e full join later l using (id) cross join mean
      where mean.before is not null and mean.after is not null and e.score is distinct from l.score
        and abs(coalesce(l.score, mean.before) - coalesce(e.score, mean.before)) > ${NOISE}
    )
    select before, after, (select coalesce(json_agg(term), '[]')
      from (select * from term order by abs(contribution) desc, lower(name), "vendorId" limit ${most}) as term) as terms
    from mean`,
);

/** What an assessment a can be at a moment. */
const ASSESSMENTS = {
  sent: () => rawSql('a.sent_at is not null'),
  completed: () => rawSql('a.completed_at is not null'),
  overdue: (moment: string) => isOverdue('a', timeOf(moment)),
};

/** Those that are it at the later end and weren't at the earlier one. */
export const assessments = statement('changes-between.assessments', ({ from, to }: Ends, kind: keyof typeof ASSESSMENTS, page: Slice) => {
  const was = sql`select a.id from assessment a where ${ASSESSMENTS[kind](from)}`;
  const is = sql`
    select a.id as "assessmentId", a.title, a.vendor_id as "vendorId", v.name as "vendorName"
    from assessment a join vendor v on v.id = a.vendor_id
    where ${ASSESSMENTS[kind](to)} and not exists (select 1 from earlier e where e.id = a.id)`;
  return sql<Listed<AssessmentChange>>`
    with earlier as (${at(from, ['assessment'], was)}), found as (${at(to, ['assessment', 'vendor'], is)})
    ${pageOf(sql`lower("vendorName"), lower(title), "assessmentId"`, page)}`;
});

/** On the certifications at the earlier and the later end, e and l. */
const CERTIFICATIONS = {
  gained: rawSql('l.is_in_force and e.is_in_force is not true'),
  lapsed: rawSql('e.is_in_force and l.is_in_force is not true'),
};

export const certifications = statement(
  'changes-between.certifications',
  ({ from, to }: Ends, kind: keyof typeof CERTIFICATIONS, page: Slice) => {
    const held = (moment: string) =>
      at(
        moment,
        ['certification', 'vendor'],
        sql`
          select c.id, c.name, c.expires_date, c.vendor_id, v.name as vendor_name, ${isExpired(dayOf(moment))} is not true as is_in_force
          from certification c join vendor v on v.id = c.vendor_id`,
      );
    const latest = (column: string) => rawSql(`case when l.id is null then e.${column} else l.${column} end`);
    return sql<Listed<CertificationChange>>`
      with earlier as (${held(from)}), later as (${held(to)}), found as (
        select id as "certificationId", ${latest('name')} as name, ${latest('vendor_id')} as "vendorId",
          ${latest('vendor_name')} as "vendorName", ${latest('expires_date')} as "expiresDate"
        from earlier e full join later l using (id) where ${CERTIFICATIONS[kind]}
      ) ${pageOf(sql`lower("vendorName"), lower(name), "certificationId"`, page)}`;
  },
);

export interface FindingMoves {
  severity: Severity;
  openBefore: number;
  openAfter: number;
  opened: number;
  remediated: number;
  accepted: number;
  removed: number;
}

const OPEN = rawSql(`'${FindingStatus.OPEN}'`);

/** Closed in this way in between. It counts where it was open, or where it was raised. */
const closed = (status: FindingStatus) => sql`
  case when l.status = ${status} and (e.id is null or e.status = ${OPEN}) then coalesce(e.severity, l.severity) end`;

/**
 * For each severity, the open findings at both ends and what moved their number. A version that was there at both ends moved
 * nothing. An open finding whose severity changed is removed from the one and opened in the other.
 */
export const findings = statement('changes-between.findings', ({ from, to }: Ends) => {
  const [was, is] = [wasThere(timeOf(from)), wasThere(timeOf(to))];
  const versions = versionsOf('finding');
  return sql<FindingMoves>`
    with standing as (
      select severity, count(*) filter (where ${was}) as before, count(*) filter (where ${is}) as after
      from ${versions} where status = ${OPEN} group by severity
    ), move as (
      select
        case when e.id is null or l.status = ${OPEN} and (e.status <> ${OPEN} or e.severity <> l.severity) then l.severity end as opened,
        ${closed(FindingStatus.REMEDIATED)} as remediated, ${closed(FindingStatus.RISK_ACCEPTED)} as accepted,
        case when e.status = ${OPEN} and (l.id is null or l.status = ${OPEN} and e.severity <> l.severity) then e.severity end as removed
      from (select id, status, severity from ${versions} where ${was} and not (${is})) as e
      full join (select id, status, severity from ${versions} where ${is} and not (${was})) as l using (id)
    )
    select severity, coalesce(before, 0) as "openBefore", coalesce(after, 0) as "openAfter",
      (select count(*) from move where opened = severity) as opened,
      (select count(*) from move where remediated = severity) as remediated,
      (select count(*) from move where accepted = severity) as accepted,
      (select count(*) from move where removed = severity) as removed
    from unnest(${Object.values(Severity)}::text[]) with ordinality as s(severity, n) left join standing using (severity) order by n`;
});
