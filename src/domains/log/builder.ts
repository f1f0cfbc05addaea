import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../../database/database';
import { type Services, systemContext } from '../../kernel/context';
import { writeTreeHead } from '../../platform/tlog/checkpoint';
import { leafHash, treeRoot } from '../../platform/tlog/merkle';
import { type Signer, signNote, writeNote } from '../../platform/tlog/note';
import { edgeOf, grow, nodesIn, type Tile } from '../../platform/tlog/tiles';
import { isBaseline } from '../audit/audit.actions';
import { sizesOf } from '../record/changes.store';
import { changesBy, type ChangingEntry, type FieldValues, isToldByDetails } from '../record/changes';
import { mailCheckpoint } from './checkpoint-mail';
import { commitBeyond, leafOf } from './leaf';
import * as store from './log.store';

/** Entries of this server come into the tree after this time, with those that came meanwhile. */
const SOON_MS = 400;
/** So often each server looks for entries of others, which may have ended before they signed theirs. */
const LOOK_MS = 500;
/** The most entries per transaction. */
const MOST = 2_000;
/** And about so much of what they changed. */
const MOST_BYTES = 16_000_000;
/** What one entry changed is told in its leaf up to about this size: beyond it, the hash of the states has to do. */
const MOST_BYTES_TOLD = 1_000_000;

/**
 * Puts the entries of all chains into one tree and signs it, behind everybody's back: no change waits for it. The servers that
 * have the key take turns by a lock; leaves, tiles and the signed checkpoint are committed together or not at all.
 */
export class TreeBuilder {
  private looking?: NodeJS.Timeout;
  private soon?: NodeJS.Timeout;
  private building?: Promise<void>;
  private isFailing = false;
  private isStopping = false;
  /** Fewer entries after a failure: one may be too much. */
  private most = MOST;
  private isReplaced = false;
  /** The day, and to whom the checkpoint of that day is known to be sent. */
  private mailed = '';

  constructor(
    private readonly services: Services,
    private readonly signer: Signer,
  ) {}

  start(): void {
    this.looking = setInterval(() => void this.build(), LOOK_MS).unref();
  }

  /** Call when something was recorded. */
  touch(): void {
    this.soon ??= setTimeout(() => void this.build(), SOON_MS).unref();
  }

  /** Builds for a last time, as much as comes in at once. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.looking);
    clearTimeout(this.soon);
    await this.building;
    await this.build();
  }

  /** Brings the tree up to date, or leaves that to whoever is at it. */
  build(): Promise<void> {
    this.building ??= this.buildAll().finally(() => (this.building = undefined));
    return this.building;
  }

  private async buildAll(): Promise<void> {
    clearTimeout(this.soon);
    this.soon = undefined;
    const { database, log } = this.services;
    try {
      let isMore = (await database.one(store.isBehind()))!.isBehind;
      while (isMore) {
        const began = performance.now();
        // What came meanwhile waits for the next time: in small batches everything would cost much more.
        isMore = await this.buildSome();
        // Whoever goes on finds what is left.
        if (this.isStopping) break;
        // The entries of years come in behind everybody's back, too.
        if (isMore) await sleep(performance.now() - began);
        this.most = Math.min(MOST, this.most * 2);
      }
      this.isFailing = false;
    } catch (err) {
      this.most = Math.ceil(this.most / 8);
      if (!this.isFailing) log.error({ err }, 'the audit log could not be signed; trying again');
      this.isFailing = true;
    }
  }

  /** Adds the next entries of each chain, and says whether it left some, unless another server is at it, or has another key. */
  private buildSome(): Promise<boolean> {
    return this.services.database.transaction(async (tx) => {
      await tx.query(store.planOnce());
      const turn = await tx.one(store.takeTurn());
      if (!turn || !this.isSigner(turn.vkey)) return false;
      const next = await tx.query(store.pending(this.most));
      if (next.length === 0) return false;
      const taken = await this.withChanges(tx, next);
      await this.add(tx, turn.size, taken);
      await this.mail(tx);
      return next.length === this.most || taken.length < next.length;
    });
  }

  /** Another server may have changed the key. */
  private isSigner(vkey: string): boolean {
    const isSigner = vkey === this.signer.vkey;
    if (!isSigner && !this.isReplaced) {
      this.services.log.warn({ verifierKey: vkey }, "the audit log's key was changed by another server: this one signs nothing any more");
    }
    this.isReplaced = !isSigner;
    return isSigner;
  }

  private async add(tx: Transaction, size: number, some: readonly Changing[]): Promise<void> {
    const beyond = some.map(({ entry, changes }) => commitBeyond(entry, changes));
    const hashes = some.map(({ entry }, i) => leafHash(leafOf({ ...entry, leafCommitments: beyond[i]!.commitments })));
    const edge = await tx.query(store.tiles(edgeOf(size)));
    const grown = grow(size, edge, hashes);
    const text = writeTreeHead({ origin: this.signer.name, ...headOf(size + some.length, edge, grown) });
    const leaves = some.map(({ entry: { lane, seq }, changes }, i) => ({
      lane,
      seq: String(seq),
      ...beyond[i]!,
      changes: changes?.length ? changes : null,
    }));
    await tx.query(store.addLeaves(size, leaves));
    await tx.query(store.putTiles(grown));
    await tx.query(store.sign(size + some.length, writeNote(signNote(text, this.signer))));
  }

  /** A new address gets its first checkpoint at once: adding it made an entry. */
  private async mail(tx: Transaction): Promise<void> {
    const { database } = this.services;
    // Read after the entries: who was added by one of them is among these.
    const { recipients } = (await tx.one(store.recipients()))!;
    const mailed = [database.now().toISOString().slice(0, 10), ...recipients].join(' ');
    if (mailed === this.mailed) return;
    if (recipients.length > 0) await mailCheckpoint(systemContext(this.services), tx);
    tx.afterCommit(() => (this.mailed = mailed));
  }

  /** As many of the next entries as fit, with what they changed. Most reads and sign-ins changed nothing that has a past. */
  private async withChanges(tx: Transaction, next: readonly store.LoggedEntry[]): Promise<Changing[]> {
    const { database } = this.services;
    const changing = next.filter(isChanging).map(asChanging);
    const sizes = changing.length > 0 ? await tx.query(sizesOf(database.recorder.tables, changing)) : [];
    const bytesOf = new Map(sizes.map((size) => [keyOf(size), size.bytes]));
    const isTold = (entry: Located) => (bytesOf.get(keyOf(entry)) ?? 0) <= MOST_BYTES_TOLD;
    let sum = 0;
    const end = next.findIndex((entry) => isTold(entry) && (sum += bytesOf.get(keyOf(entry)) ?? 0) > MOST_BYTES);
    const taken = end < 0 ? next : next.slice(0, end);
    const known = new Set(taken.map(keyOf));
    const asked = changing.filter((entry) => known.has(keyOf(entry)) && isTold(entry));
    const found = asked.length > 0 ? await changesBy(database.within(tx), asked) : [];
    const changesOf = new Map(asked.map((entry, i) => [keyOf(entry), found[i]!]));
    return taken.map((entry) => ({ entry, changes: isTold(entry) ? (changesOf.get(keyOf(entry)) ?? []) : undefined }));
  }
}

/** An entry with what it changed; undefined: that is too much to be told. */
interface Changing {
  entry: store.LoggedEntry;
  changes: FieldValues[] | undefined;
}

type Located = { lane: number; seq: string | number };
const keyOf = ({ lane, seq }: Located) => `${lane} ${seq}`;
const isChanging = ({ stateHash, action }: store.LoggedEntry) => (stateHash !== null && !isBaseline(action)) || isToldByDetails(action);
const asChanging = ({ lane, seq, entityId, action, meta }: store.LoggedEntry): ChangingEntry => ({
  lane,
  seq: String(seq),
  entityId,
  action,
  meta,
});

/** The size and the root of a tree, from its last tiles. */
function headOf(size: number, before: readonly Tile[], grown: readonly Tile[]) {
  // Of a tile that was there before and grew, the last one counts.
  return { size, root: treeRoot(size, nodesIn([...before, ...grown])) };
}
