import { isListedVendor } from '../../database/listed';
import { type Row, select } from '../../database/rows';
import { isOneOf, sql, statement } from '../../database/sql';
import { Portfolio } from './portfolio.entity';
import { Vendor } from './vendor.entity';

export const list = statement('portfolio.list', () => sql<Row<Portfolio>>`${select(Portfolio)} order by lower(name), id`);

/** Keeps it from being deleted until the transaction ends. */
export const hold = statement(
  'portfolio.hold',
  (id: string) => sql<{ id: string }>`select id from portfolio where id = ${id} for key share`,
);

export const vendorCounts = statement(
  'portfolio.vendorCounts',
  (ids: readonly string[]) => sql<{ id: string | null; count: number }>`
    select portfolio_id as id, count(*) as count from vendor
    where portfolio_id ${isOneOf(ids, 'uuid')} and ${isListedVendor()} group by portfolio_id`,
);

/** What is counted of its vendors. */
export const forgetTallies = statement(
  'portfolio.forgetTallies',
  (id: string) => sql<never>`delete from portfolio_tally where portfolio_id = ${id}`,
);

/** Counts as a change of those vendors: clients that read them with their portfolio must read them again. */
export const leave = statement('portfolio.leave', (id: string) =>
  sql<never>`
    update vendor set portfolio_id = null, revision = revision + 1, updated_at = now() where portfolio_id = ${id}`.writes(Vendor, {
    portfolioId: id,
  }),
);
