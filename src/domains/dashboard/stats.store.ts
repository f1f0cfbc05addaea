import { mean, rawSql, type Sql, sql, statement, where } from '../../database/sql';
import { IS_OVERDUE } from '../finding/finding.store';
import { bandedVendors } from '../vendor/vendor.store';
import type { FindingStat, FindingStatsBy, VendorStat, VendorStatsBy } from './stats.types';

/** How things are grouped: what is joined to them, and the key. What has a name of its own gives the label; keys are labelled elsewhere. */
interface Grouping {
  key: string;
  label?: string;
  join?: string;
}

const PORTFOLIO_OF = (vendor: string) => `left join portfolio p on p.id = ${vendor}.portfolio_id`;

/** Of vendors v. */
const VENDORS_BY: Record<VendorStatsBy, Grouping> = {
  TIER: { key: 'v.tier' },
  OWNER: { key: 'v.owner_id', label: 'u.name', join: 'left join app_user u on u.id = v.owner_id' },
  TAG: { key: 't.tag', join: 'left join lateral (select distinct unnest(v.tags) as tag) t on true' },
  BAND: { key: 'v.band' },
  STATUS: { key: 'v.status' },
  DATA_SENSITIVITY: { key: 'v.data_sensitivity' },
  GEOGRAPHIC_RISK: { key: 'v.geographic_risk' },
  CONTRACT_VALUE: { key: 'v.contract_value' },
  PORTFOLIO: { key: 'v.portfolio_id', label: 'p.name', join: PORTFOLIO_OF('v') },
};

const OF_VENDOR = 'join vendor v on v.id = f.vendor_id';

/** Of findings f. All versions of a template are one, by the name and id of the newest. */
const FINDINGS_BY: Record<FindingStatsBy, Grouping> = {
  SEVERITY: { key: 'f.severity' },
  STATUS: { key: 'f.status' },
  VENDOR: { key: 'f.vendor_id', label: 'v.name', join: OF_VENDOR },
  CONTROL: { key: 'c.code', join: 'left join lateral (select distinct unnest(f.control_codes) as code) c on true' },
  OWNER: { key: 'f.owner_id', label: 'u.name', join: 'left join app_user u on u.id = f.owner_id' },
  TIER: { key: 'v.tier', join: OF_VENDOR },
  TEMPLATE: {
    key: 'n.id',
    label: 'n.name',
    join: `join assessment a on a.id = f.assessment_id left join template t on t.id = a.template_id
      left join (select distinct on (family) family, id, name from template order by family, version desc) n on n.family = t.family`,
  },
  CREATED_MONTH: { key: `to_char(f.created_at at time zone 'UTC', 'YYYY-MM')` },
  PORTFOLIO: { key: 'v.portfolio_id', label: 'p.name', join: `${OF_VENDOR} ${PORTFOLIO_OF('v')}` },
};

type Unlabelled<S extends { label: string }> = Omit<S, 'label'> & { label: string | null };

function grouped({ key, label, join = '' }: Grouping): { key: Sql; label: Sql; join: Sql; order: Sql } {
  const named = label ? `max(${label})` : 'null::text';
  return { key: rawSql(`(${key})::text`), label: rawSql(named), join: rawSql(join), order: rawSql(`count(*) desc, lower(${named}), 1`) };
}

/** The vendors that conditions select, largest groups first. Findings are counted only if they are asked for. */
export const ofVendors = statement('stats.ofVendors', (by: VendorStatsBy, chosen: readonly Sql[], withFindings: boolean, most: number) => {
  const { key, label, join, order } = grouped(VENDORS_BY[by]);
  // Open ones have the lowest ranks: so the index by vendor tells.
  const open = withFindings
    ? sql`left join (select vendor_id, count(*) as open from finding where rank < 4 group by vendor_id) o on o.vendor_id = v.id`
    : sql`cross join (select 0 as open) o`;
  return sql<Unlabelled<VendorStat>>`
    select ${key} as key, ${label} as label, count(*) as count, ${mean('v.overall_score')} as "averageScore",
      coalesce(sum(o.open), 0)::bigint as "openFindings"
    from (select * from ${bandedVendors(sql`true`)} vendor ${where(chosen)}) v ${join} ${open}
    group by 1 order by ${order} limit ${most}`;
});

/** The findings that conditions select, largest groups first. */
export const ofFindings = statement('stats.ofFindings', (by: FindingStatsBy, chosen: readonly Sql[], most: number) => {
  const { key, label, join, order } = grouped(FINDINGS_BY[by]);
  return sql<Unlabelled<FindingStat>>`
    select ${key} as key, ${label} as label, count(*) as count,
      count(*) filter (where f.status = 'OPEN') as open,
      count(*) filter (where f.status = 'REMEDIATED') as remediated,
      count(*) filter (where f.status = 'RISK_ACCEPTED') as accepted,
      count(*) filter (where f.is_overdue) as overdue,
      (avg(extract(epoch from f.resolved_at - f.created_at)) filter (where f.status = 'REMEDIATED') / 86400)::float8 as "meanDaysToRemediate"
    from (
      select id, vendor_id, assessment_id, severity, status, control_codes, created_at, resolved_at, owner_id,
        ${IS_OVERDUE} as is_overdue
      from finding ${where(chosen)}
    ) f ${join} group by 1 order by ${order} limit ${most}`;
});

/** The titles of controls by code, if all that have it have the same. */
export const titlesOf = statement(
  'stats.titlesOf',
  (codes: readonly string[]) => sql<{ code: string; title: string }>`
    select code, min(title) as title from control where code = any(${codes}::text[]) and not is_retired
    group by code having count(distinct title) = 1`,
);
