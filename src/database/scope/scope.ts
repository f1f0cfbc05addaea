import { createHash } from 'node:crypto';
import { isId } from '../../platform/id';

/** Views of the tables, under the same names, that show the rows of some portfolios. */
export const SCOPED_SCHEMA = 'scoped';
/** The view of vendors for up to so many portfolios: the planner knows that these are few. */
export const SCOPED_FEW_SCHEMA = 'scoped_few';
export const FEW = 5;
/** The same of the past (record/record-schema.ts), and of the versions of rows. */
export const SCOPED_PAST_SCHEMA = 'scoped_past';
export const SCOPED_RECORD_SCHEMA = 'scoped_record';

/** The settings, local to a transaction, with the portfolios that views show, and with who asks. */
export const PORTFOLIOS = 'vetgraph.portfolios';
export const ASKER = 'vetgraph.asker';

/** For few portfolios rows are found by index, and mostly in memory: it costs less to go there than the planner takes for granted. */
const FOUND_BY_INDEX = `set_config('random_page_cost', '0.2', true), set_config('seq_page_cost', '0.2', true)`;

/** Who asks without being a user or a key: nobody uploaded anything by this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * The portfolios that someone sees, who doesn't see them all. Within it every statement reads views instead of tables: names are
 * looked up there first.
 */
export class Scope {
  /** Equal for one who sees the same. */
  readonly key: string;
  /** Equal for all who see the same of vendors. */
  readonly portfolios: string;
  private readonly settings: string;
  private readonly isFew: boolean;

  constructor(portfolioIds: readonly string[], asker = NOBODY) {
    if (![...portfolioIds, asker].every(isId)) throw new Error('Portfolios are named by their ids');
    const ids = [...new Set(portfolioIds)].sort();
    this.isFew = ids.length <= FEW;
    this.portfolios = createHash('sha256').update(ids.join()).digest('base64url');
    this.key = `${asker} ${this.portfolios}`;
    this.settings = `set_config('${PORTFOLIOS}', '{${ids.join()}}', true), set_config('${ASKER}', '${asker}', true)`;
  }

  /** Names mean something else for few portfolios: so their statements are others. */
  get where(): 'scoped' | 'scoped few' {
    return this.isFew ? 'scoped few' : 'scoped';
  }

  /** What makes the rest of a transaction see these portfolios. What has no view is everybody's, and found where it is. */
  get enter(): string {
    const schemas = this.isFew ? `${SCOPED_FEW_SCHEMA}, ${SCOPED_SCHEMA}` : SCOPED_SCHEMA;
    const settings = this.isFew ? `${this.settings}, ${FOUND_BY_INDEX}` : this.settings;
    return `select ${settings}, set_config('search_path', '${schemas}, pg_catalog, ' || current_setting('search_path'), true)`;
  }

  /** The same of the past, after the moment is set. There everything has a view. */
  get enterPast(): string {
    return `select ${this.settings}, set_config('search_path', '${SCOPED_PAST_SCHEMA}, pg_catalog', true)`;
  }
}

/** What makes the rest of a transaction see everything again, to write the audit log, the record and the tallies. */
export const LEAVE_SCOPE = 'set local search_path to default';
