import type { ClientBase } from 'pg';

/** The options that a connection requests when it is opened. */
interface Asked {
  statement_timeout?: number;
  options?: string;
}

/** How soon PostgreSQL notices that the client waiting for a statement is gone. */
const CHECK_MS = 2_000;

/**
 * The connection was refused because of a parameter: unknown to a pooler (08P01, 0A000), or not supported by this PostgreSQL or
 * its system (42704, 22023, 55P02, 42501).
 */
const REFUSED = new Set(['08P01', '0A000', '42704', '22023', '55P02', '42501']);

/**
 * The statement timeout, enforced by PostgreSQL itself, so that no statement outlives those who wait for it. Connections request
 * it when they are opened, at no further cost. Where something in between doesn't pass it on, each transaction sets it.
 */
export class StatementLimit {
  private readonly offers: Asked[];
  /** Whether connections keep the timeout; unknown before the first. */
  private isKept?: boolean;

  constructor(private readonly ms = 30_000) {
    const statement_timeout = ms;
    // Both names are always present, because the settings object they are merged into is reused.
    this.offers = [
      { statement_timeout, options: `-c client_connection_check_interval=${CHECK_MS}` },
      { statement_timeout, options: undefined },
      { statement_timeout: undefined, options: undefined },
    ];
  }

  /** What the next connection requests. */
  get asked(): Asked {
    return this.offers[0]!;
  }

  /** Whether to try again with fewer options after a connection that requested these failed. */
  yieldsTo(error: unknown, asked: Asked): boolean {
    if (!REFUSED.has((error as { code?: string }).code ?? '')) return false;
    // Of several connections opened at once, the first one refused moves on for all.
    if (asked === this.asked && this.offers.length > 1) this.offers.shift();
    return asked !== this.asked;
  }

  /** Checks whether a new connection has a timeout: ours, or one that the role or the database sets. */
  async look(connection: ClientBase): Promise<void> {
    if (this.isKept !== undefined) return;
    const { rows } = await connection.query<{ ms: number }>(`select setting::int as ms from pg_settings where name = 'statement_timeout'`);
    const { ms = 0 } = rows[0] ?? {};
    this.isKept = ms > 0 && ms <= this.ms;
  }

  /** Whether statements outside a transaction are limited too. */
  get isOfConnections(): boolean {
    return this.isKept !== false;
  }

  /** What begins a transaction. */
  get begin(): readonly string[] {
    return this.isOfConnections ? ['begin'] : ['begin', `set local statement_timeout = ${this.ms}`];
  }
}

/** For work that may take longer than requests; run at the start of a transaction. */
export const UNHURRIED = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';
