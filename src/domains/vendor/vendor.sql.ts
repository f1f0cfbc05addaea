import { rawSql } from '../../database/sql';

/** The vendors, each with the band of its overall score: what `ragBand` says, where many are counted. */
export const BANDED_VENDORS = rawSql(`(
  select v.*, case when overall_score is null then 'UNSCORED' when overall_score >= s.green_from then 'GREEN'
    when overall_score >= s.amber_from then 'AMBER' else 'RED' end as band
  from vendor v cross join settings s)`);
