import { isLeftOutVendor, isOfListed, wasListedVendor } from '../../database/listed';
import { versionsOf, wasThere } from '../../database/record/record-table';
import { identifier, join, mean, rawSql, type Sql, sql, statement } from '../../database/sql';
import { isExpired } from '../certification/certification.store';
import { FindingStatus, Severity } from '../finding/finding.entity';
import { isOverdue } from '../vendor/overdue.store';
import { bandOf } from '../vendor/vendor.store';
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
  const count = sql`select count(*) from vendor where ${wasListedVendor()}`;
  return sql<{ before: number; after: number }>`
    select (${at(from, ['vendor'], count)}) as before, (${at(to, ['vendor'], count)}) as after`;
});

/** Versions that were there at a moment and not at another. Those that were there at both differ in nothing but the time. */
const onlyAt = (moment: string, other: string) => sql`${wasThere(timeOf(moment))} and not (${wasThere(timeOf(other))})`;

const VENDOR = rawSql('id, name, tier, overall_score as score');

/** Versions in which a vendor is listed: for one that no longer is, it is as if it had gone. */
const LISTED = sql`(select * from ${versionsOf('vendor')} vendor where ${wasListedVendor()}) as vendor`;

/** Vendors that changed, at the earlier and the later end. */
const changedVendors = ({ from, to }: Ends) => sql`
  select id, e.id is not null as was_there, l.id is not null as is_there, coalesce(l.name, e.name) as name,
    e.tier as tier_before, l.tier as tier_after, e.score as score_before, l.score as score_after
  from (select ${VENDOR} from ${LISTED} where ${onlyAt(from, to)}) as e
  full join (select ${VENDOR} from ${LISTED} where ${onlyAt(to, from)}) as l using (id)`;

/** The others: they can still be in another band, by other settings. */
const unchangedVendors = ({ from, to }: Ends) => sql`
  select id, true, true, name, tier, tier, overall_score, overall_score
  from ${LISTED} where ${wasThere(timeOf(from))} and ${wasThere(timeOf(to))}`;

const VENDORS = {
  added: rawSql('not was_there'),
  removed: rawSql('not is_there'),
  retiered: rawSql('was_there and is_there and tier_before is distinct from tier_after'),
  moved: rawSql('"bandBefore" <> "bandAfter"'),
};

export const vendors = statement('changes-between.vendors', (ends: Ends, kind: keyof typeof VENDORS, page: Slice) => {
  const bounds = sql`select green_from, amber_from from settings`;
  const band = (end: 'before' | 'after') =>
    bandOf(`score_${end}`, { greenFrom: rawSql(`${end}.green_from`), amberFrom: rawSql(`${end}.amber_from`) });
  return sql<Listed<VendorChange>>`
    with before as (${at(ends.from, ['settings'], bounds)}), after as (${at(ends.to, ['settings'], bounds)}), changed as (
      ${changedVendors(ends)} ${kind === 'moved' ? sql`union all ${unchangedVendors(ends)}` : sql``}
    ), banded as (
      select changed.*, case when was_there then ${band('before')} end as "bandBefore",
        case when is_there then ${band('after')} end as "bandAfter"
      from changed cross join before cross join after
    ), found as (
      select id as "vendorId", name, tier_before as "tierBefore", tier_after as "tierAfter", "bandBefore", "bandAfter",
        score_before as "scoreBefore", score_after as "scoreAfter", score_after - score_before as "scoreChange"
      from banded where ${VENDORS[kind]}
    ) ${pageOf(sql`lower(name), "vendorId"`, page)}`;
});

/** What the mean of equal scores may differ from them by. */
const NOISE = rawSql('1e-12');

/** The mean score at both ends, and the vendors that moved it, those first that did most. */
export const score = statement('changes-between.score', (ends: Ends, most: number) => {
  const scores = sql`select ${mean('overall_score')} as score, count(overall_score) as scored from vendor where ${wasListedVendor()}`;
  const by = rawSql('coalesce(score_after, before.score) - coalesce(score_before, before.score)');
  return sql<{ before: number | null; after: number | null; terms: PortfolioScoreTerm[] }>`
    with before as (${at(ends.from, ['vendor'], scores)}), after as (${at(ends.to, ['vendor'], scores)}), term as (
      select id as "vendorId", name, score_before as "scoreBefore", score_after as "scoreAfter", (${by}) / after.scored as contribution
      from (${changedVendors(ends)}) as changed cross join before cross join after
      where before.score is not null and after.score is not null
        and score_before is distinct from score_after and abs(${by}) > ${NOISE}
    )
    select before.score as before, after.score as after, (select coalesce(json_agg(term), '[]')
      from (select * from term order by abs(contribution) desc, lower(name), "vendorId" limit ${most}) as term) as terms
    from before cross join after`;
});

/** What an assessment a can be at a moment: by the time alone, or only by a change. */
const ASSESSMENTS = {
  sent: { is: () => rawSql('a.sent_at is not null'), byTime: false },
  completed: { is: () => rawSql('a.completed_at is not null'), byTime: false },
  overdue: { is: (moment: string) => isOverdue('a', timeOf(moment)), byTime: true },
};

/** Those that are it at the later end and weren't at the earlier one. */
export const assessments = statement('changes-between.assessments', ({ from, to }: Ends, kind: keyof typeof ASSESSMENTS, page: Slice) => {
  const { is, byTime } = ASSESSMENTS[kind];
  const hasEnded = byTime ? sql`` : sql`and a.kept_until <= ${timeOf(to)}`;
  const hasBegun = byTime ? sql`` : sql`and a.kept_since > ${timeOf(from)}`;
  const earlier = sql`select a.id from assessment a where ${is(from)} ${hasEnded}`;
  const later = sql`
    select a.id as "assessmentId", a.title, a.vendor_id as "vendorId", v.name as "vendorName"
    from assessment a join vendor v on v.id = a.vendor_id and ${wasListedVendor('v')}
    where ${is(to)} ${hasBegun} and not exists (select 1 from earlier e where e.id = a.id)`;
  return sql<Listed<AssessmentChange>>`
    with earlier as (${at(from, ['assessment'], earlier)}), found as (${at(to, ['assessment', 'vendor'], later)})
    ${pageOf(sql`lower("vendorName"), lower(title), "assessmentId"`, page)}`;
});

const CERTIFICATIONS = {
  gained: rawSql('is_in_force and was_in_force is not true'),
  lapsed: rawSql('was_in_force and is_in_force is not true'),
};

export const certifications = statement(
  'changes-between.certifications',
  ({ from, to }: Ends, kind: keyof typeof CERTIFICATIONS, page: Slice) => {
    const held = (moment: string) =>
      at(
        moment,
        ['certification', 'vendor'],
        sql`select *, ${isExpired(dayOf(moment))} is not true as in_force from certification where ${isOfListed('certification')}`,
      );
    const named = (moment: string) => at(moment, ['vendor'], sql`select id, name from vendor`);
    const latest = (column: string) => rawSql(`case when l.id is null then e.${column} else l.${column} end as ${column}`);
    return sql<Listed<CertificationChange>>`
      with changed as (
        select * from (
          select id, ${latest('name')}, ${latest('vendor_id')}, ${latest('expires_date')}, e.in_force as was_in_force,
            l.in_force as is_in_force
          from (${held(from)}) as e full join (${held(to)}) as l using (id)
        ) as pair where ${CERTIFICATIONS[kind]}
      ), found as (
        select c.id as "certificationId", c.name, c.vendor_id as "vendorId", coalesce(lv.name, ev.name) as "vendorName",
          c.expires_date as "expiresDate"
        from changed c left join (${named(to)}) as lv on lv.id = c.vendor_id left join (${named(from)}) as ev on ev.id = c.vendor_id
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

/**
 * For each severity, the open findings at both ends and what moved their number. An open finding whose severity changed is
 * removed from the one and opened in the other.
 */
export const findings = statement('changes-between.findings', ({ from, to }: Ends) => {
  const versions = versionsOf('finding');
  const leftOut = (moment: string) =>
    sql`select id from ${versionsOf('vendor')} vendor where ${isLeftOutVendor()} and ${wasThere(timeOf(moment))}`;
  const isCountedAt = (end: 'from' | 'to') =>
    sql`(${wasThere(timeOf({ from, to }[end]))} and vendor_id not in (select id from ${rawSql(`left_out_${end}`)}))`;
  const counted = (condition: Sql) => sql`(select coalesce(sum(count), 0) from pair where ${condition})`;
  // It counts where it was open, or else where it was raised.
  const closed = (status: FindingStatus) =>
    counted(sql`is_status = ${status} and coalesce(was_status, ${OPEN}) = ${OPEN} and coalesce(was, is_now) = s.severity`);
  return sql<FindingMoves>`
    with left_out_from as materialized (${leftOut(from)}), left_out_to as materialized (${leftOut(to)}), standing as (
      select severity, count(*) filter (where ${isCountedAt('from')}) as before, count(*) filter (where ${isCountedAt('to')}) as after
      from ${versions} where status = ${OPEN} group by severity
    ), pair as (
      select e.status as was_status, e.severity as was, l.status as is_status, l.severity as is_now, count(*) as count
      from (select id, status, severity from ${versions} where ${isCountedAt('from')} and not ${isCountedAt('to')}) as e
      full join (select id, status, severity from ${versions} where ${isCountedAt('to')} and not ${isCountedAt('from')}) as l using (id)
      group by e.status, e.severity, l.status, l.severity
    )
    select severity, coalesce(before, 0) as "openBefore", coalesce(after, 0) as "openAfter",
      ${counted(sql`is_now = s.severity and (was is null or is_status = ${OPEN} and (was_status <> ${OPEN} or was <> is_now))`)} as opened,
      ${closed(FindingStatus.REMEDIATED)} as remediated, ${closed(FindingStatus.RISK_ACCEPTED)} as accepted,
      ${counted(sql`was = s.severity and was_status = ${OPEN} and (is_now is null or is_status = ${OPEN} and was <> is_now)`)} as removed
    from unnest(${Object.values(Severity)}::text[]) with ordinality as s(severity, n) left join standing using (severity) order by n`;
});
