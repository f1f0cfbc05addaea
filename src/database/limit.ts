import type { ClientBase } from 'pg';

/** What a connection may ask for when it is made. */
interface Asked {
  statement_timeout?: number;
  options?: string;
}

/** So soon PostgreSQL finds out that whoever waits for a statement is gone. */
const CHECK_MS = 2_000;

/**
 * Refused at connecting: a parameter that a pooler doesn't know (08P01, 0A000), or that this PostgreSQL or its system
 * hasn't (42704, 22023, 55P02, 42501).
 */
const REFUSED = new Set(['08P01', '0A000', '42704', '22023', '55P02', '42501']);

/**
 * The longest time for a statement, kept by PostgreSQL itself, so that none outlives the patience of those who wait for
 * it. Connections ask for it when they are made, which costs nothing later. Where something between us and the database
 * doesn't pass that on, each transaction asks for itself.
 */
export class StatementLimit {
  private readonly offers: Asked[];
  /** Whether connections keep it; unknown before the first. */
  private isKept?: boolean;

  constructor(private readonly ms = 30_000) {
    const statement_timeout = ms;
    // Both names are always there: the settings that they go into are used again.
    this.offers = [
      { statement_timeout, options: `-c client_connection_check_interval=${CHECK_MS}` },
      { statement_timeout, options: undefined },
      { statement_timeout: undefined, options: undefined },
    ];
  }

  /** For the next connection. */
  get asked(): Asked {
    return this.offers[0]!;
  }

  /** Whether to try again, and ask for less, after a connection that asked for this could not be made. */
  yieldsTo(error: unknown, asked: Asked): boolean {
    if (!REFUSED.has((error as { code?: string }).code ?? '')) return false;
    // Of several connections made at once, the first to be refused moves on for all.
    if (asked === this.asked && this.offers.length > 1) this.offers.shift();
    return asked !== this.asked;
  }

  /** Looks at a new connection whether it has a limit: ours, or one that the role or the database sets. */
  async look(connection: ClientBase): Promise<void> {
    if (this.isKept !== undefined) return;
    const { rows } = await connection.query<{ ms: number }>(`select setting::int as ms from pg_settings where name = 'statement_timeout'`);
    const { ms = 0 } = rows[0] ?? {};
    this.isKept = ms > 0 && ms <= this.ms;
  }

  /** Whether a statement outside of a transaction is limited, too. */
  get isOfConnections(): boolean {
    return this.isKept !== false;
  }

  /** What begins a transaction. */
  get begin(): string {
    return this.isOfConnections ? 'begin' : `begin; set local statement_timeout = ${this.ms}`;
  }
}

/** For what takes its time, whatever the limit of requests; at the beginning of a transaction. */
export const UNHURRIED = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';
