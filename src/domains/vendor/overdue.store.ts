import { rawSql, type Sql, sql } from '../../database/sql';
import { AWAITED } from './overdue.rules';

const of = (alias?: string) => (alias ? `${alias}.` : '');

/** Of assessments: the vendor has it. */
export const isAwaited = (alias?: string) => rawSql(`${of(alias)}status in (${AWAITED.map((status) => `'${status}'`).join(', ')})`);

/** Of assessments: what `isOverdue` says. Never null, so that its contrary finds the others. */
export function isOverdue(alias?: string, now = rawSql('now()')): Sql {
  const dueDate = rawSql(`${of(alias)}due_date`);
  return sql`(${isAwaited(alias)} and ${dueDate} is not null and ${dueDate} < ${now})`;
}
