import { rawSql, type Sql, sql } from '../../database/sql';

/** The day on which a finding of a severity that is opened at a moment is due, as the settings are now: the only place that says so. */
export const dueOn = (severity: Sql, opened = rawSql('now()')): Sql =>
  sql`((${opened} at time zone 'UTC')::date + (select (s.remediation_days ->> lower(${severity}))::int from settings s))`;
