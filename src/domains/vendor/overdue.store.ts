import { rawSql, type Sql, sql } from '../../database/sql';
import { AWAITED } from './overdue.rules';

const of = (alias?: string) => (alias ? `${alias}.` : '');

/** Whether the vendor has an assessment. */
export const isAwaited = (alias?: string) => rawSql(`${of(alias)}status in (${AWAITED.map((status) => `'${status}'`).join(', ')})`);

/** `isOverdue` in SQL. Never null, so that it can be negated. */
export function isOverdue(alias?: string, now = rawSql('now()')): Sql {
  const dueDate = rawSql(`${of(alias)}due_date`);
  return sql`(${isAwaited(alias)} and ${dueDate} is not null and ${dueDate} < ${now})`;
}
