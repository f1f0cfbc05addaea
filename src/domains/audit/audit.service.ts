import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import type { Database, Transaction } from '../../database/database';
import type { Scope } from '../../database/scope/scope';
import type { Sql } from '../../database/sql';
import type { Happening, RequestContext } from '../../kernel/context';
import { notFound } from '../../kernel/errors';
import type { Recorder } from '../../database/record/capture';
import type { Touch } from '../../database/record/touch';
import * as store from './audit-chain.store';
import type { AuditAction } from './audit.actions';
import { commit } from './audit.commitments';
import { laneFor } from './audit.lanes';

export interface AuditRecord {
  action: AuditAction;
  entity?: { type: string; id: string | null; name: string };
  meta?: Record<string, unknown>;
  /** The vendor that it is about, where the thing doesn't tell. */
  vendorId?: string;
  /** False where something is made that is nobody's yet: so that nobody is looked for who would have to be told. */
  isAssigned?: boolean;
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

  touch(touch: Touch): void {
    this.transaction.touch(touch);
  }

  enter(scope: Scope | undefined): void {
    this.transaction.enter(scope);
  }

  keepPast(): readonly Touch[] {
    return this.transaction.keepPast();
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
export function change<T>(ctx: RequestContext, work: (tx: Change) => Promise<T>): Promise<T> {
  return changeIn(ctx.database, ctx, work);
}

/** The same for what is all portfolios' in common: whether something is in use is asked of all of them. */
export function changeShared<T>(ctx: RequestContext, work: (tx: Change) => Promise<T>): Promise<T> {
  return changeIn(ctx.database.whole, ctx, work);
}

async function changeIn<T>(database: Database, ctx: RequestContext, work: (tx: Change) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (transaction) => {
      const recorded = new RecordedChange(transaction);
      const result = await work(recorded);
      const { records } = recorded;
      if (records.length === 0) throw new NothingRecorded(result);
      owe(
        transaction,
        ctx,
        records.map((record) => entryOf(ctx, record)),
        database.scope !== undefined,
      );
      transaction.afterCommit(() => {
        ctx.services.checkpoints.touch();
        ctx.services.tree.touch();
        ctx.services.feed.touch();
      });
      return result;
    });
  } catch (error) {
    if (error instanceof NothingRecorded) return error.result as T;
    throw isHeadLost(error) ? headLost(error) : error;
  } finally {
    ctx.forget();
  }
}

type OwedEntry = store.NewEntry & Happening;

/** Entries of transactions that are still open. */
const owed = new WeakMap<Transaction, OwedEntry[]>();

/** Several changes in one transaction have one moment: their entries are appended together. */
function owe(tx: Transaction, ctx: RequestContext, entries: OwedEntry[], isScoped: boolean): void {
  const { recorder } = ctx.database;
  if (isScoped) tx.beforeCommit(() => assertStillThere(tx, recorder, entries));
  const before = owed.get(tx);
  if (before) return void before.push(...entries);
  owed.set(tx, entries);
  tx.beforeCommit(async () => {
    await ctx.services.notifier.tellOf(ctx, tx, entries);
    return undefined;
  });
  tx.beforeCommit(() => append(tx, recorder, entries));
}

/** Whoever has a role in some portfolios changes nothing of a vendor that was moved elsewhere before the change could be made. */
async function assertStillThere(tx: Transaction, { vendors }: Recorder, entries: readonly store.NewEntry[]): Promise<undefined> {
  const named = entries.map(({ entity, vendorId }) => ({ entity, vendorId }));
  if (await tx.one(store.movedAway(named, vendors))) throw notFound('Vendor');
}

function entryOf({ caller }: RequestContext, { action, entity, meta: given, actor, vendorId, isAssigned }: AuditRecord): OwedEntry {
  const { userId = null, name: userName } = actor ?? caller;
  // As it is stored: a date is a text there.
  const meta = given && (JSON.parse(JSON.stringify(given)) as typeof given);
  const committed = commit({ entityName: entity?.name, userName, meta });
  const byUserId = userId ?? (actor ? null : (caller.keyBounds?.makerId ?? null));
  return {
    id: randomUUID(),
    action,
    entity,
    vendorId,
    meta,
    userId,
    byUserId,
    isAssigned,
    userName,
    apiKey: actor ? null : caller.apiKey,
    ...committed,
  };
}

/**
 * Appends the entries to one of the chains. It runs last, because the head of the chain stays locked until the commit; the last
 * statement is sent together with the commit.
 */
async function append(tx: Transaction, recorder: Recorder, entries: readonly store.NewEntry[]): Promise<Sql> {
  const lane = laneFor(tx);
  const counts = { tallies: tx.tallies.take(), ofPortfolios: tx.tallies.takeOfPortfolios() };
  const { vendors } = recorder;
  const capture = recorder.capture(tx.keepPast(), entries.length > 1);
  if (entries.length === 1) return store.append(lane, entries[0]!, counts, capture, vendors);
  const things = entries.map(({ entity }) => entity?.id ?? null);
  const [place, ...states] = await tx.query(store.keep(lane, things, capture));
  // Without the head nothing was written, and no change may go unrecorded.
  if (!place) throw headLost();
  const stateHashes = new Map(states.map(({ seq, stateHash }) => [seq, stateHash]));
  const placed = entries.map((entry, i) => ({ ...entry, stateHash: stateHashes.get(place.seq + i) ?? null }));
  for (; placed.length > CHUNK; placed.splice(0, CHUNK))
    await tx.query(store.appendMany(lane, place.at, placed.slice(0, CHUNK), NONE, vendors));
  return store.appendMany(lane, place.at, placed, counts, vendors);
}

const NONE: store.Counts = { tallies: [], ofPortfolios: [] };

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
