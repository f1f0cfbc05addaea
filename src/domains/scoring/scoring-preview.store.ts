import type { Row } from '../../database/rows';
import { isListedVendor } from '../../database/listed';
import { mean, rawSql, sql, statement } from '../../database/sql';
import type { Settings } from '../settings/settings.entity';
import { RagBand } from '../vendor/vendor.rules';
import { bandOf } from '../vendor/vendor.store';
import type { ScoringPreview } from './scoring-preview.inputs';
import { IS_SCORABLE, WEIGHT } from './scoring.store';

type Bands = Pick<Row<Settings>, 'greenFrom' | 'amberFrom'>;
type Tried = Bands & Pick<Row<Settings>, 'weightCritical' | 'weightHigh' | 'weightMedium' | 'weightLow' | 'notApplicableIsNonCompliant'>;

/**
 * All vendors with their current band, and the band they would have if every completed assessment were scored with other
 * settings.
 */
export const compare = statement(
  'scoring-preview.compare',
  (before: Bands, after: Tried, named: number) => sql<ScoringPreview>`
    with s as (
      select * from jsonb_to_record(${JSON.stringify(asColumns(after))}::jsonb) as s(weight_critical float8, weight_high float8,
        weight_medium float8, weight_low float8, counts_not_applicable boolean)
    ), rescored as (
      select a.vendor_id, sum(weight) filter (where r.is_compliant) / nullif(sum(weight), 0) as score
      from assessment a join response r on r.assessment_id = a.id join assessment_question q on q.id = r.question_id
      left join review_decision d on d.response_id = r.id
      cross join s cross join lateral (select ${WEIGHT} as weight) as weighed
      where a.status = 'COMPLETED' and not r.is_hidden and case
        when d.decision = 'REJECTED' then true
        when r.is_not_applicable then s.counts_not_applicable and ${IS_SCORABLE}
        else r.max_score is not null end
      group by a.id, a.vendor_id
    ), vendors as (
      select v.id, v.name, v.overall_score as old, ${mean('rescored.score')} as new
      from vendor v left join rescored on rescored.vendor_id = v.id
      where ${isListedVendor('v')} group by v.id, v.name, v.overall_score
    ), banded as (
      select *, ${bandOf('old', before)} as "bandBefore", ${bandOf('new', after)} as "bandAfter" from vendors
    ), moved as (
      select id as "vendorId", old as "scoreBefore", new as "scoreAfter", "bandBefore", "bandAfter"
      from banded where "bandBefore" <> "bandAfter" order by abs(coalesce(new, 0) - coalesce(old, 0)) desc, name, id limit ${named}
    )
    select ${mean('old')} as "averageBefore", ${mean('new')} as "averageAfter", ${countsOf('bandBefore')} as before,
      ${countsOf('bandAfter')} as after, count(*) filter (where "bandBefore" <> "bandAfter") as "movedCount",
      (select coalesce(json_agg(moved), '[]') from moved) as moved
    from banded`,
);

const asColumns = (settings: Tried) => ({
  weight_critical: settings.weightCritical,
  weight_high: settings.weightHigh,
  weight_medium: settings.weightMedium,
  weight_low: settings.weightLow,
  counts_not_applicable: settings.notApplicableIsNonCompliant,
});

const countsOf = (band: string) =>
  rawSql(
    `json_build_object(${Object.values(RagBand)
      .map((name) => `'${name.toLowerCase()}', count(*) filter (where "${band}" = '${name}')`)
      .join(', ')})`,
  );
