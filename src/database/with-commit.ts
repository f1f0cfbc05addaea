import { Query, type QueryConfig } from 'pg';

/** What pg's queries send their messages by. */
interface Wire {
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: [] }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
}

const UNNAMED = '';

/**
 * A statement and the commit behind it, in one go: nobody waits for a round trip while what the statement locked is
 * held. If it fails, PostgreSQL leaves out everything up to the sync, and with it the commit.
 */
export class WithCommit extends Query {
  constructor(statement: QueryConfig) {
    super(statement);
  }

  /** Without values pg would send the text alone, and no commit. */
  protected requiresPreparation(): boolean {
    return true;
  }

  /** Where pg would ask for the rows of the statement, and end. */
  protected _getRows(wire: Wire): void {
    wire.execute({ portal: UNNAMED, rows: 0 });
    wire.parse({ name: UNNAMED, text: 'commit' });
    wire.bind({ portal: UNNAMED, statement: UNNAMED, values: [] });
    wire.execute({ portal: UNNAMED, rows: 0 });
    wire.sync();
  }
}
