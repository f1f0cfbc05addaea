import { isOfListed } from '../../database/listed';
import { rawSql, type Sql, sql, statement, TODAY } from '../../database/sql';
import { isExpired } from '../certification/certification.store';
import { isOverdue } from '../vendor/overdue.store';

/** Something that a date has come for. */
interface Passed {
  id: string;
  name: string;
}

/** Notes that a date has come for some, and returns them. What another server is noting is left to it. */
const told = (
  table: string,
  { date, note, name, isDue }: { date: string; note: string; name: string; isDue: Sql },
  most: number,
) => sql<Passed>`
  update ${rawSql(table)} t set ${rawSql(note)} = ${rawSql(date)}
  where id in (
    select id from ${rawSql(table)} where ${isDue} and ${isOfListed(table)}
      and ${rawSql(`${note} is distinct from ${date}`)} order by ${rawSql(date)}, id
    limit ${most} for update skip locked)
  returning id, ${rawSql(name)} as name`;

export const overdue = statement('occasion.overdue', (most: number) =>
  told('assessment', { date: 'due_date', note: 'overdue_told', name: 'title', isDue: isOverdue() }, most),
);

const DAYS_BEFORE = 30;

export const expiring = statement('occasion.expiring', (most: number) =>
  told(
    'certification',
    {
      date: 'expires_date',
      note: 'expiring_told',
      name: 'name',
      isDue: sql`expires_date between ${TODAY} and ${TODAY} + ${DAYS_BEFORE}::int`,
    },
    most,
  ),
);

export const expired = statement('occasion.expired', (most: number) =>
  told('certification', { date: 'expires_date', note: 'expired_told', name: 'name', isDue: isExpired() }, most),
);

/** The acceptance of a risk ends soon: told of its finding. */
export const ending = statement(
  'occasion.ending',
  (most: number) => sql<Passed>`
    update risk_acceptance t set ending_told = until from finding f
    where f.id = t.finding_id and t.id in (
      select a.id from risk_acceptance a join finding o on o.id = a.finding_id
      where a.state = 'APPROVED' and a.until between now() and now() + make_interval(days => ${DAYS_BEFORE})
        and a.ending_told is distinct from a.until and ${isOfListed('o')}
      order by a.until, a.id limit ${most} for update of a skip locked)
    returning f.id, f.title as name`,
);

/** What vendors that are loaded with their history have behind them isn't news. */
export const oldNews = (vendorIds: readonly string[]) => [overdueOf(vendorIds), expiryOf(vendorIds)];

const overdueOf = statement(
  'occasion.overdueOf',
  (vendorIds: readonly string[]) => sql<never>`
    update assessment set overdue_told = due_date where vendor_id = any(${vendorIds}::uuid[]) and ${isOverdue()}`,
);

const expiryOf = statement(
  'occasion.expiryOf',
  (vendorIds: readonly string[]) => sql<never>`
    update certification set expiring_told = expires_date, expired_told = case when ${isExpired()} then expires_date end
    where vendor_id = any(${vendorIds}::uuid[]) and expires_date <= ${TODAY} + ${DAYS_BEFORE}::int`,
);
