import type { Transaction } from '../../database/database';
import { type Services, systemContext } from '../../kernel/context';
import { writeTreeHead } from '../../platform/tlog/checkpoint';
import { leafHash, treeRoot } from '../../platform/tlog/merkle';
import { type Signer, signNote, writeNote } from '../../platform/tlog/note';
import { edgeOf, grow, nodesIn, type Tile } from '../../platform/tlog/tiles';
import { isBaseline } from '../audit/audit.actions';
import { changesBy, type FieldValues } from '../record/changes';
import { mailCheckpoint } from './checkpoint-mail';
import { commitBeyond, leafOf } from './leaf';
import * as store from './log.store';

/** Entries of this server come into the tree after this time, with those that came meanwhile. */
const SOON_MS = 200;
/** So often each server looks for entries of others, which may have ended before they signed theirs. */
const LOOK_MS = 500;
/** The most entries of a chain per transaction. */
const MOST_OF_LANE = 250;

/**
 * Puts the entries of all chains into one tree and signs it, behind everybody's back: no change waits for it. The servers that
 * have the key take turns by a lock; leaves, tiles and the signed checkpoint are committed together or not at all.
 */
export class TreeBuilder {
  private looking?: NodeJS.Timeout;
  private soon?: NodeJS.Timeout;
  private building?: Promise<void>;
  private isFailing = false;
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

  /** Builds for a last time. */
  async stop(): Promise<void> {
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
      while ((await database.one(store.isBehind()))!.isBehind && (await this.buildSome()));
      this.isFailing = false;
    } catch (err) {
      if (!this.isFailing) log.error({ err }, 'the audit log could not be signed; trying again');
      this.isFailing = true;
    }
  }

  /** Adds the next entries of each chain. False: another server is at it, or has another key. */
  private buildSome(): Promise<boolean> {
    return this.services.database.transaction(async (tx) => {
      const turn = await tx.one(store.takeTurn());
      if (turn?.vkey !== this.signer.vkey) return false;
      const entries = await tx.query(store.pending(MOST_OF_LANE));
      if (entries.length === 0) return false;
      await this.add(tx, turn.size, entries);
      await this.mail(tx, turn.recipients);
      return true;
    });
  }

  private async add(tx: Transaction, size: number, entries: readonly store.LoggedEntry[]): Promise<void> {
    const changes = await this.changesOf(tx, entries);
    const beyond = entries.map((entry, i) => commitBeyond(entry, changes[i]!));
    const hashes = entries.map((entry, i) => leafHash(leafOf({ ...entry, leafCommitments: beyond[i]!.commitments })));
    const edge = await tx.query(store.tiles(edgeOf(size)));
    const grown = grow(size, edge, hashes);
    const text = writeTreeHead({ origin: this.signer.name, ...headOf(size + entries.length, edge, grown) });
    const leaves = entries.map(({ lane, seq }, i) => ({
      lane,
      seq: String(seq),
      ...beyond[i]!,
      changes: changes[i]!.length > 0 ? changes[i] : null,
    }));
    await tx.query(store.addLeaves(size, leaves));
    await tx.query(store.putTiles(grown));
    await tx.query(store.sign(size + entries.length, writeNote(signNote(text, this.signer))));
  }

  /** A new address gets its first checkpoint at once: adding it made an entry. */
  private async mail(tx: Transaction, recipients: readonly string[]): Promise<void> {
    const { database } = this.services;
    const mailed = [database.now().toISOString().slice(0, 10), ...recipients].join(' ');
    if (mailed === this.mailed) return;
    if (recipients.length > 0) await mailCheckpoint(systemContext(this.services), tx);
    tx.afterCommit(() => (this.mailed = mailed));
  }

  /** What each entry changed; most reads and sign-ins changed nothing that has a past. */
  private async changesOf(tx: Transaction, entries: readonly store.LoggedEntry[]): Promise<FieldValues[][]> {
    const changing = entries.filter(({ stateHash, action }) => stateHash !== null && !isBaseline(action));
    if (changing.length === 0) return entries.map(() => []);
    const asked = changing.map(({ lane, seq, entityId }) => ({ lane, seq: String(seq), entityId }));
    const found = await changesBy(this.services.database.within(tx), asked);
    const byEntry = new Map(changing.map((entry, i) => [entry, found[i]!]));
    return entries.map((entry) => byEntry.get(entry) ?? []);
  }
}

/** The size and the root of a tree, from its last tiles. */
function headOf(size: number, before: readonly Tile[], grown: readonly Tile[]) {
  // Of a tile that was there before and grew, the last one counts.
  return { size, root: treeRoot(size, nodesIn([...before, ...grown])) };
}
