import { ormOptions } from '../mikro-orm.config';
import { Database } from './database/database';
import { StatementLimit } from './database/limit';
import { Statements } from './database/statements';
import { PAST_VIEWS } from './domains/record/past-views.store';
import { SCOPED_VIEWS } from './domains/record/scoped-views.store';

/**
 * Opens the database at an address that may name several hosts, one of which is the primary. Uses prepared statements by default.
 */
export function openDatabase(url: string, pool: number, isPrepared = true, limit = new StatementLimit()): Promise<Database> {
  const statements = new Statements();
  const computedViews = { past: PAST_VIEWS, scoped: SCOPED_VIEWS };
  return Database.open(ormOptions(url, pool, limit, statements), { statements, isPrepared, limit, computedViews });
}
