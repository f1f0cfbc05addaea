import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import type { Transaction } from '../../database/database';
import type { Sql } from '../../database/sql';
import type { RequestContext } from '../../kernel/context';
import * as store from './audit-chain.store';
import type { AuditAction } from './audit.actions';
import { laneFor } from './audit.lanes';

export interface AuditRecord {
  action: AuditAction;
  entity?: { type: string; id: string | null; name: string };
  meta?: Record<string, unknown>;
  /** Who did it, if not the caller: someone signing in is still anonymous to the request. */
  actor?: { userId: string | null; name: string };
}

/** A transaction that records what it changes in the audit log. */
export interface Change extends Transaction {
  record(entry: AuditRecord): void;
}

/** The transaction as the work sees it. */
class RecordedChange implements Change {
  readonly records: AuditRecord[] = [];
  readonly tallies = this.transaction.tallies;
  readonly query = this.transaction.query;
  readonly one = this.transaction.one;
  readonly table = this.transaction.table;

  constructor(private readonly transaction: Transaction) {}

  get em(): EntityManager {
    return this.transaction.em;
  }

  get connection(): ClientBase {
    return this.transaction.connection;
  }

  record(entry: AuditRecord): void {
    this.records.push(entry);
  }

  beforeCommit(step: () => Promise<Sql | undefined>): void {
    this.transaction.beforeCommit(step);
  }

  afterCommit(step: () => void): void {
    this.transaction.afterCommit(step);
  }

  atEnd(step: () => void): void {
    this.transaction.atEnd(step);
  }
}

class NothingRecorded extends Error {
  constructor(readonly result: unknown) {
    super();
  }
}

/**
 * The only way to change something: the change and its audit entries commit together or not at all. Work that records nothing is
 * rolled back, so that no change goes unnoticed.
 */
export async function change<T>(ctx: RequestContext, work: (tx: Change) => Promise<T>): Promise<T> {
  try {
    return await ctx.database.transaction(async (transaction) => {
      const recorded = new RecordedChange(transaction);
      const result = await work(recorded);
      const { records } = recorded;
      if (records.length === 0) throw new NothingRecorded(result);
      transaction.beforeCommit(() => append(transaction, ctx, records));
      transaction.afterCommit(() => ctx.services.checkpoints.touch());
      return result;
    });
  } catch (error) {
    if (error instanceof NothingRecorded) return error.result as T;
    throw isHeadLost(error) ? headLost(error) : error;
  } finally {
    ctx.forget();
  }
}

/**
 * Appends the entries to one of the chains. It runs last, because the head of the chain stays locked until the commit; a single
 * entry is sent together with the commit.
 */
async function append(tx: Transaction, { caller }: RequestContext, records: AuditRecord[]): Promise<Sql | undefined> {
  const lane = laneFor(tx);
  const tallies = tx.tallies.take();
  const entries = records.map(({ action, entity, meta, actor }): store.NewEntry => {
    const { userId = null, name: userName } = actor ?? caller;
    return { id: randomUUID(), action, entity, meta, userId, userName, apiKey: actor ? null : caller.apiKey };
  });
  if (entries.length === 1) return store.append(lane, entries[0]!, tallies);
  for (let i = 0; i < entries.length; i += CHUNK) {
    const head = await tx.one(store.appendMany(lane, entries.slice(i, i + CHUNK), i === 0 ? tallies : []));
    // Without the head nothing was written, and no change may go unrecorded.
    if (!head) throw headLost();
  }
  return undefined;
}

const NOT_NULL = '23502';

/** Whether an entry got no place in its chain. */
function isHeadLost(error: unknown): boolean {
  const { code, table } = error as { code?: string; table?: string };
  return code === NOT_NULL && table === 'audit_entry';
}

function headLost(cause?: unknown): Error {
  return new Error('the head of an audit log chain is missing: run "audit verify"', { cause });
}

/** The most entries per statement. */
const CHUNK = 1_000;
