import type { Database } from '../../database/database';
import { readTreeHead, type TreeHead } from '../../platform/tlog/checkpoint';
import { leafHash, treeRoot } from '../../platform/tlog/merkle';
import { type Note, parseVerifier, readNote, readSignatures, signatureOf, type Verifier } from '../../platform/tlog/note';
import { edgeOf, grow, nodesIn, type Tile, tilePath, TILE_WIDTH } from '../../platform/tlog/tiles';
import * as erasureStore from '../audit/audit-erasure.store';
import { type Erased, findAltered, isCommitted } from '../audit/audit.commitments';
import { readErased } from '../audit/audit.verify';
import { WORDS } from '../audit/audit.verify';
import { unrecordedRows } from '../record/baseline';
import { bounds } from '../record/record.store';
import * as settingsStore from '../settings/settings.store';
import { leafOf } from './leaf';
import * as logStore from './log.store';
import * as store from './verification.store';

/** How many entries one statement checks: those of a state may be many versions each. */
const STATES = 5_000;
/** How many leaves are in memory at a time. */
const LEAVES = TILE_WIDTH;
const CHECKPOINTS = 500;

/** The first wrong thing of each kind, in words. */
interface LogFaults {
  erasure?: string;
  state?: string;
  tree?: string;
  checkpoint?: string;
  cosignature?: string;
}

export interface LogVerification {
  leaves: number;
  checkpoints: number;
  cosignatures: number;
  faults: LogFaults;
}

/** A checkpoint that was kept outside, and where. */
export interface OutsideCheckpoint {
  note: Note;
  file: string;
}

/** A log's name, the size and the root of its tree, more lines, an empty one, and signatures. */
const CHECKPOINT = /^\S[^\n]*\n\d+\n[A-Za-z0-9+/]{43}=\n(?:[^\n]+\n)*\n(?:— \S+ \S+(?:\n|$))+/m;

/** Reads a signed note, also from an e-mail that was saved as a whole, or with too many or too few line breaks around it. */
export function readOutsideCheckpoint(text: string, file: string): OutsideCheckpoint {
  const lines = text.replaceAll('\r\n', '\n');
  const found = CHECKPOINT.exec(lines)?.[0] ?? lines;
  return { note: readNote(`${found.trimEnd()}\n`), file };
}

/**
 * Checks what the chains don't: that the record has the states that the entries cover, that live rows are as the record says, that
 * every entry is in the tree, that the tiles are those of the tree, and that it had the roots that were signed. Reads everything
 * once, in order.
 */
export async function verifyTransparencyLog(database: Database, outside?: OutsideCheckpoint): Promise<LogVerification> {
  const pass = await TreePass.begin(database, outside);
  await pass.run();
  const { leaves, checkpoints, cosignatures, faults } = pass;
  return {
    leaves,
    checkpoints,
    cosignatures,
    faults: { ...faults, state: await findWrongState(database), erasure: await findUntoldErasure(database) },
  };
}

const KINDS = { details: 'details of entries', changes: 'changes in leaves', states: 'states in the record' };

/** Texts that were blanked as if they had been erased. */
async function findUntoldErasure(database: Database): Promise<string | undefined> {
  const { told, isUnknown, ...gone } = (await database.one(erasureStore.gone(database.recorder.tables)))!;
  if (isUnknown) return undefined;
  for (const kind of ['details', 'changes', 'states'] as const) {
    const count = told?.[kind] ?? 0;
    if (gone[kind] > count) return `${gone[kind]} ${KINDS[kind]} read "Erased", but the log tells of ${count} that were erased`;
  }
  return undefined;
}

async function findWrongState(database: Database): Promise<string | undefined> {
  const { tables } = database.recorder;
  for (const { lane, last } of await database.query(store.lanes(tables))) {
    for (let after = 0; after < last; after += STATES) {
      const [wrong] = await database.query(store.wrongStateIn(tables, lane, after, STATES));
      if (wrong)
        return `the state kept with entry ${wrong.seq} of chain ${lane}${wrong.id ? ` (${wrong.action}, id ${wrong.id})` : ''} was altered`;
    }
  }
  for (const table of tables) {
    for (let after: string | null = null; ;) {
      const { upTo, wrong }: store.Timed = (await database.one(store.wrongTimesAfter(table, after, STATES)))!;
      if (wrong) return `row ${wrong} of ${table.name} has other times in the record than its entries`;
      if (upTo === null) break;
      after = upTo;
    }
  }
  // Before the record began nothing is in it.
  if ((await database.one(bounds()))!.since === null) return undefined;
  for await (const { table, row } of unrecordedRows(database)) return `row ${row} of ${table.name} was changed beside the record`;
  return undefined;
}

/** Goes through the leaves once, from the first to the last, and builds the tree anew. */
class TreePass {
  leaves = 0;
  checkpoints = 0;
  cosignatures = 0;
  readonly faults: LogFaults = {};
  private edge: Tile[] = [];
  private readonly reached = new Map<number, number>();
  private waiting: logStore.SignedCheckpoint[] = [];
  private lastRead = 0;

  private constructor(
    private readonly database: Database,
    private readonly keys: readonly Verifier[],
    private readonly witnesses: readonly Verifier[],
    private readonly erased: Erased,
    private readonly outside?: OutsideCheckpoint & { head?: TreeHead },
  ) {}

  static async begin(database: Database, outside?: OutsideCheckpoint): Promise<TreePass> {
    const settings = await database.one(settingsStore.read());
    const keys = settings ? [settings.auditVerifierKey, ...settings.auditFormerVerifierKeys].filter(Boolean).map(parseVerifier) : [];
    const known = await database.query(store.witnessesEver());
    const vkeys = new Set(known.flatMap(({ witnesses }) => (witnesses ?? []).map(({ vkey }) => vkey)));
    const pass = new TreePass(database, keys, [...vkeys].map(parseVerifier), await readErased(database), outside);
    if (!settings) pass.faults.checkpoint = 'the row of settings is missing, and with it the keys of the log';
    return pass;
  }

  async run(): Promise<void> {
    const head = this.readOutside();
    const sizes = await this.database.one(store.sizes());
    await this.readCheckpoints();
    if (!sizes) {
      this.faults.tree = 'the row of audit_tree is missing, which says how many leaves there are';
      return this.checkRest();
    }
    const { size, leaves, signed } = sizes;
    if (signed < size) this.faults.checkpoint ??= `the checkpoint of ${size} entries is missing`;
    if (size !== leaves) this.faults.tree ??= `the tree says that it has ${size} leaves, and there are ${leaves}`;
    while (this.leaves < size) {
      const some = await this.database.query(logStore.openedFrom(this.leaves, Math.min(LEAVES, size - this.leaves)));
      const hashes = some.map((leaf, i) => this.hashOf(leaf, this.leaves + i));
      if (some.length === 0) this.faults.tree ??= `leaf ${this.leaves} is missing, or its entry is`;
      if (this.faults.tree) return this.checkRest();
      await this.append(hashes, head);
    }
    await this.compare(this.edge.filter(({ level, index }) => edgeOf(size).some((one) => one.level === level && one.index === index)));
    // A server may have signed a larger one meanwhile.
    const beyond = this.waiting.find(({ size: signed }) => signed > size);
    if (beyond && beyond.size > (await this.database.one(store.sizes()))!.size) {
      this.faults.checkpoint ??= `the checkpoint of ${beyond.size} entries is of a larger tree than there is`;
    }
    if (head && head.size > size) {
      this.faults.checkpoint = `${this.outside!.file} is of a tree of ${head.size} entries, but there are ${size}: the newest were removed`;
    }
  }

  /** The hash of a leaf, after looking at what only leaves have. */
  private hashOf(leaf: logStore.Leaf, index: number): Buffer {
    const { lane, seq } = leaf;
    const name = `leaf ${index} (entry ${seq} of chain ${lane})`;
    if (leaf.index !== index) this.faults.tree ??= `leaf ${index} is missing, or its entry is`;
    else if (seq !== (this.reached.get(lane) ?? 0) + 1)
      this.faults.tree ??= `${name} is out of order: entries before it are not in the tree`;
    this.reached.set(lane, seq);
    const text = this.findAltered(leaf);
    if (text) this.faults.tree ??= `${name} was altered: its ${WORDS[text]} not what it commits to`;
    return leafHash(leafOf(leaf));
  }

  /** A text is committed to by the entry or by its leaf: by both, one would hide what the other says. */
  private findAltered({ changes, apiKey, ...leaf }: logStore.Leaf): string | undefined {
    const entry = leaf.commitments ?? {};
    const twice = Object.keys(entry).find((name) => name in leaf.leafCommitments);
    if (twice) return twice;
    const commitments = { ...entry, ...leaf.leafCommitments };
    const salts = { ...leaf.salts, ...leaf.leafSalts };
    const isCommittedTo = (name: string, value: unknown, isErased: boolean) => isCommitted(value, salts[name], commitments[name], isErased);
    if (!isCommittedTo('apiKey', apiKey, false)) return 'apiKey';
    // What is empty is committed to as a list, and not stored.
    if (!isCommittedTo('changes', 'changes' in salts ? (changes ?? []) : changes, changes === null && this.erased.size > 0))
      return 'changes';
    return findAltered({ ...leaf, commitments, salts }, this.erased);
  }

  /** Grows the tree, stopping at every size that was signed. */
  private async append(hashes: readonly Buffer[], outside: TreeHead | undefined): Promise<void> {
    const full: Tile[] = [];
    for (let from = 0; from < hashes.length;) {
      const stops = [this.waiting[0]?.size, outside?.size].filter((size) => size !== undefined && size > this.leaves) as number[];
      const count = Math.min(hashes.length - from, ...stops.map((size) => size - this.leaves));
      const grown = grow(this.leaves, this.edge, hashes.slice(from, from + count));
      this.leaves += count;
      from += count;
      full.push(...grown.filter((tile) => tile.hashes.length === TILE_WIDTH * 32));
      this.edge = edgeAfter(this.leaves, this.edge, grown);
      if (outside?.size === this.leaves) this.compareOutside(outside);
      while (this.waiting[0]?.size === this.leaves) {
        this.checkCheckpoint(this.waiting.shift()!);
        if (this.waiting.length === 0) await this.readCheckpoints();
      }
    }
    await this.compare(full);
  }

  private get root(): Buffer {
    return treeRoot(this.leaves, nodesIn(this.edge));
  }

  /** The tiles that are kept must be those that follow from the leaves. */
  private async compare(tiles: readonly Tile[]): Promise<void> {
    const kept = nodesByPlace(await this.database.query(logStore.tiles(tiles)));
    const wrong = tiles.find(({ level, index, hashes }) => !kept.get(`${level}/${index}`)?.subarray(0, hashes.length).equals(hashes));
    if (!wrong) return;
    const { level, index } = wrong;
    const leaf = level === 0 ? `: a leaf from ${index * TILE_WIDTH} on, or its entry, was altered` : '';
    this.faults.tree ??= `tile ${level}/${tilePath(index)} is not that of the entries${leaf}`;
  }

  private async readCheckpoints(): Promise<void> {
    this.waiting = await this.database.query(store.checkpointsAfter(this.lastRead, CHECKPOINTS));
    this.lastRead = this.waiting.at(-1)?.size ?? this.lastRead;
  }

  /** Who signed the checkpoints of a tree that can't be built. */
  private async checkRest(): Promise<void> {
    for (; this.waiting.length > 0; await this.readCheckpoints()) for (const one of this.waiting) this.checkCheckpoint(one, false);
  }

  private checkCheckpoint({ size, note: text, cosignatures }: logStore.SignedCheckpoint, isBuilt = true): void {
    this.checkpoints++;
    const name = `the checkpoint of ${size} entries`;
    try {
      const note = readNote(text);
      const head = this.headIn(note);
      if (head.size !== size || (isBuilt && !head.root.equals(this.root))) throw new Error('it is of another tree');
    } catch (error) {
      this.faults.checkpoint ??= `${name} is wrong: ${(error as Error).message}`;
      return;
    }
    if (cosignatures !== '') this.checkCosignatures(name, readNote(text).text, cosignatures);
  }

  private checkCosignatures(name: string, text: string, lines: string): void {
    try {
      const signatures = readSignatures(lines);
      this.cosignatures += signatures.length;
      for (const one of signatures) {
        const witness = this.witnesses.find((key) => key.name === one.name && key.keyId === one.keyId);
        if (!witness || !signatureOf({ text, signatures: [one] }, witness)) throw new Error(`${one.name} has never been a witness`);
      }
    } catch (error) {
      this.faults.cosignature ??= `a cosignature of ${name} is wrong: ${(error as Error).message}`;
    }
  }

  /** What one of the log's keys signed. */
  private headIn(note: Note): TreeHead {
    const head = readTreeHead(note.text);
    const key = this.keys.find((one) => signatureOf(note, one));
    if (!key) throw new Error('no key of the log has signed it');
    if (key.name !== head.origin) throw new Error(`it is of another log, ${head.origin}`);
    return head;
  }

  private readOutside(): TreeHead | undefined {
    if (!this.outside) return undefined;
    try {
      return this.headIn(this.outside.note);
    } catch (error) {
      this.faults.checkpoint ??= `${this.outside.file} is no checkpoint of this log: ${(error as Error).message}`;
      return undefined;
    }
  }

  private compareOutside({ size, root }: TreeHead): void {
    if (root.equals(this.root)) return;
    this.faults.checkpoint = `${this.outside!.file} is of another tree of ${size} entries: one of the first ${size} was altered, removed or inserted since`;
  }
}

/** The last tile of each level, as far as it is filled. */
function edgeAfter(size: number, before: readonly Tile[], grown: readonly Tile[]): Tile[] {
  const all = nodesByPlace([...before, ...grown]);
  return edgeOf(size).map(({ level, index }) => ({ level, index, hashes: all.get(`${level}/${index}`)! }));
}

function nodesByPlace(tiles: readonly Tile[]): Map<string, Buffer> {
  return new Map(tiles.map(({ level, index, hashes }) => [`${level}/${index}`, hashes]));
}
