import { rawSql, type Sql, sql } from './sql';

/**
 * Which vendors lists, totals and figures are about, with all that is theirs: those we work with. A requested vendor isn't one yet, an
 * archived one no longer. Whoever asks for one of these by its id or status finds it. This is the only place that says so.
 */
const LISTED = ['ACTIVE', 'OFFBOARDING'] as const;
const LEFT_OUT = ['REQUESTED', 'ARCHIVED'] as const;

const oneOf = (statuses: readonly string[]) => `in (${statuses.map((status) => `'${status}'`).join(', ')})`;

export const isListed = (status: string): boolean => (LISTED as readonly string[]).includes(status);

/** Whether a vendor, called so, is listed. */
export const isListedVendor = (vendor = 'vendor'): Sql => rawSql(`${vendor}.status ${oneOf(LISTED)}`);

/** Whether a vendor, called so, is left out of lists. */
export const isLeftOutVendor = (vendor = 'vendor'): Sql => rawSql(`${vendor}.status ${oneOf(LEFT_OUT)}`);

/** Whether a version of a vendor, called so, is of when it was listed. Those from before there was a status have none. */
export const wasListedVendor = (vendor = 'vendor'): Sql => sql`(${isLeftOutVendor(vendor)}) is not true`;

/**
 * Whether a row, called so, is of a listed vendor, in the tables of a schema, if one is given. Asked the other way round, because few are
 * left out: an index has just these.
 */
export const isOfListed = (row: string, schema = sql``): Sql =>
  sql`not exists (select 1 from ${schema}vendor left_out where left_out.id = ${rawSql(row)}.vendor_id and ${isLeftOutVendor('left_out')})`;
