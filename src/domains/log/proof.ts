import type { Queryable } from '../../database/database';
import { isId } from '../../platform/id';
import type { Opened, ProofExtra } from '../../platform/tlog/check-proof';
import { inclusionProof, leafHash } from '../../platform/tlog/merkle';
import { writeProof } from '../../platform/tlog/proof-file';
import { nodesIn, type TileId, tilesFor } from '../../platform/tlog/tiles';
import type { Place } from '../record/changes.store';
import { leafOf } from './leaf';
import * as store from './log.store';
import { noteOf } from './read-log';

/** That an entry is in the tree of the last signed checkpoint. */
export interface Proof {
  index: number;
  treeSize: number;
  leaf: store.BareLeaf;
  leafHash: Buffer;
  hashes: Buffer[];
  checkpoint: string;
}

/** Proofs for entries, in three statements; null for those that aren't in a signed tree yet. */
export async function proofsOf(db: Queryable, places: readonly Place[]): Promise<(Proof | null)[]> {
  const checkpoint = await db.one(store.latest());
  if (!checkpoint) return places.map(() => null);
  const { size } = checkpoint;
  const leaves = (await db.query(store.leavesAt(places))).filter(({ index }) => index < size);
  const wanted = leaves.flatMap(({ index }) => tilesFor((at) => inclusionProof(index, size, at)));
  const nodes = nodesIn(await db.query(store.tiles(withoutDoubles(wanted))));
  const note = noteOf(checkpoint);
  const proofs = leaves.map((leaf): [string, Proof] => [
    keyOf(leaf),
    {
      index: leaf.index,
      treeSize: size,
      leaf,
      leafHash: leafHash(leafOf(leaf)),
      hashes: inclusionProof(leaf.index, size, nodes),
      checkpoint: note,
    },
  ]);
  const found = new Map(proofs);
  return places.map((place) => found.get(keyOf(place)) ?? null);
}

/** The proof of the entry with an id, as a file. */
export async function proofOfEntry(db: Queryable, id: string): Promise<Pick<Proof, 'index' | 'treeSize'> & { file: string }> {
  const place = isId(id) ? await db.one(store.placeOf(id)) : undefined;
  if (!place) throw new Error(`There is no audit entry ${id}`);
  const [proof] = await proofsOf(db, [place]);
  if (!proof) throw new Error(`Entry ${id} is not in the signed log yet: a running server that has the log's key puts it there`);
  const opened = openedOf((await db.one(store.openedFrom(proof.index, 1)))!);
  return { file: proofFile(proof, opened), index: proof.index, treeSize: proof.treeSize };
}

/** The proof as a file (c2sp.org/tlog-proof) that also has the entry, and the texts that it commits to and that weren't erased. */
function proofFile({ index, hashes, checkpoint, leaf }: Proof, opened: ProofExtra['opened']): string {
  const extra: ProofExtra = { leaf: leafOf(leaf).toString('base64'), opened };
  return writeProof({ extra: Buffer.from(JSON.stringify(extra)), index, hashes, checkpoint });
}

function openedOf({ leafSalts, salts, changes, entityName, userName, meta, apiKey }: store.Leaf): Record<string, Opened> {
  const texts: Record<string, unknown> = { entityName, userName, meta, apiKey, changes: changes ?? [] };
  const all = Object.entries({ ...salts, ...leafSalts });
  return Object.fromEntries(all.map(([name, salt]) => [name, { salt, text: texts[name] }]));
}

function withoutDoubles(tiles: readonly TileId[]): TileId[] {
  return [...new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile])).values()];
}

const keyOf = ({ lane, seq }: { lane: number; seq: string | number }) => `${lane} ${seq}`;
