import type { Transaction } from '../../database/database';
import type { AuditAction } from './audit.actions';
import * as store from './audit-chain.store';
import type { VendorsOfThings } from './audit-chain.store';
import { commit } from './audit.commitments';
import { LANES } from './audit.chain';

/** An entry about something in the past, with its time. */
export interface HistoryEntry {
  id: string;
  /** In milliseconds. */
  at: number;
  action: AuditAction;
  entity?: { type: string; id: string; name: string };
  userId: string | null;
  userName: string;
  meta?: Record<string, unknown>;
}

/** Few enough for the database to keep in memory while it computes the chains. */
const CHUNK = 4_000;

/**
 * Appends a history loaded in bulk, in the order given, to all chains in turn: thousands of entries per statement, hashed like
 * any other. Like every append, it belongs at the end of a transaction.
 */
export async function appendHistory(tx: Transaction, entries: readonly HistoryEntry[], vendors: VendorsOfThings): Promise<void> {
  const heads = await tx.query(store.lockHeads());
  if (heads.length !== LANES) throw new Error('the head of an audit log chain is missing: run "audit verify"');
  for (let from = 0; from < entries.length; from += CHUNK) await append(tx, entries.slice(from, from + CHUNK), vendors);
}

async function append(tx: Transaction, entries: readonly HistoryEntry[], vendors: VendorsOfThings): Promise<void> {
  const placed = entries.map(({ at, ...entry }, i) => ({
    ...entry,
    ...commit({ entityName: entry.entity?.name, userName: entry.userName, meta: entry.meta }),
    lane: i % LANES,
    place: Math.floor(i / LANES) + 1,
    at: new Date(at).toISOString(),
  }));
  await tx.query(store.appendHistory(placed, vendors));
}
